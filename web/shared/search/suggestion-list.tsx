import { isIsin } from '#compute';
import type { SearchResult } from '#worker/contract';
import { Star } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useAtomValueRawSync, type Store } from '../../store.ts';
import { searchQuery } from '../api/listing-queries.ts';
import { queryClientAtom } from '../api/query-client.tsx';
import { VisuallyHidden } from '../ui/announcement.tsx';
import { namedTicker, spelledTicker, unmatchedNote } from './name-match.ts';
import styles from './suggestion-list.module.css';
import { lastVenueAtom, type Suggestions, type SuggestionState } from './suggestions.ts';

export { spelledTicker };

/**
 * Listings that match a text, from the shared cache. Those of one ISIN begin with the exchange that the user chose last. Rejects
 * when the lookup fails.
 */
export async function findListings(store: Store, text: string): Promise<readonly SearchResult[]> {
  const found = await store.get(queryClientAtom).query(searchQuery(text));
  if (!isIsin(text)) return found;
  const venue = store.get(lastVenueAtom);
  const { here = [], elsewhere = [] } = Object.groupBy(found, ({ exchange }) =>
    exchange === venue ? 'here' : 'elsewhere',
  );
  return [...here, ...elsewhere];
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
  /** The field's id, the prefix of the ids of the list and its options. */
  readonly id: string;
  readonly suggestions: Suggestions;
  /** Called when the user seems about to choose this ticker. */
  readonly onPrefetch?: ((ticker: string) => void) | undefined;
  readonly onChoose: (item: SearchResult) => void;
  /** Shows and changes what is on the watchlist; `null` without one. */
  readonly stars?: Stars | null | undefined;
  /** Announced to screen readers instead of the number of suggestions. */
  readonly announcement?: string | undefined;
}

function countAnnouncement({ items: { length }, isOpen, hasNoMatches, isRecent }: SuggestionState): string {
  if (hasNoMatches) return 'No matches';
  if (!isOpen) return '';
  if (isRecent) return `${length} recent ${length === 1 ? 'ticker' : 'tickers'}`;
  return `${length} ${length === 1 ? 'suggestion' : 'suggestions'}`;
}

/** The suggestion list under a ticker field, which keeps the focus. */
export function SuggestionList(props: SuggestionListProps) {
  const { id, suggestions, onPrefetch, announcement } = props;
  const state = useAtomValueRawSync(suggestions.stateAtom);
  const { items, isOpen, activeIndex, isRecent } = state;
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (activeIndex === null) return;
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
    const active = items[activeIndex];
    if (active !== undefined) onPrefetch?.(active.symbol);
  }, [activeIndex, items, onPrefetch]);

  return (
    <>
      <div className={styles.popup} hidden={!isOpen}>
        {isRecent && (
          <p className={styles.popupTitle} aria-hidden="true">
            Recent
          </p>
        )}
        <ul
          ref={list}
          id={`${id}-list`}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA combobox pattern
          role="listbox"
          aria-label={isRecent ? 'Recent tickers' : 'Suggestions'}
        >
          {items.map((item, index) => (
            <SuggestionOption
              key={item.symbol}
              id={`${id}-option-${index}`}
              item={item}
              isActive={index === activeIndex}
              list={props}
            />
          ))}
        </ul>
      </div>
      <VisuallyHidden>
        <output>{(isOpen && announcement) || countAnnouncement(state)}</output>
      </VisuallyHidden>
    </>
  );
}

interface SuggestionOptionProps {
  readonly id: string;
  readonly item: SearchResult;
  readonly isActive: boolean;
  readonly list: SuggestionListProps;
}

/** One suggestion: symbol, name, exchange, currency. The keyboard reaches it from the field, which keeps the focus. */
function SuggestionOption({ id, item, isActive, list }: SuggestionOptionProps) {
  const { onPrefetch, onChoose, stars } = list;
  const isStarred = stars?.has(item.symbol) ?? false;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input keeps the focus and handles the keys
    <li
      id={id}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA combobox pattern
      role="option"
      aria-selected={isActive}
      className={styles.option}
      // Otherwise the field would lose the focus before the click, and the blur timer would hide the list.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onPointerEnter={() => onPrefetch?.(item.symbol)}
      onClick={() => onChoose(item)}
    >
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
    </li>
  );
}
