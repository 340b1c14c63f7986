import { err } from '#compute';
import type { AnalyseFailure, computeApi } from './compute-api.ts';
import { openComputeWorker } from './compute-worker.ts';
import { openThread, unlessAborted, type JobFailure, type Remote, type Thread } from './thread.ts';

export type ComputeFailure = AnalyseFailure | JobFailure;

export type ComputeThread = Thread<typeof computeApi>;

/** A call that works on the thread's functions and on the page's own copy of them. */
type Job<T> = (api: Remote<typeof computeApi> | typeof computeApi) => Promise<T> | T;

/** After this delay the page also loads the code itself, in case the worker is slow to load or hangs. */
const FALLBACK_AFTER_MS = (globalThis.navigator?.hardwareConcurrency ?? 1) > 4 ? 150 : 300;

/** Resolves once a job has failed or is late. */
function failedOrLate(job: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FALLBACK_AFTER_MS);
    job.then(
      () => clearTimeout(timer),
      () => resolve(),
    );
  });
}

/** A client of the compute thread. Tests pass their own `start`. */
export function createComputeClient(start: () => ComputeThread | null = startComputeThread) {
  let thread: ComputeThread | null = null;

  /** Starts the thread before the first job. */
  function warm() {
    thread ??= start();
    return thread;
  }

  function outcomeOf<T>(job: Job<T>) {
    const used = warm();
    const offPage = used?.run(job) ?? Promise.reject(new Error('There is no thread.'));
    offPage.catch(() => {
      if (thread !== used) return;
      used?.stop();
      thread = null;
    });
    const inPage = failedOrLate(offPage).then(async () => job((await import('./compute-api.ts')).computeApi));
    // Both fail if neither the thread nor the code can be loaded, offline or after a deployment.
    return Promise.any([offPage, inPage]).catch(() => err({ reason: 'unavailable' } as const));
  }

  return {
    warm,
    /**
     * Runs a job off the page's thread, or on it if the worker is missing, broken or late. Resolves to `aborted` as soon as
     * `signal` fires; the thread finishes the job, because that takes less time than starting a new thread, and its result is
     * dropped. Resolves to `unavailable` if the code could not be loaded. Never rejects.
     */
    run: <T>(job: Job<T>, signal: AbortSignal) => unlessAborted(signal, () => outcomeOf(job)),
  };
}

const shared = createComputeClient();

export const computeClient = () => shared;

export function startComputeThread(): ComputeThread | null {
  return openThread(openComputeWorker);
}
