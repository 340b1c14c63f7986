/** The one cache of what the server answers. Pages that read from it load this file; the home page does not. */
import {
  notifyManager,
  onlineManager,
  QueryClient,
  QueryClientProvider,
  type Query,
} from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { whenUserLeaves } from '../session/session.ts';
import type { Snapshot } from './listing-queries.ts';

/** Listings that stay in memory; each holds about 200 KB. */
const MAX_LISTINGS = 20;

const GC_TIME_MS = 30 * 60_000;

// An answer is on screen in the same frame; the library would wait for a timer.
notifyManager.setScheduler(queueMicrotask);
// The library takes every page for online until it is told otherwise, and would miss the way back of one that began offline.
onlineManager.setOnline(globalThis.navigator?.onLine !== false);

/** A cache of its own, for tests; the app shares {@link getQueryClient}. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Without a network the service worker answers.
        networkMode: 'always',
        // The server retries its sources itself.
        retry: false,
        // Histories are large and never partly equal.
        structuralSharing: false,
        gcTime: GC_TIME_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
      },
    },
  });
  limitListings(client);
  return client;
}

let shared: QueryClient | null = null;
whenUserLeaves(() => shared?.clear());

/** The app's cache, made at first use. */
export function getQueryClient(): QueryClient {
  shared ??= createQueryClient();
  return shared;
}

/** Gives a page and everything in it the cache. */
export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={getQueryClient()}>{children}</QueryClientProvider>;
}

/**
 * Limits the cache to {@link MAX_LISTINGS}: beyond them the oldest goes, unless it is on screen. A listing's analyses of
 * earlier snapshots go when a newer one arrives.
 */
function limitListings(client: QueryClient): void {
  const cache = client.getQueryCache();
  cache.subscribe((event) => {
    const [kind, ticker] = event.query.queryKey;
    if (kind !== 'snapshot' || event.type !== 'updated' || event.action.type !== 'success') return;
    const { etag } = event.action.data as Snapshot;
    client.removeQueries({
      queryKey: ['analysis', ticker],
      type: 'inactive',
      predicate: ({ queryKey }) => queryKey[2] !== etag,
    });
    const known = cache.findAll({ queryKey: ['snapshot'], predicate: hasData });
    const removable = known
      .filter((query) => !query.isActive())
      .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
    for (const query of removable.slice(0, Math.max(known.length - MAX_LISTINGS, 0))) {
      client.removeQueries({ queryKey: query.queryKey, exact: true });
      client.removeQueries({ queryKey: ['analysis', query.queryKey[1]] });
    }
  });
}

function hasData({ state }: Query): boolean {
  return state.data !== undefined;
}
