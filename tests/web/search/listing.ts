import type { SearchResult } from '#worker/contract';

/** A listing as a search finds it. */
export function listing(symbol: string, name = `${symbol} Inc.`): SearchResult {
  return { symbol, name, exchange: 'NASDAQ', country: 'US', currency: 'USD' };
}
