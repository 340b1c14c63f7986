import type { SearchResult, StockColumnsResponse } from '#worker/contract';
import { store, userKey } from '../state/browser-storage.ts';

/** As many as the suggestion list shows. */
const RECENT_LISTINGS = 5;

/** Where a user's recent listings are stored. */
export function recentListingsKey(email: string): string {
  return userKey('recent', email);
}

function isListing(item: unknown): item is SearchResult {
  return (
    typeof item === 'object' &&
    item !== null &&
    ['symbol', 'name', 'exchange', 'country', 'currency'].every(
      (name) => typeof (item as Record<string, unknown>)[name] === 'string',
    )
  );
}

/** The listings that a user of this browser looked at last, newest first. Corrupt or refused storage reads as none. */
export function readRecentListings(storage: Storage, email: string): readonly SearchResult[] {
  try {
    return storedListings(storage.getItem(recentListingsKey(email))) ?? [];
  } catch {
    return [];
  }
}

/** A stored text as recent listings; `null` where there is no list in it. */
export function storedListings(text: string | null): readonly SearchResult[] | null {
  try {
    const stored: unknown = JSON.parse(text ?? 'null');
    return Array.isArray(stored) ? stored.filter(isListing).slice(0, RECENT_LISTINGS) : null;
  } catch {
    return null;
  }
}

/** Puts a listing in front of the user's recent ones, each of which is listed once. Returns the new list. */
export function rememberListing(
  storage: Storage,
  email: string,
  { ticker, company_name: name, exchange, currency }: StockColumnsResponse,
): readonly SearchResult[] {
  const others = readRecentListings(storage, email).filter(({ symbol }) => symbol !== ticker);
  const listing: SearchResult = { symbol: ticker, name, exchange, country: '', currency };
  const recent = [listing, ...others].slice(0, RECENT_LISTINGS);
  try {
    store(storage, recentListingsKey(email), JSON.stringify(recent));
  } catch {
    // A full or forbidden storage must not disturb the analysis on screen.
  }
  return recent;
}
