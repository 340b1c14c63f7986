import {
  datesWith,
  getOrCompute,
  INDICATORS,
  indicatorLines,
  linearPlace,
  rangeStart,
  resample,
  zonedDate,
  type Candles,
  type Forecast,
  type ForecastError,
  type IsoDate,
  type PriceToScale,
  type ReplayedForecast,
  type Result,
} from '#compute';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import type { JobFailure } from '../../../shared/offthread/compute-client.ts';
import { indicatorLabel } from '../view/changes.ts';
import {
  isIntraday,
  type ChosenIndicator,
  type PriceScale,
  type WorkbenchView,
} from '../view/workbench-view.ts';
import type { IntradayBars } from './workbench-data.ts';

/** Lines of each indicator, each as long as the candles. */
export type IndicatorLines = readonly (readonly Float64Array[])[];

/** Values on the chart's scale; `null` for a gap. */
export type ScaledColumn = readonly (number | null)[];

export interface WorkbenchSeries {
  /** Bars of the view's interval, or intraday bars, whose `time` is the instant at which they start. */
  readonly candles: Candles;
  readonly intraday: IntradayContext | null;
  readonly forecast: Forecast | null;
  /** Dates of all bars, then of the forecast's sessions or of the day's remaining bars; epoch seconds. */
  readonly dates: Float64Array;
  readonly baseIndex: number;
  /** Zero of the percent scale: the first close of the range; intraday, the previous close. */
  readonly base: number;
  readonly lines: IndicatorLines;
  readonly place: PriceToScale;
  /** The compared listings, with their changes in percent since {@link baseIndex}; empty except on the percent scale. */
  readonly overlays: readonly { readonly ticker: string; readonly percent: ScaledColumn }[];
}

export interface Replayed {
  /** Without anything that became known later. */
  readonly listing: Listing;
  readonly day: IsoDate;
  readonly result: Result<ReplayedForecast, ForecastError | JobFailure>;
}

export interface DrawnChart {
  readonly listing: Listing;
  readonly view: WorkbenchView;
  readonly series: WorkbenchSeries;
  readonly replayed: Replayed | null;
}

/** Bars of days, weeks or months. */
export function dailyBars(
  candles: Candles,
  computed: Forecast | null,
  { range, interval, hasFan }: Pick<WorkbenchView, 'range' | 'interval' | 'hasFan'>,
) {
  const forecast = hasFan && interval === 'day' ? computed : null;
  const baseIndex = (isIntraday(range) ? null : rangeStart(candles.time, range)) ?? 0;
  const base = candles.close[baseIndex] ?? Number.NaN;
  return { candles, intraday: null, forecast, dates: datesOf(candles.time, forecast), baseIndex, base };
}

/** Memoises a function by object and parameter, for as long as the object lives. */
export function memoizeByObject<Source extends object, Value extends object, Parameter = void>(
  compute: (source: Source, parameter: Parameter) => Value,
) {
  const cache = new WeakMap<Source, Map<Parameter, Value>>();
  return (source: Source, parameter: Parameter): Value => {
    const values = getOrCompute(cache, source, () => new Map<Parameter, Value>());
    return getOrCompute(values, parameter, () => compute(source, parameter));
  };
}

const datesOf = memoizeByObject((time: Float64Array, forecast: Forecast | null) =>
  forecast === null ? time : datesWith(time, forecast),
);

export const barsOf = memoizeByObject(resample);

export type IntradayContext = ReturnType<typeof intradayContext>;

export const intradayContext = memoizeByObject(({ response, candles }: IntradayBars) => {
  const { time, high, low } = candles;
  const dayOf = (bar: number) => zonedDate(time[bar] ?? 0, response.exchange_timezone);
  const firsts = response.session_parts.map(({ from }) => from);
  const dayStarts = firsts.filter((bar, i) => i === 0 || dayOf(bar) !== dayOf(firsts[i - 1] ?? 0));
  const today = response.session_parts.filter(
    ({ part, from }) => part === 'regular' && from >= (dayStarts.at(-1) ?? 0),
  );
  const price = response.previous_close;
  const closeBefore = (bar: number) => {
    const before = response.session_parts.findLast(({ part, to }) => part === 'regular' && to <= bar);
    return before === undefined ? (price ?? undefined) : candles.close[before.to - 1];
  };
  const extendedAt = (bar: number) => {
    const { part = 'regular' } = response.session_parts.find(({ from, to }) => bar >= from && bar < to) ?? {};
    return part === 'regular' ? null : { part, close: closeBefore(bar) };
  };
  const within = (column: Float64Array) => today.flatMap(({ from, to }) => [...column.subarray(from, to)]);
  return {
    response,
    dayStarts,
    /** The regular close before the first bar; `null` if the source states none. */
    closeBefore:
      price === null
        ? null
        : { price, name: dayStarts.length > 1 ? 'Close before the range' : 'Previous close' },
    /** The regular close before a bar's day; `undefined` if the source states none. */
    dayBase: (bar: number) => closeBefore(dayStarts.findLast((first) => first <= bar) ?? 0),
    /** The part of trading of a bar outside regular hours, and the regular close before it; `null` for other bars. */
    extendedAt,
    /** High and low of the latest session's regular trading; `null` before it starts. */
    dayRange: today.length === 0 ? null : { high: Math.max(...within(high)), low: Math.min(...within(low)) },
  };
});

/** Full names of an indicator's lines: "Bollinger bands 20, 2 Upper". */
export function lineLabels(indicator: ChosenIndicator): readonly string[] {
  const { lines } = INDICATORS[indicator.kind];
  const label = indicatorLabel(indicator);
  return lines.map((line) => (lines.length === 1 ? label : `${label} ${line}`));
}

const LINES = new WeakMap<Candles, Map<string, IndicatorLines[number]>>();

/** Computed once for the same bars. `barsPerYear` is given for intraday bars, whose dates do not tell it. */
export function linesOf(
  candles: Candles,
  indicators: readonly Pick<ChosenIndicator, 'kind' | 'parameters'>[],
  barsPerYear?: number,
): IndicatorLines {
  const computed = getOrCompute(LINES, candles, () => new Map<string, IndicatorLines[number]>());
  return indicators.map(({ kind, parameters }) =>
    getOrCompute(computed, [kind, ...parameters, barsPerYear].join(' '), () =>
      indicatorLines(candles, kind, parameters, barsPerYear),
    ),
  );
}

/** Adds the model's volatility, which may have fewer bars, to the lines of the realised one. */
export function withModel(
  lines: IndicatorLines,
  indicators: readonly Pick<ChosenIndicator, 'kind'>[],
  model: Float64Array | null,
): IndicatorLines {
  if (model === null) return lines;
  return lines.map((indicator, i) => {
    const [realised] = indicator;
    if (indicators[i]?.kind !== 'volatility' || realised === undefined) return indicator;
    const modelled = new Float64Array(realised.length).fill(Number.NaN);
    modelled.set(model.subarray(0, realised.length));
    return [realised, modelled];
  });
}

const logarithmic: PriceToScale = (price) => (price > 0 ? linearPlace(price) : null);

/** The function for a scale. Linear and log have one for every range, so that a chart keeps its columns. */
export function priceScale(scale: PriceScale, base = Number.NaN): PriceToScale {
  if (scale === 'percent') return (price) => linearPlace((price / base - 1) * 100);
  return scale === 'log' ? logarithmic : linearPlace;
}

/** The last close of another listing within each bar; the last bar has no end. `NaN` for a bar without one. */
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

export interface Compared {
  readonly ticker: string;
  readonly candles: Candles;
  /** Zero of the percent scale; by default the first close from the chart's base on. */
  readonly base?: number | null;
}

const NO_OVERLAYS: WorkbenchSeries['overlays'] = [];

export function onPriceScale(
  bars: Omit<WorkbenchSeries, 'place' | 'overlays'>,
  scale: PriceScale,
  others: readonly Compared[],
): WorkbenchSeries {
  const series = { ...bars, place: priceScale(scale, bars.base), overlays: NO_OVERLAYS };
  if (scale !== 'percent') return series;
  const overlays = others.map(({ ticker, candles, base: given }) => {
    const closes = closesIn(bars.candles.time, candles);
    const base = given ?? closes.subarray(bars.baseIndex).find((close) => !Number.isNaN(close));
    return { ticker, percent: onScale({ dates: bars.dates, place: priceScale(scale, base) }, closes) };
  });
  return { ...series, overlays };
}

type OnScale = Pick<WorkbenchSeries, 'dates' | 'place'>;

export function onScale({ dates, place }: OnScale, prices: Float64Array): ScaledColumn {
  const column: (number | null)[] = [];
  // A plain loop: every click runs it over all columns.
  for (let i = 0; i < dates.length; i += 1) column.push(place(prices[i] ?? Number.NaN));
  return column;
}
