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

export interface StockView {
  readonly ticker: Ticker;
  readonly horizonDays: HorizonDays;
  readonly range: RangeLabel;
}

/** A month shows a trend without flattening the days. */
const DEFAULT_RANGE: RangeLabel = '1M';

/** The listing and horizon of a query string; the ticker is `null` where a text in its place is none. */
export function parseListing(search: string): { ticker: Ticker | null; horizonDays: HorizonDays } {
  const params = new URLSearchParams(search);
  const ticker = parseTicker(params.get('ticker') ?? DEFAULT_TICKER);
  return {
    ticker: ticker.ok ? ticker.value : null,
    horizonDays: parseHorizon(params.get('days') ?? '') ?? DEFAULT_HORIZON_DAYS,
  };
}

/** Reads a query string. Each part that is missing or not valid falls back to its default on its own. */
export function parseView(search: string): StockView {
  const { ticker, horizonDays } = parseListing(search);
  const range = new URLSearchParams(search).get('range');
  return {
    ticker: ticker ?? DEFAULT_TICKER,
    horizonDays,
    range: RANGE_LABELS.find((label) => label === range) ?? DEFAULT_RANGE,
  };
}

/** The address of a view; {@link parseView} of its query gives the view back. */
export function viewUrl({ ticker, horizonDays, range }: StockView): string {
  return `/prediction?${new URLSearchParams({ ticker, days: String(horizonDays), range })}`;
}
