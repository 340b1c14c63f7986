import { isReducedData } from '../settings/settings-store.ts';
import { useMemo } from 'react';
import { getQueryClient } from '../api/query-client.tsx';
import { nowMs } from '../api/server-clock.ts';
import { useAuth } from '../session/session-provider.tsx';
import { whenUserLeaves } from '../session/session.ts';
import { browserStorage } from '../state/browser-storage.ts';
import { atom, useAtomValue, useStore, type createStore } from 'jotai';
import { fetchQuotes } from './quotes-query.ts';
import { notify } from './notify.ts';
import { createWatchlist, type Watchlist } from './watchlist.ts';
import { isWatched, type WatchlistItems } from './watchlist-items.ts';

type Store = ReturnType<typeof createStore>;

let opened: { readonly store: Store; readonly owner: string; readonly watchlist: Watchlist } | null = null;

function close() {
  opened?.watchlist.close();
  opened = null;
}
whenUserLeaves(close);

/** The watchlist of a user on a store, made once: its rows stay while the user visits other pages. */
function openWatchlist(store: Store, owner: string): Watchlist {
  if (opened?.store !== store || opened.owner !== owner) {
    close();
    const watchlist = createWatchlist({
      store,
      client: getQueryClient(),
      storage: browserStorage(),
      owner,
      fetchQuotes,
      nowMs,
      isReducedData,
      notify,
      window,
      document,
    });
    opened = { store, owner, watchlist };
  }
  return opened.watchlist;
}

/** What a list of listings needs to star them. */
export interface Stars {
  has(ticker: string): boolean;
  /** False where the list is full and stays as it is. */
  toggle(ticker: string, name: string): boolean;
}

const NO_ITEMS = atom<WatchlistItems>([]);

/** The signed-in user's stars, anew after each change of the list; `null` for a guest. */
export function useStars(): Stars | null {
  const watchlist = useWatchlist();
  const items = useWatchedItems();
  return useMemo(
    () => watchlist && { has: (ticker) => isWatched(items, ticker), toggle: watchlist.toggle },
    [watchlist, items],
  );
}

/** What is on the signed-in user's watchlist; nothing for a guest. */
export function useWatchedItems(): WatchlistItems {
  return useAtomValue(useWatchlist()?.itemsAtom ?? NO_ITEMS);
}

/** The signed-in user's watchlist; `null` for a guest. */
export function useWatchlist(): Watchlist | null {
  const { user } = useAuth();
  const store = useStore();
  const owner = user === null ? null : (user.email ?? user.uid);
  return useMemo(() => (owner === null ? null : openWatchlist(store, owner)), [store, owner]);
}
