/** What the page asks of the compute worker, and the thread that it runs on. */
import { err, type CompareError, type Comparison, type Result } from '#compute';
import { releaseProxy, wrap } from 'comlink';
import type {
  AnalysedCandles,
  AnalyseFailure,
  AnalyseRequest,
  CompareRequest,
  computeApi,
  VolatilityRequest,
} from './compute-api.ts';
import type { ComputeWorkerApi } from './compute.worker.ts';

/** A stopped thread gives its memory back; starting it again takes about 30 ms (66 ms on a slow phone). */
const IDLE_STOP_MS = 10_000;

/** Why a job has no outcome of its own. */
type JobFailure = { readonly reason: 'aborted' } | { readonly reason: 'unavailable' };

export type ComputeFailure = AnalyseFailure | JobFailure;

type AnalyseResult = Result<AnalysedCandles, ComputeFailure>;

export type CompareResult = Result<Comparison, CompareError | JobFailure>;

interface ComputeClient {
  /** Starts the thread before the first job. Call it after the first paint. */
  warm(): void;
  /**
   * Decodes and analyses a history off the page's thread, or on it where there is no Worker or it is broken or late. Answers
   * `aborted` at once when `signal` fires: a job takes less time than starting a thread, so the thread goes on and its late
   * result is dropped. `unavailable` when the code itself could not be loaded. Never rejects.
   */
  analyseColumns(request: AnalyseRequest, signal: AbortSignal): Promise<AnalyseResult>;
  /** Puts histories side by side, under the same terms. */
  compare(request: CompareRequest, signal: AbortSignal): Promise<CompareResult>;
  /** The model's own volatility, under the same terms. */
  modelVolatility(request: VolatilityRequest, signal: AbortSignal): Promise<Result<Float64Array, JobFailure>>;
}

/**
 * A thread that has not answered by then is still loading its script, or hangs: the page fetches its own copy of the code as
 * well. Machines with few cores need longer for everything.
 */
const PATIENCE_MS = (globalThis.navigator?.hardwareConcurrency ?? 1) > 4 ? 150 : 300;

/** A call that the thread and the page's own copy of the code both understand. */
type Job<T> = (api: ComputeThread['api'] | typeof computeApi) => Promise<T> | T;

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
export function createComputeClient(start: () => ComputeThread | null = startThread): ComputeClient {
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

  async function run<T>(job: Job<T>): Promise<T | Result<never, JobFailure>> {
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
    warm() {
      thread ??= start();
      stopWhenIdle();
    },
    analyseColumns: (request, signal) =>
      unlessAborted(signal, () => run((api) => api.analyseColumns(request))),
    compare: (request, signal) => unlessAborted(signal, () => run((api) => api.compare(request))),
    modelVolatility: (request, signal) =>
      unlessAborted(signal, () => run((api) => api.modelVolatility(request))),
  };
}

let shared: ComputeClient | null = null;

/** The page's compute client, made at first use. */
export function computeClient(): ComputeClient {
  shared ??= createComputeClient();
  return shared;
}

/** A worker that runs `compute.worker.ts`, until `stop`. */
export interface ComputeThread {
  readonly api: {
    readonly [Name in keyof ComputeWorkerApi]: (
      ...args: Parameters<ComputeWorkerApi[Name]>
    ) => Promise<ReturnType<ComputeWorkerApi[Name]>>;
  };
  /** Rejects when the script fails to load or throws outside a call: no response will come. */
  readonly broken: Promise<never>;
  readonly stop: () => void;
}

/** The outcome of a job on a thread; rejects when the thread broke. */
export async function onThread<T>(
  { api, broken }: ComputeThread,
  job: (api: ComputeThread['api']) => Promise<T> | T,
): Promise<T> {
  return Promise.race([job(api), broken]);
}

/** A thread on a worker; `null` where the platform has none. */
export function startThread(): ComputeThread | null {
  if (typeof Worker === 'undefined') return null;
  const worker = new Worker(new URL('./compute.worker.ts', import.meta.url), { type: 'module' });
  const remote = wrap<ComputeWorkerApi>(worker);
  const broken = new Promise<never>((_resolve, reject) => {
    const fail = () => reject(new Error('The compute thread broke.'));
    worker.addEventListener('error', fail);
    worker.addEventListener('messageerror', fail);
  });
  broken.catch(() => undefined);
  return {
    api: remote,
    broken,
    stop() {
      remote[releaseProxy]();
      worker.terminate();
    },
  };
}
