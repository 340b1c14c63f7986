/** The one cache of server responses and its limits. Loaded by the pages that read from it, not by home. */
import { notifyManager, onlineManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ComponentType, ReactNode } from 'react';
import { atom, useAtomValueRawSync } from '../../store.ts';
import { lastSignOutAtom } from '../sign-in/auth.ts';
import type { Listing } from './listing-queries.ts';
import type { Snapshot } from './snapshot.ts';

/** Each listing takes about 200 KB. */
const MAX_LISTINGS = 20;
const GC_TIME_MS = 30 * 60_000;

// Shows a response in the same frame. By default the library waits for a timer.
notifyManager.setScheduler(queueMicrotask);
// The library assumes that a page starts online, so a page opened offline would never notice the reconnect.
onlineManager.setOnline(globalThis.navigator?.onLine !== false);

export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, the service worker responds.
        networkMode: 'always',
        // The server retries its sources itself.
        retry: false,
        // Comparing histories is expensive, and two never share parts.
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

/** The app's cache: an empty one after each sign-out. */
export const queryClientAtom = atom((get) => {
  get(lastSignOutAtom);
  return createQueryClient();
});

export function QueryProvider({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={useAtomValueRawSync(queryClientAtom)}>{children}</QueryClientProvider>;
}

export function withQueries<Props extends object>(Page: ComponentType<Props>) {
  return (props: Props) => (
    <QueryProvider>
      <Page {...props} />
    </QueryProvider>
  );
}

/** On each new snapshot, drops older analyses and the oldest listings. Stores one of another symbol under the listing's own too. */
function limitListings(client: QueryClient): void {
  client.getQueryCache().subscribe((event) => {
    const [kind, ticker] = event.query.queryKey;
    if (kind !== 'snapshot' || event.type !== 'updated' || event.action.type !== 'success') return;
    const snapshot = event.action.data as Snapshot;
    const { etag, wire } = snapshot;
    if (wire.ticker !== ticker) client.setQueryData(['snapshot', wire.ticker], snapshot);
    client.removeQueries({
      queryKey: ['listing', ticker],
      type: 'inactive',
      predicate: ({ state }) =>
        state.fetchStatus === 'idle' && (state.data as Listing | undefined)?.etag !== etag,
    });
    dropOldestListings(client);
  });
}

/** Drops the listings beyond {@link MAX_LISTINGS} with their analyses, the oldest first, but none that is on screen. */
function dropOldestListings(client: QueryClient): void {
  const loaded = client
    .getQueryCache()
    .findAll({ queryKey: ['snapshot'], predicate: ({ state }) => state.data !== undefined });
  const isOnScreen = (ticker: unknown) =>
    client.getQueryCache().findAll({ queryKey: ['listing', ticker], type: 'active' }).length > 0;
  const offScreen = loaded
    .filter(({ queryKey }) => !isOnScreen(queryKey[1]))
    .toSorted((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt);
  for (const { queryKey } of offScreen.slice(0, Math.max(loaded.length - MAX_LISTINGS, 0))) {
    client.removeQueries({ queryKey, exact: true });
    client.removeQueries({ queryKey: ['listing', queryKey[1]] });
  }
}
