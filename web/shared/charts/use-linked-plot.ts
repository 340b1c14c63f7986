import { useEffect, useState } from 'react';
import { useAtomValueRawSync, useStore } from '../../store.ts';
import type { ChartPart, GestureTarget, PriceSpan } from './chart-spec.ts';
import { Gestures } from './gestures.ts';
import { LivePlot } from './uplot-chart.tsx';
import { useViewport, type ChartLink, type Series } from './use-viewport.ts';

/** A plot, what it shows of the series, and what keys and gestures do to it. A new `pricesKey` makes the price axis automatic again. */
export function useLinkedPlot(link: ChartLink, series: Series, pricesKey: string) {
  const store = useStore();
  const { viewAtom, cursorAtom, pricesAtom } = link;
  const { isZoomable, ownsPage = false } = series;
  const [plot] = useState(() => new LivePlot(store, cursorAtom));
  useEffect(() => new Gestures(plot).listen(), [plot]);
  const { from, to, ...moves } = useViewport(link, series);
  const chosen = useAtomValueRawSync(pricesAtom);
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
  return { plot, gestures, from, to, prices: chosen?.key === pricesKey ? chosen.span : null };
}

/** Smallest price span, as a share of the price; below it all axis labels would be equal. */
const MIN_SPAN_SHARE = 1e-5;

function isUsable([low, high]: PriceSpan): boolean {
  return Number.isFinite(low) && Number.isFinite(high) && high - low > Math.abs(high) * MIN_SPAN_SHARE;
}
