import { parseTicker, type Ticker } from '#compute';
import { Search, X } from 'lucide-react';
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { useAtomValueRawSync, useStore } from '../../store.ts';
import { IconButton } from '../ui/button.tsx';
import { comboboxAttributes } from '../ui/combobox.ts';
import { AsyncPart, lazyComponent } from '../ui/loading.tsx';
import styles from './listing-search.module.css';
import type { SuggestionListProps } from './suggestion-list.tsx';
import { Suggestions } from './suggestions.ts';

const importList = () => import('./suggestion-list.tsx');
let list: Awaited<ReturnType<typeof importList>> | null = null;
export const loadList = async () => (list ??= await importList());
const SuggestionList = lazyComponent(loadList, 'SuggestionList');

interface FieldProps extends Pick<ComponentProps<'input'>, 'name' | 'aria-invalid' | 'aria-describedby'> {
  /** Prefix of the ids of the input, the list and its options. */
  readonly id: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly suggestions: Suggestions;
  /** Called for each key, before the list handles it; not while an input method is composing. */
  readonly onKey?: (event: KeyboardEvent) => void;
}

interface ListingSearchProps extends FieldProps, SuggestionListProps {
  /** Shown above the field. Without it the label is "Ticker", for screen readers only. */
  readonly label?: string | undefined;
  readonly shortcut?: string;
}

/** The ticker field, an ARIA combobox. The list's code loads on focus; the field works without it. */
export function ListingSearch(props: ListingSearchProps) {
  const { label, shortcut, onPrefetch, onChoose, stars, announcement, ...field } = props;
  const { id, suggestions, inputRef } = field;
  const { text } = useAtomValueRawSync(suggestions.stateAtom);
  const [isListWanted, setListWanted] = useState(false);
  useTextBeforeHydration(inputRef, suggestions);
  // The focus may already be in the field.
  useLayoutEffect(() => setListWanted(document.activeElement === inputRef.current), [inputRef]);
  return (
    <div className={styles.field}>
      <label htmlFor={`${id}-input`} className={label ? styles.label : 'visually-hidden'}>
        {label ?? 'Ticker'}
      </label>
      <div className={styles.combobox} onFocus={() => setListWanted(true)}>
        <Search className={styles.icon} size={16} strokeWidth={1.75} aria-hidden />
        <TickerInput {...field} />
        {text !== '' && (
          <IconButton
            className={styles.clear}
            tabIndex={-1}
            label="Clear ticker"
            onClick={() => {
              suggestions.reset('');
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
          <AsyncPart fallback={null}>
            <SuggestionList {...{ id, suggestions, onPrefetch, onChoose, stars, announcement }} />
          </AsyncPart>
        )}
      </div>
    </div>
  );
}

function TickerInput({ id, inputRef, suggestions, onKey, ...rest }: FieldProps) {
  const { text, isOpen, activeIndex } = useAtomValueRawSync(suggestions.stateAtom);
  /** Whether the current press moved the focus into the field. */
  const isEntering = useRef(false);
  return (
    <input
      {...rest}
      {...comboboxAttributes(id, isOpen, activeIndex)}
      ref={inputRef}
      id={`${id}-input`}
      className={styles.input}
      autoCapitalize="characters"
      enterKeyHint="search"
      placeholder="Ticker or company"
      value={text}
      onChange={({ target, nativeEvent }) => {
        // Rewriting the text would end the composition.
        if ((nativeEvent as InputEvent).isComposing) suggestions.reset(target.value);
        else suggestions.type(upperCaseInPlace(target));
      }}
      onCompositionEnd={({ currentTarget }) => suggestions.type(upperCaseInPlace(currentTarget))}
      onFocus={() => suggestions.focus()}
      onPointerDown={({ currentTarget }) => {
        isEntering.current = document.activeElement !== currentTarget;
      }}
      onClick={({ currentTarget }) => {
        // The first press selects the text, so that typing replaces it; the next one places the caret.
        if (isEntering.current) currentTarget.select();
        isEntering.current = false;
        suggestions.focus();
      }}
      onBlur={() => suggestions.blur()}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        onKey?.(event);
        if (suggestions.press(event.key)) event.preventDefault();
      }}
    />
  );
}

function useTextBeforeHydration(input: RefObject<HTMLInputElement | null>, suggestions: Suggestions): void {
  useLayoutEffect(() => {
    const typed = input.current?.value.toUpperCase() ?? '';
    if (typed === suggestions.state.text) return;
    if (document.activeElement === input.current) suggestions.type(typed);
    else suggestions.fill(typed);
  }, [input, suggestions]);
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
  const [suggestions] = useState(
    () => new Suggestions(store, text, async (typed) => (await loadList()).findListings(store, typed)),
  );
  useEffect(() => () => suggestions.reset(), [suggestions]);
  return suggestions;
}

/** The ticker that a text can only mean; `null` if the search decides. Until its code has loaded, any text in a ticker's form. */
export function enteredTicker(text: string): Ticker | null {
  if (list !== null) return list.spelledTicker(text);
  const ticker = parseTicker(text);
  return ticker.ok ? ticker.value : null;
}
