import { useLayoutEffect, useState, type RefObject } from 'react';
import { externalValue, useExternalValue } from '../ui/external-value.ts';
import type { ChartPart, GestureTarget } from './chart-input.ts';
import type { PriceSpan } from './chart-spec.ts';
import type { UplotChartHandle } from './uplot-chart.tsx';

/** Fewest bars on screen; fewer would be dots, not a chart. */
export const MIN_VISIBLE_BARS = 10;

/**
 * The visible part of a series: `bars` bars, with `hidden` newer ones to the right. Counting from the end keeps a view at the newest
 * bar when a refresh appends one. Both may be fractions, so that small moves add up.
 */
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
 * The visible part `[from, to)` of a series of `total` sessions, and functions that change it. A refresh keeps the view; a new
 * `resetKey` (another listing or range) resets it to the last `defaultBars`.
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

/** View and crosshair shared by charts over the same sessions, so that they move together. */
export type ChartLink = ReturnType<typeof createChartLink>;

export function createChartLink() {
  return {
    /** `null` until the user zooms or pans. */
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

/** The view of a linked chart, the props of its plot, and functions that change the view. */
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
  /** Scales the price axis by `factor` and lifts it by `up`, a share of the plot's height. */
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
      // An automatic axis fits the prices without panning.
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

/** Smallest price span, as a share of the price; below it all axis labels would be equal. */
const MIN_SPAN_SHARE = 1e-5;

function isUsable([low, high]: PriceSpan): boolean {
  return Number.isFinite(low) && Number.isFinite(high) && high - low > Math.abs(high) * MIN_SPAN_SHARE;
}
