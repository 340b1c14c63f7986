import { useCallback, useLayoutEffect, useRef } from 'react';
import { useAtomValue, useStore, type PrimitiveAtom } from '../state/store.ts';
import { clampViewport, panViewport, viewportIndices, zoomViewport, type Viewport } from './viewport.ts';

export type ViewportAction =
  | { readonly do: 'zoom'; readonly factor: number; readonly anchorIndex: number }
  | { readonly do: 'pan'; readonly bars: number }
  | { readonly do: 'reset' };

/** A view and the series it was chosen on. */
export interface HeldViewport {
  readonly key: string;
  readonly view: Viewport;
}

/** The series that a view is on. */
interface Series {
  readonly total: number;
  readonly defaultBars: number;
  readonly resetKey: string;
}

function viewOf(held: HeldViewport | null, { total, defaultBars, resetKey }: Series): Viewport {
  const view = held?.key === resetKey ? held.view : { bars: defaultBars, hidden: 0 };
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
export function useViewport(viewAtom: PrimitiveAtom<HeldViewport | null>, series: Series) {
  const store = useStore();
  const held = useAtomValue(viewAtom);
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
  return { ...viewportIndices(viewOf(held, series), series.total), change };
}
