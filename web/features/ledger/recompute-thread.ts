import { err, type Result } from '#compute';
import type { Recomputed, RecomputeRequest, RecomputeResult } from './recompute.ts';

/** `unavailable` when the thread cannot run or broke; `aborted` as soon as the signal fires. */
export type ThreadResult = Result<
  Recomputed,
  { readonly reason: 'unreadable' | 'insecure' | 'unavailable' | 'aborted' }
>;

/** What is used of a Worker; tests hand over their own. */
export type RecomputeWorker = Pick<Worker, 'addEventListener' | 'postMessage' | 'terminate'>;

/** Runs `recompute` on a thread of its own, which ends with it. Never rejects. */
export function recomputeInThread(
  request: RecomputeRequest,
  signal: AbortSignal,
  start: () => RecomputeWorker = startWorker,
): Promise<ThreadResult> {
  return new Promise<ThreadResult>((resolve) => {
    let worker: RecomputeWorker | null = null;
    const finish = (result: ThreadResult) => {
      worker?.terminate();
      resolve(result);
    };
    const fail = () => finish(err({ reason: 'unavailable' }));
    if (signal.aborted) return finish(err({ reason: 'aborted' }));
    signal.addEventListener('abort', () => finish(err({ reason: 'aborted' })), { once: true });
    try {
      worker = start();
      worker.addEventListener('message', ({ data }: MessageEvent<RecomputeResult>) => finish(data));
      worker.addEventListener('error', fail);
      worker.addEventListener('messageerror', fail);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
      worker.postMessage(request);
    } catch {
      // A policy of the page or the browser that allows no Worker.
      fail();
    }
  });
}

function startWorker(): Worker {
  return new Worker(new URL('./recompute.worker.ts', import.meta.url), { type: 'module' });
}
