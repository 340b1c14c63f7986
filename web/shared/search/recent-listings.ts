import type { SearchResult, StockColumnsResponse } from '#worker/contract';

/** As many as the suggestion list shows. */
const RECENT_LISTINGS = 5;

function storageKey(email: string): string {
  return `candor:recent:${email.trim().toLowerCase()}`;
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
    const stored: unknown = JSON.parse(storage.getItem(storageKey(email)) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isListing).slice(0, RECENT_LISTINGS) : [];
  } catch {
    return [];
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
    storage.setItem(storageKey(email), JSON.stringify(recent));
  } catch {
    // A full or forbidden storage must not disturb the analysis on screen.
  }
  return recent;
}
