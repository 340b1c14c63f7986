/** One user's watchlist: what is on it, in step with storage and other tabs. No React and no DOM in here. */
import { atom, type createStore } from 'jotai';
import {
  isWatched,
  MAX_WATCHED,
  parseWatchlist,
  readWatchlist,
  watchlistKey,
  withAdded,
  withGroup,
  withMoved,
  withRemoved,
  writeWatchlist,
  type WatchlistItems,
} from './watchlist-items.ts';

interface WatchlistDeps {
  readonly store: ReturnType<typeof createStore>;
  readonly storage: Storage;
  /** The user: email or another id. */
  readonly owner: string;
  /** Its `storage` events tell of other tabs' changes. */
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
}

/** Builds a user's watchlist. All actions may be called at any time and in any order. */
export function createWatchlist({ store, storage, owner, window }: WatchlistDeps) {
  const itemsAtom = atom<WatchlistItems>(readWatchlist(storage, owner));
  /** False once storage has refused a change: the list then lives as long as the page. */
  const isKeptAtom = atom(true);

  function change(make: (items: WatchlistItems) => WatchlistItems) {
    const items = store.get(itemsAtom);
    const next = make(items);
    if (next === items) return;
    store.set(itemsAtom, next);
    store.set(isKeptAtom, writeWatchlist(storage, owner, next));
  }

  function onStorage({ key, newValue }: StorageEvent) {
    // A `null` key is a storage that was cleared.
    if (key !== null && key !== watchlistKey(owner)) return;
    store.set(itemsAtom, parseWatchlist(newValue));
  }
  window.addEventListener('storage', onStorage);

  return {
    store,
    owner,
    itemsAtom,
    isKeptAtom,

    /** Puts another list in place of this one. The same list changes nothing. */
    change,

    /** Puts listings on the list. Returns how many of them are new there. */
    add(listings: WatchlistItems): number {
      const before = store.get(itemsAtom).length;
      change((items) => withAdded(items, listings));
      return store.get(itemsAtom).length - before;
    },

    /** Takes a listing off the list, or puts it there. False where the list is full and stays as it is. */
    toggle(ticker: string, name: string): boolean {
      const items = store.get(itemsAtom);
      const isOn = isWatched(items, ticker);
      if (!isOn && items.length >= MAX_WATCHED) return false;
      change(() => (isOn ? withRemoved(items, ticker) : withAdded(items, [{ ticker, name, alerts: [] }])));
      return true;
    },

    move(ticker: string, toIndex: number) {
      change((items) => withMoved(items, ticker, toIndex));
    },

    /** Puts a listing into a group, or with `null` into none. */
    setGroup(ticker: string, group: string | null) {
      change((items) => withGroup(items, ticker, group));
    },

    /** Ends everything, when the user leaves. */
    close() {
      window.removeEventListener('storage', onStorage);
    },
  };
}

export type Watchlist = ReturnType<typeof createWatchlist>;
