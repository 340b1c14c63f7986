import { err } from '#compute';
import { wrap } from 'comlink';
import type { AnalyseFailure, computeApi } from './compute-api.ts';
import { openComputeWorker } from './compute-worker.ts';

/** The thread or its code could not be loaded: offline, after a deployment, or on a platform without workers. */
export interface JobFailure {
  readonly reason: 'unavailable';
}

export type ComputeFailure = AnalyseFailure | JobFailure;

type Api = typeof computeApi;

type Remote = {
  readonly [Name in keyof Api]: Api[Name] extends (...args: infer Arguments) => infer Returned
    ? (...args: Arguments) => Promise<Awaited<Returned>>
    : never;
};

/** A call that works on the thread's functions and on the page's own copy of them. */
type Job<T> = (api: Remote | Api) => Promise<T> | T;

export interface ComputeThread {
  /** Rejects if the script fails to load or throws outside a call, since no response would come. */
  readonly run: <T>(job: (api: Remote) => Promise<T> | T) => Promise<T>;
  readonly stop: () => void;
}

const UNAVAILABLE = err<JobFailure>({ reason: 'unavailable' });

/** After this delay the page also loads the code itself, unless the worker has worked before and is only busy. */
const FALLBACK_AFTER_MS = (globalThis.navigator?.hardwareConcurrency ?? 1) > 4 ? 150 : 300;

/** After this delay a worker that has worked before counts as hung. No job takes as long. */
const HUNG_AFTER_MS = 20_000;

function failedOrLate(job: Promise<unknown>, lateMs: number): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, lateMs);
    job.then(
      () => clearTimeout(timer),
      () => resolve(),
    );
  });
}

/** Runs jobs on the compute thread, or on the page if that fails or is late. Tests pass their own `start`. */
export function openComputeClient(start = startComputeThread) {
  let thread: ComputeThread | null = null;
  let hasWorked = false;
  const warm = () => (thread ??= start());
  /** Never rejects. After a break, all jobs run on the page. */
  function run<T>(job: Job<T>) {
    const offPage = warm().run(job);
    const inPage = async () => {
      hasWorked = false;
      return job((await import('./compute-api.ts')).computeApi);
    };
    offPage.then(
      () => (hasWorked = true),
      () => undefined,
    );
    const fallback = failedOrLate(offPage, FALLBACK_AFTER_MS)
      .then(() => (hasWorked ? failedOrLate(offPage, HUNG_AFTER_MS) : undefined))
      .then(inPage);
    return Promise.any([offPage, fallback]).catch(() => UNAVAILABLE);
  }
  return { warm, run };
}

export const computeClient = openComputeClient();

/** If the platform refuses a worker, every job rejects. */
export function startComputeThread(open = openComputeWorker): ComputeThread {
  let worker: Worker;
  try {
    worker = open();
  } catch (cause) {
    return { run: () => Promise.reject(cause), stop: () => undefined };
  }
  const remote = wrap<Api>(worker);
  const broken = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error('The thread broke.'));
    worker.addEventListener('error', fail);
    worker.addEventListener('messageerror', fail);
  });
  broken.catch(() => undefined);
  return {
    run: async (job) => Promise.race([job(remote as unknown as Remote), broken]),
    stop: () => worker.terminate(),
  };
}

/** Runs a job on a thread of its own, which stops after it. Never rejects; never settles if `signal` stops the thread. */
export async function onOwnThread<T>(
  job: (api: Remote) => Promise<T>,
  signal: AbortSignal,
  thread = startComputeThread(),
): Promise<T | typeof UNAVAILABLE> {
  signal.addEventListener('abort', thread.stop, { once: true });
  const outcome = await thread.run(job).catch(() => UNAVAILABLE);
  thread.stop();
  return outcome;
}
