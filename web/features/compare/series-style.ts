import type { ChartColor } from '../../shared/charts/chart-theme.ts';
import { drawnTickers, type CompareView } from './compare-url.ts';

/** How a line looks. Colour and dash tell it apart, so that one of the two is enough. */
export interface SeriesStyle {
  /** Name of the design token. */
  readonly color: ChartColor;
  /** CSS pixels on and off; empty for a solid line. */
  readonly dash: readonly number[];
  readonly widthPx: number;
}

/** By place among the compared listings. */
const STYLES: readonly SeriesStyle[] = [
  { color: 'series-1', dash: [], widthPx: 2 },
  { color: 'series-2', dash: [8, 3], widthPx: 2 },
  { color: 'series-3', dash: [2, 3], widthPx: 2 },
  { color: 'series-4', dash: [10, 3, 2, 3], widthPx: 2 },
  { color: 'series-5', dash: [5, 5], widthPx: 2 },
];

/** The market in the background: grey and thin. */
const BENCHMARK: SeriesStyle = { color: 'text-2', dash: [], widthPx: 1 };

/** The style of one listing of a view, which it keeps whether or not the others have prices. */
export function seriesStyle(view: CompareView, ticker: string): SeriesStyle {
  const place = drawnTickers(view).findIndex((drawn) => drawn === ticker);
  // The benchmark stands behind the listings, unless it is one of them.
  return place < view.tickers.length ? (STYLES[place] ?? BENCHMARK) : BENCHMARK;
}
