import { DEFAULT_TICKER, parseHorizon, parseTicker, readName, type HorizonDays, type Ticker } from '#compute';

export interface ShownListing {
  readonly ticker: Ticker;
  readonly days: HorizonDays;
}

/** The listing that a document (/prediction or /demo) shows; `null` if its URL's text spells no ticker. */
export function shownListing({ searchParams }: URL): ShownListing | null {
  const text = searchParams.get('ticker') ?? DEFAULT_TICKER;
  const typed = parseTicker(text);
  const read = readName(text).flatMap((reading) => (reading.kind === 'ticker' ? reading.text : []));
  const ticker = typed.ok ? typed.value : read[0];
  return ticker === undefined ? null : { ticker, days: parseHorizon(searchParams.get('days')) };
}
