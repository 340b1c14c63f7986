import {
  DEFAULT_HORIZON_DAYS,
  DEFAULT_TICKER,
  parseHorizon,
  parseTicker,
  readName,
  type HorizonDays,
  type Ticker,
} from '#compute';

export interface ShownListing {
  readonly ticker: Ticker;
  readonly days: HorizonDays;
}

/** The listing that a document (/prediction or /demo) shows; `null` if its URL's text spells no ticker. */
export function shownListing(
  { pathname, searchParams }: URL,
  demoTickers: readonly string[],
): ShownListing | null {
  const text = searchParams.get('ticker') ?? DEFAULT_TICKER;
  const typed = parseTicker(text);
  const read = readName(text).flatMap((reading) => (reading.kind === 'ticker' ? reading.text : []));
  const tickers = typed.ok ? [typed.value, ...read] : read;
  if (pathname === '/demo') {
    const inDemo = tickers.find((ticker) => demoTickers.includes(ticker));
    return { ticker: inDemo ?? DEFAULT_TICKER, days: DEFAULT_HORIZON_DAYS };
  }
  const [ticker] = tickers;
  return ticker === undefined ? null : { ticker, days: parseHorizon(searchParams.get('days')) };
}
