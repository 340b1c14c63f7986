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

export function useShownChart(requested: WorkbenchView) {
  const days = useWorkbenchData(requested);
  const intraday = useIntraday(requested, days.listing);
  const view = useDrawnView(requested, intraday.failure !== null);
  const { interval, scale, indicators } = view;
  const isIntradayView = isIntraday(view.range);
  const isDailyView = isDaily(view);

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
  const model = useModelVolatility(days.listing, isDailyView && hasVolatility);
  const barsPerYear =
    listing && minutes ? intradayBarsInYear(listing.traded, minutes.response.interval_seconds) : undefined;
  const lines = useMemo(() => {
    if (candles === null) return null;
    return withModel(linesOf(candles, indicators, barsPerYear), indicators, isDailyView ? model : null);
  }, [candles, indicators, barsPerYear, isDailyView, model]);

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
  // With a name match the listing is still loading, which is no failure.
  const failure = days.failure ?? (nameMatch === null ? intraday.failure : null);
  // The previous chart stays on screen while the next one loads.
  const last = useLatestNonNull(drawn);
  const shown = drawn ?? (failure === null ? last : null);
  const onScreen = isIntradayView ? intraday : days;
  const own = isIntradayView ? minutes : listing;
  const compared = scale === 'percent' ? (isIntradayView ? otherMinutes : otherDays) : [];
  return {
    /** The previous chart while another one is loading; `null` before the first one and after a failure. */
    chart: useAnnotated(shown),
    /** As of today, also during a replay. Its prices may arrive before its chart. */
    listing: days.listing,
    minutes,
    /** Whether the listing has trading before or after regular hours. */
    hasExtended: intraday.own?.response.session_parts.some(({ part }) => part !== 'regular') ?? true,
    provenance: own && provenanceOf([own, ...compared], replayed),
    isLoading: days.isLoading || intraday.isLoading,
    failure,
    refresh: onScreen.refresh,
    /** Why overlays are missing, by ticker. */
    errors: onScreen.errors,
    /** A company name in place of a ticker, and its listing. */
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

/** The view that can be drawn: without minute bars, the range of the last daily view or the default. */
function useDrawnView(requested: WorkbenchView, hasNoMinutes: boolean): WorkbenchView {
  const range = useLatestNonNull(isIntraday(requested.range) ? null : requested.range) ?? DEFAULT_RANGE;
  return useMemo(
    () => (hasNoMinutes ? { ...requested, range } : requested),
    [requested, hasNoMinutes, range],
  );
}

export function forecastOf({ analysis }: Listing) {
  return 'forecast' in analysis ? analysis.forecast : null;
}

/** Returns the same list until one of its candles changes. */
function useStable<T extends { readonly candles: object }>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  const isSame = list.length === kept.length && list.every(({ candles }, i) => candles === kept[i]?.candles);
  if (!isSame) setKept(list);
  return isSame ? kept : list;
}
