import { startTransition, useEffect, useState } from 'react';
import { afterNextPaint } from './first-screen.ts';

/** Rows of a long table to build after each paint. */
export const ROWS_PER_PAINT = 5;

/** Counts up to `last`, one after each paint, so that parts of a page are built one by one and never delay a press. */
export function useStage(last: number): number {
  const [stage, setStage] = useState(0);
  useEffect(() => {
    const next = () => startTransition(() => setStage(stage + 1));
    return stage < last ? afterNextPaint(next) : undefined;
  }, [stage, last]);
  return stage;
}
