import { err, type Result } from '#compute';
import { releaseProxy, wrap } from 'comlink';

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
