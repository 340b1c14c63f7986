import { err, ok, type BackTest, type Candles, type Result, type TradingCalendar } from '#compute';
import { proxy } from 'comlink';
import { onThread, startThread, type ComputeThread } from './compute-client.ts';

/** On the page's own thread a slice ends here, so that a key press or a frame never waits for longer. */
const SLICE_MS = 8;

/** `null` where the history is too short to score. */
export type BackTestResult = Result<BackTest | null, { readonly reason: 'aborted' }>;

export interface BackTestRequest {
  readonly candles: Candles;
  readonly calendar: TradingCalendar;
  /** Share 0…1 that is done; at most once per percent. Not called after the end. */
  readonly onProgress: (share: number) => void;
  readonly signal: AbortSignal;
}

/** What the platform gives, handed over by tests. */
interface BackTestPlatform {
  readonly start: () => ComputeThread | null;
  readonly nowMs: () => number;
}

const BROWSER: BackTestPlatform = { start: startThread, nowMs: () => performance.now() };

/**
 * Runs a back-test on a thread of its own, which ends with it: a cancelled one stops at once, and the page's analyses
 * never queue behind it. Where there is no Worker, or it broke, it runs on the page in slices of a few milliseconds.
 * Answers `aborted` as soon as `signal` fires. Never rejects.
 */
export async function runBackTest(
  { candles, calendar, onProgress, signal }: BackTestRequest,
  platform: BackTestPlatform = BROWSER,
): Promise<BackTestResult> {
  const aborted = whenAborted(signal);
  const report = (share: number) => {
    if (!signal.aborted) onProgress(share);
  };
  const thread = signal.aborted ? null : platform.start();
  if (thread !== null) {
    const scored = onThread(thread, async (api) => ok(await api.backTest(candles, calendar, proxy(report))));
    const outcome = await Promise.race([scored.catch(() => null), aborted]);
    thread.stop();
    if (outcome !== null) return outcome;
  }
  const { backTestSteps } = await import('./compute-api.ts');
  return inSlices(backTestSteps(candles, calendar), report, signal, platform.nowMs);
}

async function inSlices(
  steps: Generator<number, BackTest | null>,
  report: (share: number) => void,
  signal: AbortSignal,
  nowMs: () => number,
): Promise<BackTestResult> {
  let sliceStartMs = nowMs();
  for (;;) {
    if (signal.aborted) return err({ reason: 'aborted' });
    const step = steps.next();
    if (step.done === true) return ok(step.value);
    if (nowMs() - sliceStartMs >= SLICE_MS) {
      report(step.value);
      // The page gets its turn.
      await new Promise((resolve) => setTimeout(resolve));
      sliceStartMs = nowMs();
    }
  }
}

function whenAborted(signal: AbortSignal): Promise<BackTestResult> {
  const aborted = err({ reason: 'aborted' } as const);
  return new Promise((resolve) => {
    if (signal.aborted) resolve(aborted);
    signal.addEventListener('abort', () => resolve(aborted), { once: true });
  });
}
