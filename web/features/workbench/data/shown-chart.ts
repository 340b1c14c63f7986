import { intradayBarsInYear } from '#compute';
import { useEffect, useLayoutEffect, useMemo } from 'react';
import { jointProvenance } from '../../../shared/export/provenance.ts';
import { useAnnotated } from './annotations.tsx';
import { linesOf } from '../view/chosen-indicators.ts';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { useIntraday, useModelVolatility, useWorkbenchData, type IntradayBars } from './workbench-data.ts';
import { barsOf, withModel, workbenchSeries, type DrawnChart } from './chart-series.ts';
import { intradaySeries, minutesOf, regularOf } from './intraday-series.ts';
import { barsUntil, useReplayed, type Replayed } from '../replay/replay.tsx';
import { atom, useStore } from '../../../store.ts';
import { DEFAULT_RANGE, isDaily, isIntraday, type WorkbenchView } from '../view/workbench-view.ts';

/** The chart that was drawn last: it stays on screen while another one loads. */
const lastDrawnAtom = atom<DrawnChart | null>(null);

export function useShownChart(requested: WorkbenchView) {
  const days = useWorkbenchData(requested);
  const intraday = useIntraday(requested, days.listing);
  const view = useDrawnView(requested, intraday.failure !== null);
  const { interval, scale, indicators } = view;
  const isIntradayView = isIntraday(view.range);
  const isDailyView = isDaily(view);

  const replayed = useReplayed(days.listing, view);
  const listing = view.replay === null ? days.listing : (replayed?.listing ?? null);
  const { hasExtended } = view;
  const minutes =
    intraday.own && intraday.own.ticker === listing?.ticker
      ? minutesOf(withHours(intraday.own, hasExtended), Number(view.minutes))
      : null;
  const otherDays = useMemo(
    () =>
      replayed === null
        ? days.others
        : days.others.map((other) => ({ ...other, candles: barsUntil(other.candles, replayed.day) })),
    [days.others, replayed],
  );
  const otherMinutes = useMemo(
    () => intraday.others.map((bars) => withHours(bars, hasExtended)),
    [intraday.others, hasExtended],
  );

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
  const last = useLastDrawn(drawn);
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

function withHours(bars: IntradayBars, hasExtended: boolean): IntradayBars {
  return hasExtended ? bars : regularOf(bars);
}

/** The chart that was drawn last, also before this one, since the page was opened. */
function useLastDrawn(drawn: DrawnChart | null): DrawnChart | null {
  const store = useStore();
  useLayoutEffect(() => {
    if (drawn !== null) store.set(lastDrawnAtom, drawn);
  }, [store, drawn]);
  useEffect(() => () => store.set(lastDrawnAtom, null), [store]);
  // Not followed: it changes only when `drawn` does.
  return store.get(lastDrawnAtom);
}

/** The view that can be drawn: without minute bars, the range of the chart that was drawn last, or the default. */
function useDrawnView(requested: WorkbenchView, hasNoMinutes: boolean): WorkbenchView {
  const last = useStore().get(lastDrawnAtom)?.view.range ?? DEFAULT_RANGE;
  const range = isIntraday(last) ? DEFAULT_RANGE : last;
  return useMemo(
    () => (hasNoMinutes ? { ...requested, range } : requested),
    [requested, hasNoMinutes, range],
  );
}

export function forecastOf({ analysis }: Listing) {
  return 'forecast' in analysis ? analysis.forecast : null;
}
