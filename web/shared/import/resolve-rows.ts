import { isIsin } from '#compute';
import type { SearchResult } from '#worker/contract';
import { inParallel } from '../api/in-parallel.ts';
import { namedTicker, spelledTicker, unmatchedNote } from '../api/name-match.ts';
import { findListings } from '../search/suggestion-list.tsx';
import type { Store } from '../../store.ts';
import type { ListRow } from './read-list.ts';

/** What a row was read as: the listing, or why there is none. */
export interface ReadListing {
  readonly ticker: string | null;
  readonly name: string;
  /** The listings of the row's ISIN, one of which is its own; empty if there is nothing to choose. */
  readonly venues: readonly SearchResult[];
  readonly reason: string;
}

export type ReadRow<Row extends ListRow = ListRow> = Row & ReadListing;

/** Reads rows in their order. What is written as a ticker needs no search; ISINs and names do. */
export async function resolveRows<Row extends ListRow>(
  store: Store,
  rows: readonly Row[],
): Promise<readonly ReadRow<Row>[]> {
  return inParallel(rows, async (row) => Object.assign({}, row, await resolve(store, row)));
}

async function resolve(store: Store, row: ListRow): Promise<ReadListing> {
  const none = { ticker: null, name: '', venues: [] };
  if (row.known) return { ...none, ...row.known };
  if (/^[=+@]/.test(row.text)) return { ...none, reason: 'This is a formula, not a listing.' };
  const text = row.text.toUpperCase();
  // A broker's symbol without its exchange may be another company's: DTE is Deutsche Telekom and DTE Energy.
  const isin = [row.isin?.toUpperCase() ?? '', text].find(isIsin);
  const spelled = isin === undefined ? spelledTicker(text) : null;
  if (spelled !== null && (spelled !== text || isWrittenAsTicker(row.text)))
    return { ...none, ticker: spelled, reason: '' };
  const found = await findListings(store, isin ?? text).catch(() => null);
  if (found === null) return { ...none, reason: 'Search isn’t responding. Try again.' };
  const listing =
    isin === undefined
      ? found.find(({ symbol }) => symbol === (namedTicker(text, found) ?? text))
      : (found.find(({ symbol }) => codeOf(symbol) === codeOf(text)) ?? found[0]);
  if (listing === undefined) return { ...none, reason: unreadReason(isin ?? text, found) };
  const venues = isin === undefined ? [] : found;
  return { ticker: listing.symbol, name: listing.name, venues, reason: '' };
}

/** A symbol without its exchange's suffix. */
function codeOf(symbol: string): string {
  return symbol.replace(/\..*/, '');
}

/** Whether a text is written like a ticker, not like a name of one word: `KO`, `BMW.DE`, but not `Coca-Cola` and `SAFRAN`. */
function isWrittenAsTicker(text: string): boolean {
  return /^(?:[A-Z]{1,5}|(?=.*[^A-Z])[^a-z]+)$/.test(text);
}

function unreadReason(text: string, [first]: readonly SearchResult[]): string {
  if (first !== undefined) return `Did you mean ${first.symbol} (${first.name})?`;
  return unmatchedNote(text, []) || 'No listing was found for this text.';
}
