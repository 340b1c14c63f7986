import { type Candles, sliceCandles } from '../candles.ts';
import type { Forecast } from '../forecast/forecast.ts';
import { parseIsoDate } from '../iso-date.ts';

/** A column of a fan: the median or the bound of a range. */
type FanBound = 'price' | 'low50' | 'high50' | 'low80' | 'high80' | 'low95' | 'high95';

export const FAN_BOUNDS: readonly FanBound[] = [
  'price',
  'low50',
  'high50',
  'low80',
  'high80',
  'low95',
  'high95',
];

/** Sessions of history for each one of the forecast, which so takes a third of the plot. */
const HISTORY_PER_ESTIMATE = 2;

/** Fewer sessions than this are no history; a forecast of one day is drawn wider instead. */
const MIN_HISTORY_BARS = 10;

/** What a chart of a forecast draws: the closes, then the forecast, on one axis of sessions. */
export interface PredictionSeries {
  readonly dates: Float64Array;
  /** history, then {@link FAN_BOUNDS}. */
  readonly columns: readonly (readonly (number | null)[])[];
  /** Index of the first forecast session. */
  readonly estimateFrom: number;
  /** How many times as wide as a past session an estimated one is drawn. */
  readonly estimateStretch: number;
  /** Sessions shown at first, counted from the newest. */
  readonly defaultBars: number;
}

/** The last sessions of a history, as many as stand beside a forecast at first. */
export function shownHistory(candles: Candles, { horizonDays }: Forecast): Candles {
  const bars = candles.close.length;
  return sliceCandles(candles, bars - historyBars(bars, horizonDays), bars);
}

function historyBars(bars: number, horizonDays: number): number {
  return Math.min(Math.max(HISTORY_PER_ESTIMATE * horizonDays, MIN_HISTORY_BARS), bars);
}

/**
 * Joins history and forecast. At the last session the median and every bound stand on the forecast's base price, so that
 * the fan opens from where the price is.
 */
export function predictionSeries(candles: Candles, forecast: Forecast): PredictionSeries {
  const { points, basePrice, horizonDays } = forecast;
  const bars = candles.close.length;
  const total = bars + points.length;
  const shownBars = historyBars(bars, horizonDays);
  const history = Array.from({ length: total }, (_, i) => candles.close[i] ?? null);
  const column = (bound: FanBound): (number | null)[] =>
    Array.from({ length: total }, (_, i) => {
      if (i < bars - 1) return null;
      return i === bars - 1 ? basePrice : (points[i - bars]?.[bound] ?? null);
    });
  return {
    dates: Float64Array.from([
      ...candles.time,
      ...points.map(({ date }) => parseIsoDate(date) ?? Number.NaN),
    ]),
    columns: [history, ...FAN_BOUNDS.map(column)],
    estimateFrom: bars,
    estimateStretch: Math.max(shownBars / (HISTORY_PER_ESTIMATE * horizonDays), 1),
    defaultBars: shownBars + points.length,
  };
}
