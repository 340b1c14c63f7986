import { recompute, type RecomputeRequest } from './recompute.ts';

/** One question, one answer; the page ends the thread. */
addEventListener('message', ({ data }: MessageEvent<RecomputeRequest>) => {
  void recompute(data).then((result) => postMessage(result));
});
