/** The numbers behind the chart of a view. No React in here. */
import { indicatorLines, parseIsoDate, rangeStart, resample, type Candles, type Forecast } from '#compute';
import { FAN_BOUNDS } from '../../shared/charts/forecast-layers.ts';
import type { ChosenIndicator } from './chosen-indicators.ts';
import type { WorkbenchView } from './workbench-url.ts';

/** Values on the chart's scale; `null` where there are none. */
export type ScaledColumn = readonly (number | null)[];

/** A listing over the price. */
export interface Overlay {
  readonly ticker: string;
  /** Change in percent since {@link WorkbenchSeries.baseIndex}, one per date. */
  readonly percent: ScaledColumn;
}

export interface WorkbenchSeries {
  /** Bars of the view's interval. */
  readonly candles: Candles;
  /** Drawn behind the last bar. */
  readonly forecast: Forecast | null;
  /** Of all bars, then of the forecast's sessions; epoch seconds. */
  readonly dates: Float64Array;
  /** Bar from which the percent scale counts: the first of the range. */
  readonly baseIndex: number;
  /** Bars and estimated sessions that the range shows. */
  readonly shown: number;
  /** Of each indicator, one column per line, each as long as the candles. */
  readonly lines: readonly (readonly Float64Array[])[];
  /** A price on the view's scale; `null` where that has no place for it. */
  readonly place: (price: number) => number | null;
  /** What stands at a place of the scale: the price, or the change in percent. */
  readonly overlays: readonly Overlay[];
}

interface Sources {
  readonly candles: Candles;
  readonly forecast: Forecast | null;
  readonly others: readonly { readonly ticker: string; readonly candles: Candles }[];
}

/** Bars, forecast and indicators of a view. */
export function workbenchSeries(
  sources: Sources,
  view: Pick<WorkbenchView, 'range' | 'interval' | 'scale' | 'hasFan'>,
  indicators: readonly ChosenIndicator[],
): WorkbenchSeries {
  const candles = resample(sources.candles, view.interval);
  const forecast = view.hasFan && view.interval === 'day' ? sources.forecast : null;
  const points = forecast?.points ?? [];
  const bars = candles.time.length;
  const dates = Float64Array.from([
    ...candles.time,
    ...points.map(({ date }) => parseIsoDate(date) ?? Number.NaN),
  ]);
  const baseIndex = rangeStart(candles.time, view.range) ?? 0;
  const base = candles.close[baseIndex] ?? Number.NaN;
  const isPercent = view.scale === 'percent';
  return {
    candles,
    forecast,
    dates,
    baseIndex,
    shown: bars - baseIndex + points.length,
    lines: indicators.map(({ kind, parameters }) => indicatorLines(candles, kind, parameters)),
    place(price) {
      if (!Number.isFinite(price) || (view.scale === 'log' && price <= 0)) return null;
      return isPercent ? (price / base - 1) * 100 : price;
    },
    overlays: isPercent
      ? sources.others.map(({ ticker, candles: other }) => ({
          ticker,
          percent: percentSince(closesIn(candles.time, other), baseIndex, dates.length),
        }))
      : [],
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

/** Change in percent since the first value at or after a bar; as long as `length`. */
function percentSince(closes: Float64Array, from: number, length: number): ScaledColumn {
  const base = closes.subarray(from).find((value) => !Number.isNaN(value)) ?? Number.NaN;
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
