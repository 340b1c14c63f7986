import type { SearchResult } from '#worker/contract';

/** A search result. */
export function listing(symbol: string, name = `${symbol} Inc.`): SearchResult {
  return { symbol, name, exchange: 'NASDAQ', country: 'US', currency: 'USD' };
}
