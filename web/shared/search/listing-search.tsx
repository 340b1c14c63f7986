import type { SearchResult } from '#worker/contract';
import { Search, X } from 'lucide-react';
import {
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useAuth } from '../sign-in/auth-provider.tsx';
import { IconButton } from '../ui/button.tsx';
import { useExternalValue } from '../ui/external-value.ts';
import { ErrorBoundary, lazyComponent } from '../ui/loading.tsx';
import styles from './listing-search.module.css';
import { readRecentListings } from '../user/recent-listings.ts';
import type { SuggestionListProps } from './suggestion-list.tsx';
import { createSuggestions, type Suggestions } from './suggestions.ts';

const loadList = () => import('./suggestion-list.tsx');
const SuggestionList = lazyComponent(async () => (await loadList()).SuggestionList);

interface ListingSearchProps
  extends
    Omit<SuggestionListProps, 'id'>,
    Pick<ComponentProps<'input'>, 'name' | 'aria-invalid' | 'aria-describedby'> {
  /** The ids of the input, the list and its options begin with it. */
  readonly id: string;
  /** Seen above the field; without it the field is called "Ticker", which is only read. */
  readonly label?: string | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** A key that no input method composes with, before the list gets it. */
  readonly onKey?: (event: KeyboardEvent) => void;
  /** The page's key for the field, shown in it. */
  readonly shortcut?: string;
}

/** The field for a ticker, an ARIA combobox. The code of its list loads with the focus; without it one can still type. */
export function ListingSearch(props: ListingSearchProps) {
  const { id, label, inputRef, onKey, shortcut, ...rest } = props;
  const { suggestions, onPrefetch: onLikely, onChoose, stars, news, ...input } = rest;
  const state = useExternalValue(suggestions.value);
  const [isListWanted, setListWanted] = useState(false);
  /** The press under way came from elsewhere into the field. */
  const isEntering = useRef(false);

  useLayoutEffect(() => {
    // Whoever came to the field before the page was hydrated.
    const { current } = inputRef;
    if (current === null) return;
    const isFocused = document.activeElement === current;
    if (isFocused) setListWanted(true);
    const typed = current.value.toUpperCase();
    if (typed === suggestions.state().text) return;
    if (isFocused) suggestions.type(typed);
    else suggestions.fill(typed);
  }, [inputRef, suggestions]);

  return (
    <div className={styles.field}>
      <label htmlFor={`${id}-input`} className={label ? styles.label : 'visually-hidden'}>
        {label ?? 'Ticker'}
      </label>
      <div className={styles.combobox}>
        <Search className={styles.icon} size={16} strokeWidth={1.75} aria-hidden />
        <input
          {...input}
          ref={inputRef}
          id={`${id}-input`}
          className={styles.input}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={state.isOpen}
          aria-controls={`${id}-list`}
          aria-activedescendant={
            state.isOpen && state.activeIndex !== null ? `${id}-option-${state.activeIndex}` : undefined
          }
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Ticker or company"
          value={state.text}
          onChange={({ target }) => suggestions.type(upperCaseInPlace(target))}
          onFocus={() => {
            setListWanted(true);
            suggestions.focus();
          }}
          onPointerDown={({ currentTarget }) => {
            isEntering.current = document.activeElement !== currentTarget;
          }}
          onClick={({ currentTarget }) => {
            // The first press selects the text, so that typing replaces it; the next one sets the caret.
            if (isEntering.current) currentTarget.select();
            isEntering.current = false;
            suggestions.focus();
          }}
          onBlur={suggestions.blur}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            onKey?.(event);
            if (suggestions.press(event.key)) event.preventDefault();
          }}
        />
        {state.text !== '' && (
          <IconButton
            className={styles.clear}
            // Escape does the same from the keyboard.
            tabIndex={-1}
            label="Clear ticker"
            onClick={() => {
              suggestions.clear();
              inputRef.current?.focus();
            }}
            icon={X}
          />
        )}
        {shortcut !== undefined && (
          <kbd className={styles.key} aria-hidden="true" title={`Press ${shortcut} to search`}>
            {shortcut}
          </kbd>
        )}
        {isListWanted && (
          <ErrorBoundary fallback={null}>
            <Suspense>
              <SuggestionList {...{ id, suggestions, onPrefetch: onLikely, onChoose, stars, news }} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  );
}

/** Writes a field's text in upper case and returns it; the caret stays where the reader types. */
function upperCaseInPlace(input: HTMLInputElement): string {
  const { value, selectionStart, selectionEnd } = input;
  const text = value.toUpperCase();
  if (text !== value) {
    // What React writes afterwards is the same text, which moves no caret.
    input.value = text;
    input.setSelectionRange(selectionStart, selectionEnd);
  }
  return text;
}

/** The suggestions of a field that begins with a text; where it is empty, with the reader's own listings, none for a guest. */
export function useSuggestions(text = ''): Suggestions {
  const email = useAuth().user?.email ?? null;
  const [suggestions] = useState(() => createSuggestions(text, findListings));
  useEffect(
    () => suggestions.setRecent(() => (email === null ? [] : readRecentListings(email))),
    [suggestions, email],
  );
  useEffect(() => suggestions.close, [suggestions]);
  return suggestions;
}

/** Listings that match a text. Rejects when the lookup, or its code, cannot be had. */
export async function findListings(text: string): Promise<readonly SearchResult[]> {
  return (await loadList()).findListings(text);
}
