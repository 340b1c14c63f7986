import type { RefObject } from 'react';
import { useAtomValueRawSync, useStore } from '../../store.ts';
import type { ChartPart, PriceSpan } from './chart-spec.ts';
import type { UplotChartHandle } from './uplot-chart.tsx';
import { inView, useViewport, type ChartLink, type PricesAtom, type Series } from './use-viewport.ts';

interface PlotInput {
  readonly isZoomable: boolean;
  readonly pricesAtom: PricesAtom;
  /** A new key makes the price axis automatic again. */
  readonly pricesKey: string;
  readonly ownsWheel: () => boolean;
}

export type LinkedPlot = ReturnType<typeof useLinkedPlot>;

export function useLinkedPlot(
  chart: RefObject<UplotChartHandle | null>,
  link: ChartLink,
  series: Series,
  { isZoomable, pricesAtom, pricesKey, ownsWheel }: PlotInput,
) {
  const store = useStore();
  const { viewAtom, cursorAtom } = link;
  const { ownsPage = false } = series;
  const { zoom, pan, ...shown } = useViewport(link, series);
  const chosen = useAtomValueRawSync(pricesAtom);
  const control = {
    zoom: isZoomable ? zoom : nothing,
    pan: isZoomable ? pan : nothing,
    setPrices(factor: number, up: number) {
      const span = chart.current?.pricesFor(factor, up);
      if (span && isUsable(span)) store.set(pricesAtom, { key: pricesKey, span });
    },
    reset(part: ChartPart) {
      if (part !== 'times') store.set(pricesAtom, null);
      if (part !== 'prices' && isZoomable) store.set(viewAtom, null);
    },
    ownsWheel: () => isZoomable && (ownsPage || ownsWheel()),
    ownsPage,
  };
  const prices = chosen?.key === pricesKey ? chosen.span : null;
  const plot = { ...shown, cursorAtom, gestures: control, prices };
  return { ...control, plot, cursor: () => inView(store.get(cursorAtom), shown) };
}

const nothing = () => undefined;

/** Smallest price span, as a share of the price; below it all axis labels would be equal. */
const MIN_SPAN_SHARE = 1e-5;

function isUsable([low, high]: PriceSpan): boolean {
  return Number.isFinite(low) && Number.isFinite(high) && high - low > Math.abs(high) * MIN_SPAN_SHARE;
}
