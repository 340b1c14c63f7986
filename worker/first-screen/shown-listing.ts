import {
  DEFAULT_HORIZON_DAYS,
  DEFAULT_TICKER,
  parseHorizon,
  parseTicker,
  type HorizonDays,
  type Ticker,
} from '#compute';

export interface ShownListing {
  readonly ticker: Ticker;
  readonly days: HorizonDays;
}

/** The listing that a document (/prediction or /demo) shows; `null` if its URL's ticker is invalid. */
export function shownListing(
  { pathname, searchParams }: URL,
  demoTickers: readonly string[],
): ShownListing | null {
  const parsed = parseTicker(searchParams.get('ticker') ?? DEFAULT_TICKER);
  if (pathname === '/demo') {
    const isInDemo = parsed.ok && demoTickers.includes(parsed.value);
    return { ticker: isInDemo ? parsed.value : DEFAULT_TICKER, days: DEFAULT_HORIZON_DAYS };
  }
  if (!parsed.ok) return null;
  return { ticker: parsed.value, days: parseHorizon(searchParams.get('days') ?? '') ?? DEFAULT_HORIZON_DAYS };
}
