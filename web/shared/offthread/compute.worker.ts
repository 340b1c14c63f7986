import type { Candles, TradingCalendar } from '#compute';
import { expose, transfer } from 'comlink';
import {
  backTestWithProgress,
  computeApi,
  type AnalyseRequest,
  type CompareRequest,
  type VolatilityRequest,
} from './compute-api.ts';

/** The memory of each column; columns may share it. */
function buffersOf(columns: Readonly<Record<string, Float64Array>>): ArrayBufferLike[] {
  return Object.values(columns).map((column) => column.buffer);
}

const api = {
  /** As in {@link computeApi}, with every column's memory moved instead of copied. */
  analyseColumns(request: AnalyseRequest) {
    const result = computeApi.analyseColumns(request);
    if (!result.ok) return result;
    const { candles, analysis } = result.value;
    const buffers = new Set([...buffersOf({ ...candles }), ...buffersOf({ ...analysis.indicators })]);
    return transfer(
      result,
      [...buffers].filter((buffer) => buffer instanceof ArrayBuffer),
    );
  },

  /** As in {@link computeApi}. Copied, because the page keeps the histories and the outcome is small. */
  compare(request: CompareRequest) {
    return computeApi.compare(request);
  },

  modelVolatility(request: VolatilityRequest) {
    return computeApi.modelVolatility(request);
  },

  /** As in {@link backTestWithProgress}. `onProgress` lives on the page; nobody waits for it. */
  backTest(candles: Candles, calendar: TradingCalendar, onProgress: (share: number) => void) {
    return backTestWithProgress(candles, calendar, onProgress);
  },
};

/** Derived from the object, so a call that does not exist here does not compile on the page. */
export type ComputeWorkerApi = typeof api;

expose(api);
