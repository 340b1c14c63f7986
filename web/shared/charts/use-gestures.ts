import { useRef, type RefObject } from 'react';
import type { GestureTarget } from './chart-input.ts';
import type { UplotChartHandle } from './uplot-chart.tsx';
import type { ViewportAction } from './use-viewport.ts';

/** What gestures on a chart do to its view; `change` is `null` where they only move the crosshair. */
export function useGestures(
  chart: RefObject<UplotChartHandle | null>,
  change: ((action: ViewportAction) => void) | null,
  ownsWheel: () => boolean,
): GestureTarget {
  // Sessions are whole: what a slow drag leaves over is kept for its next move.
  const restBars = useRef(0);
  const indexAt = (leftPx: number) => chart.current?.indexAt(leftPx) ?? 0;
  return {
    inspect: (leftPx) => chart.current?.moveCursor(Math.round(indexAt(leftPx))),
    zoom: (factor, leftPx) => change?.({ do: 'zoom', factor, anchorIndex: indexAt(leftPx) }),
    pan(byPx) {
      restBars.current += indexAt(byPx) - indexAt(0);
      const bars = Math.trunc(restBars.current);
      restBars.current -= bars;
      if (bars !== 0) change?.({ do: 'pan', bars });
    },
    reset: () => change?.({ do: 'reset' }),
    ownsWheel,
  };
}
