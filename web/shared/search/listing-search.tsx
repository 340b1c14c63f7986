import { parseTicker, type Ticker } from '#compute';
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
import { useAtomValueRawSync, useStore, type Store } from '../../store.ts';
import { IconButton } from '../ui/button.tsx';
import { ErrorBoundary, lazyComponent } from '../ui/loading.tsx';
import styles from './listing-search.module.css';
import type { SuggestionListProps } from './suggestion-list.tsx';
import { createSuggestions, type Suggestions } from './suggestions.ts';

const importList = () => import('./suggestion-list.tsx');
let list: Awaited<ReturnType<typeof importList>> | null = null;
const loadList = async () => (list ??= await importList());
const SuggestionList = lazyComponent(async () => (await loadList()).SuggestionList);

interface ListingSearchProps
  extends
    Omit<SuggestionListProps, 'id'>,
    Pick<ComponentProps<'input'>, 'name' | 'aria-invalid' | 'aria-describedby'> {
  /** Prefix of the ids of the input, the list and its options. */
  readonly id: string;
  /** Shown above the field. Without it the label is "Ticker", for screen readers only. */
  readonly label?: string | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  /** Called for each key, before the list handles it; not while an input method is composing. */
  readonly onKey?: (event: KeyboardEvent) => void;
  /** The page's shortcut for the field, shown in it. */
  readonly shortcut?: string;
}

/** The ticker field, an ARIA combobox. The list's code loads on focus; the field works without it. */
export function ListingSearch(props: ListingSearchProps) {
  const { id, label, inputRef, onKey, shortcut, ...rest } = props;
  const { suggestions, onPrefetch, onChoose, stars, announcement, ...input } = rest;
  const state = useAtomValueRawSync(suggestions.stateAtom);
  const [isListWanted, setListWanted] = useState(false);
  /** Whether the current press moved the focus into the field. */
  const isEntering = useRef(false);

  useLayoutEffect(() => {
    // The user may have focused the field or typed before hydration.
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
          onChange={({ target, nativeEvent }) => {
            // Rewriting the text would end the composition.
            if ((nativeEvent as InputEvent).isComposing) suggestions.compose(target.value);
            else suggestions.type(upperCaseInPlace(target));
          }}
          onCompositionEnd={({ currentTarget }) => suggestions.type(upperCaseInPlace(currentTarget))}
          onFocus={() => {
            setListWanted(true);
            suggestions.focus();
          }}
          onPointerDown={({ currentTarget }) => {
            isEntering.current = document.activeElement !== currentTarget;
          }}
          onClick={({ currentTarget }) => {
            // The first press selects the text, so that typing replaces it; the next one places the caret.
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
            // On the keyboard, Escape does the same.
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
              <SuggestionList {...{ id, suggestions, onPrefetch, onChoose, stars, announcement }} />
            </Suspense>
          </ErrorBoundary>
        )}
      </div>
    </div>
  );
}

/** Converts a field's text to upper case and returns it. The caret stays where it is. */
function upperCaseInPlace(input: HTMLInputElement): string {
  const { value, selectionStart, selectionEnd } = input;
  const text = value.toUpperCase();
  if (text !== value) {
    // React then writes the same text, which does not move the caret.
    input.value = text;
    input.setSelectionRange(selectionStart, selectionEnd);
  }
  return text;
}

/** Creates a field's suggestions with an initial text. An empty field suggests the user's recent listings; a guest has none. */
export function useSuggestions(text = ''): Suggestions {
  const store = useStore();
  const [suggestions] = useState(() => createSuggestions(store, text, (typed) => findListings(store, typed)));
  useEffect(() => suggestions.close, [suggestions]);
  return suggestions;
}

/**
 * The ticker that an entered text can only mean; `null` if the search decides. Until the list's code has loaded, that is any text
 * in a ticker's form: the server finds out.
 */
export function enteredTicker(text: string): Ticker | null {
  if (list !== null) return list.spelledTicker(text);
  const ticker = parseTicker(text);
  return ticker.ok ? ticker.value : null;
}

/** What a text means. Rejects if the lookup fails or its code cannot be loaded. */
export async function findMeaning(store: Store, text: string) {
  return (await loadList()).findMeaning(store, text);
}

/** Listings that match a text. Rejects if the lookup fails or its code cannot be loaded. */
export async function findListings(store: Store, text: string): Promise<readonly SearchResult[]> {
  return (await loadList()).findListings(store, text);
}
