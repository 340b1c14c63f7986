import { formatDays } from '../../../shared/format/format.ts';
import { HORIZON_OPTIONS_DAYS, parseHorizon, type HorizonDays } from '#compute';
import type { SearchResult } from '#worker/contract';
import { useId, useState, type FormEvent, type KeyboardEvent, type RefObject } from 'react';
import { useAtomValue } from 'jotai';
import { Button } from '../../../shared/ui/button.tsx';
import { Select } from '../../../shared/ui/field.tsx';
import { VisuallyHidden } from '../../../shared/ui/visually-hidden.tsx';
import type { Stars } from '../../../shared/watchlist/use-watchlist.ts';
import { MAX_WATCHED } from '../../../shared/watchlist/watchlist-items.ts';
import { SearchField } from '../../../shared/search/search-field.tsx';
import { activeOptionId, SuggestionList } from '../../../shared/search/suggestion-list.tsx';
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
  const list = useAtomValue(suggestions.listAtom);
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
    const active = suggestions.active();
    analyse(active === undefined ? suggestions.submit() : suggestions.choose(active));
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Control' && event.key !== 'Meta') setStarred('');
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // The list stays as it is: the next Enter without Control chooses.
      event.preventDefault();
      const active = suggestions.active();
      if (active !== undefined) star(active);
    }
  }

  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <SearchField
        id={id}
        inputRef={inputRef}
        text={text}
        suggestions={suggestions}
        active={activeOptionId(id, list)}
        onKey={onKey}
        shortcut="/"
        aria-describedby={stars === null ? undefined : `${id}-stars`}
      >
        <SuggestionList
          id={id}
          suggestions={suggestions}
          onLikely={onLikely}
          onChoose={(item) => analyse(suggestions.choose(item))}
          stars={stars && { has: stars.has, toggle: star }}
          news={starred}
        />
        <VisuallyHidden>
          <span id={`${id}-stars`}>Control and Enter star the suggestion at the cursor.</span>
        </VisuallyHidden>
      </SearchField>
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
