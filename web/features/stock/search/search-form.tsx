import { formatDays } from '../../../shared/format/format.ts';
import { HORIZON_OPTIONS_DAYS, parseHorizon, type HorizonDays } from '#compute';
import { Search, X } from 'lucide-react';
import type { SearchResult } from '#worker/contract';
import {
  useEffect,
  useId,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useAtomValue } from 'jotai';
import { Button } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/field.tsx';
import { upperCaseInPlace } from '../../../shared/ui/text-input.ts';
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx';
import type { Stars } from '../../../shared/watchlist/use-watchlist.ts';
import { MAX_WATCHED } from '../../../shared/watchlist/watchlist-items.ts';
import styles from './search-form.module.css';
import type { Suggestions } from './suggestions.ts';
import { SuggestionOption } from './suggestion-option.tsx';

const HORIZON_CHOICES = HORIZON_OPTIONS_DAYS.map((days) => ({
  value: String(days),
  label: formatDays(days),
}));

interface SearchFormProps {
  readonly suggestions: Suggestions;
  /** The reader seems about to choose this ticker. */
  readonly onLikely: (ticker: string) => void;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly horizonDays: HorizonDays;
  readonly onHorizon: (days: HorizonDays) => void;
  readonly onAnalyse: (ticker: string) => void;
  readonly isBusy: boolean;
  /** The user's watchlist; `null` where there is none. */
  readonly stars: Stars | null;
}

function announcement(count: number, isRecent: boolean): string {
  if (isRecent) return `${count} recent ${count === 1 ? 'ticker' : 'tickers'}`;
  return `${count} ${count === 1 ? 'suggestion' : 'suggestions'}`;
}

/** Ticker with suggestions (ARIA combobox with list autocomplete), horizon and the button. */
export function SearchForm(props: SearchFormProps) {
  const { suggestions, onLikely, inputRef, horizonDays, onHorizon, onAnalyse, isBusy, stars } = props;
  const id = useId();
  const text = useAtomValue(suggestions.inputAtom);
  const { items, isOpen, activeIndex, hasNoMatches, isRecent } = useAtomValue(suggestions.listAtom);
  const list = useRef<HTMLUListElement>(null);
  /** The press under way came from elsewhere into the field. */
  const isEntering = useRef(false);
  const [starred, setStarred] = useState('');
  const optionId = (index: number) => `${id}-option-${index}`;

  useEffect(() => {
    if (activeIndex === null) return;
    list.current?.children[activeIndex]?.scrollIntoView({ block: 'nearest' });
    const active = items[activeIndex];
    if (active !== undefined) onLikely(active.symbol);
  }, [activeIndex, items, onLikely]);

  function analyse(ticker: string | null) {
    if (ticker !== null) onAnalyse(ticker);
  }

  function star(item: SearchResult) {
    if (stars === null) return;
    const hasChanged = stars.toggle(item.symbol, item.name);
    const place = stars.has(item.symbol) ? 'off' : 'on';
    setStarred(
      hasChanged ? `${item.symbol} ${place} the watchlist` : `The watchlist holds ${MAX_WATCHED} listings`,
    );
  }

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const active = isOpen && activeIndex !== null ? items[activeIndex] : undefined;
    analyse(active === undefined ? suggestions.submit() : suggestions.choose(active));
  }

  function onKeyDown(event: KeyboardEvent) {
    // While an input method composes, its keys are not ours.
    if (event.nativeEvent.isComposing) return;
    if (event.key !== 'Control' && event.key !== 'Meta') setStarred('');
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      suggestions.move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      suggestions.dismiss();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // The list stays as it is: the next Enter without Control chooses.
      event.preventDefault();
      const active = isOpen && activeIndex !== null ? items[activeIndex] : undefined;
      if (active !== undefined) star(active);
    }
  }

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <div className={styles.combobox}>
        <label htmlFor={`${id}-input`}>
          <VisuallyHidden>Ticker</VisuallyHidden>
          <Search className={styles.icon} size={16} strokeWidth={1.75} aria-hidden />
        </label>
        <input
          ref={inputRef}
          id={`${id}-input`}
          className={styles.input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-describedby={stars === null ? undefined : `${id}-stars`}
          aria-activedescendant={isOpen && activeIndex !== null ? optionId(activeIndex) : undefined}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Ticker or company"
          value={text}
          onChange={(event) => suggestions.type(upperCaseInPlace(event.target))}
          onFocus={suggestions.focus}
          onPointerDown={(event) => {
            isEntering.current = document.activeElement !== event.currentTarget;
          }}
          onClick={(event) => {
            // The first press selects the text, so that typing replaces it; the next one sets the caret.
            if (isEntering.current) event.currentTarget.select();
            isEntering.current = false;
            suggestions.focus();
          }}
          onBlur={suggestions.blur}
          onKeyDown={onKeyDown}
        />
        {text !== '' && (
          <button
            type="button"
            className={styles.clear}
            // Escape does the same from the keyboard.
            tabIndex={-1}
            aria-label="Clear the ticker"
            onClick={() => {
              suggestions.clear();
              inputRef.current?.focus();
            }}
          >
            <X size={16} strokeWidth={1.75} aria-hidden />
          </button>
        )}
        <kbd className={styles.key} aria-hidden="true" title="Press / to search">
          /
        </kbd>
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
                id={optionId(index)}
                item={item}
                isActive={index === activeIndex}
                onIntent={() => onLikely(item.symbol)}
                isStarred={stars?.has(item.symbol) ?? false}
                onStar={stars && (() => star(item))}
                onChoose={() => analyse(suggestions.choose(item))}
              />
            ))}
          </ul>
        </div>
        <VisuallyHidden>
          <output>
            {isOpen && (starred || announcement(items.length, isRecent))}
            {hasNoMatches && 'No matches'}
          </output>
          <span id={`${id}-stars`}>Control and Enter star the suggestion at the cursor.</span>
        </VisuallyHidden>
      </div>
      <Select
        label="Forecast days"
        hideLabel
        options={HORIZON_CHOICES}
        value={String(horizonDays)}
        onChange={(value) => onHorizon(parseHorizon(value) ?? horizonDays)}
      />
      <Button type="submit" variant="primary" aria-busy={isBusy}>
        Analyze Stock
      </Button>
    </form>
  );
}
