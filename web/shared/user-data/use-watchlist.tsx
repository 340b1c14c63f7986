import { atom, useAtomValue, useStore, type createStore } from 'jotai';
import { Star } from 'lucide-react';
import { useMemo } from 'react';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { whenUserLeaves } from '../sign-in/auth.ts';
import { browserStorage } from './browser-storage.ts';
import { IconButton } from '../ui/button.tsx';
import styles from './use-watchlist.module.css';
import { isWatched, MAX_WATCHED, type WatchlistItems } from './watchlist-items.ts';
import { createWatchlist, type Watchlist } from './watchlist.ts';

type Store = ReturnType<typeof createStore>;

let opened: { readonly store: Store; readonly owner: string; readonly watchlist: Watchlist } | null = null;

function close() {
  opened?.watchlist.close();
  opened = null;
}
whenUserLeaves(close);

/** The watchlist of a user on a store, made once. */
function openWatchlist(store: Store, owner: string): Watchlist {
  if (opened?.store !== store || opened.owner !== owner) {
    close();
    const watchlist = createWatchlist({ store, storage: browserStorage(), owner, window });
    opened = { store, owner, watchlist };
  }
  return opened.watchlist;
}

/** The signed-in user's watchlist; `null` for a guest. */
export function useWatchlist(): Watchlist | null {
  const { user } = useAuth();
  const store = useStore();
  const owner = user === null ? null : (user.email ?? user.uid);
  return useMemo(() => (owner === null ? null : openWatchlist(store, owner)), [store, owner]);
}

const NO_ITEMS = atom<WatchlistItems>([]);

/** What is on the signed-in user's watchlist; nothing for a guest. */
export function useWatchedItems(): WatchlistItems {
  return useAtomValue(useWatchlist()?.itemsAtom ?? NO_ITEMS);
}

/** What a list of listings needs to star them. */
export interface Stars {
  has(ticker: string): boolean;
  /** False where the list is full and stays as it is. */
  toggle(ticker: string, name: string): boolean;
}

/** The signed-in user's stars, as a new object after each change of the list; `null` for a guest. */
export function useStars(): Stars | null {
  const watchlist = useWatchlist();
  const items = useWatchedItems();
  return useMemo(
    () => watchlist && { has: (ticker) => isWatched(items, ticker), toggle: watchlist.toggle },
    [watchlist, items],
  );
}

interface StarButtonProps {
  readonly ticker: string;
  readonly name: string;
}

/**
 * Puts a listing on the user's watchlist and takes it off. A guest, who has none, sees no star; a user whose sign-in is still
 * being checked one that cannot be pressed yet.
 */
export function StarButton(props: StarButtonProps) {
  const watchlist = useWatchlist();
  const { status } = useAuth();
  if (watchlist) return <Toggle watchlist={watchlist} {...props} />;
  return status === 'provisional' ? (
    <IconButton label={`${props.ticker} on my watchlist`} disabled>
      <Star size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  ) : null;
}

function Toggle({ watchlist, ticker, name }: StarButtonProps & { watchlist: Watchlist }) {
  const items = useAtomValue(watchlist.itemsAtom);
  const isOn = isWatched(items, ticker);
  const isFull = !isOn && items.length >= MAX_WATCHED;
  return (
    <IconButton
      label={`${ticker} on my watchlist`}
      title={isFull ? `The watchlist holds ${MAX_WATCHED} listings` : undefined}
      aria-pressed={isOn}
      aria-disabled={isFull || undefined}
      onClick={() => watchlist.toggle(ticker, name)}
    >
      <Star className={isOn ? styles.on : undefined} size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
