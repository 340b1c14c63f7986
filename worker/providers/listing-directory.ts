import * as v from 'valibot';
import { searchResult, type SearchResult } from '../contract/contract.ts';
import { inTime } from '../resilience/single-flight.ts';
import nicknames from './nicknames.json' with { type: 'json' };

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

    /** Symbols whose name or nickname differs from a text by one slip of the finger, at most three. */
    async similar(text: string): Promise<readonly string[]> {
      const named = [...(await listings()).values()].map(({ symbol, name }) => [name, symbol] as const);
      const found = [...NICKNAMES, ...named].filter(([name]) => isSlipOf(text, name));
      return [...new Set(found.map(([, symbol]) => symbol))].slice(0, MAX_SIMILAR);
    },
  };
}

/** What people call a listing whose name does not begin with it. */
const NICKNAMES: ReadonlyMap<string, string> = new Map(Object.entries(nicknames));

/** The symbol of a nickname (`coke`, `jp morgan`), in which apostrophes and dots do not count; `null` if it is none. */
export function symbolOfNickname(text: string): string | null {
  return NICKNAMES.get(spaced(unpunctuated(foldAccents(text)).replaceAll('&', ' and '))) ?? null;
}

const MAX_SIMILAR = 3;

/** Shorter texts are within one slip of too many names. */
const MIN_SLIP_CHARACTERS = 5;

/** Whether a text is one slip away from a name or from as many of its first words as the text has. */
function isSlipOf(text: string, name: string): boolean {
  const typed = spaced(foldAccents(text));
  if (typed.length < MIN_SLIP_CHARACTERS) return false;
  const words = spaced(foldAccents(name)).split(' ');
  const first = words.slice(0, typed.split(' ').length).join(' ');
  return isOneSlip(typed, first) || isOneSlip(typed, words.join(' '));
}

/** Whether two texts differ by one letter too many, too few or wrong, or by two neighbours that changed places. */
function isOneSlip(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < shorter - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isSwap = left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
  return isSwap || (left.length <= 1 && right.length <= 1 && left !== right);
}

async function readListings(assets: Fetcher): Promise<Listings> {
  const file = await assets.fetch(ADDRESS);
  if (!file.ok) throw new Error(`listings.json: status ${file.status}`);
  const listings = v.parse(listingsSchema, await file.json());
  return new Map(listings.map((listing) => [listing.symbol, listing]));
}

/** Up to ten listings that match a text: by symbol, then at the start of a word in the name, then anywhere in it. */
export function bestMatches(listings: readonly SearchResult[], text: string): readonly SearchResult[] {
  const typed = foldAccents(text);
  return listings
    .flatMap((listing) => {
      const rank = matchRank(listing.symbol, listing.name, typed);
      return rank === null ? [] : [{ listing, rank }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, MAX_RESULTS)
    .map(({ listing }) => listing);
}

/** How well a listing matches a text: 0 is best, `null` means not at all. `typed` comes from {@link foldAccents}. */
function matchRank(symbol: string, name: string, typed: string): number | null {
  const foldedSymbol = foldAccents(symbol);
  // People write share classes with a dot.
  if (foldedSymbol === typed || foldedSymbol === typed.replace('.', '-')) return 0;
  if (foldedSymbol.startsWith(typed)) return 1;
  const ranks = [
    wordRank(spaced(foldAccents(name)), spaced(typed)),
    wordRank(spaced(unpunctuated(foldAccents(name))), spaced(unpunctuated(typed))),
  ].filter((rank) => rank !== null);
  if (ranks.length > 0) return Math.min(...ranks);
  return foldedSymbol.includes(typed) ? 4 : null;
}

function wordRank(name: string, typed: string): number | null {
  if (typed === '') return null;
  if (` ${name}`.startsWith(` ${typed}`)) return 2;
  if (` ${name}`.includes(` ${typed}`)) return 3;
  return name.includes(typed) ? 4 : null;
}

/** A text without apostrophes and dots, so that `mcdonalds` finds McDonald’s. */
function unpunctuated(text: string): string {
  return text.replace(/['’.]/g, '');
}

/** The words of a text, separated by single spaces, so that `coca cola` finds Coca-Cola. */
function spaced(text: string): string {
  return text
    .split(/[\s,.&’'-]+/)
    .filter(Boolean)
    .join(' ');
}

/** Lower case without accents, so that `nestle` finds Nestlé. */
function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
