import {
  DEFAULT_HORIZON_DAYS,
  DEFAULT_TICKER,
  parseHorizon,
  parseTicker,
  RANGE_LABELS,
  type HorizonDays,
  type RangeLabel,
  type Ticker,
} from '#compute';

/** What the address says: which listing, how far ahead, how far back. */
export interface StockView {
  readonly ticker: Ticker;
  readonly horizonDays: HorizonDays;
  readonly range: RangeLabel;
}

/** A month shows a trend without flattening the days. */
const DEFAULT_RANGE: RangeLabel = '1M';

/** Reads a query string. Each part that is missing or not valid falls back to its default on its own. */
export function parseView(search: string): StockView {
  const params = new URLSearchParams(search);
  const ticker = parseTicker(params.get('ticker') ?? '');
  const range = params.get('range');
  return {
    ticker: ticker.ok ? ticker.value : DEFAULT_TICKER,
    horizonDays: parseHorizon(params.get('days') ?? '') ?? DEFAULT_HORIZON_DAYS,
    range: RANGE_LABELS.find((label) => label === range) ?? DEFAULT_RANGE,
  };
}

/** The address of a view; {@link parseView} of its query gives the view back. */
export function viewUrl({ ticker, horizonDays, range }: StockView): string {
  return `/prediction?${new URLSearchParams({ ticker, days: String(horizonDays), range })}`;
}
