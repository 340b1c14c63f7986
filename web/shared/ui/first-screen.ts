/** Postpones work that would compete with the first screen for network and CPU. */

/** Longest wait for a first screen that is slow or has failed. */
const LATEST_MS = 3000;

let isPainted = false;
const waiting = new Set<() => void>();

/** Marks the first screen as painted. Pages that load data call this once their chart is painted. */
export function markFirstScreenPainted(): void {
  isPainted = true;
  for (const run of waiting) run();
}

/** Runs work after the first screen, or after three seconds; returns a function that cancels it. */
export function afterFirstScreen(work: () => void): () => void {
  if (isPainted) {
    work();
    return () => undefined;
  }
  const cancel = () => {
    clearTimeout(timer);
    waiting.delete(run);
  };
  const run = () => {
    cancel();
    work();
  };
  const timer = setTimeout(run, LATEST_MS);
  waiting.add(run);
  return cancel;
}

/** The same, once the browser is idle. */
export function whenIdle(work: () => void): () => void {
  return afterFirstScreen(() => {
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'undefined') setTimeout(work, 200);
    else requestIdleCallback(work, { timeout: LATEST_MS });
  });
}

/** Runs work after the next paint; returns a function that cancels it. */
export function afterNextPaint(work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  // A frame callback runs before its frame is painted, a task started in it runs after.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(work);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}
