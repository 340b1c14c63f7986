import { parseIsoDate } from '../dates/iso-date.ts';
import type { Forecast } from '../forecast/forecast.ts';
import { type Candles, sliceCandles } from '../prices/candles.ts';

/** The columns of a fan: the median, and the bounds of each range. */
export const FAN_BOUNDS = ['price', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'] as const;

/** Sessions of history per forecast session, so that the forecast takes a third of the plot. */
const HISTORY_PER_ESTIMATE = 2;

/** Minimum sessions of history. A one-day forecast's session is drawn wider instead. */
const MIN_HISTORY_BARS = 10;

/** A forecast chart's data: the closes, then the forecast, on one axis of sessions. */
export interface PredictionSeries {
  readonly dates: Float64Array;
  /** The closes, then {@link FAN_BOUNDS}. */
  readonly columns: readonly (readonly (number | null)[])[];
  readonly estimateFrom: number;
  /** Width of an estimated session relative to a past one. */
  readonly estimateStretch: number;
  /** Sessions shown at first, counted from the newest. */
  readonly defaultBars: number;
}

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

/** Maps a price to a chart's scale; `null` if the scale cannot show it. */
export type PriceToScale = (price: number) => number | null;

export const linearPlace: PriceToScale = (price) => (Number.isFinite(price) ? price : null);

/** The columns of {@link FAN_BOUNDS} after `bars` bars. At the last bar all equal the base price, where the fan opens. */
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
