import { err, ok } from '#compute';
import type { Result, Ticker } from '#compute';
import type { ServiceError } from '../../errors.ts';
import type { MarketData } from '../market-data.ts';
import { sampleListing } from './listings.ts';
import type { SampleListing } from './listings.ts';
import { sampleNews } from './news.ts';
import { sampleFundamentals, sampleStock } from './quote.ts';
import { searchSample } from './search.ts';

/**
 * A simulated market that needs no network: true names and venues, invented prices that depend on the listing and the
 * date only. `now` is the clock in epoch milliseconds; it decides how far the market has come.
 */
export function createSampleMarketData(now: () => number): MarketData {
  const nowSeconds = () => now() / 1000;

  function answer<T>(
    ticker: Ticker,
    make: (listing: SampleListing, nowSeconds: number) => T,
  ): Result<T, ServiceError> {
    const listing = sampleListing(ticker);
    return listing === null ? err({ reason: 'unknown_symbol', ticker }) : ok(make(listing, nowSeconds()));
  }

  return {
    identity: 'sample',
    stock: async (ticker) => answer(ticker, sampleStock),
    fundamentals: async (ticker) => answer(ticker, sampleFundamentals),
    news: async (ticker) =>
      answer(ticker, (listing, seconds) => ({
        source: 'sample',
        articles: sampleNews(listing, seconds),
        asOfSeconds: seconds,
      })),
    search: async (query) =>
      ok({ source: 'sample', results: searchSample(query), asOfSeconds: nowSeconds() }),
    providers: () => [{ name: 'sample', breaker: 'closed', last_success_at: new Date(now()).toISOString() }],
  };
}
