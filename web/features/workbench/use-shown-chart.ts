import { useMemo, useState } from 'react';
import { jointProvenance } from '../../shared/export/export-buttons.tsx';
import type { Provenance } from '../../shared/export/export-files.ts';
import type { Named } from '../../shared/search/look-up.ts';
import { useAnnotations, type AnnotationSet } from './chart/annotations.tsx';
import { linesOf, useModelVolatility } from './chart/indicator-lines.ts';
import type { Listing } from '../../shared/api/listing-queries.ts';
import {
  useIntraday,
  useLast,
  useWorkbenchData,
  type IntradayBars,
  type LoadState,
} from './use-workbench-data.ts';
import {
  barsOf,
  intradaySeries,
  minutesOf,
  withModel,
  workbenchSeries,
  type WorkbenchSeries,
} from './chart/workbench-series.ts';
import { isWithinDay, type WorkbenchView } from './workbench-url.ts';

interface DrawnChart {
  readonly listing: Listing;
  /** The view that asked for it. */
  readonly view: WorkbenchView;
  readonly series: WorkbenchSeries;
}

export interface ShownChart extends DrawnChart {
  readonly annotations: AnnotationSet;
}

interface ShownState extends LoadState {
  /** While another chart is on its way, the one before; `null` before the first and after a failure. */
  readonly chart: ShownChart | null;
  /** Its prices may be there before its chart is. */
  readonly listing: Listing | null;
  /** The view's bars within the day. */
  readonly minutes: IntradayBars | null;
  /** Of what is on screen, for files. */
  readonly provenance: Provenance | null;
  /** A text in the place of a ticker, and the listing that it names. */
  readonly named: Named | null;
}

export function useShownChart(view: WorkbenchView): ShownState {
  const { interval, scale, indicators } = view;
  const areMinutes = isWithinDay(view.range);
  const areDays = !areMinutes && interval === 'day';

  const days = useWorkbenchData(view);
  const { listing } = days;
  const intraday = useIntraday(view, listing);
  const minutes =
    intraday.own && intraday.own.ticker === listing?.ticker
      ? minutesOf(intraday.own, Number(view.minutes))
      : null;
  const otherDays = useStable(days.others);
  const otherMinutes = useStable(intraday.others);

  const candles = areMinutes ? (minutes?.candles ?? null) : listing && barsOf(listing.candles, interval);
  const hasVolatility = indicators.some(({ kind }) => kind === 'volatility');
  const model = useModelVolatility(listing, areDays && hasVolatility);
  const hours = listing?.traded ?? null;
  const intervalSeconds = minutes?.response.interval_seconds ?? null;
  const lines = useMemo(() => {
    if (candles === null) return null;
    const withinDay = hours && intervalSeconds !== null ? { hours, intervalSeconds } : null;
    return withModel(linesOf({ candles, indicators, withinDay }), indicators, areDays ? model : null);
  }, [candles, indicators, hours, intervalSeconds, areDays, model]);

  const drawn = useMemo((): DrawnChart | null => {
    if (listing === null || candles === null || lines === null) return null;
    if (!areMinutes) {
      const forecast = forecastOf(listing);
      return {
        listing,
        view,
        series: workbenchSeries({ candles, forecast, others: otherDays, lines }, view),
      };
    }
    if (minutes === null) return null;
    return { listing, view, series: intradaySeries({ own: minutes, others: otherMinutes, lines }, view) };
  }, [listing, view, candles, lines, areMinutes, minutes, otherDays, otherMinutes]);
  const { named } = days;
  // The listing that a name means is still loading.
  const failure = days.failure ?? (named === null ? intraday.failure : null);
  // What was on screen stays there while something else is on its way.
  const last = useLast(drawn);
  const shown = drawn ?? (failure === null ? last : null);
  const annotations = useAnnotations(shown, view.annotations);

  const provenance = useMemo(() => {
    const own = areMinutes ? minutes : listing;
    if (own === null) return null;
    const others = areMinutes ? otherMinutes : otherDays;
    const drawnOnes = [own, ...(scale === 'percent' ? others : [])];
    return jointProvenance(
      drawnOnes.map(({ ticker }) => ticker).join(' '),
      drawnOnes.map(({ response }) => response),
    );
  }, [areMinutes, listing, minutes, otherDays, otherMinutes, scale]);

  return {
    chart: useMemo(() => shown && annotations && { ...shown, annotations }, [shown, annotations]),
    listing,
    minutes,
    provenance,
    isLoading: days.isLoading || intraday.isLoading,
    failure,
    refresh: (areMinutes ? intraday : days).refresh,
    faults: (areMinutes ? intraday : days).faults,
    named,
    retry: days.failure === null ? intraday.retry : days.retry,
  };
}

/** The forecast of a listing, where its history is long enough for one. */
export function forecastOf({ analysis }: Listing) {
  return 'forecast' in analysis ? analysis.forecast : null;
}

/** The same list for as long as its listings are of the same snapshots. */
function useStable<T extends { readonly candles: object }>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  const isSame = list.length === kept.length && list.every(({ candles }, i) => candles === kept[i]?.candles);
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}
