import { useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Suggestions } from '../../shared/search/suggestions.ts';

/** Keeps the field's text equal to the ticker shown, unless the user has typed something else. */
export function useFieldText(suggestions: Suggestions, text: string): void {
  const before = useRef(text);
  useLayoutEffect(() => {
    suggestions.fill(text, before.current);
    before.current = text;
  }, [suggestions, text]);
}

/** Takes over text, focus and selection from the static document's field, which this page's field replaces. */
export function useShellField(suggestions: Suggestions, input: RefObject<HTMLInputElement | null>): void {
  const [shellInput] = useState(() => {
    const field = document.querySelector<HTMLInputElement>('#root[data-shell] input');
    if (field === null) return null;
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
