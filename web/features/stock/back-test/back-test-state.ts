import { ok, type BackTest, type Candles, type Result, type TradingCalendar } from '#compute';
import { proxy } from 'comlink';
import { atom, type createStore } from 'jotai';
import { startComputeThread } from '../../../shared/offthread/compute-client.ts';
import { onOwnThread, type JobFailure } from '../../../shared/offthread/thread.ts';

/** One deep back-test: started, cancelled, failed, done. */
export type BackTestRun =
  | { readonly status: 'idle'; readonly wasCancelled: boolean }
  /** `share` 0…1 is done. */
  | { readonly status: 'running'; readonly share: number; readonly controller: AbortController }
  | { readonly status: 'failed' }
  /** `result` is `null` where the history is too short to score. */
  | {
      readonly status: 'done';
      readonly result: BackTest | null;
      readonly bars: number;
      readonly elapsedMs: number;
    };

export interface BackTestRequest {
  readonly candles: Candles;
  readonly calendar: TradingCalendar;
  /** Share 0…1 that is done. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** `null` where the history is too short to score. */
export type BackTestResult = Result<BackTest | null, JobFailure>;

interface BackTestDeps {
  readonly store: ReturnType<typeof createStore>;
  readonly run: (request: BackTestRequest) => Promise<BackTestResult>;
  /** A clock for durations. */
  readonly nowMs: () => number;
}

export function createBackTest({ store, run, nowMs }: BackTestDeps) {
  const runAtom = atom<BackTestRun>({ status: 'idle', wasCancelled: false });

  return {
    runAtom,

    /** Starts over; a run that is under way goes on. */
    async start(candles: Candles, calendar: TradingCalendar): Promise<void> {
      if (store.get(runAtom).status === 'running') return;
      const controller = new AbortController();
      const startedMs = nowMs();
      const isMine = () => {
        const now = store.get(runAtom);
        return now.status === 'running' && now.controller === controller;
      };
      store.set(runAtom, { status: 'running', share: 0, controller });
      const outcome = await run({
        candles,
        calendar,
        signal: controller.signal,
        onProgress(share) {
          if (isMine()) store.set(runAtom, { status: 'running', share, controller });
        },
      });
      if (!isMine()) return;
      if (!outcome.ok) return store.set(runAtom, { status: 'failed' });
      const elapsedMs = nowMs() - startedMs;
      store.set(runAtom, { status: 'done', result: outcome.value, bars: candles.close.length, elapsedMs });
    },

    cancel(): void {
      const now = store.get(runAtom);
      if (now.status !== 'running') return;
      now.controller.abort();
      store.set(runAtom, { status: 'idle', wasCancelled: true });
    },
  };
}

function runBackTest({ candles, calendar, onProgress, signal }: BackTestRequest): Promise<BackTestResult> {
  return onOwnThread(
    startComputeThread,
    async (api) => ok(await api.backTest(candles, calendar, proxy(onProgress))),
    signal,
  );
}

type Store = ReturnType<typeof createStore>;
type BackTestModel = ReturnType<typeof createBackTest>;

const latest = new WeakMap<Store, { readonly ticker: string; readonly backTest: BackTestModel }>();

/**
 * The back-test of a listing on a store. It stays while the page is laid out anew, as for paper; another listing's takes
 * its place, and ends a run that is under way.
 */
export function backTestModel(store: Store, ticker: string): BackTestModel {
  const current = latest.get(store);
  if (current?.ticker === ticker) return current.backTest;
  current?.backTest.cancel();
  const backTest = createBackTest({ store, run: runBackTest, nowMs: () => performance.now() });
  latest.set(store, { ticker, backTest });
  return backTest;
}
