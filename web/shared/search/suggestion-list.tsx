import { isIsin } from '#compute';
import type { SearchResult } from '#worker/contract';
import { Star } from 'lucide-react';
import { useEffect } from 'react';
import { useAtomValueRawSync, type Store } from '../../store.ts';
import { searchQuery } from '../api/listing-queries.ts';
import { queryClientAtom } from '../api/query-client.tsx';
import { VisuallyHidden } from '../ui/announcement.tsx';
import { Listbox, Option } from '../ui/listbox.tsx';
import { namedTicker, spelledTicker, unmatchedNote } from '../api/name-match.ts';
import styles from './suggestion-list.module.css';
import { lastVenueAtom, type Suggestions, type SuggestionState } from './suggestions.ts';

export { spelledTicker };

/** Listings that match a text; those of one ISIN begin with the exchange chosen last. Rejects when the lookup fails. */
export async function findListings(store: Store, text: string): Promise<readonly SearchResult[]> {
  const found = await store.get(queryClientAtom).query(searchQuery(text));
  if (!isIsin(text)) return found;
  const venue = store.get(lastVenueAtom);
  const isElsewhere = ({ exchange }: SearchResult) => Number(exchange !== venue);
  return found.toSorted((a, b) => isElsewhere(a) - isElsewhere(b));
}

/** What a search says about a text: the listing that it means, or those to choose from with a note. Rejects like the search. */
export async function findMeaning(store: Store, text: string) {
  const found = await findListings(store, text);
  const symbol = namedTicker(text, found);
  const listing = found.find((other) => other.symbol === symbol) ?? null;
  return { listing, found, note: unmatchedNote(text, found) };
}

interface Stars {
  readonly has: (ticker: string) => boolean;
  readonly toggle: (item: SearchResult) => void;
}

export interface SuggestionListProps {
  readonly id: string;
  readonly suggestions: Suggestions;
  readonly onPrefetch?: ((ticker: string) => void) | undefined;
  readonly onChoose: (item: SearchResult) => void;
  readonly stars?: Stars | null | undefined;
  readonly announcement?: string | undefined;
}

function countAnnouncement({ items: { length }, isOpen, status }: SuggestionState): string {
  if (status === 'found' && length === 0) return 'No matches';
  if (!isOpen) return '';
  const what = status === 'recent' ? 'recent ticker' : 'suggestion';
  return `${length} ${what}${length === 1 ? '' : 's'}`;
}

export function SuggestionList(props: SuggestionListProps) {
  const { id, suggestions, onPrefetch, onChoose, stars, announcement } = props;
  const state = useAtomValueRawSync(suggestions.stateAtom);
  const { items, isOpen, activeIndex } = state;
  const isRecent = state.status === 'recent';
  const active = suggestions.active()?.symbol;
  useEffect(() => {
    if (active !== undefined) onPrefetch?.(active);
  }, [active, onPrefetch]);

  return (
    <>
      <div className={styles.popup} hidden={!isOpen}>
        {isRecent && (
          <p className={styles.popupTitle} aria-hidden="true">
            Recent
          </p>
        )}
        <Listbox id={id} label={isRecent ? 'Recent tickers' : 'Suggestions'}>
          {items.map((item, index) => (
            <Option
              key={item.symbol}
              id={id}
              index={index}
              isActive={index === activeIndex}
              className={styles.option}
              onPointerEnter={() => onPrefetch?.(item.symbol)}
              onClick={() => onChoose(item)}
            >
              <Suggestion item={item} stars={stars ?? null} />
            </Option>
          ))}
        </Listbox>
      </div>
      <VisuallyHidden>
        <output>{(isOpen && announcement) || countAnnouncement(state)}</output>
      </VisuallyHidden>
    </>
  );
}

function Suggestion({ item, stars }: { item: SearchResult; stars: Stars | null }) {
  const isStarred = stars?.has(item.symbol) ?? false;
  return (
    <>
      <span className={styles.symbol}>{item.symbol}</span>
      <span className={styles.name}>{item.name}</span>
      <span className={styles.venue}>{[item.exchange, item.currency].filter(Boolean).join(' · ')}</span>
      {isStarred && <VisuallyHidden>on your watchlist</VisuallyHidden>}
      {stars && (
        // For pointers only: an option cannot contain controls, and the keyboard stars from the field.
        <span
          className={styles.star}
          title={isStarred ? 'Remove from watchlist (Ctrl+Enter)' : 'Add to watchlist (Ctrl+Enter)'}
          aria-hidden="true"
          data-on={isStarred || undefined}
          onClick={(event) => {
            event.stopPropagation();
            stars.toggle(item);
          }}
        >
          <Star size={16} strokeWidth={1.75} />
        </span>
      )}
    </>
  );
}
