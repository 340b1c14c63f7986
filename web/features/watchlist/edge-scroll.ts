/** A finger reaches this far into the window's end before the page moves. CSS pixels. */
const EDGE_PX = 64;

/** At the very end and beyond it, for one frame: about a window in a second. */
const FASTEST_PX = 14;

/**
 * How far the page scrolls in one frame while something is held at a height in the window: upwards below 0. `topPx` and
 * `bottomPx` are the ends of what can be seen; the nearer the pointer is to one of them, the faster.
 */
export function edgeScrollPx(pointerY: number, topPx: number, bottomPx: number): number {
  const intoTop = share(topPx + EDGE_PX - pointerY);
  const intoBottom = share(pointerY - (bottomPx - EDGE_PX));
  return Math.round((intoBottom - intoTop) * FASTEST_PX);
}

function share(depthPx: number): number {
  return Math.min(Math.max(depthPx / EDGE_PX, 0), 1);
}
