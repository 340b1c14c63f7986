/** Where a forecast's picture has its sessions and prices: the chart in its place has the same scales. */
import type { Analysed } from '../brief.ts';
import type { Candles } from '../candles.ts';
import type { Format } from '../format/format.ts';
import { priceAxisPx, priceRange, priceTicks } from './axes.ts';
import { type PredictionSeries, predictionSeries, shownHistory } from './prediction-series.ts';

export interface PictureInput extends Analysed {
  readonly candles: Candles;
}

/** The two layouts, one of which a style sheet shows: height of the plot, and room for labels on an axis as wide as is usual. */
export const LAYOUTS = [
  { className: 'first-screen_wide', plotPx: 264, usualWidthPx: 700, dateCount: 9 },
  { className: 'first-screen_phone', plotPx: 204, usualWidthPx: 290, dateCount: 4 },
] as const;

/** Where sessions and prices are on the plot, 0…1 from its left upper corner, and what stands on its axes. */
export interface Plot {
  readonly series: PredictionSeries;
  readonly x: (session: number) => number;
  readonly y: (price: number) => number;
  readonly range: readonly [low: number, high: number];
  /** The last price, and the 80 % bounds at the end. */
  readonly last: number;
  readonly edges: readonly number[];
  readonly write: (price: number, decimals?: number) => string;
}

export function plotOf(format: Format, { response, analysis, candles }: PictureInput): Plot {
  const { forecast } = analysis;
  const series = predictionSeries(shownHistory(candles, forecast), forecast);
  const { dates, estimateFrom, estimateStretch } = series;
  const prices = series.columns.flat().filter((price) => price !== null);
  const range = priceRange(Math.min(...prices), Math.max(...prices));
  // Half a session is left free on either side; an estimated one may be wider than a past one.
  const place = (session: number): number =>
    session + 0.5 + Math.max(session - estimateFrom + 1, 0) * (estimateStretch - 1);
  const width = place(dates.length - 1) + 0.5;
  const end = forecast.points.at(-1)!;
  return {
    series,
    x: (session) => place(session) / width,
    y: (price) => (range[1] - price) / (range[1] - range[0]),
    range,
    last: forecast.basePrice,
    edges: [end.low80, end.high80],
    write: (price, decimals) => format.price(price, response.currency, decimals),
  };
}

/** Width of the price axis: of the picture, and of the chart in its place. */
export function forecastAxisPx(format: Format, input: PictureInput): number {
  return axisPx(plotOf(format, input));
}

export function axisPx({ range, last, edges, write }: Plot): number {
  const labels = LAYOUTS.flatMap(({ plotPx }) => {
    const { prices, decimals } = priceTicks(range, plotPx);
    return prices.map((price) => write(price, decimals));
  });
  return priceAxisPx([...labels, ...[last, ...edges].map((price) => write(price))]);
}
