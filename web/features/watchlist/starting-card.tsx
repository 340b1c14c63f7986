import { Star } from 'lucide-react';
import { useRecentListings, startingListings } from '../../shared/listings/starting-listings.ts';
import { Card } from '../../shared/ui/card.tsx';
import { isWatched, type WatchlistItems } from '../../shared/watchlist/watchlist-items.ts';
import styles from './watchlist-page.module.css';

interface StartingCardProps {
  readonly items: WatchlistItems;
  readonly onToggle: (ticker: string, name: string) => void;
}

/** Stars to begin a list with. */
export function StartingCard({ items, onToggle }: StartingCardProps) {
  const recent = useRecentListings();
  return (
    <Card title="Listings to begin with" subtitle="Press one to star it, and again to take it off.">
      <ul className={styles.starting}>
        {startingListings(recent).map(({ symbol, name }) => {
          const isOn = isWatched(items, symbol);
          return (
            <li key={symbol}>
              <button
                type="button"
                className={styles.startingListing}
                aria-pressed={isOn}
                onClick={() => onToggle(symbol, name)}
              >
                <Star size={16} strokeWidth={1.75} aria-hidden />
                <strong>{symbol}</strong> <span>{name}</span>
              </button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
