/** What a forecast chart shows, and the scales of its picture; the chart that replaces the picture has the same ones. */
import type { Analysed } from '../analysis.ts';
import { parseIsoDate } from '../dates/iso-date.ts';
import type { Forecast, ForecastPoint } from '../forecast/forecast.ts';
import type { Format } from '../format/format.ts';
import { type Candles, sliceCandles } from '../prices/candles.ts';
import type { CloseSeries } from '../prices/compare.ts';
import { priceAxisPx, priceRange, priceTicks } from './axes.ts';

/** The columns of a fan: the median, and the bounds of each range. */
export const FAN_BOUNDS = ['price', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'] as const;

/** What a fan is drawn from: a listing's forecast, or that of several holdings together. */
export interface FanForecast extends Pick<Forecast, 'horizonDays' | 'basePrice'> {
  readonly points: readonly Pick<ForecastPoint, 'date' | (typeof FAN_BOUNDS)[number]>[];
}

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

function historyBars(bars: number, horizonDays: number): number {
  return Math.min(Math.max(HISTORY_PER_ESTIMATE * horizonDays, MIN_HISTORY_BARS), bars);
}

/** The dates of bars, then those of the forecast's sessions; epoch seconds. */
export function datesWith(time: Float64Array, { points }: FanForecast): Float64Array {
  return Float64Array.from([...time, ...points.map(({ date }) => parseIsoDate(date) ?? Number.NaN)]);
}

/** Maps a price to a chart's scale; `null` if the scale cannot show it. */
export type PriceToScale = (price: number) => number | null;

export const linearPlace: PriceToScale = (price) => (Number.isFinite(price) ? price : null);

/** The columns of {@link FAN_BOUNDS} after `bars` bars. At the last bar all equal the base price, where the fan opens. */
export function fanColumns(
  { points, basePrice }: FanForecast,
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

export function predictionSeries(candles: CloseSeries, forecast: FanForecast): PredictionSeries {
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

export interface PictureInput extends Analysed {
  readonly candles: Candles;
}

/** The two layouts, of which a style sheet shows one. Plot height, and the number of labels that fit on axes of the usual width. */
export const LAYOUTS = {
  wide: { plotPx: 264, usualWidthPx: 700, dateCount: 9 },
  phone: { plotPx: 204, usualWidthPx: 290, dateCount: 4 },
} as const;

/** Positions of sessions and prices on the plot, 0…1 from the upper left corner, and its axis labels. */
export interface Plot {
  readonly series: PredictionSeries;
  readonly x: (session: number) => number;
  readonly y: (price: number) => number;
  readonly range: readonly [low: number, high: number];
  /** The last price, and the 80 % bounds at the end. */
  readonly last: number;
  readonly edges: readonly number[];
  readonly write: (price: number, decimals: number) => string;
  readonly tags: readonly string[];
  readonly axisPx: number;
}

export function plotOf(format: Format, { response, analysis, candles }: PictureInput): Plot {
  const { forecast } = analysis;
  const bars = historyBars(candles.close.length, forecast.horizonDays);
  const series = predictionSeries(sliceCandles(candles, -bars), forecast);
  const { dates, estimateFrom, estimateStretch } = series;
  const prices = series.columns.flat().filter((price) => price !== null);
  const range = priceRange(Math.min(...prices), Math.max(...prices));
  // Leaves half a session free on either side. An estimated session may be wider than a past one.
  const place = (session: number): number =>
    session + 0.5 + Math.max(session - estimateFrom + 1, 0) * (estimateStretch - 1);
  const width = place(dates.length - 1) + 0.5;
  const { low80, high80 } = forecast.points.at(-1)!;
  const tags = format.prices([forecast.basePrice, low80, high80], response);
  const write = (price: number, decimals: number): string => format.price(price, response, decimals);
  const labels = Object.values(LAYOUTS).flatMap(({ plotPx }) => {
    const ticks = priceTicks(range, plotPx);
    return ticks.prices.map((price) => write(price, ticks.decimals));
  });
  return {
    series,
    x: (session) => place(session) / width,
    y: (price) => (range[1] - price) / (range[1] - range[0]),
    range,
    last: forecast.basePrice,
    edges: [low80, high80],
    write,
    tags,
    axisPx: priceAxisPx([...labels, ...tags]),
  };
}
