import {
  absenceText,
  changePercent,
  intradayBarsInYear,
  isoDate,
  parseIsoDate,
  sliceCandles,
  type Candles,
  type Format,
  type Ticker,
} from '#compute';
import { decodeBasis } from '#worker/snapshot';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useLayoutEffect, useMemo } from 'react';
import { valueOrThrow } from '../../../shared/api/client.ts';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { jointProvenance } from '../../../shared/format/exportable.ts';
import { computeClient } from '../../../shared/offthread/compute-client.ts';
import { atom, useStore } from '../../../store.ts';
import { DEFAULT_RANGE, isDaily, isIntraday, type WorkbenchView } from '../view/workbench-view.ts';
import { useAnnotated } from './annotations.tsx';
import {
  barsOf,
  dailyBars,
  linesOf,
  onPriceScale,
  withModel,
  type Compared,
  type DrawnChart,
  type Replayed,
} from './chart-series.ts';
import { minuteBars, minutesOf, regularOf } from './intraday-series.ts';
import { useDailyListings, useIntraday, type IntradayBars } from './workbench-data.ts';

/** The chart that was drawn last: it stays on screen while another one loads. */
const lastDrawnAtom = atom<DrawnChart | null>(null);

export type ShownWorkbench = ReturnType<typeof useShownChart>;

export function useShownChart(requested: WorkbenchView) {
  const store = useStore();
  // Not followed: it changes only when `drawn` does.
  const last = store.get(lastDrawnAtom);
  const days = useDailyListings(requested, last?.listing.ticker as Ticker | undefined);
  const { ticker } = days;
  const intraday = useIntraday({ ...requested, ticker }, days.listing);
  const view = useDrawnView(requested, ticker, intraday.failure !== null, last);
  const replayed = useReplayed(days.listing, view);
  const minutes =
    intraday.own && intraday.own.ticker === days.listing?.ticker
      ? minutesOf(withHours(intraday.own, view), Number(view.minutes))
      : null;
  const others = useCompared(view, days.others, intraday.others, replayed);
  const next = useDrawn(view, days.listing, minutes, replayed, others);
  // Start and end of a replay change everything, so the pressed button is painted first.
  const isReplay = ((next ?? last)?.replayed ?? null) !== null;
  const drawn = useDeferredValue(isReplay) === isReplay ? next : last;
  useLayoutEffect(() => {
    if (drawn !== null) store.set(lastDrawnAtom, drawn);
  }, [store, drawn]);
  useEffect(() => () => store.set(lastDrawnAtom, null), [store]);
  const { nameMatch } = days;
  // With a name match the listing is still loading, which is no failure.
  const failure = days.failure ?? (nameMatch === null ? intraday.failure : null);
  const loaded = isIntraday(view.range) ? intraday : days;
  const own = isIntraday(view.range) ? minutes : days.listing;
  const day = replayed?.day;
  const provenance = useMemo(() => {
    if (own === null) return null;
    const drawnListings = [own, ...others];
    const tickers = drawnListings.map((each) => each.ticker).join(' ');
    const subject = day === undefined ? tickers : `${tickers} replay ${day}`;
    return jointProvenance(
      subject,
      drawnListings.map(({ response }) => response),
    );
  }, [own, others, day]);
  return {
    /** The view's ticker, or the previous one if the view's cannot be loaded. */
    ticker,
    /** The previous chart while another one is loading; `null` before the first one and after a failure. */
    chart: useAnnotated(drawn ?? (failure === null ? last : null)),
    /** As of today, also during a replay. Its prices may arrive before its chart. */
    listing: days.listing,
    minutes,
    hasExtended: intraday.own?.response.session_parts.some(({ part }) => part !== 'regular') ?? true,
    provenance,
    isLoading: days.isLoading || intraday.isLoading,
    failure,
    refresh: loaded.refresh,
    errors: loaded.errors,
    /** A company name in place of a ticker, and its listing. */
    nameMatch,
    retry: days.failure === null ? intraday.retry : days.retry,
  };
}

const NONE: readonly never[] = [];

/** The other listings that the view shows: the same list until one of them changes. */
function useCompared(
  { range, scale, hasExtended }: WorkbenchView,
  listings: readonly Listing[],
  bars: readonly IntradayBars[],
  replayed: Replayed | null,
): readonly (Compared & Pick<Listing | IntradayBars, 'response'>)[] {
  const isIntradayView = isIntraday(range);
  return useMemo(() => {
    if (scale !== 'percent') return NONE;
    if (!isIntradayView && replayed === null) return listings;
    return isIntradayView
      ? bars.map((other) => {
          return { ...withHours(other, { hasExtended }), base: other.response.previous_close };
        })
      : listings.map((other) => ({ ...other, candles: barsUntil(other.candles, replayed?.day ?? '') }));
  }, [scale, isIntradayView, hasExtended, listings, bars, replayed]);
}

/** The chart of a view; `null` until everything in it is there. */
function useDrawn(
  view: WorkbenchView,
  today: Listing | null,
  minutes: IntradayBars | null,
  replayed: Replayed | null,
  others: readonly Compared[],
): DrawnChart | null {
  const listing = view.replay === null ? today : (replayed?.listing ?? null);
  const { interval, indicators, range } = view;
  const isDailyView = isDaily(view);
  const finished = replayed && today?.finished;
  const candles = isIntraday(range) ? minutes?.candles : listing && barsOf(listing.candles, interval);
  const hasVolatility = indicators.some(({ kind }) => kind === 'volatility');
  const model = useModelVolatility(isDailyView && hasVolatility ? today : null);
  const barsPerYear =
    listing && minutes ? intradayBarsInYear(listing.traded, minutes.response.interval_seconds) : undefined;
  // Another range has the same lines.
  const lines = useMemo(() => {
    if (!candles) return null;
    // No indicator looks ahead, so a replay shows a part of the lines, which its next bar needs too.
    const whole = linesOf(finished ?? candles, indicators, barsPerYear);
    const until = whole.map((each) => each.map((line) => line.subarray(0, candles.time.length)));
    return withModel(finished ? until : whole, indicators, isDailyView ? model : null);
  }, [candles, finished, indicators, barsPerYear, isDailyView, model]);
  return useMemo(() => {
    if (listing === null || !candles || lines === null) return null;
    const result = replayed?.result;
    const forecast = result === undefined ? forecastOf(listing) : result.ok ? result.value.forecast : null;
    const bars = minutes
      ? minuteBars(minutes, listing.traded, view.hasExtended)
      : dailyBars(candles, forecast, view);
    return { listing, view, series: onPriceScale({ ...bars, lines }, view.scale, others), replayed };
  }, [listing, view, candles, lines, minutes, others, replayed]);
}

/** A listing as of the close of the view's replay day; `null` without one, and until its forecast is computed. */
export function useReplayed(
  listing: Listing | null,
  { replay: date, horizonDays }: Pick<WorkbenchView, 'replay' | 'horizonDays'>,
): Replayed | null {
  const bar = date === null || listing === null ? null : Math.max(barOn(listing.finished.time, date), 0);
  const result = useComputed(
    ['replay', bar, horizonDays],
    bar === null ? null : listing,
    async ({ finished, response }): Promise<Replayed['result']> =>
      computeClient.run((api) =>
        api.replayedForecast(finished, bar ?? 0, horizonDays, decodeBasis(response)),
      ),
  );
  return useMemo(() => {
    if (listing === null || bar === null || result === undefined) return null;
    const candles = sliceCandles(listing.finished, 0, bar + 1);
    const [before = Number.NaN, currentPrice = Number.NaN] = [candles.close.at(-2), candles.close.at(-1)];
    const { indicators, performance } = listing.analysis;
    const analysis = {
      indicators,
      performance,
      currentPrice,
      dayChange: currentPrice - before,
      dayChangePercent: changePercent(before, currentPrice),
    };
    const day = isoDate(candles.time.at(-1) ?? 0);
    return { listing: { ...listing, candles, finished: candles, analysis }, day, result };
  }, [listing, bar, result]);
}

/** Index of the last bar on or before a date; −1 if all are later. */
export function barOn(time: Float64Array, date: string): number {
  const until = parseIsoDate(date) ?? Number.NaN;
  return time.findLastIndex((at) => at <= until);
}

export function barsUntil(candles: Candles, date: string): Candles {
  return sliceCandles(candles, 0, barOn(candles.time, date) + 1);
}

/** Computes something once from a listing's finished sessions, which today's price does not change. */
function useComputed<Value>(
  key: readonly unknown[],
  listing: Listing | null,
  compute: (listing: Listing) => Promise<Value>,
): Value | undefined {
  const { ticker, response, finished } = listing ?? {};
  return useQuery({
    queryKey: [
      ...key,
      ticker,
      response?.source,
      finished?.time.length,
      finished?.time.at(-1),
      finished?.close.at(-1),
    ],
    queryFn: listing === null ? skipToken : () => compute(listing),
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
}

export function useModelVolatility(listing: Listing | null): Float64Array | null {
  const computed = useComputed(['model-volatility'], listing, async ({ finished, response }) =>
    valueOrThrow(await computeClient.run((api) => api.modelVolatility(finished, decodeBasis(response)))),
  );
  return computed ?? null;
}

function withHours(bars: IntradayBars, { hasExtended }: Pick<WorkbenchView, 'hasExtended'>): IntradayBars {
  return hasExtended ? bars : regularOf(bars);
}

/** The view that can be drawn: without minute bars, with the range of the chart that was drawn last, or the default. */
function useDrawnView(
  requested: WorkbenchView,
  ticker: Ticker,
  hasNoMinutes: boolean,
  last: DrawnChart | null,
) {
  const daily = last && !isIntraday(last.view.range) ? last.view.range : DEFAULT_RANGE;
  const range = hasNoMinutes ? daily : requested.range;
  return useMemo((): WorkbenchView => ({ ...requested, ticker, range }), [requested, ticker, range]);
}

function forecastOf({ analysis }: Listing) {
  return 'forecast' in analysis ? analysis.forecast : null;
}

/** Why a view cannot have a forecast; `null` if it can. */
export function forecastAbsence(format: Format, listing: Listing | null, view: WorkbenchView): string | null {
  if (isIntraday(view.range)) return 'Forecasts need daily bars. Choose 1W or longer.';
  if (!isDaily(view)) return 'Forecasts need daily bars. Set the interval to Day.';
  const hasNone = listing !== null && forecastOf(listing) === null;
  return hasNone ? `No forecast. ${absenceText(format, listing)}` : null;
}
