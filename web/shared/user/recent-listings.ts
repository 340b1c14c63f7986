/** The listings that a user looked at last: one item, of which the newer version wins. */
import type { ItemValue } from '#worker/contract';
import { useMemo } from 'react';
import { useAuth } from '../sign-in/auth-provider.tsx';
import type { SnapshotReading } from '../api/stock-api.ts';
import { readText, userKey, writeText } from './browser-storage.ts';
import { documentText, readItems, type UserDocument } from './documents.ts';

/** As many as the suggestion list shows. */
const RECENT_LISTINGS = 5;

export const RECENT = {
  kinds: ['recent'],
  storageKey: (owner) => userKey('recent', owner),
} as const satisfies UserDocument;

const KEY = 'listings';

/** A user's recent listings, newest first. */
export function readRecentListings(email: string): ItemValue<'recent'>['listings'] {
  return readItems(readText(RECENT.storageKey(email)), RECENT)?.recent?.get(KEY)?.listings ?? [];
}

/** Puts a listing in front of the user's recent ones, each of which is listed once. */
export function rememberListing(
  email: string,
  { ticker, company_name: name, exchange, currency }: SnapshotReading,
): void {
  const others = readRecentListings(email).filter(({ symbol }) => symbol !== ticker);
  const listings = [{ symbol: ticker, name, exchange, country: '', currency }, ...others];
  const items = { recent: new Map([[KEY, { listings: listings.slice(0, RECENT_LISTINGS) }]]) };
  writeText(RECENT.storageKey(email), documentText(items));
}

export function useRecentListings(): ReturnType<typeof readRecentListings> {
  const email = useAuth().user?.email ?? null;
  return useMemo(() => (email === null ? [] : readRecentListings(email)), [email]);
}
