import { atom, useAtomValueRawSync, useStore } from '../../store.ts';

/** Fewest bars on screen; fewer would be dots, not a chart. */
export const MIN_VISIBLE_BARS = 10;

export const ZOOM_IN_FACTOR = 0.7;
export const ZOOM_OUT_FACTOR = 1 / ZOOM_IN_FACTOR;

/** `bars` bars with `hidden` newer ones to the right, so that the newest bar stays in view. Fractions let small moves add up. */
interface Viewport {
  readonly bars: number;
  readonly hidden: number;
}

/** Limits a view to a series of `total` bars and to at least {@link MIN_VISIBLE_BARS}, if there are as many. */
export function clampViewport({ bars, hidden }: Viewport, total: number): Viewport {
  const shown = Math.min(Math.max(bars, Math.min(MIN_VISIBLE_BARS, total)), total);
  return { bars: shown, hidden: Math.min(Math.max(hidden, 0), total - shown) };
}

/** The visible bars `[from, to)`, rounded to whole bars. */
export function viewportIndices({ bars, hidden }: Viewport, total: number): { from: number; to: number } {
  const to = total - Math.round(hidden);
  return { from: Math.max(to - Math.round(bars), 0), to };
}

/** Shows `factor` times as many bars (below 1 zooms in); the bar at `anchorIndex` stays in place on screen. */
export function zoomViewport(view: Viewport, factor: number, anchorIndex: number, total: number): Viewport {
  const zoomed = clampViewport({ ...view, bars: view.bars * factor }, total);
  const to = total - view.hidden;
  const shareRight = (to - anchorIndex) / view.bars;
  const newTo = anchorIndex + shareRight * zoomed.bars;
  return clampViewport({ bars: zoomed.bars, hidden: total - newTo }, total);
}

/** Moves the view back in time by `bars`; forward if negative. */
export function panViewport(view: Viewport, bars: number, total: number): Viewport {
  return clampViewport({ bars: view.bars, hidden: view.hidden + bars }, total);
}

export interface ChosenViewport {
  readonly key: string;
  readonly view: Viewport;
}

export interface Series {
  readonly total: number;
  /** Number of sessions shown at first, up to the newest. */
  readonly defaultBars: number;
  /** A new key, such as another listing or range, resets the view; a refresh under the same key keeps it. */
  readonly resetKey: string;
}

/** The visible part `[from, to)` of a series, and functions that change it. */
export function useViewport({ viewAtom }: ChartLink, { total, defaultBars, resetKey }: Series) {
  const store = useStore();
  const viewOf = (last: ChosenViewport | null) =>
    clampViewport(last?.key === resetKey ? last.view : { bars: defaultBars, hidden: 0 }, total);
  const shown = viewportIndices(viewOf(useAtomValueRawSync(viewAtom)), total);
  // From the view of this moment, because several moves may come before the next render.
  const change = (next: (view: Viewport) => Viewport) =>
    store.set(viewAtom, (last) => ({ key: resetKey, view: next(viewOf(last)) }));
  return {
    ...shown,
    zoom: (factor: number, anchorIndex: number) =>
      change((view) => zoomViewport(view, factor, anchorIndex, total)),
    pan: (bars: number) => change((view) => panViewport(view, bars, total)),
  };
}

/** View and crosshair shared by charts over the same sessions, so that they move together. */
export type ChartLink = ReturnType<typeof createChartLink>;

export function createChartLink() {
  return {
    /** `null` until the user zooms or pans. */
    viewAtom: atom<ChosenViewport | null>(null),
    /** The bar under the crosshair, also if it is out of view. */
    cursorAtom: atom<number | null>(null),
  };
}

export function inView(
  index: number | null,
  { from, to }: { readonly from: number; readonly to: number },
): number | null {
  return index !== null && index >= from && index < to ? index : null;
}
