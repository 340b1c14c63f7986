import { HORIZON_OPTIONS_DAYS, parseHorizon, type HorizonDays } from '#compute';
import type { SearchResult } from '#worker/contract';
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useAtomValue, useStore } from 'jotai';
import { useQueryClient } from '@tanstack/react-query';
import { formatDays } from '../../shared/format/format.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/field.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import type { Stars } from '../../shared/watchlist/use-watchlist.tsx';
import { MAX_WATCHED } from '../../shared/watchlist/watchlist-items.ts';
import { SearchField } from '../../shared/search/search-field.tsx';
import { activeOptionId, SuggestionList } from '../../shared/search/suggestion-list.tsx';
import { createSuggestions, type Suggestions } from '../../shared/search/suggestions.ts';
import { searchQuery } from '../../shared/api/listing-queries.ts';
import { readRecentListings } from '../../shared/search/recent-listings.ts';
import { useAuth } from '../../shared/session/session-provider.tsx';
import { browserStorage } from '../../shared/state/browser-storage.ts';
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

/** The suggestions of the page's field, with the reader's own listings where it is empty. */
export function useSuggestions(asked: string) {
  const [firstText] = useState(asked);
  const store = useStore();
  const client = useQueryClient();
  const readRecent = useRecentReader();
  const suggestions = useMemo(
    () =>
      createSuggestions({
        text: firstText,
        store,
        search: (text) => client.query(searchQuery(text)),
        recent: readRecent,
        logFailure(failure) {
          // oxlint-disable-next-line no-console -- a failed lookup is logged, and shown nowhere
          console.error('Suggestion lookup failed', failure);
        },
      }),
    [firstText, store, client, readRecent],
  );
  useEffect(() => suggestions.close, [suggestions]);
  return suggestions;
}

/** Reads the user's recent listings, none while nobody is known; the same function for as long as the page lives. */
function useRecentReader() {
  const email = useAuth().user?.email ?? null;
  const owner = useRef(email);
  useEffect(() => {
    owner.current = email;
  }, [email]);
  return useCallback(
    () => (owner.current === null ? [] : readRecentListings(browserStorage(), owner.current)),
    [],
  );
}
