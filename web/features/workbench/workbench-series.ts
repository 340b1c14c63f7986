/** The numbers behind the chart of a view. No React in here. */
import {
  indicatorLines,
  parseIsoDate,
  rangeStart,
  resample,
  zonedDate,
  type Candles,
  type Forecast,
  type IndicatorContext,
} from '#compute';
import type { IntradayResponse } from '#worker/contract';
import { FAN_BOUNDS } from '../../shared/charts/forecast-layers.ts';
import type { ChosenIndicator } from './chosen-indicators.ts';
import { isWithinDay, type WorkbenchView } from './workbench-url.ts';

/** Values on the chart's scale; `null` where there are none. */
export type ScaledColumn = readonly (number | null)[];

/** A listing over the price. */
export interface Overlay {
  readonly ticker: string;
  /** Change in percent since {@link WorkbenchSeries.baseIndex}, one per date. */
  readonly percent: ScaledColumn;
}

/** What only bars within the day have. */
export interface WithinDay {
  readonly response: IntradayResponse;
  /** The first bar of each day. */
  readonly dayStarts: readonly number[];
  /** The regular close before the first bar; `null` where the source states none. */
  readonly closeBefore: { readonly price: number; readonly name: string } | null;
  /** Of the latest session's regular trading; `null` before that has begun. */
  readonly dayRange: { readonly high: number; readonly low: number } | null;
}

export interface WorkbenchSeries {
  /** Bars of the view's interval, or within the day; their `time` is then the instant at which they begin. */
  readonly candles: Candles;
  /** `null` where the bars are days or longer. */
  readonly withinDay: WithinDay | null;
  /** Drawn behind the last bar. */
  readonly forecast: Forecast | null;
  /** Of all bars, then of the forecast's sessions; epoch seconds. */
  readonly dates: Float64Array;
  /** The first bar of the range. */
  readonly baseIndex: number;
  /** Where the percent scale counts from: the first close of the range, within the day the close before it. */
  readonly base: number;
  /** Bars and estimated sessions that the range shows. */
  readonly shown: number;
  /** Of each indicator, one column per line, each as long as the candles. */
  readonly lines: readonly (readonly Float64Array[])[];
  /** A price on the view's scale; `null` where that has no place for it. */
  readonly place: (price: number) => number | null;
  /** What stands at a place of the scale: the price, or the change in percent. */
  readonly overlays: readonly Overlay[];
}

interface DailySources {
  readonly candles: Candles;
  readonly forecast: Forecast | null;
  readonly others: readonly { readonly ticker: string; readonly candles: Candles }[];
  /** One per candle at most; `null` while it is not known. */
  readonly modelVolatility?: Float64Array | null;
}

type DailyView = Pick<WorkbenchView, 'range' | 'interval' | 'scale' | 'hasFan' | 'indicators'>;

/** Bars, forecast and indicators of a view of days, weeks or months. */
export function workbenchSeries(sources: DailySources, view: DailyView): WorkbenchSeries {
  const candles = keptFor(sources.candles, view.interval, () => resample(sources.candles, view.interval));
  const isDaily = view.interval === 'day';
  const forecast = view.hasFan && isDaily ? sources.forecast : null;
  const points = forecast?.points ?? [];
  const bars = candles.time.length;
  const dates = Float64Array.from([
    ...candles.time,
    ...points.map(({ date }) => parseIsoDate(date) ?? Number.NaN),
  ]);
  const baseIndex = (isWithinDay(view.range) ? null : rangeStart(candles.time, view.range)) ?? 0;
  const base = candles.close[baseIndex] ?? Number.NaN;
  const model = isDaily ? sources.modelVolatility : null;
  return {
    candles,
    withinDay: null,
    forecast,
    dates,
    baseIndex,
    base,
    shown: bars - baseIndex + points.length,
    lines: linesOf(candles, view.indicators, model ? { modelVolatility: asLong(model, bars) } : {}),
    place: placeOn(view.scale, base),
    overlays:
      view.scale === 'percent'
        ? sources.others.map(({ ticker, candles: other }) => ({
            ticker,
            percent: percentSince(closesIn(candles.time, other), { from: baseIndex, length: dates.length }),
          }))
        : [],
  };
}

/** Bars within the day, as the cache has them. */
export interface IntradayBars {
  readonly ticker: string;
  readonly response: IntradayResponse;
  readonly candles: Candles;
  readonly receivedAtMs: number;
}

interface IntradaySources {
  readonly own: IntradayBars;
  readonly others: readonly IntradayBars[];
  readonly barsPerYear: number;
}

/** Bars and indicators of a view of the latest sessions. */
export function intradaySeries(
  { own, others, barsPerYear }: IntradaySources,
  { scale, indicators }: Pick<WorkbenchView, 'scale' | 'indicators'>,
): WorkbenchSeries {
  const { candles, response } = own;
  const bars = candles.time.length;
  const base = response.previous_close ?? candles.close[0] ?? Number.NaN;
  return {
    candles,
    withinDay: withinDayOf(own),
    forecast: null,
    dates: candles.time,
    baseIndex: 0,
    base,
    shown: bars,
    lines: linesOf(candles, indicators, { barsPerYear }),
    place: placeOn(scale, base),
    overlays:
      scale === 'percent'
        ? others.map((other) => ({
            ticker: other.ticker,
            percent: percentSince(closesIn(candles.time, other.candles), {
              from: 0,
              length: bars,
              base: other.response.previous_close,
            }),
          }))
        : [],
  };
}

function withinDayOf({ response, candles: { time, high, low } }: IntradayBars): WithinDay {
  const dayOf = (bar: number) => zonedDate(time[bar] ?? 0, response.exchange_timezone);
  const firsts = response.session_parts.map(({ from }) => from);
  const dayStarts = firsts.filter((bar, i) => i === 0 || dayOf(bar) !== dayOf(firsts[i - 1] ?? 0));
  const today = response.session_parts.filter(
    ({ part, from }) => part === 'regular' && from >= (dayStarts.at(-1) ?? 0),
  );
  const price = response.previous_close;
  const within = (column: Float64Array) => today.flatMap(({ from, to }) => [...column.subarray(from, to)]);
  return {
    response,
    dayStarts,
    closeBefore:
      price === null
        ? null
        : { price, name: dayStarts.length > 1 ? 'Close before the range' : 'Previous close' },
    dayRange: today.length === 0 ? null : { high: Math.max(...within(high)), low: Math.min(...within(low)) },
  };
}

/** What was computed from bars, for as long as these are in use: a change of range or scale computes nothing anew. */
const KEPT = new WeakMap<Candles, Map<string, unknown>>();

/** Computes something from bars, or takes what was computed before under the same key. */
function keptFor<T>(candles: Candles, key: string, compute: () => T): T {
  const kept = KEPT.get(candles) ?? new Map<string, unknown>();
  KEPT.set(candles, kept);
  if (!kept.has(key)) kept.set(key, compute());
  return kept.get(key) as T;
}

function linesOf(candles: Candles, indicators: readonly ChosenIndicator[], context: IndicatorContext) {
  // The model's volatility of bars comes later than they do.
  const hasModel = context.modelVolatility !== undefined;
  return indicators.map(({ kind, parameters }) =>
    keptFor(candles, [kind, ...parameters, context.barsPerYear, hasModel].join(' '), () =>
      indicatorLines(candles, kind, parameters, context),
    ),
  );
}

/** The column with as many entries; those that it does not have are NaN. */
function asLong(column: Float64Array, length: number): Float64Array {
  const padded = new Float64Array(length).fill(Number.NaN);
  padded.set(column.subarray(0, length));
  return padded;
}

function placeOn(scale: WorkbenchView['scale'], base: number) {
  return (price: number): number | null => {
    if (!Number.isFinite(price) || (scale === 'log' && price <= 0)) return null;
    return scale === 'percent' ? (price / base - 1) * 100 : price;
  };
}

/** The last close of another listing in each bar, the last bar being open to the right; `NaN` where it has none. */
export function closesIn(starts: Float64Array, { time, close }: Candles): Float64Array {
  let at = 0;
  return starts.map((start, bar) => {
    const end = starts[bar + 1] ?? Number.POSITIVE_INFINITY;
    let last = Number.NaN;
    for (; at < time.length && (time[at] ?? 0) < end; at += 1) {
      if ((time[at] ?? 0) >= start) last = close[at] ?? Number.NaN;
    }
    return last;
  });
}

interface Since {
  readonly from: number;
  readonly length: number;
  /** A price before the first bar. */
  readonly base?: number | null;
}

/** Change in percent since a price, or since the first value at or after a bar; as long as `length`. */
function percentSince(closes: Float64Array, { from, length, base: given }: Since): ScaledColumn {
  const base = given ?? closes.subarray(from).find((value) => !Number.isNaN(value)) ?? Number.NaN;
  return Array.from({ length }, (_, i) => {
    const value = ((closes[i] ?? Number.NaN) / base - 1) * 100;
    return Number.isFinite(value) ? value : null;
  });
}

/** A column of prices on the chart, empty in the forecast's sessions. */
export function onScale({ dates, place }: WorkbenchSeries, prices: Float64Array): ScaledColumn {
  return Array.from(dates, (_date, i) => place(prices[i] ?? Number.NaN));
}

/** The columns of {@link FAN_BOUNDS}; the fan opens from the forecast's base price at the last bar. */
export function fanColumns({ candles, forecast, dates, place }: WorkbenchSeries): readonly ScaledColumn[] {
  if (forecast === null) return [];
  const bars = candles.time.length;
  return FAN_BOUNDS.map((bound) =>
    Array.from(dates, (_date, i) => {
      if (i < bars - 1) return null;
      return place(i === bars - 1 ? forecast.basePrice : (forecast.points[i - bars]?.[bound] ?? Number.NaN));
    }),
  );
}
