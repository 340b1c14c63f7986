import { err, type Result } from '#compute';
import { releaseProxy, wrap } from 'comlink';
import type { AnalyseFailure, computeApi } from './compute-api.ts';
import { openComputeWorker } from './compute-worker.ts';

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

export interface JobFailure {
  readonly reason: 'aborted' | 'unavailable';
}

export interface Thread<Functions> {
  /** Rejects if the script fails to load or throws outside a call, since no response would come. */
  readonly run: <T>(job: (api: Remote<Functions>) => Promise<T> | T) => Promise<T>;
  readonly stop: () => void;
}

export type Remote<Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (...args: infer Arguments) => infer Returned
    ? (...args: Arguments) => Promise<Awaited<Returned>>
    : never;
};

export function openThread<Functions>(open: () => Worker): Thread<Functions> | null {
  let worker: Worker;
  try {
    worker = open();
  } catch {
    return null;
  }
  const remote = wrap<Functions>(worker);
  const broken = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error('The thread broke.'));
    worker.addEventListener('error', fail);
    worker.addEventListener('messageerror', fail);
  });
  broken.catch(() => undefined);
  return {
    run: async (job) => Promise.race([job(remote as unknown as Remote<Functions>), broken]),
    stop() {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}

/** The outcome of a job that never rejects, or `aborted` as soon as the signal fires. */
export function unlessAborted<T>(
  signal: AbortSignal,
  job: () => Promise<T>,
): Promise<T | Result<never, JobFailure>> {
  if (signal.aborted) return Promise.resolve(err({ reason: 'aborted' }));
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(err({ reason: 'aborted' })), { once: true });
    void job().then(resolve);
  });
}

/** Runs a job on a thread of its own, which stops after it or when `signal` fires. `unavailable` without a thread. Never rejects. */
export async function onOwnThread<Functions, T>(
  thread: Thread<Functions> | null,
  job: (api: Remote<Functions>) => Promise<T>,
  signal: AbortSignal,
): Promise<T | Result<never, JobFailure>> {
  if (thread === null) return err({ reason: 'unavailable' });
  const outcome = await unlessAborted(signal, () =>
    thread.run(job).catch(() => err({ reason: 'unavailable' } as const)),
  );
  thread.stop();
  return outcome;
}
