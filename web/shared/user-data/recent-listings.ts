import type { SearchResult } from '#worker/contract';
import { useMemo } from 'react';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { browserStorage, store, userKey } from './browser-storage.ts';
import type { SnapshotReading } from '../api/stock-api.ts';

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
  { ticker, company_name: name, exchange, currency }: SnapshotReading,
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

interface NamedListing {
  readonly symbol: string;
  readonly name: string;
}

/** Some of the home page's listings, which most people know. */
export const WELL_KNOWN: readonly NamedListing[] = [
  { symbol: 'AAPL', name: 'Apple Inc.' },
  { symbol: 'MSFT', name: 'Microsoft Corporation' },
  { symbol: 'NVDA', name: 'NVIDIA Corporation' },
  { symbol: 'GOOGL', name: 'Alphabet Inc.' },
  { symbol: 'AMZN', name: 'Amazon.com, Inc.' },
  { symbol: 'TSLA', name: 'Tesla, Inc.' },
];

/** More than these is a list to read, not to begin with. */
const SHOWN = 8;

/** What the signed-in user looked at last, newest first; nothing for a guest. */
export function useRecentListings(): readonly NamedListing[] {
  const email = useAuth().user?.email ?? null;
  return useMemo(() => (email === null ? [] : readRecentListings(browserStorage(), email)), [email]);
}

/** Listings for a list that is empty: recent ones, then well-known ones, each once. */
export function startingListings(recent: readonly NamedListing[]): readonly NamedListing[] {
  const others = WELL_KNOWN.filter(({ symbol }) => recent.every((listing) => listing.symbol !== symbol));
  return [...recent, ...others].slice(0, SHOWN);
}
