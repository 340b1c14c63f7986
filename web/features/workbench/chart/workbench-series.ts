import {
  datesWith,
  linearPlace,
  rangeStart,
  resample,
  type Candles,
  type Forecast,
  type PriceToScale,
} from '#compute';
import type { IntradayResponse } from '#worker/contract';
import type { ChosenIndicator, IndicatorLines } from './chosen-indicators.ts';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import type { Replayed } from '../replay.tsx';
import { isIntraday, type PriceScale, type WorkbenchView } from '../workbench-url.ts';

/** Values on the chart's scale; `null` where there are none. */
export type ScaledColumn = readonly (number | null)[];

interface Overlay {
  readonly ticker: string;
  /** Change in percent since {@link WorkbenchSeries.baseIndex}, one per date. */
  readonly percent: ScaledColumn;
}

/** What only bars within the day have. */
export interface WithinDay {
  readonly response: IntradayResponse;
  readonly dayStarts: readonly number[];
  /** The regular close before the first bar; `null` where the source states none. */
  readonly closeBefore: { readonly price: number; readonly name: string } | null;
  /** Of each bar, the regular close before its day; `undefined` where the source states none. */
  readonly dayBase: (bar: number) => number | undefined;
  /** Of the latest session's regular trading; `null` before that has begun. */
  readonly dayRange: { readonly high: number; readonly low: number } | null;
}

export interface WorkbenchSeries {
  /** Bars of the view's interval, or within the day; their `time` is then the instant at which they begin. */
  readonly candles: Candles;
  readonly intraday: WithinDay | null;
  /** Drawn behind the last bar. */
  readonly forecast: Forecast | null;
  /** Of all bars, then of the forecast's sessions or of bars to come in the day; epoch seconds. */
  readonly dates: Float64Array;
  readonly baseIndex: number;
  /** Where the percent scale counts from: the first close of the range, within the day the close before it. */
  readonly base: number;
  readonly lines: IndicatorLines;
  /** To the view's scale. */
  readonly place: PriceToScale;
  /** The other listings of the view; none but in the percent scale. */
  readonly overlays: readonly Overlay[];
}

export interface DrawnChart {
  readonly listing: Listing;
  /** The view that asked for it. */
  readonly view: WorkbenchView;
  readonly series: WorkbenchSeries;
  /** `null` where today is shown. */
  readonly replayed: Replayed | null;
}

/** What is drawn of daily bars. */
interface DailySources {
  readonly candles: Candles;
  readonly forecast: Forecast | null;
  readonly others: readonly { readonly ticker: string; readonly candles: Candles }[];
  readonly lines: IndicatorLines;
}

type DailyView = Pick<WorkbenchView, 'range' | 'interval' | 'scale' | 'hasFan'>;

export function workbenchSeries(sources: DailySources, view: DailyView): WorkbenchSeries {
  const { candles, lines } = sources;
  const forecast = view.hasFan && view.interval === 'day' ? sources.forecast : null;
  const dates = datesOf(candles.time, forecast);
  const baseIndex = (isIntraday(view.range) ? null : rangeStart(candles.time, view.range)) ?? 0;
  const base = candles.close[baseIndex] ?? Number.NaN;
  return {
    candles,
    intraday: null,
    forecast,
    dates,
    baseIndex,
    base,
    lines,
    place: priceScale(view.scale, base),
    overlays: overlaysOn(view.scale, { starts: candles.time, dates, from: baseIndex }, sources.others),
  };
}

/** Makes something of an object once for each parameter, so that nothing is made or computed of it twice. */
export function memoizeByObject<Source extends object, Made, Parameter = void>(
  make: (source: Source, parameter: Parameter) => Made,
) {
  const made = new WeakMap<Source, Map<Parameter, Made>>();
  return (source: Source, parameter: Parameter): Made => {
    const own = made.get(source) ?? new Map<Parameter, Made>();
    const known = own.get(parameter) ?? make(source, parameter);
    made.set(source, own.set(parameter, known));
    return known;
  };
}

const datesOf = memoizeByObject((time: Float64Array, forecast: Forecast | null) =>
  forecast === null ? time : datesWith(time, forecast),
);

/** The bars of an interval, the same ones each time. */
export const barsOf = memoizeByObject(resample);

/** The lines with the model's volatility beside the realised one; it may be of fewer bars. */
export function withModel(
  lines: IndicatorLines,
  indicators: readonly Pick<ChosenIndicator, 'kind'>[],
  model: Float64Array | null,
): IndicatorLines {
  if (model === null) return lines;
  return lines.map((own, i) => {
    const [realised] = own;
    if (indicators[i]?.kind !== 'volatility' || realised === undefined) return own;
    const beside = new Float64Array(realised.length).fill(Number.NaN);
    beside.set(model.subarray(0, realised.length));
    return [realised, beside];
  });
}

const logarithmic: PriceToScale = (price) => (price > 0 ? linearPlace(price) : null);

/** The same for every range of these scales, so that a chart keeps its columns. */
export function priceScale(scale: PriceScale, base = Number.NaN): PriceToScale {
  if (scale === 'percent') return (price) => linearPlace((price / base - 1) * 100);
  return scale === 'log' ? logarithmic : linearPlace;
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

interface Compared {
  readonly ticker: string;
  readonly candles: Candles;
  /** A price before the first bar; without it percent count from the close of the bar `from`. */
  readonly base?: number | null;
}

const NO_OVERLAYS: WorkbenchSeries['overlays'] = [];

/** The other listings at the bars of a chart; none but on the percent scale. */
export function overlaysOn(
  scale: PriceScale,
  { starts, dates, from }: { starts: Float64Array; dates: Float64Array; from: number },
  others: readonly Compared[],
): WorkbenchSeries['overlays'] {
  if (scale !== 'percent') return NO_OVERLAYS;
  return others.map(({ ticker, candles, base: given }) => {
    const closes = closesIn(starts, candles);
    const base = given ?? closes.subarray(from).find((close) => !Number.isNaN(close));
    return { ticker, percent: onScale({ dates, place: priceScale('percent', base) }, closes) };
  });
}

/** A value of a column; `null` where there is none. */
export function finite(value = Number.NaN): number | null {
  return Number.isNaN(value) ? null : value;
}

export type OnScale = Pick<WorkbenchSeries, 'dates' | 'place'>;

/** A column of prices on the chart, empty in the forecast's sessions. */
export function onScale({ dates, place }: OnScale, prices: Float64Array): ScaledColumn {
  return Array.from({ length: dates.length }, (_, i) => place(prices[i] ?? Number.NaN));
}
