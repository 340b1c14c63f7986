import type { PriceSpan } from './chart-spec.ts';
import { useValueAtRest } from './motion.ts';
import { atom, useStore, type WritableAtom } from '../../store.ts';

/** Fewest bars on screen; fewer would be dots, not a chart. */
export const MIN_VISIBLE_BARS = 10;

export const ZOOM_IN_FACTOR = 0.7;
export const ZOOM_OUT_FACTOR = 1 / ZOOM_IN_FACTOR;

/** Share of the plot that may be blank after the last bar. */
const MAX_BLANK_SHARE = 0.5;

/** `bars` bars with `hidden` newer ones to the right, or blank space if negative. Fractions let small moves add up. */
export interface Viewport {
  readonly bars: number;
  readonly hidden: number;
}

/** Limits a view to a series of `total` bars and to at least {@link MIN_VISIBLE_BARS}, if there are as many. */
export function clampViewport(
  { bars, hidden }: Viewport,
  total: number,
  { ownsPage, firstEnd = 0 }: Pick<Series, 'ownsPage' | 'firstEnd'> = {},
): Viewport {
  const shown = Math.min(Math.max(bars, Math.min(MIN_VISIBLE_BARS, total)), total);
  const least = ownsPage ? -MAX_BLANK_SHARE * shown : 0;
  return { bars: shown, hidden: Math.min(Math.max(hidden, least), total - Math.max(shown, firstEnd)) };
}

/** The visible bars `[from, to)`, rounded to whole bars. */
export function viewportIndices({ bars, hidden }: Viewport, total: number): { from: number; to: number } {
  const to = total - Math.round(hidden);
  return { from: Math.max(to - Math.round(bars), 0), to };
}

/** Shows `factor` times as many bars (below 1 zooms in); the bar at `anchorIndex` stays in place on screen. Adds no blank space. */
export function zoomViewport(view: Viewport, factor: number, anchorIndex: number, total: number): Viewport {
  const { bars } = clampViewport({ ...view, bars: view.bars * factor }, total);
  const shareRight = (total - view.hidden - anchorIndex) / view.bars;
  const hidden = total - (anchorIndex + shareRight * bars);
  return { bars, hidden: Math.min(Math.max(hidden, Math.min(view.hidden, 0)), total - bars) };
}

export interface ChosenViewport {
  readonly key: string;
  readonly view: Viewport;
  /** Date of its last bar, epoch seconds: bars are added to the right of a past view without moving it. */
  readonly end: number;
}

export interface Series {
  readonly dates: Float64Array;
  /** Number of sessions shown at first, up to the newest; by default all. */
  readonly defaultBars?: number;
  /** A new key, such as another listing or range, resets the view; a refresh under the same key keeps it. */
  readonly resetKey: string;
  readonly isZoomable: boolean;
  /** The chart is all there is on the page: the wheel zooms at once, a finger pans, axes can be dragged, and the last date too. */
  readonly ownsPage?: boolean;
  /** Number of the oldest bars that no view ends before, so that a forecast chart always shows part of its forecast. */
  readonly firstEnd?: number | undefined;
}

/** A chosen view on dates that may have changed since. */
function viewOn(dates: Float64Array, { view, end }: ChosenViewport): Viewport {
  const hidden = Math.round(view.hidden);
  if (hidden <= 0) return view;
  const newer = dates.length - 1 - dates.findLastIndex((date) => date <= end);
  return { ...view, hidden: view.hidden - hidden + newer };
}

/** The visible part `[from, to)` of a series, and functions that change it if it can be zoomed. */
export function useViewport({ viewAtom }: ChartLink, series: Series) {
  const { dates, defaultBars = dates.length, resetKey } = series;
  const total = dates.length;
  const store = useStore();
  const viewOf = (last: ChosenViewport | null) => {
    const view = last?.key === resetKey ? viewOn(dates, last) : { bars: defaultBars, hidden: 0 };
    return clampViewport(view, total, series);
  };
  const shownOf = (chosen: ChosenViewport | null) => viewportIndices(viewOf(chosen), total);
  // From the view of this moment, because several moves may come before the next render.
  const change = (next: (view: Viewport) => Viewport) => {
    if (!series.isZoomable) return;
    const view = clampViewport(next(viewOf(store.get(viewAtom))), total, series);
    const end = dates[viewportIndices(view, total).to - 1] ?? Infinity;
    store.set(viewAtom, { key: resetKey, view, end });
  };
  return {
    ...shownOf(useValueAtRest(viewAtom)),
    /** The visible part at this moment, also while a gesture moves it. */
    shown: () => shownOf(store.get(viewAtom)),
    zoom: (factor: number, anchorIndex: number) =>
      change((view) => zoomViewport(view, factor, anchorIndex, total)),
    /** Moves back in time by `bars`; forward if negative. */
    pan: (bars: number, isGlide = false) =>
      change((view) => {
        const least = isGlide ? Math.min(view.hidden, 0) : -Infinity;
        return { ...view, hidden: Math.max(view.hidden + bars, least) };
      }),
  };
}

/** A price axis that the user has scaled. */
export interface ChosenPrices {
  readonly key: string;
  readonly span: PriceSpan;
}

/** View and crosshair shared by charts over the same sessions, so that they move together. */
export type ChartLink = ReturnType<typeof createChartLink>;

export function createChartLink() {
  return {
    /** `null` until the user zooms or pans. */
    viewAtom: atom(null) as WritableAtom<ChosenViewport | null, [ChosenViewport | null], void>,
    /** The bar under the crosshair, also if it is out of view. */
    cursorAtom: atom<number | null>(null),
    /** `null` while the price axis fits the data. */
    pricesAtom: atom(null) as WritableAtom<ChosenPrices | null, [ChosenPrices | null], void>,
  };
}

export function inView(
  index: number | null,
  { from, to }: { readonly from: number; readonly to: number },
): number | null {
  return index !== null && index >= from && index < to ? index : null;
}
