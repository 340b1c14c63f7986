import { Star } from 'lucide-react';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { authStateAtom } from '../sign-in/auth.ts';
import { IconButton } from '../ui/button.tsx';
import styles from './star-button.module.css';
import { isWatched, MAX_WATCHED, toggleStarAtom, watchlistAtom } from './watchlist.ts';

/** Hidden for guests; disabled while a stored sign-in is being checked. */
export function StarButton({ ticker, name }: { readonly ticker: string; readonly name: string }) {
  const { status } = useAtomValueRawSync(authStateAtom);
  const watchlist = useAtomValueRawSync(watchlistAtom);
  const toggleStar = useSetAtom(toggleStarAtom);
  const label = `${ticker} on your watchlist`;
  if (status === 'provisional') return <IconButton label={label} disabled icon={Star} iconPx={20} />;
  if (status !== 'signed-in') return null;
  const isOn = isWatched(watchlist, ticker);
  const isFull = !isOn && watchlist.length >= MAX_WATCHED;
  return (
    <IconButton
      label={label}
      title={isFull ? `Your watchlist is full (${MAX_WATCHED} listings). Remove one first.` : undefined}
      aria-pressed={isOn}
      aria-disabled={isFull || undefined}
      onClick={() => toggleStar(ticker, name)}
    >
      <Star className={isOn ? styles.on : undefined} size={20} strokeWidth={1.75} aria-hidden />
    </IconButton>
  );
}
