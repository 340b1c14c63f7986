import { backTest } from '#compute';
import { expose, transfer } from 'comlink';
import { computeApi, type AnalyseRequest } from './compute-api.ts';

/** The memory of each column; columns may share it. */
function buffersOf(columns: Readonly<Record<string, Float64Array>>): ArrayBufferLike[] {
  return Object.values(columns).map((column) => column.buffer);
}

const api = {
  ...computeApi,

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

  backTest,
};

/** Derived from the object, so a call that does not exist here does not compile on the page. */
export type ComputeWorkerApi = typeof api;

expose(api);
