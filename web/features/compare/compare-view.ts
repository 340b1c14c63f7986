import {
  DEFAULT_HORIZON_DAYS,
  parseHorizon,
  parseTicker,
  RANGE_LABELS,
  type HorizonDays,
  type RangeLabel,
  type Ticker,
} from '#compute';
import { spelledTicker } from '../../shared/api/name-match.ts';
import type { ChartColor } from '../../shared/charts/chart-spec.ts';

/** With a benchmark, more lines than these cannot be told apart. */
export const MAX_COMPARED = 5;

export const DEFAULT_BENCHMARK = 'SPY' as Ticker;

/** Long enough for a difference to show, and most listings have that much history. */
const DEFAULT_RANGE: RangeLabel = '1Y';

const NO_BENCHMARK = 'none';

export interface CompareView {
  /** Up to {@link MAX_COMPARED}, each once. */
  readonly tickers: readonly Ticker[];
  /** What the URL names beyond that, or not as a ticker. */
  readonly ignored: readonly string[];
  readonly benchmark: Ticker | null;
  readonly range: RangeLabel;
  readonly horizonDays: HorizonDays;
}

/** Reads a query string. Missing or invalid values fall back to a default. */
export function parseCompareView(search: string): CompareView {
  const params = new URLSearchParams(search);
  const words = (params.get('tickers') ?? '').split(/[\s,;]+/).filter(Boolean);
  const unreadable = words.filter((word) => spelledTicker(word) === null);
  const tickers = [...new Set(words.flatMap((word) => spelledTicker(word) ?? []))];
  const named = params.get('benchmark')?.trim() ?? '';
  const benchmark = parseTicker(named);
  const others = named === '' || benchmark.ok ? [] : [named];
  const range = params.get('range');
  return {
    tickers: tickers.slice(0, MAX_COMPARED),
    ignored: [...new Set([...unreadable, ...tickers.slice(MAX_COMPARED), ...others])],
    benchmark: named === NO_BENCHMARK ? null : benchmark.ok ? benchmark.value : DEFAULT_BENCHMARK,
    range: RANGE_LABELS.find((label) => label === range) ?? DEFAULT_RANGE,
    horizonDays: parseHorizon(params.get('horizon')),
  };
}

/** A view's URL, which {@link parseCompareView} reads. Omits the default benchmark and horizon. */
export function compareUrl({ tickers, benchmark, range, horizonDays }: CompareView): string {
  const params = new URLSearchParams({ tickers: tickers.join(','), range });
  if (benchmark !== DEFAULT_BENCHMARK) params.set('benchmark', benchmark ?? NO_BENCHMARK);
  if (horizonDays !== DEFAULT_HORIZON_DAYS) params.set('horizon', String(horizonDays));
  return `/compare?${params}`;
}

export function drawnTickers({ tickers, benchmark }: CompareView): readonly Ticker[] {
  return benchmark === null || tickers.includes(benchmark) ? tickers : [...tickers, benchmark];
}

/** CSS pixels on and off; empty for a solid line. */
const DASHES: readonly (readonly number[])[] = [[], [8, 3], [2, 3], [10, 3, 2, 3], [5, 5]];

/** A listing's index among those compared; -1 for the benchmark. */
export function placeOf(view: CompareView, ticker: string): number {
  return view.tickers.findIndex((compared) => compared === ticker);
}

export function seriesStyle(view: CompareView, ticker: string) {
  return styleAt(placeOf(view, ticker));
}

/** A line's appearance. Colour and dash are each unique, so that either is enough to tell lines apart. */
export function styleAt(place: number) {
  const dash = DASHES[place];
  if (dash === undefined) return { color: 'text-2', dash: [], widthPx: 1 } as const;
  return { color: `series-${place + 1}` as ChartColor, dash, widthPx: 2 };
}
