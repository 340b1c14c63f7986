import { recompute, type RecomputeRequest } from './recompute.ts';

/** One request, one result; the page ends the thread. What throws reaches the page as an error of the thread. */
addEventListener('message', ({ data }: MessageEvent<RecomputeRequest>) => {
  recompute(data).then(
    (result) => postMessage(result),
    (cause: unknown) =>
      setTimeout(() => {
        throw cause;
      }),
  );
});
