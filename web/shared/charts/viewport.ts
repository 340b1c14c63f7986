/** Fewer bars than this are dots, not a chart. */
export const MIN_VISIBLE_BARS = 10;

/**
 * Which bars are on screen, counted from the newest: `bars` of them, with `hidden` newer ones to the right. Counting from
 * the end keeps the view where it is when a refresh appends a bar to a view that touched the end.
 */
export interface Viewport {
  readonly bars: number;
  readonly hidden: number;
}

/** Whole bars inside a series of `total`; at least {@link MIN_VISIBLE_BARS} where there are so many. */
export function clampViewport({ bars, hidden }: Viewport, total: number): Viewport {
  const shown = Math.min(Math.max(Math.round(bars), Math.min(MIN_VISIBLE_BARS, total)), total);
  return { bars: shown, hidden: Math.min(Math.max(Math.round(hidden), 0), total - shown) };
}

/** The index range `[from, to)` of a viewport. */
export function viewportIndices({ bars, hidden }: Viewport, total: number): { from: number; to: number } {
  return { from: total - hidden - bars, to: total - hidden };
}

/** Shows `factor` times as many bars (below 1 zooms in) and keeps the bar at `anchorIndex` where it is on screen. */
export function zoomViewport(view: Viewport, factor: number, anchorIndex: number, total: number): Viewport {
  const zoomed = clampViewport({ ...view, bars: view.bars * factor }, total);
  const { to } = viewportIndices(view, total);
  const shareRight = (to - anchorIndex) / view.bars;
  const newTo = anchorIndex + shareRight * zoomed.bars;
  return clampViewport({ bars: zoomed.bars, hidden: total - newTo }, total);
}

/** Moves back in time by `bars` (negative: forward). */
export function panViewport(view: Viewport, bars: number, total: number): Viewport {
  return clampViewport({ bars: view.bars, hidden: view.hidden + bars }, total);
}
