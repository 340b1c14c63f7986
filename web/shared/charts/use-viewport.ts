import { useLayoutEffect, useState, type RefObject } from 'react';
import { externalValue, useExternalValue } from '../ui/external-value.ts';
import type { ChartPart, GestureTarget } from './chart-input.ts';
import type { PriceSpan } from './chart-spec.ts';
import type { UplotChartHandle } from './uplot-chart.tsx';

/** Fewer bars than this are dots, not a chart. */
export const MIN_VISIBLE_BARS = 10;

/**
 * Which bars are on screen, counted from the newest: `bars` of them, with `hidden` newer ones to the right. Counting from
 * the end keeps the view where it is when a refresh appends a bar to a view that touched the end. Both may have fractions,
 * so that many small moves add up.
 */
interface Viewport {
  readonly bars: number;
  readonly hidden: number;
}

/** Inside a series of `total`; at least {@link MIN_VISIBLE_BARS} where there are so many. */
export function clampViewport({ bars, hidden }: Viewport, total: number): Viewport {
  const shown = Math.min(Math.max(bars, Math.min(MIN_VISIBLE_BARS, total)), total);
  return { bars: shown, hidden: Math.min(Math.max(hidden, 0), total - shown) };
}

/** The whole bars `[from, to)` on screen. */
export function viewportIndices({ bars, hidden }: Viewport, total: number): { from: number; to: number } {
  const to = total - Math.round(hidden);
  return { from: Math.max(to - Math.round(bars), 0), to };
}

/** Shows `factor` times as many bars (below 1 zooms in) and keeps the bar at `anchorIndex` where it is on screen. */
export function zoomViewport(view: Viewport, factor: number, anchorIndex: number, total: number): Viewport {
  const zoomed = clampViewport({ ...view, bars: view.bars * factor }, total);
  const to = total - view.hidden;
  const shareRight = (to - anchorIndex) / view.bars;
  const newTo = anchorIndex + shareRight * zoomed.bars;
  return clampViewport({ bars: zoomed.bars, hidden: total - newTo }, total);
}

/** Moves back in time by `bars` (negative: forward). */
export function panViewport(view: Viewport, bars: number, total: number): Viewport {
  return clampViewport({ bars: view.bars, hidden: view.hidden + bars }, total);
}

interface ChosenViewport {
  readonly key: string;
  readonly view: Viewport;
}

interface Series {
  readonly total: number;
  readonly defaultBars: number;
  readonly resetKey: string;
}

/**
 * The part `[from, to)` of a series of `total` sessions that is on screen. Kept when data is refreshed; back to the last
 * `defaultBars` when `resetKey` changes (another listing or range).
 */
export function useViewport(chosen: ChartLink['view'], { total, defaultBars, resetKey }: Series) {
  const viewOf = (last: ChosenViewport | null) =>
    clampViewport(last?.key === resetKey ? last.view : { bars: defaultBars, hidden: 0 }, total);
  const shown = viewportIndices(viewOf(useExternalValue(chosen)), total);
  const show = (view: Viewport) => chosen.set({ key: resetKey, view });
  return {
    ...shown,
    zoom: (factor: number, anchorIndex: number) =>
      show(zoomViewport(viewOf(chosen.get()), factor, anchorIndex, total)),
    pan: (bars: number) => show(panViewport(viewOf(chosen.get()), bars, total)),
  };
}

/** Shared by charts over the same sessions so that they pan together: the visible range and the crosshair's session. */
export type ChartLink = ReturnType<typeof createChartLink>;

export function createChartLink() {
  return {
    /** `null` until somebody zooms or pans. */
    view: externalValue<ChosenViewport | null>(null),
    cursor: externalValue<number | null>(null),
  };
}

interface PlotInput {
  readonly isZoomable: boolean;
  readonly ownsPage: boolean;
  readonly pricesKey: string;
  readonly ownsWheel: () => boolean;
}

/** The view of a chart on a link, and what its plot needs to show it and to change it. */
export function useLinkedPlot(
  chart: RefObject<UplotChartHandle | null>,
  link: ChartLink,
  series: Series,
  { isZoomable, ownsPage, pricesKey, ownsWheel }: PlotInput,
) {
  const linked = useExternalValue(link.cursor);
  const { from, to, zoom, pan } = useViewport(link.view, series);
  const [chosenPrices] = useState(() => externalValue<{ key: string; span: PriceSpan } | null>(null));
  const chosen = useExternalValue(chosenPrices);
  const prices = chosen?.key === pricesKey ? chosen.span : null;
  useLayoutEffect(() => {
    if (chosenPrices.get()?.key !== pricesKey) chosenPrices.set(null);
  }, [chosenPrices, pricesKey]);
  const cursor = linked !== null && linked >= from && linked < to ? linked : null;
  const indexAt = (leftPx: number) => chart.current?.indexAt(leftPx) ?? 0;
  /** Shows `factor` times the prices, those from `up` of the plot's height higher. */
  const setPrices = (factor: number, up: number) => {
    const span = chart.current?.pricesFor(factor, up);
    if (span && isUsable(span)) chosenPrices.set({ key: pricesKey, span });
  };
  const reset = (part: ChartPart) => {
    if (part !== 'times') chosenPrices.set(null);
    if (part !== 'prices' && isZoomable) link.view.set(null);
  };
  const gestures: GestureTarget = {
    inspect: (leftPx) => chart.current?.moveCursor(Math.round(indexAt(leftPx))),
    zoom: (factor, leftPx) => isZoomable && zoom(factor, indexAt(leftPx)),
    pan(byPx, downShare) {
      if (isZoomable) pan(indexAt(byPx) - indexAt(0));
      // An automatic axis fits the prices by itself.
      if (prices !== null && downShare !== 0) setPrices(1, downShare);
    },
    scalePrices: (factor) => setPrices(factor, 0),
    reset,
    ownsWheel: () => isZoomable && (ownsPage || ownsWheel()),
    ownsPage,
  };
  const plot = { from, to, cursor, onCursor: link.cursor.set, gestures, prices };
  return { zoom, pan, setPrices, reset, plot };
}

/** Narrower than this, the labels of the axis would all be alike. */
const MIN_SPAN_SHARE = 1e-5;

function isUsable([low, high]: PriceSpan): boolean {
  return Number.isFinite(low) && Number.isFinite(high) && high - low > Math.abs(high) * MIN_SPAN_SHARE;
}
