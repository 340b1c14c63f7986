import * as v from 'valibot';
import { searchResult, type SearchResult } from '../contract/contract.ts';
import { inTime } from '../resilience/single-flight.ts';

const MAX_RESULTS = 10;
const READ_TIMEOUT_MS = 500;
/** The binding reads only the path. */
const ADDRESS = 'https://assets.invalid/listings.json';

const listingsSchema = v.pipe(v.array(searchResult), v.minLength(1));

type Listings = ReadonlyMap<string, SearchResult>;

export type NameOf = (symbol: string) => Promise<string | null>;

/** Large listings, for names and for searches while every provider fails; empty while their file cannot be read. */
export function createListingDirectory(assets: Fetcher | null) {
  let known: Listings | null = null;

  async function listings(): Promise<Listings> {
    if (known !== null || assets === null) return known ?? new Map();
    try {
      return (known = await inTime(READ_TIMEOUT_MS, readListings(assets)));
    } catch (cause) {
      console.warn(JSON.stringify({ event: 'no_listings', cause: String(cause) }));
      return new Map();
    }
  }

  return {
    nameOf: async (symbol: string) => (await listings()).get(symbol)?.name ?? null,

    search: async (text: string) => bestMatches([...(await listings()).values()], text),
  };
}

async function readListings(assets: Fetcher): Promise<Listings> {
  const file = await assets.fetch(ADDRESS);
  if (!file.ok) throw new Error(`listings.json: status ${file.status}`);
  const listings = v.parse(listingsSchema, await file.json());
  return new Map(listings.map((listing) => [listing.symbol, listing]));
}

/** Up to ten listings that match a text: by symbol, then at the start of a word in the name, then anywhere in it. */
export function bestMatches(listings: readonly SearchResult[], text: string): readonly SearchResult[] {
  const typed = folded(text);
  return listings
    .flatMap((listing) => {
      const rank = matchRank(listing.symbol, listing.name, typed);
      return rank === null ? [] : [{ listing, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ listing }) => listing);
}

/** How well a listing matches a text: 0 is best, `null` means not at all. `typed` comes from {@link folded}. */
function matchRank(symbol: string, name: string, typed: string): number | null {
  const foldedSymbol = folded(symbol);
  // People write share classes with a dot.
  if (foldedSymbol === typed || foldedSymbol === typed.replace('.', '-')) return 0;
  if (foldedSymbol.startsWith(typed)) return 1;
  const words = ` ${spaced(folded(name))}`;
  const typedWords = spaced(typed);
  if (typedWords !== '') {
    if (words.startsWith(` ${typedWords}`)) return 2;
    if (words.includes(` ${typedWords}`)) return 3;
    if (words.includes(typedWords)) return 4;
  }
  return foldedSymbol.includes(typed) ? 4 : null;
}

/** The words of a text, separated by single spaces, so that `coca cola` finds Coca-Cola. */
function spaced(text: string): string {
  return text
    .split(/[\s,.&’'-]+/)
    .filter(Boolean)
    .join(' ');
}

/** Lower case without accents, so that `nestle` finds Nestlé. */
function folded(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
