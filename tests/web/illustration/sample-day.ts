import { parseTicker } from '#compute';
import { sampleListing } from '../../../worker/providers/sample/listings.ts';
import { sampleStock } from '../../../worker/providers/sample/sample-market-data.ts';

/** Friday 2026-11-13, after the close in New York: the day of the home page's picture and cards. */
const AFTER_THE_CLOSE = Date.UTC(2026, 10, 13, 22) / 1000;

/** A listing of the sample market and its bars as of that day. */
export function onSampleDay(symbol: string) {
  const ticker = parseTicker(symbol);
  const listing = ticker.ok ? sampleListing(ticker.value) : null;
  if (listing === null) throw new Error(`the sample market has no ${symbol}`);
  return { listing, candles: sampleStock(listing, AFTER_THE_CLOSE).candles };
}
