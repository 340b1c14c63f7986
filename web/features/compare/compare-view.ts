import {
  DEFAULT_HORIZON_DAYS,
  parseHorizon,
  parseTicker,
  RANGE_LABELS,
  type HorizonDays,
  type RangeLabel,
  type Ticker,
} from '#compute';
import { invalidTickerParam } from '../../shared/search/ticker-text.tsx';
import { tickersIn } from '../../shared/search/tickers-in.ts';
import type { ChartColor } from '../../shared/charts/chart-spec.ts';

/** Listings side by side; more lines than these and a benchmark cannot be told apart. */
export const MAX_COMPARED = 5;

export const DEFAULT_BENCHMARK = 'SPY' as Ticker;

/** A year has room for a difference to show, and most listings have one. */
const DEFAULT_RANGE: RangeLabel = '1Y';

const NO_BENCHMARK = 'none';

export interface CompareView {
  /** Up to {@link MAX_COMPARED}, each once. */
  readonly tickers: readonly Ticker[];
  readonly benchmark: Ticker | null;
  readonly range: RangeLabel;
  readonly horizonDays: HorizonDays;
}

/** Reads a query string. What is missing or not valid falls back or is left out on its own. */
export function parseCompareView(search: string): CompareView {
  const params = new URLSearchParams(search);
  const benchmarkParam = params.get('benchmark') ?? '';
  const benchmark = parseTicker(benchmarkParam);
  const range = params.get('range');
  return {
    tickers: requestedTickers(search).tickers.slice(0, MAX_COMPARED),
    benchmark: benchmarkParam === NO_BENCHMARK ? null : benchmark.ok ? benchmark.value : DEFAULT_BENCHMARK,
    range: RANGE_LABELS.find((label) => label === range) ?? DEFAULT_RANGE,
    horizonDays: parseHorizon(params.get('horizon') ?? '') ?? DEFAULT_HORIZON_DAYS,
  };
}

/** The texts of an address that {@link parseCompareView} leaves out, each once. */
export function ignoredParams(search: string): readonly string[] {
  const { tickers, unreadable } = requestedTickers(search);
  const benchmark = invalidTickerParam(search, 'benchmark');
  return [...new Set([...unreadable, ...tickers.slice(MAX_COMPARED), ...(benchmark ? [benchmark] : [])])];
}

function requestedTickers(search: string) {
  return tickersIn(new URLSearchParams(search).get('tickers') ?? '');
}

/** The address of a view, which {@link parseCompareView} reads. A default benchmark and horizon are not named. */
export function compareUrl({ tickers, benchmark, range, horizonDays }: CompareView): string {
  const params = new URLSearchParams({ tickers: tickers.join(','), range });
  if (benchmark !== DEFAULT_BENCHMARK) params.set('benchmark', benchmark ?? NO_BENCHMARK);
  if (horizonDays !== DEFAULT_HORIZON_DAYS) params.set('horizon', String(horizonDays));
  return `/compare?${params}`;
}

/** Everything that the view draws, the benchmark last; a benchmark that is compared anyway is drawn once. */
export function drawnTickers({ tickers, benchmark }: CompareView): readonly Ticker[] {
  return benchmark === null || tickers.includes(benchmark) ? tickers : [...tickers, benchmark];
}

/** How a line of the view looks. Its colour and its dash are both unique, so that either is enough. */
export interface SeriesStyle {
  readonly color: ChartColor;
  /** CSS pixels on and off; empty for a solid line. */
  readonly dash: readonly number[];
  readonly widthPx: number;
}

const DASHES = [[], [8, 3], [2, 3], [10, 3, 2, 3], [5, 5]] as const;

/** The style of one listing of a view, which it keeps whether or not the others have prices. */
export function seriesStyle(view: CompareView, ticker: string): SeriesStyle {
  const place = view.tickers.findIndex((compared) => compared === ticker);
  const dash = DASHES[place];
  if (dash === undefined) return { color: 'text-2', dash: [], widthPx: 1 };
  return { color: `series-${place + 1}` as ChartColor, dash, widthPx: 2 };
}
