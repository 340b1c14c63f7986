import type { BackTest, Candles, TradingCalendar } from '#compute';
import { proxy, releaseProxy, wrap } from 'comlink';
import { takeEarlyWorker } from '../api/early-start.ts';
import type { AnalyseRequest, CompareRequest, computeApi } from './compute-api.ts';
import type { ComputeWorkerApi } from './compute.worker.ts';

export interface ComputeThread {
  /** As in `computeApi`; `'broken'` when the script fails to load or throws outside a call, and no answer will come. */
  analyseColumns(request: AnalyseRequest): Promise<ReturnType<typeof computeApi.analyseColumns> | 'broken'>;
  compare(request: CompareRequest): Promise<ReturnType<typeof computeApi.compare> | 'broken'>;
  /** As in `backTestWithProgress`; `'broken'` as above. */
  backTest(
    candles: Candles,
    calendar: TradingCalendar,
    onProgress: (share: number) => void,
  ): Promise<BackTest | null | 'broken'>;
  stop(): void;
}

/** A thread on the worker that the document started, or on another one; `null` where the platform has none. */
export function startThread(): ComputeThread | null {
  if (typeof Worker === 'undefined') return null;
  return threadOn(
    takeEarlyWorker() ?? new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' }),
  );
}

/** Speaks to a worker that runs `compute.worker.ts`. */
export function threadOn(worker: Worker): ComputeThread {
  const remote = wrap<ComputeWorkerApi>(worker);
  const broken = new Promise<'broken'>((resolve) => {
    const settle = () => resolve('broken');
    worker.addEventListener('error', settle);
    worker.addEventListener('messageerror', settle);
  });
  /** An answer, or that there will be none. */
  function orBroken<T>(call: Promise<T>): Promise<T | 'broken'> {
    return Promise.race([call.catch((): 'broken' => 'broken'), broken]);
  }
  return {
    analyseColumns: (request) =>
      orBroken<ReturnType<typeof computeApi.analyseColumns>>(remote.analyseColumns(request)),
    compare: (request) => orBroken<ReturnType<typeof computeApi.compare>>(remote.compare(request)),
    backTest: (candles, calendar, onProgress) =>
      orBroken<BackTest | null>(remote.backTest(candles, calendar, proxy(onProgress))),
    stop() {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
