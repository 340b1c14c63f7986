import { useCallback, useLayoutEffect, useRef } from 'react';
import { atom, useAtomValue, useStore, type PrimitiveAtom } from '../state/store.ts';
import { clampViewport, panViewport, viewportIndices, zoomViewport, type Viewport } from './viewport.ts';

export type ViewportAction =
  | { readonly do: 'zoom'; readonly factor: number; readonly anchorIndex: number }
  | { readonly do: 'pan'; readonly bars: number }
  | { readonly do: 'reset' };

/** A view and the series it was chosen on. */
export interface ChosenViewport {
  readonly key: string;
  readonly view: Viewport;
}

/** The series that a view is on. */
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
export function useViewport(viewAtom: PrimitiveAtom<ChosenViewport | null>, series: Series) {
  const store = useStore();
  const chosen = useAtomValue(viewAtom);
  const latest = useRef(series);
  useLayoutEffect(() => {
    latest.current = series;
  });
  const change = useCallback(
    (action: ViewportAction) => {
      const on = latest.current;
      const view = changed(viewOf(store.get(viewAtom), on), action, on);
      store.set(viewAtom, { key: on.resetKey, view });
    },
    [store, viewAtom],
  );
  return { ...viewportIndices(viewOf(chosen, series), series.total), change };
}

/** What charts on the same sessions share: which of them are on screen, and where the crosshair stands. */
export interface ChartLink {
  /** `null` until somebody zooms or pans. */
  readonly viewAtom: PrimitiveAtom<ChosenViewport | null>;
  /** Session under the crosshair; `null` without one. */
  readonly cursorAtom: PrimitiveAtom<number | null>;
}

/** A link of its own; give the same one to several charts to move them together. */
export function createChartLink(): ChartLink {
  return { viewAtom: atom<ChosenViewport | null>(null), cursorAtom: atom<number | null>(null) };
}
