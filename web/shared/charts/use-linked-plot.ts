import { useMemo, useState, type RefObject } from 'react';
import { useStore } from '../../store.ts';
import type { ChartPart, GestureTarget } from './gestures.ts';
import type { PriceSpan } from './chart-spec.ts';
import type { UplotChartHandle } from './uplot-chart.tsx';
import { inView, useViewport, type ChartLink, type Series } from './use-viewport.ts';

interface PlotInput {
  readonly isZoomable: boolean;
  readonly ownsPage: boolean;
  readonly pricesKey: string;
  readonly ownsWheel: () => boolean;
}

export type LinkedPlot = ReturnType<typeof useLinkedPlot>;

/** The view of a linked chart, the props of its plot, and functions that read the crosshair and change the view. */
export function useLinkedPlot(
  chart: RefObject<UplotChartHandle | null>,
  link: ChartLink,
  series: Series,
  { isZoomable, ownsPage, pricesKey, ownsWheel }: PlotInput,
) {
  const store = useStore();
  const { from, to, zoom, pan } = useViewport(link, series);
  // A new one for each new key: coming back to a key does not bring its prices back.
  const scale = useMemo(() => ({ pricesKey }), [pricesKey]);
  const [chosen, setChosen] = useState<{ scale: object; span: PriceSpan } | null>(null);
  const prices = chosen?.scale === scale ? chosen.span : null;
  const indexAt = (leftPx: number) => chart.current?.indexAt(leftPx) ?? 0;
  /** Scales the price axis by `factor` and lifts it by `up`, a share of the plot's height. */
  const setPrices = (factor: number, up: number) => {
    const span = chart.current?.pricesFor(factor, up);
    if (span && isUsable(span)) setChosen({ scale, span });
  };
  const reset = (part: ChartPart) => {
    if (part !== 'times') setChosen(null);
    if (part !== 'prices' && isZoomable) store.set(link.viewAtom, null);
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
  const plot = { from, to, cursorAtom: link.cursorAtom, gestures, prices };
  return { cursor: () => inView(store.get(link.cursorAtom), plot), zoom, pan, setPrices, reset, plot };
}

/** Smallest price span, as a share of the price; below it all axis labels would be equal. */
const MIN_SPAN_SHARE = 1e-5;

function isUsable([low, high]: PriceSpan): boolean {
  return Number.isFinite(low) && Number.isFinite(high) && high - low > Math.abs(high) * MIN_SPAN_SHARE;
}
