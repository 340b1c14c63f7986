import { err, type Result } from '#compute';
import type { AnalyseFailure, computeApi } from './compute-api.ts';
import type { ComputeWorkerApi } from './compute.worker.ts';
import { onThread, openThread, unlessAborted, type JobFailure, type Remote, type Thread } from './thread.ts';

/** A stopped thread gives its memory back; starting it again takes about 30 ms (66 ms on a slow phone). */
const IDLE_STOP_MS = 10_000;

export type ComputeFailure = AnalyseFailure | JobFailure;

export type ComputeThread = Thread<Remote<ComputeWorkerApi>>;

/** A call that the thread and the page's own copy of the code both understand. */
type Job<T> = (api: ComputeThread['api'] | typeof computeApi) => Promise<T> | T;

/**
 * A thread that has not answered by then is still loading its script, or hangs: the page fetches its own copy of the code as
 * well. Machines with few cores need longer for everything.
 */
const PATIENCE_MS = (globalThis.navigator?.hardwareConcurrency ?? 1) > 4 ? 150 : 300;

/** Ends when a job has failed, or is late. */
function failedOrLate(job: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    job.then(
      () => clearTimeout(timer),
      () => resolve(),
    );
  });
}

/** A client of the compute thread. Tests pass their own `start`. */
export function createComputeClient(start: () => ComputeThread | null = startComputeThread) {
  let thread: ComputeThread | null = null;
  let pending = 0;
  let idleTimer: ReturnType<typeof setTimeout> | undefined;

  function stop() {
    thread?.stop();
    thread = null;
  }

  function stopWhenIdle() {
    clearTimeout(idleTimer);
    if (pending === 0) idleTimer = setTimeout(stop, IDLE_STOP_MS);
  }

  async function outcomeOf<T>(job: Job<T>): Promise<T | Result<never, JobFailure>> {
    clearTimeout(idleTimer);
    pending += 1;
    thread ??= start();
    const used = thread;
    const offPage = used === null ? Promise.reject(new Error('There is no thread.')) : onThread(used, job);
    offPage.catch(() => thread === used && stop());
    const inPage = failedOrLate(offPage).then(async () => job((await import('./compute-api.ts')).computeApi));
    // Without a thread and without the code, offline or after a deployment, there is no answer.
    const result = await Promise.any([offPage, inPage]).catch(() => err({ reason: 'unavailable' } as const));
    pending -= 1;
    stopWhenIdle();
    return result;
  }

  return {
    /** Starts the thread before the first job. Call it after the first paint. */
    warm() {
      thread ??= start();
      stopWhenIdle();
    },
    /**
     * Runs a job off the page's thread, or on it where there is no Worker or it is broken or late. Answers `aborted` at once
     * when `signal` fires: a job takes less time than starting a thread, so the thread goes on and its late result is dropped.
     * `unavailable` when the code itself could not be loaded. Never rejects.
     */
    run: <T>(job: Job<T>, signal: AbortSignal) => unlessAborted(signal, () => outcomeOf(job)),
  };
}

let shared: ReturnType<typeof createComputeClient> | null = null;

export function computeClient() {
  shared ??= createComputeClient();
  return shared;
}

export function startComputeThread(): ComputeThread | null {
  return openThread<ComputeWorkerApi>(
    () => new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' }),
  );
}
