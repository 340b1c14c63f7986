/** State of a ticker field and its list: text, timers, requests and keyboard position. Part of the first page's code. */
import type { SearchResult } from '#worker/contract';
import { logError } from '../sign-in/identity.ts';
import { atom, type Store } from '../../store.ts';
import { optionAfter } from '../ui/combobox.ts';
import { textAtom } from '../user/browser-storage.ts';
import { recentListingsAtom } from '../user/recent-listings.ts';

export const SEARCH_DEBOUNCE_MS = 250;

/** Long enough for a press on an option to arrive before the list is hidden. */
const HIDE_AFTER_BLUR_MS = 150;

export interface SuggestionState {
  /** The field's text, upper-cased. */
  readonly text: string;
  /** The user's recent listings, or what the last lookup found. While the next one runs, the earlier listings stay. */
  readonly items: readonly SearchResult[];
  readonly status: 'idle' | 'recent' | 'searching' | 'found' | 'failed';
  readonly isOpen: boolean;
  /** Option that the keyboard has reached; `null` while it is on the text itself. */
  readonly activeIndex: number | null;
}

const CLOSED = { items: [], status: 'idle', isOpen: false, activeIndex: null } as const;

/** The exchange of the listing that the user last chose among those of one ISIN. */
export const lastVenueAtom = textAtom(() => 'candor:venue');

const ISIN_FORM = /^[A-Z]{2}[A-Z0-9]{9}\d$/;

type Search = (text: string) => Promise<readonly SearchResult[]>;

export class Suggestions {
  readonly stateAtom;
  readonly #store: Store;
  readonly #search: Search;
  #debounceTimer: ReturnType<typeof setTimeout> | undefined;
  #hideTimer: ReturnType<typeof setTimeout> | undefined;
  /** Number of the newest lookup; results of older ones are dropped. */
  #lookup = 0;
  #isFocused = false;

  constructor(store: Store, text: string, search: Search) {
    this.stateAtom = atom<SuggestionState>({ ...CLOSED, text });
    this.#store = store;
    this.#search = search;
  }

  get state(): SuggestionState {
    return this.#store.get(this.stateAtom);
  }

  #change(part: Partial<SuggestionState>) {
    this.#store.set(this.stateAtom, { ...this.state, ...part });
  }

  /** Cancels timers and requests, then clears and hides the list. For a text that is not looked up, such as a composition. */
  reset(text = this.state.text) {
    clearTimeout(this.#debounceTimer);
    clearTimeout(this.#hideTimer);
    this.#lookup += 1;
    this.#change({ ...CLOSED, text });
  }

  /** Replaces the text `before` without a lookup, unless the user has typed something else. */
  fill(text: string, before = this.state.text) {
    if (this.state.text.trim() === before.trim()) this.#change({ text });
  }

  offer(items: readonly SearchResult[], status: SuggestionState['status'] = 'found') {
    if (items.length > 0) this.#change({ ...CLOSED, items, status, isOpen: true });
  }

  type(typed: string) {
    const { status, items, isOpen } = this.state;
    this.reset(typed.toUpperCase());
    this.#isFocused = true;
    const text = this.state.text.trim();
    if (text === '') return;
    this.#change({ status: 'searching', ...(status !== 'recent' && { items, isOpen }) });
    this.#debounceTimer = setTimeout(() => void this.#lookUp(text), SEARCH_DEBOUNCE_MS);
  }

  async #lookUp(text: string) {
    this.#lookup += 1;
    const number = this.#lookup;
    const items = await this.#search(text).catch((failure: unknown) => {
      logError('Suggestion lookup failed', failure);
      return null;
    });
    if (this.#lookup !== number) return;
    if (items === null) return this.#change({ ...CLOSED, status: 'failed' });
    // The active option stays active at its new position.
    const active = items.findIndex(({ symbol }) => symbol === this.active()?.symbol);
    const isOpen = this.#isFocused && items.length > 0;
    this.#change({ items, status: 'found', isOpen, activeIndex: isOpen && active !== -1 ? active : null });
  }

  /** On focus, or a click in the focused field: shows the current items, or the recent listings if the field is empty. */
  focus() {
    this.#isFocused = true;
    clearTimeout(this.#hideTimer);
    const { text, items, status } = this.state;
    if (text.trim() === '') this.offer(this.#store.get(recentListingsAtom), 'recent');
    else if (status === 'recent') this.#change(CLOSED);
    else if (items.length > 0) this.#change({ isOpen: true });
  }

  blur() {
    this.#isFocused = false;
    clearTimeout(this.#hideTimer);
    this.#hideTimer = setTimeout(
      () => this.#change({ isOpen: false, activeIndex: null }),
      HIDE_AFTER_BLUR_MS,
    );
  }

  /** Handles a key in the field; returns whether the list used it. */
  press(key: string): boolean {
    const { text, items, isOpen, activeIndex } = this.state;
    if (key === 'Escape') {
      if (isOpen) this.#change({ isOpen: false, activeIndex: null });
      else this.reset('');
      // Otherwise there was neither list nor text, and the key is left to the page.
      return isOpen || text !== '';
    }
    const next = optionAfter(key, activeIndex, items.length);
    if (next === null) return false;
    if (isOpen) this.#change({ activeIndex: next });
    else this.focus();
    return true;
  }

  active(): SearchResult | undefined {
    const { items, isOpen, activeIndex } = this.state;
    return isOpen && activeIndex !== null ? items[activeIndex] : undefined;
  }

  choose(item: SearchResult): SearchResult {
    if (ISIN_FORM.test(this.state.text.trim())) this.#store.set(lastVenueAtom, () => item.exchange);
    this.reset(item.symbol);
    return item;
  }

  /** Takes the active option, else the trimmed upper-case text; `null` if that is empty. */
  submit(): SearchResult | string | null {
    const active = this.active();
    if (active !== undefined) return this.choose(active);
    const text = this.state.text.trim().toUpperCase();
    if (text === '') return null;
    this.reset(text);
    return text;
  }
}
