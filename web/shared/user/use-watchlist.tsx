import { Star } from 'lucide-react';
import { useMemo, useSyncExternalStore } from 'react';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { onSignOut } from '../sign-in/auth.ts';
import { IconButton } from '../ui/button.tsx';
import { followTexts } from './browser-storage.ts';
import styles from './use-watchlist.module.css';
import { useOwner } from './use-user-text.ts';
import { isWatched, MAX_WATCHED, openWatchlist, type Watchlist, type WatchlistItems } from './watchlist.ts';

let opened: Watchlist | null = null;
onSignOut(() => (opened = null));

function watchlistOf(owner: string): Watchlist {
  if (opened?.owner !== owner) opened = openWatchlist(owner);
  return opened;
}

/** The signed-in user's watchlist; `null` for a guest. */
export function useWatchlist(): Watchlist | null {
  const owner = useOwner();
  return useMemo(() => (owner === null ? null : watchlistOf(owner)), [owner]);
}

export function useItemsOf(watchlist: Watchlist | null): WatchlistItems {
  return useSyncExternalStore(
    followTexts,
    () => watchlist?.items() ?? NO_ITEMS,
    () => NO_ITEMS,
  );
}

const NO_ITEMS: WatchlistItems = [];

export function useWatchedItems(): WatchlistItems {
  return useItemsOf(useWatchlist());
}

export type Stars = NonNullable<ReturnType<typeof useStars>>;

/** The signed-in user's stars, as a new object after each change of the list; `null` for a guest. */
export function useStars() {
  const watchlist = useWatchlist();
  const items = useWatchedItems();
  return useMemo(
    () => watchlist && { has: (ticker: string) => isWatched(items, ticker), toggle: watchlist.toggle },
    [watchlist, items],
  );
}

interface StarButtonProps {
  readonly ticker: string;
  readonly name: string;
}

/** A guest, who has no watchlist, sees no star; a user whose sign-in is being checked one that cannot be pressed yet. */
export function StarButton(props: StarButtonProps) {
  const watchlist = useWatchlist();
  const { status } = useAuth();
  if (watchlist) return <Toggle watchlist={watchlist} {...props} />;
  return status === 'provisional' ? (
    <IconButton label={`${props.ticker} on your watchlist`} disabled icon={Star} iconPx={20} />
  ) : null;
}

function Toggle({ watchlist, ticker, name }: StarButtonProps & { watchlist: Watchlist }) {
  const items = useItemsOf(watchlist);
  const isOn = isWatched(items, ticker);
  const isFull = !isOn && items.length >= MAX_WATCHED;
  return (
    <IconButton
      label={`${ticker} on your watchlist`}
      title={isFull ? `Your watchlist is full (${MAX_WATCHED} listings). Remove one first.` : undefined}
      aria-pressed={isOn}
      aria-disabled={isFull || undefined}
      onClick={() => watchlist.toggle(ticker, name)}
    >
      <Star className={isOn ? styles.on : undefined} size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
