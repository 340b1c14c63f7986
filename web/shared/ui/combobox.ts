/** The field of an ARIA combobox: it keeps the focus while its keys move through the options of the listbox `${id}-list`. */

/** The field's attributes. `activeIndex` is the option that the keyboard has reached; `null` while it is on the text itself. */
export function comboboxAttributes(id: string, isOpen: boolean, activeIndex: number | null) {
  return {
    role: 'combobox',
    'aria-autocomplete': 'list',
    'aria-expanded': isOpen,
    'aria-controls': `${id}-list`,
    'aria-activedescendant': isOpen && activeIndex !== null ? `${id}-option-${activeIndex}` : undefined,
    autoComplete: 'off',
    spellCheck: false,
  } as const;
}

/** Whether each word of a query begins a word of a text. An empty query matches every text. */
export function matchesQuery(query: string, text: string): boolean {
  const offered = wordsOf(text);
  return wordsOf(query).every((word) => offered.some((candidate) => candidate.startsWith(word)));
}

export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}^.=&-]+/gu) ?? [];
}

/** The option that a key moves to, around the ends; `null` for any key but the two arrows. */
export function optionAfter(key: string, activeIndex: number | null, count: number): number | null {
  if (key === 'ArrowDown') return ((activeIndex ?? -1) + 1) % count;
  return key === 'ArrowUp' ? ((activeIndex ?? count) - 1 + count) % count : null;
}
