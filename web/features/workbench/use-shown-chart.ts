import { intradayBarsInYear } from '#compute';
import { useMemo, useState } from 'react';
import { jointProvenance } from '../../shared/export/provenance.ts';
import { useAnnotated } from './chart/annotations.tsx';
import { linesOf } from './chart/chosen-indicators.ts';
import type { Listing } from '../../shared/api/listing-queries.ts';
import {
  useIntraday,
  useLatestNonNull,
  useModelVolatility,
  useWorkbenchData,
  type IntradayBars,
} from './use-workbench-data.ts';
import { barsOf, withModel, workbenchSeries, type DrawnChart } from './chart/workbench-series.ts';
import { intradaySeries, minutesOf, regularOf } from './chart/intraday-series.ts';
import { barsUntil, useReplayed, type Replayed } from './replay.tsx';
import { DEFAULT_RANGE, isDaily, isIntraday, type WorkbenchView } from './workbench-url.ts';

export function useShownChart(asked: WorkbenchView) {
  const days = useWorkbenchData(asked);
  const intraday = useIntraday(asked, days.listing);
  const view = useDrawnView(asked, intraday.failure !== null);
  const { interval, scale, indicators } = view;
  const isIntradayView = isIntraday(view.range);
  const areDays = isDaily(view);

  const replayed = useReplayed(days.listing, view);
  const listing = view.replay === null ? days.listing : (replayed?.listing ?? null);
  const withHours = (bars: IntradayBars) => (view.hasExtended ? bars : regularOf(bars));
  const minutes =
    intraday.own && intraday.own.ticker === listing?.ticker
      ? minutesOf(withHours(intraday.own), Number(view.minutes))
      : null;
  const otherListings = useStable(days.others);
  const otherDays = useMemo(
    () =>
      replayed === null
        ? otherListings
        : otherListings.map((other) => ({ ...other, candles: barsUntil(other.candles, replayed.day) })),
    [otherListings, replayed],
  );
  const otherMinutes = useStable(intraday.others.map(withHours));

  const candles = isIntradayView ? (minutes?.candles ?? null) : listing && barsOf(listing.candles, interval);
  const hasVolatility = indicators.some(({ kind }) => kind === 'volatility');
  const model = useModelVolatility(days.listing, areDays && hasVolatility);
  const barsPerYear =
    listing && minutes ? intradayBarsInYear(listing.traded, minutes.response.interval_seconds) : undefined;
  const lines = useMemo(() => {
    if (candles === null) return null;
    return withModel(linesOf(candles, indicators, barsPerYear), indicators, areDays ? model : null);
  }, [candles, indicators, barsPerYear, areDays, model]);

  const drawn = useMemo((): DrawnChart | null => {
    if (listing === null || candles === null || lines === null) return null;
    if (!isIntradayView) {
      const ofDay = replayed?.result;
      const forecast = ofDay === undefined ? forecastOf(listing) : ofDay.ok ? ofDay.value.forecast : null;
      return {
        listing,
        view,
        replayed,
        series: workbenchSeries({ candles, forecast, others: otherDays, lines }, view),
      };
    }
    if (minutes === null) return null;
    const series = intradaySeries({ own: minutes, others: otherMinutes, lines, hours: listing.traded }, view);
    return { listing, view, series, replayed: null };
  }, [listing, view, candles, lines, isIntradayView, minutes, otherDays, otherMinutes, replayed]);
  const { nameMatch } = days;
  // The listing that a name means is still loading.
  const failure = days.failure ?? (nameMatch === null ? intraday.failure : null);
  // What was on screen stays there while something else is on its way.
  const last = useLatestNonNull(drawn);
  const shown = drawn ?? (failure === null ? last : null);
  const onScreen = isIntradayView ? intraday : days;
  const own = isIntradayView ? minutes : listing;
  const compared = scale === 'percent' ? (isIntradayView ? otherMinutes : otherDays) : [];
  return {
    /** While another chart is on its way, the one before; `null` before the first and after a failure. */
    chart: useAnnotated(shown),
    /** As of today. Its prices may be there before its chart is. */
    listing: days.listing,
    minutes,
    /** Whether the listing has trading before or after regular hours. */
    hasExtended: intraday.own?.response.session_parts.some(({ part }) => part !== 'regular') ?? true,
    provenance: own && provenanceOf([own, ...compared], replayed),
    isLoading: days.isLoading || intraday.isLoading,
    failure,
    refresh: onScreen.refresh,
    /** Why overlays are not there, by ticker. */
    errors: onScreen.errors,
    /** A text in the place of a ticker, and the listing that it names. */
    nameMatch,
    retry: days.failure === null ? intraday.retry : days.retry,
  };
}

function provenanceOf(drawn: readonly (Listing | IntradayBars)[], replayed: Replayed | null) {
  const subject = drawn.map(({ ticker }) => ticker).join(' ');
  return jointProvenance(
    replayed === null ? subject : `${subject} replay ${replayed.day}`,
    drawn.map(({ response }) => response),
  );
}

/** The view that can be drawn: without minutes that of the days before it, or the usual one. */
function useDrawnView(asked: WorkbenchView, hasNoMinutes: boolean): WorkbenchView {
  const days = useLatestNonNull(isIntraday(asked.range) ? null : asked.range) ?? DEFAULT_RANGE;
  return useMemo(() => (hasNoMinutes ? { ...asked, range: days } : asked), [asked, hasNoMinutes, days]);
}

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
