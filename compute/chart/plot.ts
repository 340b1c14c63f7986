/** The scales of the forecast's picture; the chart that replaces it has the same ones. */
import type { Analysed } from '../analysis.ts';
import type { Format } from '../format/format.ts';
import type { Candles } from '../prices/candles.ts';
import { priceAxisPx, priceRange, priceTicks } from './axes.ts';
import { type PredictionSeries, predictionSeries, shownHistory } from './prediction-series.ts';

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
  const series = predictionSeries(shownHistory(candles, forecast), forecast);
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
