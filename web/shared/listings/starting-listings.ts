import { useMemo } from 'react';
import { readRecentListings } from '../search/recent-listings.ts';
import { useAuth } from '../session/session-provider.tsx';
import { browserStorage } from '../state/browser-storage.ts';

export interface NamedListing {
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
