import { useEffect, useState } from 'react';

/** Section 9 of the specification: every 10 s by 3 of 10. */
export const ROTATION_INTERVAL_MS = 10_000;
export const ROTATION_STEP = 3;

/** The items shown from a start position: as many as one step, wrapping around the end. */
export function rotationWindow<Item>(items: readonly Item[], start: number): Item[] {
  return Array.from({ length: ROTATION_STEP }, (_, offset) => items[(start + offset) % items.length]).filter(
    (item) => item !== undefined,
  );
}

/** The start position, which advances by 3 with wrap-around every 10 s while not paused. */
export function useRotation(count: number, isPaused: boolean): number {
  const [start, setStart] = useState(0);
  useEffect(() => {
    if (isPaused) return undefined;
    const timer = setInterval(() => setStart((from) => (from + ROTATION_STEP) % count), ROTATION_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [count, isPaused]);
  return start;
}
