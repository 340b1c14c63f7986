import { setTimeout as sleep } from 'node:timers/promises';

/** Asks `isDone` again and again, `everyMs` apart, until it is true. False when `timeoutMs` pass first. */
export async function pollUntil(
  isDone: () => boolean | Promise<boolean>,
  { everyMs, timeoutMs }: { readonly everyMs: number; readonly timeoutMs: number },
): Promise<boolean> {
  /* oxlint-disable no-await-in-loop -- one question at a time is the point */
  for (const deadline = Date.now() + timeoutMs; Date.now() < deadline; await sleep(everyMs)) {
    if (await isDone()) return true;
  }
  /* oxlint-enable no-await-in-loop */
  return false;
}
