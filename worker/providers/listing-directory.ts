import * as v from 'valibot';
import { searchResult, type SearchResult } from '../contract/contract.ts';
import { BINDING_DEADLINE_MS, inTime } from '../resilience/single-flight.ts';
import { MAX_RESULTS } from './market-data.ts';
import nicknames from './nicknames.json' with { type: 'json' };

const MAX_SIMILAR = 3;
/** Shorter texts are within one slip of too many names. */
const MIN_SLIP_CHARACTERS = 5;

/** The binding reads only the path. */
const ADDRESS = 'https://assets.invalid/listings.json';

const listingsSchema = v.pipe(v.array(searchResult), v.minLength(1));

/** Large listings, for names and for searches while every provider fails; empty while their file cannot be read. */
export class ListingDirectory {
  readonly #assets: Fetcher | null;
  #known: readonly SearchResult[] | null = null;

  constructor(assets: Fetcher | null) {
    this.#assets = assets;
  }

  async nameOf(symbol: string): Promise<string | null> {
    return (await this.#listings()).find((listing) => listing.symbol === symbol)?.name ?? null;
  }

  async search(text: string): Promise<readonly SearchResult[]> {
    return bestMatches(await this.#listings(), text);
  }

  /** Symbols whose name or nickname differs from a text by one slip of the finger, at most three. */
  async similar(text: string): Promise<readonly string[]> {
    const named = (await this.#listings()).map(({ symbol, name }) => [name, symbol] as const);
    const found = [...NICKNAMES, ...named].filter(([name]) => isSlipOf(text, name));
    return [...new Set(found.map(([, symbol]) => symbol))].slice(0, MAX_SIMILAR);
  }

  async #listings(): Promise<readonly SearchResult[]> {
    if (this.#known !== null || this.#assets === null) return this.#known ?? [];
    try {
      const reading = this.#assets.fetch(ADDRESS).then((file) => file.json());
      return (this.#known = v.parse(listingsSchema, await inTime(BINDING_DEADLINE_MS, reading)));
    } catch (cause) {
      console.warn(JSON.stringify({ event: 'no_listings', cause: String(cause) }));
      return [];
    }
  }
}

/** What people call a listing whose name does not begin with it. */
const NICKNAMES: ReadonlyMap<string, string> = new Map(Object.entries(nicknames));

/** The symbol of a nickname (`coke`, `jp morgan`), in which apostrophes and dots do not count; `null` if it is none. */
export function symbolOfNickname(text: string): string | null {
  return NICKNAMES.get(words(unpunctuated(text).replaceAll('&', ' and '))) ?? null;
}

/** Whether a text is one slip away from a name or from as many of its first words as the text has. */
function isSlipOf(text: string, name: string): boolean {
  const typed = words(text);
  if (typed.length < MIN_SLIP_CHARACTERS) return false;
  const named = words(name);
  const first = named.split(' ').slice(0, typed.split(' ').length).join(' ');
  return isOneSlip(typed, first) || isOneSlip(typed, named);
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

/** Up to ten listings that match a text: by symbol, then at the start of a word in the name, then anywhere in it. */
export function bestMatches(listings: readonly SearchResult[], text: string): readonly SearchResult[] {
  const ranks = listings.map((listing) => [listing, matchRank(listing, text)] as const);
  return ranks
    .filter(([, rank]) => rank < NO_MATCH)
    .sort(([, a], [, b]) => a - b)
    .slice(0, MAX_RESULTS)
    .map(([listing]) => listing);
}

const NO_MATCH = 5;

/** How well a listing matches a text: 0 is best. */
function matchRank(listing: SearchResult, text: string): number {
  const [symbol, typed] = [foldAccents(listing.symbol), foldAccents(text)];
  // People write share classes with a dot.
  if (symbol === typed || symbol === typed.replace('.', '-')) return 0;
  if (symbol.startsWith(typed)) return 1;
  return Math.min(
    wordRank(words(listing.name), words(text)),
    wordRank(words(unpunctuated(listing.name)), words(unpunctuated(text))),
    symbol.includes(typed) ? 4 : NO_MATCH,
  );
}

function wordRank(name: string, typed: string): number {
  if (typed === '') return NO_MATCH;
  if (` ${name}`.startsWith(` ${typed}`)) return 2;
  if (` ${name}`.includes(` ${typed}`)) return 3;
  return name.includes(typed) ? 4 : NO_MATCH;
}

/** A text without apostrophes and dots, so that `mcdonalds` finds McDonald’s. */
function unpunctuated(text: string): string {
  return text.replace(/['’.]/g, '');
}

/** The folded words of a text, separated by single spaces, so that `coca cola` finds Coca-Cola. */
function words(text: string): string {
  return foldAccents(text)
    .split(/[\s,.&’'-]+/)
    .filter(Boolean)
    .join(' ');
}

/** Lower case without accents, so that `nestle` finds Nestlé. */
function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
