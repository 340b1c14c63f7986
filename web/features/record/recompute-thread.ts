import { err } from '#compute';
import type { RecomputeRequest, RecomputeResult } from './recompute.ts';

export type ThreadResult = RecomputeResult | ReturnType<typeof err<{ readonly reason: 'unavailable' }>>;

/** Runs {@link RecomputeRequest} off the page's thread; `unavailable` when the thread cannot run. Ends it afterwards. */
export function recomputeInThread(request: RecomputeRequest): Promise<ThreadResult> {
  return new Promise<ThreadResult>((resolve) => {
    const worker = new Worker(new URL('./recompute.worker.ts', import.meta.url), { type: 'module' });
    const finish = (result: ThreadResult) => {
      worker.terminate();
      resolve(result);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<RecomputeResult>) => finish(data));
    worker.addEventListener('error', () => finish(err({ reason: 'unavailable' })));
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(request);
  });
}
