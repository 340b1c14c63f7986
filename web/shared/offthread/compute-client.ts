import { err, type CompareError, type Comparison, type Result } from '#compute';
import type {
  AnalyseFailure,
  AnalyseRequest,
  AnalysedCandles,
  CompareRequest,
  computeApi,
} from './compute-api.ts';
import type { ComputeThread } from './compute-thread.ts';

/** A stopped thread gives its memory back; starting it again takes about 30 ms (66 ms on a slow phone). */
const IDLE_STOP_MS = 10_000;

/** Why a job has no outcome of its own. */
type JobFailure = { readonly reason: 'aborted' } | { readonly reason: 'unavailable' };

export type ComputeFailure = AnalyseFailure | JobFailure;

export type AnalyseResult = Result<AnalysedCandles, ComputeFailure>;

export type CompareResult = Result<Comparison, CompareError | JobFailure>;

export interface ComputeClient {
  /** Starts the thread before the first job. Call it after the first paint. */
  warm(): void;
  /**
   * Decodes and analyses a history off the page's thread, or on it where there is no Worker or it broke. Answers
   * `aborted` at once when `signal` fires: a job takes less time than starting a thread, so the thread goes on and its late
   * result is dropped. `unavailable` when the code itself could not be loaded. Never rejects.
   */
  analyseColumns(request: AnalyseRequest, signal: AbortSignal): Promise<AnalyseResult>;
  /** Puts histories side by side, under the same terms. */
  compare(request: CompareRequest, signal: AbortSignal): Promise<CompareResult>;
}

/** A thread of the page; `null` where there is no Worker, or its bridge did not load. */
export async function startPageThread(): Promise<ComputeThread | null> {
  try {
    const { startBrowserWorker, startThread } = await import('./compute-thread.ts');
    const worker = startBrowserWorker();
    return worker && startThread(worker);
  } catch {
    // Without the bridge there is still the way through the page's own thread.
    return null;
  }
}

/** Runs a job on the page's own thread. */
async function runInPage<T>(job: (api: typeof computeApi) => T): Promise<T | Result<never, JobFailure>> {
  try {
    return job((await import('./compute-api.ts')).computeApi);
  } catch {
    // The chunk did not load (offline, or a deployment replaced it). A wrong result is impossible, so say "none".
    return err({ reason: 'unavailable' });
  }
}

/** The outcome of a job, or `aborted` at once when the signal fires. */
function unlessAborted<T>(
  signal: AbortSignal,
  job: () => Promise<T>,
): Promise<T | Result<never, JobFailure>> {
  if (signal.aborted) return Promise.resolve(err({ reason: 'aborted' }));
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(err({ reason: 'aborted' })), { once: true });
    void job().then(resolve);
  });
}

/** A client of the compute thread. Tests pass their own `start`. */
export function createComputeClient(
  start: () => Promise<ComputeThread | null> = startPageThread,
): ComputeClient {
  let thread: Promise<ComputeThread | null> | null = null;
  let pending = 0;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function stop() {
    void thread?.then((started) => started?.stop());
    thread = null;
  }

  function stopWhenIdle() {
    clearTimeout(idleTimer);
    if (pending === 0) idleTimer = setTimeout(stop, IDLE_STOP_MS);
  }

  async function run<T>(
    onThread: (thread: ComputeThread) => Promise<T | 'broken'>,
    inPage: (api: typeof computeApi) => T,
  ): Promise<T | Result<never, JobFailure>> {
    clearTimeout(idleTimer);
    pending += 1;
    thread ??= start();
    const used = thread;
    const started = await used;
    const answer = started === null ? 'broken' : await onThread(started);
    if (answer === 'broken' && thread === used) stop();
    const result = answer === 'broken' ? await runInPage(inPage) : answer;
    pending -= 1;
    stopWhenIdle();
    return result;
  }

  return {
    warm() {
      thread ??= start();
      stopWhenIdle();
    },
    analyseColumns: (request, signal) =>
      unlessAborted(signal, () =>
        run(
          (used) => used.analyseColumns(request),
          (api) => api.analyseColumns(request),
        ),
      ),
    compare: (request, signal) =>
      unlessAborted(signal, () =>
        run(
          (used) => used.compare(request),
          (api) => api.compare(request),
        ),
      ),
  };
}

let shared: ComputeClient | null = null;

/** The page's compute client, made at first use. */
export function computeClient(): ComputeClient {
  shared ??= createComputeClient();
  return shared;
}
