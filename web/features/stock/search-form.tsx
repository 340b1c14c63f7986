import { parseHorizon } from '#compute';
import type { SearchResult } from '#worker/contract';
import {
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type FormEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useLocation } from 'wouter';
import { AccountNote } from '../../shared/sign-in/account-note.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { HORIZON_CHOICES, Select } from '../../shared/ui/field.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { userAtom } from '../../shared/sign-in/auth.ts';
import { isWatched, MAX_WATCHED, toggleStarAtom, watchlistAtom } from '../../shared/user/watchlist.ts';
import { enteredTicker, ListingSearch, useSuggestions } from '../../shared/search/listing-search.tsx';
import type { Suggestions } from '../../shared/search/suggestions.ts';
import styles from './search-form.module.css';
import { showViewAtom, useShortcuts, useStockView } from './use-stock-view.ts';

interface SearchFormProps {
  /** The ticker on screen. */
  readonly ticker: string;
  readonly onPrefetch: (ticker: string) => void;
  readonly onAnalyse: (ticker: string) => void;
  readonly isBusy: boolean;
}

export function SearchForm({ ticker, onPrefetch, onAnalyse, isBusy }: SearchFormProps) {
  const id = useId();
  const suggestions = useSuggestions(ticker);
  const inputRef = useRef<HTMLInputElement>(null);
  const { horizonDays } = useStockView();
  const showView = useSetAtom(showViewAtom);
  const { stars, announcement, announce } = useStars();
  useFieldText(suggestions, ticker);
  useShellField(suggestions, inputRef);
  useShortcuts(inputRef);

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const entered = suggestions.submit();
    if (entered === null) return;
    const text = typeof entered === 'string' ? (enteredTicker(entered) ?? entered) : entered.symbol;
    // The field shows the spelling that is asked for, so that the server's can replace it.
    suggestions.fill(text);
    onAnalyse(text);
  }

  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Control' && event.key !== 'Meta') announce('');
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      // The list stays open: Enter without Control still chooses.
      event.preventDefault();
      const active = suggestions.active();
      if (active !== undefined) stars?.toggle(active);
    }
  }

  return (
    // Before hydration the browser submits the form itself.
    <form className={styles.form} action={useLocation()[0]} onSubmit={onSubmit}>
      <ListingSearch
        {...{ id, inputRef, suggestions, onPrefetch, stars, announcement, onKey }}
        name="ticker"
        onChoose={(item) => onAnalyse(suggestions.choose(item).symbol)}
        shortcut="/"
        aria-describedby={stars ? `${id}-stars` : undefined}
      />
      {stars && (
        <VisuallyHidden>
          <span id={`${id}-stars`}>Press Ctrl+Enter to star the highlighted suggestion.</span>
        </VisuallyHidden>
      )}
      <Select
        label="Forecast days"
        name="days"
        hideLabel
        options={HORIZON_CHOICES}
        value={`${horizonDays}`}
        onChange={(value) => showView({ horizonDays: parseHorizon(value) })}
      />
      <Button type="submit" variant="primary" aria-busy={isBusy}>
        Analyze Stock
      </Button>
    </form>
  );
}

function useStars() {
  const isUser = useAtomValueRawSync(userAtom) !== null;
  const watchlist = useAtomValueRawSync(watchlistAtom);
  const toggleStar = useSetAtom(toggleStarAtom);
  const [announcement, announce] = useState('');
  const has = (ticker: string) => isWatched(watchlist, ticker);

  function toggle({ symbol, name }: SearchResult) {
    const hasChanged = toggleStar(symbol, name).length > 0;
    announce(
      hasChanged
        ? `${symbol} ${has(symbol) ? 'removed from' : 'added to'} your watchlist`
        : `Your watchlist is full (${MAX_WATCHED} listings). Remove one first.`,
    );
  }

  return { stars: isUser ? { has, toggle } : null, announcement, announce };
}

/** Keeps the field's text equal to the ticker shown, unless the user has typed something else. */
function useFieldText(suggestions: Suggestions, text: string): void {
  const before = useRef(text);
  useLayoutEffect(() => {
    suggestions.fill(text, before.current);
    before.current = text;
  }, [suggestions, text]);
}

/** Takes over text, focus and selection from the static document's field, which this page's field replaces. */
function useShellField(suggestions: Suggestions, input: RefObject<HTMLInputElement | null>): void {
  const [shellInput] = useState(() => {
    const field = globalThis.document?.querySelector<HTMLInputElement>('#root[data-shell] input');
    if (!field) return null;
    const state = { field, isFocused: document.activeElement === field };
    // The user may focus the field during the first render.
    field.addEventListener('focus', () => (state.isFocused = true));
    return state;
  });
  // In the commit that removes that field, so that no keystroke is lost.
  useLayoutEffect(() => {
    if (shellInput === null) return;
    if (shellInput.isFocused) input.current?.focus();
    const { value, defaultValue, selectionStart, selectionEnd } = shellInput.field;
    if (value !== defaultValue) suggestions.type(value.toUpperCase());
    else if (shellInput.isFocused) input.current?.setSelectionRange(selectionStart, selectionEnd);
  }, [shellInput, suggestions, input]);
}

/** Also in the static document, above the listing's first screen. */
export function StockAccountNote() {
  return <AccountNote>a watchlist, alerts and your saved forecasts</AccountNote>;
}
