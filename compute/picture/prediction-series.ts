import { type Candles, sliceCandles } from '../candles.ts';
import type { Forecast } from '../forecast/forecast.ts';
import { parseIsoDate } from '../iso-date.ts';

/** The columns of a fan: the median, and the bounds of each range. */
export const FAN_BOUNDS = ['price', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'] as const;

/** Sessions of history for each one of the forecast, so that the forecast takes a third of the plot. */
const HISTORY_PER_ESTIMATE = 2;

/** At least so many sessions of history are shown; the session of a forecast of one day is drawn wider instead. */
const MIN_HISTORY_BARS = 10;

/** What a chart of a forecast draws: the closes, then the forecast, on one axis of sessions. */
export interface PredictionSeries {
  readonly dates: Float64Array;
  /** The closes, then {@link FAN_BOUNDS}. */
  readonly columns: readonly (readonly (number | null)[])[];
  /** Index of the first forecast session. */
  readonly estimateFrom: number;
  /** How many times as wide as a past session an estimated one is drawn. */
  readonly estimateStretch: number;
  /** Sessions shown at first, counted from the newest. */
  readonly defaultBars: number;
}

/** The last sessions of a history, as many as are shown beside a forecast at first. */
export function shownHistory(candles: Candles, { horizonDays }: Forecast): Candles {
  const bars = candles.close.length;
  return sliceCandles(candles, bars - historyBars(bars, horizonDays), bars);
}

function historyBars(bars: number, horizonDays: number): number {
  return Math.min(Math.max(HISTORY_PER_ESTIMATE * horizonDays, MIN_HISTORY_BARS), bars);
}

/** The dates of bars, then those of the forecast's sessions; epoch seconds. */
export function datesWith(time: Float64Array, { points }: Forecast): Float64Array {
  return Float64Array.from([...time, ...points.map(({ date }) => parseIsoDate(date) ?? Number.NaN)]);
}

/** A price on the scale of a chart; `null` where that has no place for it. */
export type PriceToScale = (price: number) => number | null;

/** The scale of the prices themselves. */
export const linearPlace: PriceToScale = (price) => (Number.isFinite(price) ? price : null);

/** The columns of {@link FAN_BOUNDS} after `bars` bars. At the last bar all have the base price, where the fan opens. */
export function fanColumns(
  { points, basePrice }: Forecast,
  bars: number,
  place: PriceToScale = linearPlace,
): readonly (readonly (number | null)[])[] {
  return FAN_BOUNDS.map((bound) =>
    Array.from({ length: bars + points.length }, (_, i) => {
      if (i < bars - 1) return null;
      return place(i === bars - 1 ? basePrice : (points[i - bars]?.[bound] ?? Number.NaN));
    }),
  );
}

/** Joins a history of daily bars and the forecast that was made from it. */
export function predictionSeries(candles: Candles, forecast: Forecast): PredictionSeries {
  const { points, horizonDays } = forecast;
  const bars = candles.close.length;
  const shownBars = historyBars(bars, horizonDays);
  const history = Array.from({ length: bars + points.length }, (_, i) => candles.close[i] ?? null);
  return {
    dates: datesWith(candles.time, forecast),
    columns: [history, ...fanColumns(forecast, bars)],
    estimateFrom: bars,
    estimateStretch: Math.max(shownBars / (HISTORY_PER_ESTIMATE * horizonDays), 1),
    defaultBars: shownBars + points.length,
  };
}
