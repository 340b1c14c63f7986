/** A ticker field and the list under it: text, timers, requests and keyboard position. The first page's code carries this. */
import type { SearchResult } from '#worker/contract';
import { logError } from '../sign-in/identity.ts';
import { externalValue } from '../ui/external-value.ts';

export const SEARCH_DEBOUNCE_MS = 250;

/** So that a press on an option comes before the list goes. */
const HIDE_AFTER_BLUR_MS = 150;

export interface SuggestionState {
  /** The field's text, upper-cased. */
  readonly text: string;
  readonly items: readonly SearchResult[];
  readonly isOpen: boolean;
  /** Option under the keyboard; `null` when the text itself is. */
  readonly activeIndex: number | null;
  /** The lookup of the text has not ended. */
  readonly isSearching: boolean;
  /** The last lookup ended and found nothing. */
  readonly hasNoMatches: boolean;
  /** The items are not matches of the text, which is empty, but what was looked at before. */
  readonly isRecent: boolean;
}

const CLOSED: Omit<SuggestionState, 'text'> = {
  items: [],
  isOpen: false,
  activeIndex: null,
  isSearching: false,
  hasNoMatches: false,
  isRecent: false,
};

type Search = (text: string) => Promise<readonly SearchResult[]>;

/** The suggestions of a field that begins with a text. `search` rejects when the lookup fails. */
export function createSuggestions(firstText: string, search: Search) {
  const value = externalValue<SuggestionState>({ ...CLOSED, text: firstText });
  let debounceTimer: ReturnType<typeof setTimeout> | undefined;
  let hideTimer: ReturnType<typeof setTimeout> | undefined;
  /** The newest lookup; the results of an older one are dropped. */
  let lookup = 0;
  let isFocused = false;
  let recent: (() => readonly SearchResult[]) | undefined;

  function change(part: Partial<SuggestionState>) {
    value.set({ ...value.get(), ...part });
  }

  function isEmpty(): boolean {
    return value.get().text.trim() === '';
  }

  function openRecent() {
    const items = recent?.() ?? [];
    if (items.length > 0) change({ ...CLOSED, items, isOpen: true, isRecent: true });
  }

  function cancel() {
    clearTimeout(debounceTimer);
    clearTimeout(hideTimer);
    lookup += 1;
  }

  /** Ends timers and requests, and clears and hides the list. */
  function reset(text = value.get().text) {
    cancel();
    change({ ...CLOSED, text });
  }

  /** The index of the option under the keyboard among newer items, so that it stays chosen. */
  function indexOfActive(items: readonly SearchResult[]): number | null {
    const { items: before, activeIndex } = value.get();
    const chosen = before[activeIndex ?? -1];
    const index = items.findIndex(({ symbol }) => symbol === chosen?.symbol);
    return index === -1 ? null : index;
  }

  async function lookUp(text: string) {
    lookup += 1;
    const own = lookup;
    const items = await search(text).catch((failure: unknown) => {
      logError('Suggestion lookup failed', failure);
      return null;
    });
    if (lookup !== own) return;
    if (items === null) return change(CLOSED);
    const isOpen = isFocused && items.length > 0;
    const activeIndex = isOpen ? indexOfActive(items) : null;
    change({ ...CLOSED, items, isOpen, activeIndex, hasNoMatches: items.length === 0 });
  }

  /** Arrow keys: moves through the options and wraps; opens a closed list first. */
  function move(step: 1 | -1) {
    const { items, isOpen, activeIndex } = value.get();
    if (items.length === 0) return isEmpty() ? openRecent() : undefined;
    if (!isOpen) return change({ isOpen: true });
    const from = activeIndex ?? (step === 1 ? -1 : items.length);
    return change({ activeIndex: (from + step + items.length) % items.length });
  }

  /** Escape: closes an open list, else clears the text. False where there is neither: the key is another's. */
  function dismiss(): boolean {
    const { isOpen, text } = value.get();
    if (isOpen) change({ isOpen: false, activeIndex: null });
    else if (text !== '') reset('');
    else return false;
    return true;
  }

  function active(): SearchResult | undefined {
    const { items, isOpen, activeIndex } = value.get();
    return isOpen && activeIndex !== null ? items[activeIndex] : undefined;
  }

  /** Takes an option: sets the text, hides and clears the list. */
  function choose(item: SearchResult): SearchResult {
    reset(item.symbol);
    return item;
  }

  return {
    /** Sets the function that returns the recent listings, newest first. */
    setRecent(read: () => readonly SearchResult[]) {
      recent = read;
    },

    state: value.get,
    value,

    /** Sets the text without a lookup, in the place of `before`, unless the user has typed on. */
    fill(text: string, before = value.get().text) {
      if (value.get().text.trim() === before.trim()) change({ text });
    },

    clear() {
      reset('');
    },

    type(text: string) {
      const upper = text.toUpperCase();
      cancel();
      isFocused = true;
      const trimmed = upper.trim();
      const isSearching = trimmed !== '';
      if (!isSearching || value.get().isRecent) change({ ...CLOSED, text: upper, isSearching });
      else change({ activeIndex: null, text: upper, isSearching });
      if (isSearching) debounceTimer = setTimeout(() => void lookUp(trimmed), SEARCH_DEBOUNCE_MS);
    },

    /** The field got the focus, or a click while it had it: shows what there is, in an empty field the recent listings. */
    focus() {
      isFocused = true;
      clearTimeout(hideTimer);
      if (isEmpty()) openRecent();
      else if (value.get().isRecent) change(CLOSED);
      else if (value.get().items.length > 0) change({ isOpen: true });
    },

    blur() {
      isFocused = false;
      clearTimeout(hideTimer);
      hideTimer = setTimeout(() => change({ isOpen: false, activeIndex: null }), HIDE_AFTER_BLUR_MS);
    },

    /** A key in the field: whether it was one of the list's. */
    press(key: string): boolean {
      if (key === 'Escape') return dismiss();
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
      move(key === 'ArrowDown' ? 1 : -1);
      return true;
    },

    active,
    choose,

    /** Takes the option under the keyboard, else the text, trimmed and in upper case; `null` for an empty text. */
    submit(): SearchResult | string | null {
      const item = active();
      if (item !== undefined) return choose(item);
      const text = value.get().text.trim().toUpperCase();
      if (text === '') return null;
      reset(text);
      return text;
    },

    /** Ends timers and requests, on leaving the page. */
    close: () => reset(),
  };
}

export type Suggestions = ReturnType<typeof createSuggestions>;
