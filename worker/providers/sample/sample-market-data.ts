import { err, ok } from '#compute';
import type { Result, Ticker } from '#compute';
import type { SearchResult } from '../../contract/contract.ts';
import type { ServiceError } from '../../http/errors.ts';
import { folded, matchRank } from '../listing-directory.ts';
import type { MarketData } from '../market-data.ts';
import { SAMPLE_LISTINGS, sampleListing } from './listings.ts';
import type { SampleListing } from './listings.ts';
import { sampleIntraday } from './minute-history.ts';
import { sampleNews } from './news.ts';
import { sampleFundamentals, sampleStock } from './quote.ts';

const MAX_RESULTS = 10;

/**
 * A simulated market that needs no network: real names and venues, invented prices that depend only on the listing and the
 * date. `now`, the clock in epoch milliseconds, decides how far the market has got.
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
    intraday: async (ticker, range) =>
      answer(ticker, (listing, seconds) => sampleIntraday(listing, range, seconds)),
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

/** Listings that match a text, best first: by symbol, then by the start of a word of the name, then anywhere. */
export function searchSample(text: string): readonly SearchResult[] {
  const wanted = folded(text);
  return SAMPLE_LISTINGS.flatMap((listing) => {
    const rank = matchRank(listing.symbol, listing.companyName, wanted);
    return rank === null ? [] : [{ listing, rank }];
  })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ listing }) => ({
      symbol: listing.symbol,
      name: listing.companyName,
      exchange: listing.exchange,
      country: listing.country,
      currency: listing.currency,
    }));
}
