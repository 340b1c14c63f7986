/** One user's watchlist: what is on it, its rows, and who is told of its alerts. No React and no DOM in here. */
import type { QuoteReady } from '#worker/contract';
import type { QueryClient } from '@tanstack/react-query';
import { atom, type createStore } from 'jotai';
import { formatFor } from '../format/format.ts';
import { currentSettings } from '../settings/settings.ts';
import { ruleKey, ruleText, type AlertRule } from './alert-rule.ts';
import { createQuotePoller, type fetchQuotes, type QuoteRows } from './quotes-query.ts';
import {
  isWatched,
  MAX_WATCHED,
  parseWatchlist,
  readWatchlist,
  watchlistKey,
  withAdded,
  withAlert,
  withGroup,
  withMoved,
  withoutAlert,
  withQuote,
  withRemoved,
  writeWatchlist,
  type MetAlert,
  type WatchlistItems,
} from './watchlist-items.ts';

/** An alert that the user has not dismissed yet. */
interface AlertNotice {
  readonly id: string;
  readonly ticker: string;
  /** What has come true, and the price that it came true at. */
  readonly text: string;
}

interface WatchlistDeps {
  readonly store: ReturnType<typeof createStore>;
  readonly client: QueryClient;
  readonly storage: Storage;
  /** The user: email or another id. */
  readonly owner: string;
  readonly fetchQuotes: typeof fetchQuotes;
  readonly nowMs: () => number;
  /** Whether the reader wants no refresh by itself. Alerts are checked all the same. */
  readonly isReducedData: () => boolean;
  /** Shows a notification of the system. */
  readonly notify: (title: string, body: string, tag: string) => void;
  /** Its `storage` events tell of other tabs' changes. */
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** What of the list is on screen: all of it, or only its alerts. */
type Watched = 'list' | 'alerts';

/** Builds a user's watchlist. All actions may be called at any time and in any order. */
export function createWatchlist(deps: WatchlistDeps) {
  const { store, client, storage, owner, nowMs } = deps;
  const itemsAtom = atom<WatchlistItems>(readWatchlist(storage, owner));
  /** False once storage has refused a change: the list then lives as long as the page. */
  const isKeptAtom = atom(true);
  const noticesAtom = atom<readonly AlertNotice[]>([]);
  /** Tickers that were added and turned out to be no listing. */
  const rejectedAtom = atom<readonly string[]>([]);
  /** One entry for each component that watches. */
  const watching: Watched[] = [];
  const poller = createQuotePoller({
    client,
    owner,
    nowMs,
    fetchQuotes: deps.fetchQuotes,
    wanted,
    onQuotes: ({ latest, unknown }) => takeQuotes(latest, unknown),
    window: deps.window,
    document: deps.document,
  });

  /**
   * Tickers with alerts always, the others while the list is visible. With reduced data a row that is known is not asked for
   * again, unless the list has just come on screen.
   */
  function wanted(rows: QuoteRows, isOpening: boolean): readonly string[] {
    if (watching.length === 0) return [];
    const isListVisible = watching.includes('list') && deps.document.visibilityState === 'visible';
    const isRefreshed = isOpening || !deps.isReducedData();
    return store
      .get(itemsAtom)
      .filter(
        ({ ticker, alerts }) => alerts.length > 0 || (isListVisible && (isRefreshed || !rows.has(ticker))),
      )
      .map(({ ticker }) => ticker);
  }

  function change(items: WatchlistItems) {
    if (items === store.get(itemsAtom)) return;
    store.set(itemsAtom, items);
    store.set(isKeptAtom, writeWatchlist(storage, owner, items));
    poller.check();
  }

  /** Names listings, settles their alerts, and takes what is no listing off the list. */
  function takeQuotes(rows: readonly QuoteReady[], unknown: readonly string[] = []) {
    let items = store.get(itemsAtom);
    const met: MetAlert[] = [];
    for (const row of rows) {
      const [next, begun] = withQuote(items, row);
      items = next;
      met.push(...begun);
    }
    // A listing gets its name from a quote: one without a name was typed, one that had a name has been delisted.
    const rejected = items
      .filter(({ ticker, name }) => name === '' && unknown.includes(ticker))
      .map(({ ticker }) => ticker);
    for (const ticker of rejected) items = withRemoved(items, ticker);
    if (rejected.length > 0) store.set(rejectedAtom, rejected);
    change(items);
    for (const alert of met) tell(alert);
  }

  /** Shows a notice on the page and a notification of the system. */
  function tell({ rule, quote }: MetAlert) {
    const { requested_ticker: ticker, currency, current_price: price, source } = quote;
    const format = formatFor(currentSettings());
    const condition = ruleText(format, rule, currency);
    const simulated = source === 'sample' ? ' Simulated prices.' : '';
    const now = `Now ${format.price(price, currency)}.${simulated}`;
    const id = `${ticker} ${ruleKey(rule)}`;
    const others = store.get(noticesAtom).filter((notice) => notice.id !== id);
    store.set(noticesAtom, [...others, { id, ticker, text: `${condition}. ${now}` }]);
    deps.notify(`${ticker}: ${condition}`, now, id);
  }

  function onStorage({ key, newValue }: StorageEvent) {
    // A `null` key is a storage that was cleared.
    if (key !== null && key !== watchlistKey(owner)) return;
    store.set(itemsAtom, parseWatchlist(newValue));
    poller.check();
  }
  deps.window.addEventListener('storage', onStorage);

  return {
    itemsAtom,
    isKeptAtom,
    noticesAtom,
    rejectedAtom,
    /** Its rows, for {@link useQuery}. */
    quotesQuery: poller.query,

    /** Puts listings on the list. Returns how many of them are new there. */
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

    /** Puts a listing into a group, or with `null` into none. */
    setGroup(ticker: string, group: string | null) {
      change(withGroup(store.get(itemsAtom), ticker, group));
    },

    addAlert(ticker: string, rule: AlertRule) {
      change(withAlert(store.get(itemsAtom), ticker, rule));
      // The rule is checked against what is known already, without waiting for the next refresh.
      const known = poller.quotes().rows.get(ticker)?.quote;
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

    /** Forgets that tickers were rejected, when the user has seen it. */
    acceptRejection() {
      store.set(rejectedAtom, []);
    },

    /** Brings the whole list up to date now, unless the server wants no call yet. */
    refresh(): Promise<void> {
      return poller.refresh(store.get(itemsAtom).map(({ ticker }) => ticker));
    },

    /** Keeps rows up to date until the returned function is called. */
    watch(what: Watched): () => void {
      watching.push(what);
      poller.start();
      poller.check(what === 'list' ? 'opening' : undefined);
      return () => {
        watching.splice(watching.indexOf(what), 1);
        if (watching.length === 0) poller.stop();
      };
    },

    /** Ends everything, when the user leaves. */
    close() {
      watching.length = 0;
      poller.stop();
      deps.window.removeEventListener('storage', onStorage);
    },
  };
}

export type Watchlist = ReturnType<typeof createWatchlist>;
