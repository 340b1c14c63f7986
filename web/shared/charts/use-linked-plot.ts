import { useMemo, useState, type RefObject } from 'react';
import { useStore } from '../../store.ts';
import type { ChartPart, PriceSpan } from './chart-spec.ts';
import type { UplotChartHandle } from './uplot-chart.tsx';
import { inView, useViewport, type ChartLink, type Series } from './use-viewport.ts';

interface PlotInput {
  readonly isZoomable: boolean;
  readonly pricesKey: string;
  readonly ownsWheel: () => boolean;
}

export type LinkedPlot = ReturnType<typeof useLinkedPlot>;

export function useLinkedPlot(
  chart: RefObject<UplotChartHandle | null>,
  link: ChartLink,
  series: Series,
  { isZoomable, pricesKey, ownsWheel }: PlotInput,
) {
  const store = useStore();
  const { viewAtom, cursorAtom } = link;
  const { ownsPage = false } = series;
  const { zoom, pan, ...shown } = useViewport(link, series);
  // A new one for each new key: coming back to a key does not bring its prices back.
  const scale = useMemo(() => ({ pricesKey }), [pricesKey]);
  const [chosen, setChosen] = useState<{ scale: object; span: PriceSpan } | null>(null);
  const control = {
    zoom: isZoomable ? zoom : nothing,
    pan: isZoomable ? pan : nothing,
    setPrices(factor: number, up: number) {
      const span = chart.current?.pricesFor(factor, up);
      if (span && isUsable(span)) setChosen({ scale, span });
    },
    reset(part: ChartPart) {
      if (part !== 'times') setChosen(null);
      if (part !== 'prices' && isZoomable) store.set(viewAtom, null);
    },
    ownsWheel: () => isZoomable && (ownsPage || ownsWheel()),
    ownsPage,
  };
  const prices = chosen?.scale === scale ? chosen.span : null;
  const plot = { ...shown, cursorAtom, gestures: control, prices };
  return { ...control, plot, cursor: () => inView(store.get(cursorAtom), shown) };
}

const nothing = () => undefined;

/** Smallest price span, as a share of the price; below it all axis labels would be equal. */
const MIN_SPAN_SHARE = 1e-5;

function isUsable([low, high]: PriceSpan): boolean {
  return Number.isFinite(low) && Number.isFinite(high) && high - low > Math.abs(high) * MIN_SPAN_SHARE;
}
