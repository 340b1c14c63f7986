/** All attempts of one load together. */
export const LOAD_DEADLINE_MS = 6000;

/**
 * Runs work under a signal that aborts after a time, or with its parent. The timer ends with the work, while that of
 * `AbortSignal.timeout` would stay until it fires, and the runtime limits timers.
 */
export async function withDeadline<T>(
  timeoutMs: number,
  parent: AbortSignal | null,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = () => controller.abort();
  const timer = setTimeout(abort, timeoutMs);
  parent?.addEventListener('abort', abort, { once: true });
  if (parent?.aborted) abort();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    parent?.removeEventListener('abort', abort);
  }
}

/** The outcome of a promise, or `null` when it has none in time. Rejects as the promise does. */
export function within<T>(timeoutMs: number, work: Promise<T>): Promise<{ readonly value: T } | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timeoutMs, null);
    work.finally(() => clearTimeout(timer)).then((value) => resolve({ value }), reject);
  });
}
