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

function failedOrLate(job: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, FALLBACK_AFTER_MS);
    job.then(
      () => clearTimeout(timer),
      () => resolve(),
    );
  });
}

/** Runs jobs on the compute thread, or on the page if that fails or is late. Tests pass their own `start`. */
export class ComputeClient {
  readonly #start: () => ComputeThread | null;
  #thread: ComputeThread | null = null;

  constructor(start: () => ComputeThread | null = startComputeThread) {
    this.#start = start;
  }

  warm(): ComputeThread | null {
    this.#thread ??= this.#start();
    return this.#thread;
  }

  /** Resolves to `aborted` as soon as `signal` fires, to `unavailable` if the code could not be loaded. Never rejects. */
  run<T>(job: Job<T>, signal: AbortSignal) {
    return unlessAborted(signal, () => this.#outcomeOf(job));
  }

  #outcomeOf<T>(job: Job<T>) {
    const used = this.warm();
    const offPage = used?.run(job) ?? Promise.reject(new Error('There is no thread.'));
    offPage.catch(() => {
      if (this.#thread !== used) return;
      used?.stop();
      this.#thread = null;
    });
    const inPage = failedOrLate(offPage).then(async () => job((await import('./compute-api.ts')).computeApi));
    // Both fail if neither the thread nor the code can be loaded, offline or after a deployment.
    return Promise.any([offPage, inPage]).catch(() => err({ reason: 'unavailable' } as const));
  }
}

const shared = new ComputeClient();

export const computeClient = () => shared;

export function startComputeThread(): ComputeThread | null {
  return openThread(openComputeWorker);
}
