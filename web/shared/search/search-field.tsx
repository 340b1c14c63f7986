import { Search, X } from 'lucide-react';
import { useRef, type ComponentProps, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { VisuallyHidden } from '../ui/announcement.tsx';
import styles from './search-field.module.css';
import type { Suggestions } from './suggestions.ts';

interface SearchFieldProps extends Pick<
  ComponentProps<'input'>,
  'name' | 'aria-invalid' | 'aria-describedby' | 'onFocus'
> {
  /** The ids of the input, the list and its options begin with it. */
  readonly id: string;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly text: string;
  /** Without them it is a plain field. */
  readonly suggestions: Suggestions | null;
  /** The id of the option under the keyboard; `null` where there is none, `undefined` while the list is closed. */
  readonly active: string | null | undefined;
  /** Typed text, in upper case; empty when it is cleared. */
  readonly onText?: (text: string) => void;
  /** A key that no input method composes with, before the list gets it. */
  readonly onKey?: (event: KeyboardEvent) => void;
  /** The page's key for the field, shown in it. */
  readonly shortcut?: string;
  /** Stands in the field's box, behind the input: the list above all. */
  readonly children?: ReactNode;
}

/** A ticker field: with suggestions an ARIA combobox with list autocomplete. */
export function SearchField(props: SearchFieldProps) {
  const { id, inputRef, text, suggestions, active, onText, onKey, onFocus, shortcut, children, ...input } =
    props;
  /** The press under way came from elsewhere into the field. */
  const isEntering = useRef(false);

  return (
    <div className={styles.combobox}>
      <label htmlFor={`${id}-input`}>
        <VisuallyHidden>Ticker</VisuallyHidden>
        <Search className={styles.icon} size={16} strokeWidth={1.75} aria-hidden />
      </label>
      <input
        {...input}
        ref={inputRef}
        id={`${id}-input`}
        className={styles.input}
        {...(suggestions && {
          role: 'combobox',
          'aria-autocomplete': 'list',
          'aria-expanded': active !== undefined,
          'aria-controls': `${id}-list`,
          'aria-activedescendant': active ?? undefined,
        })}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        enterKeyHint="search"
        placeholder="Ticker or company"
        value={text}
        onChange={({ target }) => {
          const typed = upperCaseInPlace(target);
          onText?.(typed);
          suggestions?.type(typed);
        }}
        onFocus={(event) => {
          onFocus?.(event);
          suggestions?.focus();
        }}
        onPointerDown={({ currentTarget }) => {
          isEntering.current = document.activeElement !== currentTarget;
        }}
        onClick={({ currentTarget }) => {
          // The first press selects the text, so that typing replaces it; the next one sets the caret.
          if (isEntering.current) currentTarget.select();
          isEntering.current = false;
          suggestions?.focus();
        }}
        onBlur={() => suggestions?.blur()}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          onKey?.(event);
          if (suggestions?.press(event.key)) event.preventDefault();
        }}
      />
      {text !== '' && (
        <button
          type="button"
          className={styles.clear}
          // Escape does the same from the keyboard.
          tabIndex={-1}
          aria-label="Clear the ticker"
          onClick={() => {
            onText?.('');
            suggestions?.clear();
            inputRef.current?.focus();
          }}
        >
          <X size={16} strokeWidth={1.75} aria-hidden />
        </button>
      )}
      {shortcut !== undefined && (
        <kbd className={styles.key} aria-hidden="true" title={`Press ${shortcut} to search`}>
          {shortcut}
        </kbd>
      )}
      {children}
    </div>
  );
}

/** Writes a field's text in upper case and returns it; the caret stays where the reader types. */
export function upperCaseInPlace(input: HTMLInputElement): string {
  const { value, selectionStart, selectionEnd } = input;
  const text = value.toUpperCase();
  if (text !== value) {
    // What React writes afterwards is the same text, which moves no caret.
    input.value = text;
    input.setSelectionRange(selectionStart, selectionEnd);
  }
  return text;
}
