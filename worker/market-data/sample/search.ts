import type { SearchResult } from '../../contract.ts';
import { SAMPLE_LISTINGS } from './listings.ts';
import type { SampleListing } from './listings.ts';

const MAX_RESULTS = 10;

/** Listings that match a text, best first: by symbol, then by the start of a word of the name, then anywhere. */
export function searchSample(text: string): readonly SearchResult[] {
  const wanted = fold(text);
  return SAMPLE_LISTINGS.map((listing) => ({ listing, rank: rank(listing, wanted) }))
    .filter((match) => match.rank < NO_MATCH)
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

const NO_MATCH = 5;

function rank(listing: SampleListing, wanted: string): number {
  const symbol = fold(listing.symbol);
  const name = fold(listing.companyName);
  // People write class shares with a dot.
  if (symbol === wanted || symbol === wanted.replace('.', '-')) return 0;
  if (symbol.startsWith(wanted)) return 1;
  if (name.startsWith(wanted)) return 2;
  if (name.includes(` ${wanted}`)) return 3;
  return name.includes(wanted) || symbol.includes(wanted) ? 4 : NO_MATCH;
}

/** Lower case without accents, so that `nestle` finds Nestlé. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
