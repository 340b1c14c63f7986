/** One user's watchlist: what is on it, its rows, and who is told of its alerts. No React and no DOM in here. */
import type { QuoteReady } from '#worker/contract';
import type { fetchQuotes } from '../api/quotes-api.ts';
import { formatPrice } from '../format/money.ts';
import { atom, type createStore } from '../state/store.ts';
import { ruleKey, ruleText, type AlertRule } from './alert-rule.ts';
import { areQuotesDue } from './quotes-due.ts';
import { createQuotesState, oldestMs } from './quotes-state.ts';
import {
  isWatched,
  MAX_WATCHED,
  withAdded,
  withAlert,
  withMoved,
  withoutAlert,
  withQuote,
  withRemoved,
  type MetAlert,
  type WatchlistItems,
} from './watchlist-items.ts';
import { parseWatchlist, readWatchlist, watchlistKey, writeWatchlist } from './watchlist-storage.ts';

/** Twice a refresh, so that none is more than half a minute late. */
const LOOK_EVERY_MS = 30_000;

/** An alert that the user has not dismissed yet. */
export interface AlertNotice {
  readonly id: string;
  readonly ticker: string;
  /** What has come true, and the price that it came true at. */
  readonly text: string;
}

export interface WatchlistDeps {
  readonly store: ReturnType<typeof createStore>;
  readonly storage: Storage;
  /** The user: email or another id. */
  readonly owner: string;
  readonly fetchQuotes: typeof fetchQuotes;
  readonly nowMs: () => number;
  /** Whether the reader wants no refresh by itself. Alerts are checked all the same. */
  readonly isReducedData: () => boolean;
  /** Tells the user outside of the page. */
  readonly notify: (title: string, body: string, tag: string) => void;
  /** Where other tabs' changes are heard. */
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** Whose rows somebody looks at: the whole list while it is on screen, else what has alerts. */
type Watching = 'list' | 'alerts';

/** Builds a user's watchlist. All actions may be called at any time and in any order. */
export function createWatchlist(deps: WatchlistDeps) {
  const { store, storage, owner, nowMs } = deps;
  const itemsAtom = atom<WatchlistItems>(readWatchlist(storage, owner));
  /** False once storage has refused a change: the list then lives as long as the page. */
  const isKeptAtom = atom(true);
  const noticesAtom = atom<readonly AlertNotice[]>([]);
  const quotes = createQuotesState({ store, fetchQuotes: deps.fetchQuotes, nowMs, onQuotes: takeQuotes });
  const watching: Watching[] = [];
  let stopLooking: (() => void) | null = null;

  function change(items: WatchlistItems) {
    if (items === store.get(itemsAtom)) return;
    store.set(itemsAtom, items);
    store.set(isKeptAtom, writeWatchlist(storage, owner, items));
    look();
  }

  function takeQuotes(rows: readonly QuoteReady[]) {
    let items = store.get(itemsAtom);
    const met: MetAlert[] = [];
    for (const row of rows) {
      const [next, begun] = withQuote(items, row);
      items = next;
      met.push(...begun);
    }
    change(items);
    for (const alert of met) tell(alert);
  }

  function tell({ rule, quote }: MetAlert) {
    const { requested_ticker: ticker, currency, current_price: price, source } = quote;
    const simulated = source === 'sample' ? ' Simulated prices.' : '';
    const text = `${ruleText(rule, currency)}. Now ${formatPrice(price, currency)}.${simulated}`;
    const id = `${ticker} ${ruleKey(rule)}`;
    const others = store.get(noticesAtom).filter((notice) => notice.id !== id);
    store.set(noticesAtom, [...others, { id, ticker, text }]);
    deps.notify(
      `${ticker}: ${ruleText(rule, currency)}`,
      `Now ${formatPrice(price, currency)}.${simulated}`,
      id,
    );
  }

  /**
   * Tickers whose rows are wanted. Alerts are for a hidden page too, rows for eyes; with reduced data a row that is known
   * is not, unless somebody has just come to see it.
   */
  function wanted(hasCome: boolean): readonly string[] {
    if (watching.length === 0) return [];
    const isSeen = watching.includes('list') && deps.document.visibilityState === 'visible';
    const isFresh = hasCome || !deps.isReducedData();
    const { receivedAtMs } = store.get(quotes.loadAtom);
    return store
      .get(itemsAtom)
      .filter(({ ticker, alerts }) => alerts.length > 0 || (isSeen && (isFresh || !receivedAtMs.has(ticker))))
      .map(({ ticker }) => ticker);
  }

  /** `cause` is who has just come to see rows; the clock and events have no say. */
  function look(cause?: Watching | Event) {
    const tickers = wanted(cause === 'list');
    const load = store.get(quotes.loadAtom);
    if (load.status === 'loading') return;
    const ageMs = nowMs() - (oldestMs(tickers, load) ?? -Infinity);
    if (areQuotesDue(tickers, load.quotes, ageMs))
      void quotes.refresh(tickers).then(() => lookForAdded(tickers));
  }

  /** What was added while a refresh ran; all else, a failure too, waits for the clock. */
  function lookForAdded(refreshed: readonly string[]) {
    if (wanted(false).some((ticker) => !refreshed.includes(ticker))) look();
  }

  function startLooking() {
    const timer = setInterval(look, LOOK_EVERY_MS);
    deps.document.addEventListener('visibilitychange', look);
    deps.window.addEventListener('online', look);
    return () => {
      clearInterval(timer);
      deps.document.removeEventListener('visibilitychange', look);
      deps.window.removeEventListener('online', look);
      quotes.close();
    };
  }

  function onStorage({ key, newValue }: StorageEvent) {
    // A `null` key is a storage that was cleared.
    if (key !== null && key !== watchlistKey(owner)) return;
    store.set(itemsAtom, parseWatchlist(newValue));
    look();
  }
  deps.window.addEventListener('storage', onStorage);

  return {
    itemsAtom,
    isKeptAtom,
    noticesAtom,
    quotesAtom: quotes.loadAtom,

    /** Puts listings on the list. Answers how many of them are new there. */
    add(listings: WatchlistItems): number {
      const before = store.get(itemsAtom);
      change(withAdded(before, listings));
      return store.get(itemsAtom).length - before.length;
    },

    remove(ticker: string) {
      change(withRemoved(store.get(itemsAtom), ticker));
    },

    /** Takes a listing off the list, or puts it there. False where the list is full and stays as it is. */
    toggle(ticker: string, name: string): boolean {
      const items = store.get(itemsAtom);
      const isOn = isWatched(items, ticker);
      if (!isOn && items.length >= MAX_WATCHED) return false;
      change(isOn ? withRemoved(items, ticker) : withAdded(items, [{ ticker, name, alerts: [] }]));
      return true;
    },

    move(ticker: string, toIndex: number) {
      change(withMoved(store.get(itemsAtom), ticker, toIndex));
    },

    /** Puts the whole list in another state, such as the one from before a drag. */
    restore(items: WatchlistItems) {
      change(items);
    },

    addAlert(ticker: string, rule: AlertRule) {
      change(withAlert(store.get(itemsAtom), ticker, rule));
      // The rule is checked against what is known already, without waiting for the next refresh.
      const known = store.get(quotes.loadAtom).quotes.get(ticker);
      if (known?.status === 'ready') takeQuotes([known]);
    },

    removeAlert(ticker: string, rule: AlertRule) {
      change(withoutAlert(store.get(itemsAtom), ticker, rule));
    },

    dismiss(id: string) {
      store.set(
        noticesAtom,
        store.get(noticesAtom).filter((notice) => notice.id !== id),
      );
    },

    /** Brings the whole list up to date now. */
    refresh(): Promise<void> {
      return quotes.refresh(store.get(itemsAtom).map(({ ticker }) => ticker));
    },

    /** Keeps rows up to date for as long as somebody looks; answers the function that ends it. */
    watch(what: Watching): () => void {
      watching.push(what);
      stopLooking ??= startLooking();
      look(what);
      return () => {
        watching.splice(watching.indexOf(what), 1);
        if (watching.length > 0) return;
        stopLooking?.();
        stopLooking = null;
      };
    },

    /** Ends everything, when the user leaves. */
    close() {
      watching.length = 0;
      stopLooking?.();
      stopLooking = null;
      deps.window.removeEventListener('storage', onStorage);
    },
  };
}

export type Watchlist = ReturnType<typeof createWatchlist>;
