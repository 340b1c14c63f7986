import type { SearchResult } from '#worker/contract';
import { Star } from 'lucide-react';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './search-field.module.css';

interface SuggestionOptionProps {
  readonly id: string;
  readonly item: SearchResult;
  readonly isActive: boolean;
  /** The pointer rests on it: it may be chosen next. */
  readonly onIntent: () => void;
  readonly isStarred: boolean;
  /** Puts it on the watchlist or takes it off; `null` where there is none. */
  readonly onStar: (() => void) | null;
  readonly onChoose: () => void;
}

/** One listing: symbol, name, exchange, currency. The keyboard reaches it from the field, which keeps the focus. */
export function SuggestionOption(props: SuggestionOptionProps) {
  const { id, item, isActive, onIntent, isStarred, onStar, onChoose } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the input holds the focus and handles the keys
    <li
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role -- ARIA combobox pattern
      role="option"
      aria-selected={isActive}
      className={styles.option}
      // Without this the field would lose focus before the click, and the blur timer would hide the list.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
      onPointerEnter={onIntent}
      onClick={onChoose}
    >
      <span className={styles.symbol}>{item.symbol}</span>
      <span className={styles.name}>{item.name}</span>
      <span className={styles.venue}>{[item.exchange, item.currency].filter(Boolean).join(' · ')}</span>
      {isStarred && <VisuallyHidden>on the watchlist</VisuallyHidden>}
      {onStar && (
        // For the pointer: an option holds no controls of its own, and the keyboard stars from the field.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- as above
        <span
          className={styles.star}
          title={isStarred ? 'Off the watchlist (Ctrl Enter)' : 'On the watchlist (Ctrl Enter)'}
          aria-hidden="true"
          data-on={isStarred || undefined}
          onClick={(event) => {
            event.stopPropagation();
            onStar();
          }}
        >
          <Star size={16} strokeWidth={1.75} />
        </span>
      )}
    </li>
  );
}
