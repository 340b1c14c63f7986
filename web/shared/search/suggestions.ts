/** State of a ticker field and its list: text, timers, requests and keyboard position. Part of the first page's code. */
import type { SearchResult } from '#worker/contract';
import { logError } from '../sign-in/identity.ts';
import { atom, type Store } from '../../store.ts';
import { textAtom } from '../user/browser-storage.ts';
import { recentListingsAtom } from '../user/recent-listings.ts';

export const SEARCH_DEBOUNCE_MS = 250;

/** Long enough for a press on an option to arrive before the list is hidden. */
const HIDE_AFTER_BLUR_MS = 150;

export interface SuggestionState {
  /** The field's text, upper-cased. */
  readonly text: string;
  readonly items: readonly SearchResult[];
  readonly isOpen: boolean;
  /** Option that the keyboard has reached; `null` while it is on the text itself. */
  readonly activeIndex: number | null;
  /** The lookup of the text is still running. */
  readonly isSearching: boolean;
  /** The last lookup succeeded and found nothing. */
  readonly hasNoMatches: boolean;
  /** The last lookup failed. */
  readonly hasFailed: boolean;
  /** The text is empty and the items are the user's recent listings. */
  readonly isRecent: boolean;
}

const CLOSED: Omit<SuggestionState, 'text'> = {
  items: [],
  isOpen: false,
  activeIndex: null,
  isSearching: false,
  hasNoMatches: false,
  hasFailed: false,
  isRecent: false,
};

/** The exchange of the listing that the user last chose among those of one ISIN. */
export const lastVenueAtom = textAtom(() => 'candor:venue');

const ISIN_FORM = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

type Search = (text: string) => Promise<readonly SearchResult[]>;

/** Creates the suggestions of a field with an initial text. `search` rejects if the lookup fails. */
export function createSuggestions(store: Store, firstText: string, search: Search) {
  const stateAtom = atom<SuggestionState>({ ...CLOSED, text: firstText });
  const state = () => store.get(stateAtom);
  let debounceTimer: ReturnType<typeof setTimeout> | undefined;
  let hideTimer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the newest lookup; results of older ones are dropped. */
  let lookup = 0;
  let isFocused = false;

  function change(part: Partial<SuggestionState>) {
    store.set(stateAtom, { ...state(), ...part });
  }

  function isEmpty(): boolean {
    return state().text.trim() === '';
  }

  function openRecent() {
    const items = store.get(recentListingsAtom);
    if (items.length > 0) change({ ...CLOSED, items, isOpen: true, isRecent: true });
  }

  function cancel() {
    clearTimeout(debounceTimer);
    clearTimeout(hideTimer);
    lookup += 1;
  }

  /** Cancels timers and requests, then clears and hides the list. */
  function reset(text = state().text) {
    cancel();
    change({ ...CLOSED, text });
  }

  /** The active option's index among newer items, so that it stays active. */
  function indexOfActive(items: readonly SearchResult[]): number | null {
    const { items: before, activeIndex } = state();
    const chosen = before[activeIndex ?? -1];
    const index = items.findIndex(({ symbol }) => symbol === chosen?.symbol);
    return index === -1 ? null : index;
  }

  async function lookUp(text: string) {
    lookup += 1;
    const number = lookup;
    const items = await search(text).catch((failure: unknown) => {
      logError('Suggestion lookup failed', failure);
      return null;
    });
    if (lookup !== number) return;
    if (items === null) return change({ ...CLOSED, hasFailed: true });
    const isOpen = isFocused && items.length > 0;
    const activeIndex = isOpen ? indexOfActive(items) : null;
    change({ ...CLOSED, items, isOpen, activeIndex, hasNoMatches: items.length === 0 });
  }

  /** Arrow keys: opens a closed list, otherwise moves through the options and wraps. */
  function move(step: 1 | -1) {
    const { items, isOpen, activeIndex } = state();
    if (items.length === 0) return isEmpty() ? openRecent() : undefined;
    if (!isOpen) return change({ isOpen: true });
    const from = activeIndex ?? (step === 1 ? -1 : items.length);
    return change({ activeIndex: (from + step + items.length) % items.length });
  }

  /** Escape: closes an open list, else clears the text. False if there is neither, so that others may handle the key. */
  function dismiss(): boolean {
    const { isOpen, text } = state();
    if (isOpen) change({ isOpen: false, activeIndex: null });
    else if (text !== '') reset('');
    else return false;
    return true;
  }

  function active(): SearchResult | undefined {
    const { items, isOpen, activeIndex } = state();
    return isOpen && activeIndex !== null ? items[activeIndex] : undefined;
  }

  /** Chooses an option: sets the text, clears and hides the list. */
  function choose(item: SearchResult): SearchResult {
    if (ISIN_FORM.test(state().text.trim())) store.set(lastVenueAtom, () => item.exchange);
    reset(item.symbol);
    return item;
  }

  return {
    state,
    stateAtom,

    /** Replaces the text `before` without a lookup, unless the user has typed something else. */
    fill(text: string, before = state().text) {
      if (state().text.trim() === before.trim()) change({ text });
    },

    clear() {
      reset('');
    },

    /** Opens the list with listings to choose from. */
    offer(items: readonly SearchResult[]) {
      change({ ...CLOSED, items, isOpen: true });
    },

    /** Text of an input method that is still composing: kept as it is, and not looked up. */
    compose(text: string) {
      cancel();
      change({ ...CLOSED, text });
    },

    type(text: string) {
      const upper = text.toUpperCase();
      cancel();
      isFocused = true;
      const trimmed = upper.trim();
      const isSearching = trimmed !== '';
      if (!isSearching || state().isRecent) change({ ...CLOSED, text: upper, isSearching });
      else change({ activeIndex: null, text: upper, isSearching });
      if (isSearching) debounceTimer = setTimeout(() => void lookUp(trimmed), SEARCH_DEBOUNCE_MS);
    },

    /** On focus, or a click in the focused field: shows the current items, or the recent listings if the field is empty. */
    focus() {
      isFocused = true;
      clearTimeout(hideTimer);
      if (isEmpty()) openRecent();
      else if (state().isRecent) change(CLOSED);
      else if (state().items.length > 0) change({ isOpen: true });
    },

    blur() {
      isFocused = false;
      clearTimeout(hideTimer);
      hideTimer = setTimeout(() => change({ isOpen: false, activeIndex: null }), HIDE_AFTER_BLUR_MS);
    },

    /** Handles a key in the field; returns whether the list used it. */
    press(key: string): boolean {
      if (key === 'Escape') return dismiss();
      if (key !== 'ArrowDown' && key !== 'ArrowUp') return false;
      move(key === 'ArrowDown' ? 1 : -1);
      return true;
    },

    active,
    choose,

    /** Takes the active option, else the trimmed upper-case text; `null` if that is empty. */
    submit(): SearchResult | string | null {
      const item = active();
      if (item !== undefined) return choose(item);
      const text = state().text.trim().toUpperCase();
      if (text === '') return null;
      reset(text);
      return text;
    },

    /** Cancels timers and requests; for leaving the page. */
    close: () => reset(),
  };
}

export type Suggestions = ReturnType<typeof createSuggestions>;
