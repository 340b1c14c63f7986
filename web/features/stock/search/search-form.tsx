import { formatDays } from '../../../shared/format/format.ts';
import { HORIZON_OPTIONS_DAYS, parseHorizon, type HorizonDays } from '#compute';
import { Search, X } from 'lucide-react';
import type { SearchResult } from '#worker/contract';
import { useId, useRef, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { useAtomValue } from 'jotai';
import { Button } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/field.tsx';
import { upperCaseInPlace } from '../../../shared/ui/text-input.ts';
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx';
import type { Stars } from '../../../shared/watchlist/use-watchlist.ts';
import { MAX_WATCHED } from '../../../shared/watchlist/watchlist-items.ts';
import field from '../../../shared/search/search-field.module.css';
import { announcement, optionId, SuggestionList } from '../../../shared/search/suggestion-list.tsx';
import type { Suggestions } from '../../../shared/search/suggestions.ts';
import styles from './search-form.module.css';

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

/** Ticker with suggestions (ARIA combobox with list autocomplete), horizon and the button. */
export function SearchForm(props: SearchFormProps) {
  const { suggestions, onLikely, inputRef, horizonDays, onHorizon, onAnalyse, isBusy, stars } = props;
  const id = useId();
  const text = useAtomValue(suggestions.inputAtom);
  const { items, isOpen, activeIndex, hasNoMatches, isRecent } = useAtomValue(suggestions.listAtom);
  /** The press under way came from elsewhere into the field. */
  const isEntering = useRef(false);
  const [starred, setStarred] = useState('');

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
    if (suggestions.press(event.key)) {
      event.preventDefault();
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // The list stays as it is: the next Enter without Control chooses.
      event.preventDefault();
      const active = isOpen && activeIndex !== null ? items[activeIndex] : undefined;
      if (active !== undefined) star(active);
    }
  }

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <div className={field.combobox}>
        <label htmlFor={`${id}-input`}>
          <VisuallyHidden>Ticker</VisuallyHidden>
          <Search className={field.icon} size={16} strokeWidth={1.75} aria-hidden />
        </label>
        <input
          ref={inputRef}
          id={`${id}-input`}
          className={field.input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isOpen}
          aria-controls={`${id}-list`}
          aria-describedby={stars === null ? undefined : `${id}-stars`}
          aria-activedescendant={isOpen && activeIndex !== null ? optionId(id, activeIndex) : undefined}
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
            className={field.clear}
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
        <kbd className={field.key} aria-hidden="true" title="Press / to search">
          /
        </kbd>
        <SuggestionList
          id={id}
          suggestions={suggestions}
          onLikely={onLikely}
          onChoose={(item) => analyse(suggestions.choose(item))}
          stars={stars && { has: stars.has, toggle: star }}
        />
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
