import { parseIsoDate, type Candles, type Forecast, type ForecastPoint } from '#compute';

/** Sessions of history beside a forecast of `horizonDays`: enough to judge the spread, few enough to see it. */
function historyBars(horizonDays: number): number {
  return 30 + Math.round(horizonDays * 1.5);
}

/** What the prediction chart draws: the closes, then the forecast, on one axis of sessions. */
export interface PredictionSeries {
  readonly dates: Float64Array;
  /** history, median, low50, high50, low80, high80, low95, high95. */
  readonly columns: readonly (readonly (number | null)[])[];
  /** Index of the first forecast session. */
  readonly estimateFrom: number;
  readonly defaultBars: number;
}

const BOUNDS = [
  'price',
  'low50',
  'high50',
  'low80',
  'high80',
  'low95',
  'high95',
] as const satisfies readonly (keyof ForecastPoint)[];

/**
 * Joins history and forecast. At the last session the median and every bound stand on the forecast's base price, so that
 * the fan opens from where the price is.
 */
export function predictionSeries(candles: Candles, forecast: Forecast): PredictionSeries {
  const { points, basePrice, horizonDays } = forecast;
  const bars = candles.close.length;
  const total = bars + points.length;
  const history = Array.from({ length: total }, (_, i) => candles.close[i] ?? null);
  const column = (bound: (typeof BOUNDS)[number]) =>
    Array.from({ length: total }, (_, i) => {
      if (i < bars - 1) return null;
      return i === bars - 1 ? basePrice : (points[i - bars]?.[bound] ?? null);
    });
  return {
    dates: Float64Array.from([
      ...candles.time,
      ...points.map(({ date }) => parseIsoDate(date) ?? Number.NaN),
    ]),
    columns: [history, ...BOUNDS.map(column)],
    estimateFrom: bars,
    defaultBars: Math.min(historyBars(horizonDays), bars) + points.length,
  };
}
