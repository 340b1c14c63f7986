/** The suggestion list under the ticker field: its timers, requests and keyboard position. No React and no DOM in here. */
import type { SearchResult } from '#worker/contract';
import { atom, type createStore } from 'jotai';

/** How long typing has to stop before a text is looked up. */
export const SEARCH_DEBOUNCE_MS = 250;

/** So that a press on an option comes before the list goes. */
const HIDE_AFTER_BLUR_MS = 150;

export interface SuggestionList {
  readonly items: readonly SearchResult[];
  readonly isOpen: boolean;
  /** Option under the keyboard; `null` when the text itself is. */
  readonly activeIndex: number | null;
  /** The last lookup ended and found nothing. */
  readonly hasNoMatches: boolean;
  /** The items are not matches of the text, which is empty, but what was looked at before. */
  readonly isRecent: boolean;
}

const CLOSED: SuggestionList = {
  items: [],
  isOpen: false,
  activeIndex: null,
  hasNoMatches: false,
  isRecent: false,
};

interface SuggestionsDeps {
  /** What the field begins with; by default nothing. */
  readonly text?: string;
  readonly store: ReturnType<typeof createStore>;
  /** Rejects when the lookup fails. */
  readonly search: (text: string) => Promise<readonly SearchResult[]>;
  /** Listings looked at before, newest first. */
  readonly recent: () => readonly SearchResult[];
  readonly logFailure: (failure: unknown) => void;
}

/** Builds the suggestion list for one field. */
export function createSuggestions({
  text: firstText = '',
  store,
  search,
  recent,
  logFailure,
}: SuggestionsDeps) {
  const inputAtom = atom(firstText);
  const listAtom = atom<SuggestionList>(CLOSED);
  let debounceTimer: ReturnType<typeof setTimeout> | undefined;
  let hideTimer: ReturnType<typeof setTimeout> | undefined;
  /** The newest lookup; the answer of an older one is dropped. */
  let lookup = 0;
  let isFocused = false;

  function change(part: Partial<SuggestionList>) {
    store.set(listAtom, { ...store.get(listAtom), ...part });
  }

  function isEmpty(): boolean {
    return store.get(inputAtom).trim() === '';
  }

  function openRecent() {
    const items = recent();
    if (items.length > 0) store.set(listAtom, { ...CLOSED, items, isOpen: true, isRecent: true });
  }

  function cancel() {
    clearTimeout(debounceTimer);
    clearTimeout(hideTimer);
    lookup += 1;
  }

  function reset() {
    cancel();
    store.set(listAtom, CLOSED);
  }

  /** Where the option under the keyboard stands among newer items: what was chosen stays chosen. */
  function indexOfActive(items: readonly SearchResult[]): number | null {
    const { items: before, activeIndex } = store.get(listAtom);
    const active = activeIndex === null ? undefined : before[activeIndex];
    const index = items.findIndex(({ symbol }) => symbol === active?.symbol);
    return index === -1 ? null : index;
  }

  async function lookUp(text: string) {
    lookup += 1;
    const own = lookup;
    let items: readonly SearchResult[];
    try {
      items = await search(text);
    } catch (failure) {
      if (lookup !== own) return;
      logFailure(failure);
      store.set(listAtom, CLOSED);
      return;
    }
    if (lookup !== own) return;
    const isOpen = isFocused && items.length > 0;
    const activeIndex = isOpen ? indexOfActive(items) : null;
    store.set(listAtom, { ...CLOSED, items, isOpen, activeIndex, hasNoMatches: items.length === 0 });
  }

  /** Arrow keys: moves through the options and wraps; opens a closed list first. */
  function move(step: 1 | -1) {
    const { items, isOpen, activeIndex } = store.get(listAtom);
    if (items.length === 0) return isEmpty() ? openRecent() : undefined;
    if (!isOpen) return change({ isOpen: true });
    const from = activeIndex ?? (step === 1 ? -1 : items.length);
    return change({ activeIndex: (from + step + items.length) % items.length });
  }

  /** Escape: closes an open list, else clears the text. */
  function dismiss() {
    if (store.get(listAtom).isOpen) return change({ isOpen: false, activeIndex: null });
    store.set(inputAtom, '');
    return reset();
  }

  return {
    /** The text of the field, upper-cased. */
    inputAtom,
    listAtom,

    /** Puts a text into the field that nobody has typed. */
    fill(text: string) {
      store.set(inputAtom, text);
    },

    /** Empties the field. */
    clear() {
      store.set(inputAtom, '');
      reset();
    },

    /** Puts a text in the place of another one, unless somebody has typed on meanwhile. */
    replace(text: string, by: string) {
      if (store.get(inputAtom).trim() === text) store.set(inputAtom, by);
    },

    /** The user edited the field. */
    type(text: string) {
      const upper = text.toUpperCase();
      store.set(inputAtom, upper);
      cancel();
      isFocused = true;
      const trimmed = upper.trim();
      if (trimmed === '' || store.get(listAtom).isRecent) store.set(listAtom, CLOSED);
      else change({ activeIndex: null });
      if (trimmed !== '') debounceTimer = setTimeout(() => void lookUp(trimmed), SEARCH_DEBOUNCE_MS);
    },

    /** The field got the focus, or a click while it had it: shows what there is, in an empty field the recent listings. */
    focus() {
      isFocused = true;
      clearTimeout(hideTimer);
      const { items, isRecent } = store.get(listAtom);
      if (isEmpty()) openRecent();
      else if (isRecent) store.set(listAtom, CLOSED);
      else if (items.length > 0) change({ isOpen: true });
    },

    blur() {
      isFocused = false;
      clearTimeout(hideTimer);
      hideTimer = setTimeout(() => change({ isOpen: false, activeIndex: null }), HIDE_AFTER_BLUR_MS);
    },

    move,
    dismiss,

    /** A key in the field: whether it was one of the list's. */
    press(key: string): boolean {
      if (key === 'ArrowDown') move(1);
      else if (key === 'ArrowUp') move(-1);
      else if (key === 'Escape') dismiss();
      else return false;
      return true;
    },

    /** The option under the keyboard in an open list. */
    active(): SearchResult | undefined {
      const { items, isOpen, activeIndex } = store.get(listAtom);
      return isOpen && activeIndex !== null ? items[activeIndex] : undefined;
    },

    /** Takes an option: sets the text, hides and clears the list. Returns the ticker to fetch. */
    choose(item: SearchResult): string {
      store.set(inputAtom, item.symbol);
      reset();
      return item.symbol;
    },

    /**
     * Enter or the button: the trimmed, upper-case text to fetch, with every timer cancelled and the list cleared and
     * hidden; `null` for an empty text, which changes nothing.
     */
    submit(): string | null {
      const ticker = store.get(inputAtom).trim().toUpperCase();
      if (ticker === '') return null;
      store.set(inputAtom, ticker);
      reset();
      return ticker;
    },

    /** Ends timers and requests, on leaving the page. */
    close: reset,
  };
}

export type Suggestions = ReturnType<typeof createSuggestions>;
