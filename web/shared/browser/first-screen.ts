import { atom, type Store } from '../../store.ts';

/** Longest wait for a first screen that is slow or has failed. */
const LATEST_MS = 3000;

/** Whether the first screen is painted. Pages that load data say so once their chart is painted. */
export const firstScreenPaintedAtom = atom(false);
firstScreenPaintedAtom.onMount = (set) => {
  const timer = setTimeout(set, LATEST_MS, true);
  return () => clearTimeout(timer);
};

/** Runs work after the first screen, or after three seconds; returns a function that cancels it. */
export function afterFirstScreen(store: Store, work: () => void): () => void {
  const run = () => {
    stop();
    work();
  };
  const stop = store.sub(firstScreenPaintedAtom, run);
  if (store.get(firstScreenPaintedAtom)) run();
  return stop;
}

/** The same once nothing else waits for the browser. */
export function whenIdle(store: Store, work: () => void): () => void {
  return afterFirstScreen(store, () => {
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'undefined') setTimeout(work, 200);
    else requestIdleCallback(work, { timeout: LATEST_MS });
  });
}

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
