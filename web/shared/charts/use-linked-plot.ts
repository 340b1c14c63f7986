import { useEffect, useState } from 'react';
import { useStore } from '../../store.ts';
import type { ChartPart, GestureTarget, PriceSpan } from './chart-spec.ts';
import { Gestures } from './gestures.ts';
import { useValueAtRest } from './motion.ts';
import { LivePlot } from './live-plot.ts';
import { useViewport, type ChartLink, type ChosenPrices, type Series } from './use-viewport.ts';

/** A plot, what it shows of the series, and what keys and gestures do to it. A new `pricesKey` makes the price axis automatic again. */
export function useLinkedPlot(link: ChartLink, series: Series, pricesKey: string) {
  const store = useStore();
  const { viewAtom, pricesAtom } = link;
  const { isZoomable, ownsPage = false } = series;
  const [plot] = useState(() => new LivePlot(store, link));
  useEffect(() => new Gestures(plot).listen(), [plot]);
  const { from, to, shown, ...moves } = useViewport(link, series);
  const pricesOf = (chosen: ChosenPrices | null) => (chosen?.key === pricesKey ? chosen.span : null);
  const hasChosenPrices = pricesOf(useValueAtRest(pricesAtom)) !== null;
  const placement = () => ({ ...shown(), prices: pricesOf(store.get(pricesAtom)) });
  const gestures: GestureTarget = {
    ...moves,
    setPrices(factor: number, up: number) {
      const span = plot.pricesFor(factor, up);
      if (span && isUsable(span)) store.set(pricesAtom, { key: pricesKey, span });
    },
    reset(part: ChartPart) {
      if (part !== 'times') store.set(pricesAtom, null);
      if (part !== 'prices' && isZoomable) store.set(viewAtom, null);
    },
    isZoomable,
    ownsPage,
  };
  return { live: { plot, gestures, hasChosenPrices, placement }, from, to };
}

/** Smallest price span, as a share of the price; below it all axis labels would be equal. */
const MIN_SPAN_SHARE = 1e-5;

function isUsable([low, high]: PriceSpan): boolean {
  return Number.isFinite(low) && Number.isFinite(high) && high - low > Math.abs(high) * MIN_SPAN_SHARE;
}
