/** The text of the ticker field, from the document's own field on. */
import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Suggestions } from '../../shared/search/suggestions.ts';

/** The field follows what is shown, unless somebody has typed on meanwhile. */
export function useFieldText(suggestions: Suggestions, text: string): void {
  const before = useRef(text);
  useLayoutEffect(() => {
    suggestions.fill(text, before.current);
    before.current = text;
  }, [suggestions, text]);
}

/** Goes on with what a reader has begun in the document's own field, which this page's replaces. */
export function useShellField(suggestions: Suggestions, input: RefObject<HTMLInputElement | null>): void {
  const [shellInput] = useState(() => {
    const field = document.querySelector<HTMLInputElement>('#root[data-shell] input');
    if (field === null) return null;
    const state = { field, isFocused: document.activeElement === field };
    // A first render takes a while.
    field.addEventListener('focus', () => (state.isFocused = true));
    return state;
  });
  // In the commit that removes that field, so that no key is lost.
  useLayoutEffect(() => {
    if (shellInput === null) return;
    if (shellInput.isFocused) input.current?.focus();
    const { value, defaultValue, selectionStart, selectionEnd } = shellInput.field;
    if (value !== defaultValue) suggestions.type(value.toUpperCase());
    else if (shellInput.isFocused) input.current?.setSelectionRange(selectionStart, selectionEnd);
  }, [shellInput, suggestions, input]);
}
