import { useReducer } from 'react';
import { clampViewport, panViewport, viewportIndices, zoomViewport, type Viewport } from './viewport.ts';

export type ViewportAction =
  | { readonly do: 'zoom'; readonly factor: number; readonly anchorIndex: number }
  | { readonly do: 'pan'; readonly bars: number }
  | { readonly do: 'reset' };

function changed(view: Viewport, action: ViewportAction, total: number, initial: Viewport): Viewport {
  switch (action.do) {
    case 'zoom':
      return zoomViewport(view, action.factor, action.anchorIndex, total);
    case 'pan':
      return panViewport(view, action.bars, total);
    case 'reset':
      return initial;
  }
}

/**
 * The part `[from, to)` of a series of `total` sessions that is on screen. Kept when data is refreshed; back to the last
 * `defaultBars` when `resetKey` changes (another listing or range). `change` is stable.
 */
export function useViewport(total: number, defaultBars: number, resetKey: string) {
  const initial: Viewport = { bars: defaultBars, hidden: 0 };
  const current = (held: { key: string; view: Viewport }) =>
    clampViewport(held.key === resetKey ? held.view : initial, total);
  const [held, change] = useReducer(
    (before: { key: string; view: Viewport }, action: ViewportAction) => ({
      key: resetKey,
      view: changed(current(before), action, total, initial),
    }),
    { key: resetKey, view: initial },
  );
  return { ...viewportIndices(current(held), total), change };
}
