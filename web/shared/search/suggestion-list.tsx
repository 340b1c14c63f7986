import type { SearchResult } from '#worker/contract';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import styles from './search-field.module.css';
import { SuggestionOption } from './suggestion-option.tsx';
import type { Suggestions } from './suggestions.ts';

interface SuggestionListProps {
  /** The field's own id, from which those of the list and its options are made. */
  readonly id: string;
  readonly suggestions: Suggestions;
  /** The reader seems about to choose this ticker. */
  readonly onLikely?: (ticker: string) => void;
  readonly onChoose: (item: SearchResult) => void;
  /** Marks and changes what is on the watchlist; `null` where there is none. */
  readonly stars: {
    readonly has: (ticker: string) => boolean;
    readonly toggle: (item: SearchResult) => void;
  } | null;
}

/** The id of an option, for the field's `aria-activedescendant`. */
export function optionId(id: string, index: number): string {
  return `${id}-option-${index}`;
}

/** What a screen reader is told when the list opens or changes. */
export function announcement(count: number, isRecent: boolean): string {
  if (isRecent) return `${count} recent ${count === 1 ? 'ticker' : 'tickers'}`;
  return `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`;
}

/** The list under a ticker field. The field keeps the focus. */
export function SuggestionList({ id, suggestions, onLikely, onChoose, stars }: SuggestionListProps) {
  const { items, isOpen, activeIndex, isRecent } = useAtomValue(suggestions.listAtom);
  const list = useRef<HTMLUListElement>(null);

  useEffect(() => {
    if (activeIndex === null) return;
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
    const active = items[activeIndex];
    if (active !== undefined) onLikely?.(active.symbol);
  }, [activeIndex, items, onLikely]);

  return (
    <div className={styles.popup} hidden={!isOpen}>
      {isRecent && (
        <p className={styles.popupTitle} aria-hidden="true">
          Recent
        </p>
      )}
      <ul
        ref={list}
        id={`${id}-list`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA combobox pattern
        role="listbox"
        aria-label={isRecent ? 'Recent tickers' : 'Suggestions'}
      >
        {items.map((item, index) => (
          <SuggestionOption
            key={item.symbol}
            id={optionId(id, index)}
            item={item}
            isActive={index === activeIndex}
            onIntent={() => onLikely?.(item.symbol)}
            isStarred={stars?.has(item.symbol) ?? false}
            onStar={stars && (() => stars.toggle(item))}
            onChoose={() => onChoose(item)}
          />
        ))}
      </ul>
    </div>
  );
}
