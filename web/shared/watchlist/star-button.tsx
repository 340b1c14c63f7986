import { Star } from 'lucide-react';
import { useAtomValue } from 'jotai';
import { useAuth } from '../session/session-provider.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { useWatchlist } from './use-watchlist.ts';
import type { Watchlist } from './watchlist.ts';
import { isWatched, MAX_WATCHED } from './watchlist-items.ts';
import styles from './star-button.module.css';

interface StarButtonProps {
  readonly ticker: string;
  readonly name: string;
}

/**
 * Puts a listing on the user's watchlist and takes it off. A guest, who has none, sees no star; a user whose session is still
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
