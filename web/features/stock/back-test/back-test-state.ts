import { ok, type BackTest, type Candles, type Result, type TradingCalendar } from '#compute';
import { proxy } from 'comlink';
import { startComputeThread } from '../../../shared/offthread/compute-client.ts';
import { onOwnThread, type JobFailure } from '../../../shared/offthread/thread.ts';
import { externalValue } from '../../../shared/ui/external-value.ts';

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
  readonly run: (request: BackTestRequest) => Promise<BackTestResult>;
  /** A clock for durations. */
  readonly nowMs: () => number;
}

export function createBackTest({ run, nowMs }: BackTestDeps) {
  const state = externalValue<BackTestRun>({ status: 'idle', wasCancelled: false });

  return {
    state,

    /** Starts over; a run that is under way goes on. */
    async start(candles: Candles, calendar: TradingCalendar): Promise<void> {
      if (state.get().status === 'running') return;
      const controller = new AbortController();
      const startedMs = nowMs();
      const isMine = () => {
        const now = state.get();
        return now.status === 'running' && now.controller === controller;
      };
      state.set({ status: 'running', share: 0, controller });
      const outcome = await run({
        candles,
        calendar,
        signal: controller.signal,
        onProgress(share) {
          if (isMine()) state.set({ status: 'running', share, controller });
        },
      });
      if (!isMine()) return;
      if (!outcome.ok) return state.set({ status: 'failed' });
      const elapsedMs = nowMs() - startedMs;
      state.set({ status: 'done', result: outcome.value, bars: candles.close.length, elapsedMs });
    },

    cancel(): void {
      const now = state.get();
      if (now.status !== 'running') return;
      now.controller.abort();
      state.set({ status: 'idle', wasCancelled: true });
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

type BackTestModel = ReturnType<typeof createBackTest>;

let latest: { readonly ticker: string; readonly backTest: BackTestModel } | null = null;

/**
 * The back-test of a listing. It stays while the page is laid out anew, as for paper; another listing's takes its place, and
 * ends a run that is under way.
 */
export function backTestModel(ticker: string): BackTestModel {
  if (latest?.ticker === ticker) return latest.backTest;
  latest?.backTest.cancel();
  latest = { ticker, backTest: createBackTest({ run: runBackTest, nowMs: () => performance.now() }) };
  return latest.backTest;
}
