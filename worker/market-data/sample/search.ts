import type { SearchResult } from '../../contract.ts';
import { folded, matchRank } from '../listing-match.ts';
import { SAMPLE_LISTINGS } from './listings.ts';

const MAX_RESULTS = 10;

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
