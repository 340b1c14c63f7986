import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react';
import { externalValue, useExternalValue, type ExternalValue } from '../ui/external-value.ts';
import type { GestureTarget } from './chart-input.ts';
import type { UplotChartHandle } from './uplot-chart.tsx';

/** Fewer bars than this are dots, not a chart. */
export const MIN_VISIBLE_BARS = 10;

/**
 * Which bars are on screen, counted from the newest: `bars` of them, with `hidden` newer ones to the right. Counting from
 * the end keeps the view where it is when a refresh appends a bar to a view that touched the end.
 */
interface Viewport {
  readonly bars: number;
  readonly hidden: number;
}

/** Whole bars inside a series of `total`; at least {@link MIN_VISIBLE_BARS} where there are so many. */
export function clampViewport({ bars, hidden }: Viewport, total: number): Viewport {
  const shown = Math.min(Math.max(Math.round(bars), Math.min(MIN_VISIBLE_BARS, total)), total);
  return { bars: shown, hidden: Math.min(Math.max(Math.round(hidden), 0), total - shown) };
}

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

type ViewportAction =
  | { readonly do: 'zoom'; readonly factor: number; readonly anchorIndex: number }
  | { readonly do: 'pan'; readonly bars: number }
  | { readonly do: 'reset' };

/** A view and the series it was chosen on. */
interface ChosenViewport {
  readonly key: string;
  readonly view: Viewport;
}

interface Series {
  readonly total: number;
  readonly defaultBars: number;
  readonly resetKey: string;
}

function viewOf(chosen: ChosenViewport | null, { total, defaultBars, resetKey }: Series): Viewport {
  const view = chosen?.key === resetKey ? chosen.view : { bars: defaultBars, hidden: 0 };
  return clampViewport(view, total);
}

function changed(view: Viewport, action: ViewportAction, { total, defaultBars }: Series): Viewport {
  switch (action.do) {
    case 'zoom':
      return zoomViewport(view, action.factor, action.anchorIndex, total);
    case 'pan':
      return panViewport(view, action.bars, total);
    case 'reset':
      return { bars: defaultBars, hidden: 0 };
  }
}

/**
 * The part `[from, to)` of a series of `total` sessions that is on screen. Kept when data is refreshed; back to the last
 * `defaultBars` when `resetKey` changes (another listing or range). `change` is stable.
 */
export function useViewport(view: ChartLink['view'], series: Series) {
  const chosen = useExternalValue(view);
  const latest = useRef(series);
  useLayoutEffect(() => {
    latest.current = series;
  });
  const change = useCallback(
    (action: ViewportAction) => {
      const on = latest.current;
      view.set({ key: on.resetKey, view: changed(viewOf(view.get(), on), action, on) });
    },
    [view],
  );
  return { ...viewportIndices(viewOf(chosen, series), series.total), change };
}

/** What charts on the same sessions share: which of them are on screen, and where the crosshair stands. */
export interface ChartLink {
  /** `null` until somebody zooms or pans. */
  readonly view: ExternalValue<ChosenViewport | null>;
  /** Session under the crosshair; `null` without one. */
  readonly cursor: ExternalValue<number | null>;
}

/** A link of its own; give the same one to several charts to move them together. */
export function createChartLink(): ChartLink {
  return { view: externalValue<ChosenViewport | null>(null), cursor: externalValue<number | null>(null) };
}

interface PlotInput {
  /** Zoom and pan; without it gestures only move the crosshair. */
  readonly isZoomable: boolean;
  readonly ownsWheel: () => boolean;
}

/** The view of a chart on a link, and what its plot needs to show it and to change it. */
export function useLinkedPlot(
  chart: RefObject<UplotChartHandle | null>,
  link: ChartLink,
  series: Series,
  { isZoomable, ownsWheel }: PlotInput,
) {
  const linked = useExternalValue(link.cursor);
  const { from, to, change } = useViewport(link.view, series);
  // Sessions are whole: what a slow drag leaves over is kept for its next move.
  const restBars = useRef(0);
  const cursor = linked !== null && linked >= from && linked < to ? linked : null;
  const indexAt = (leftPx: number) => chart.current?.indexAt(leftPx) ?? 0;
  const act = (action: ViewportAction) => {
    if (isZoomable) change(action);
  };
  const gestures: GestureTarget = {
    inspect: (leftPx) => chart.current?.moveCursor(Math.round(indexAt(leftPx))),
    zoom: (factor, leftPx) => act({ do: 'zoom', factor, anchorIndex: indexAt(leftPx) }),
    pan(byPx) {
      restBars.current += indexAt(byPx) - indexAt(0);
      const bars = Math.trunc(restBars.current);
      restBars.current -= bars;
      if (bars !== 0) act({ do: 'pan', bars });
    },
    reset: () => act({ do: 'reset' }),
    ownsWheel: () => isZoomable && ownsWheel(),
  };
  return { change, plot: { from, to, cursor, onCursor: link.cursor.set, gestures } };
}
