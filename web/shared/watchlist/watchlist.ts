/** One user's watchlist: what is on it, its rows, and who is told of its alerts. No React and no DOM in here. */
import type { QuoteReady } from '#worker/contract';
import { QueryObserver, type QueryClient } from '@tanstack/react-query';
import { atom, type createStore } from 'jotai';
import { valueOrThrow } from '../api/client.ts';
import { formatFor } from '../format/format.ts';
import { currentSettings } from '../settings/settings.ts';
import { ruleKey, ruleText, type AlertRule } from './alert-rule.ts';
import {
  dueAtMs,
  NO_QUOTES,
  quotesAfter,
  quotesQuery,
  retryAtMs,
  type fetchQuotes,
  type Quotes,
} from './quotes-query.ts';
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

/** Whose rows somebody looks at: the whole list while it is on screen, else what has alerts. */
type Watching = 'list' | 'alerts';

/** Builds a user's watchlist. All actions may be called at any time and in any order. */
export function createWatchlist(deps: WatchlistDeps) {
  const { store, client, storage, owner, nowMs } = deps;
  const itemsAtom = atom<WatchlistItems>(readWatchlist(storage, owner));
  /** False once storage has refused a change: the list then lives as long as the page. */
  const isKeptAtom = atom(true);
  const noticesAtom = atom<readonly AlertNotice[]>([]);
  /** Tickers that were added and turned out to be no listing. */
  const rejectedAtom = atom<readonly string[]>([]);
  const watching: Watching[] = [];
  let stopLooking: (() => void) | null = null;
  /** The tickers of the next call, where they are others than {@link wanted}. */
  let toAsk: readonly string[] | null = null;
  const query = quotesQuery(owner);
  const observer = new QueryObserver<Quotes>(client, {
    ...query,
    enabled: true,
    queryFn: ask,
    refetchInterval: ({ state }) => {
      const dueMs = dueMsOf(state.data ?? NO_QUOTES, state.error);
      return dueMs === null ? false : Math.max(dueMs - nowMs(), 1);
    },
    refetchIntervalInBackground: true,
  });

  function change(items: WatchlistItems) {
    if (items === store.get(itemsAtom)) return;
    store.set(itemsAtom, items);
    store.set(isKeptAtom, writeWatchlist(storage, owner, items));
    look();
  }

  /** One call for the tickers that are wanted; none where there are none. */
  async function ask({ signal }: { signal: AbortSignal }): Promise<Quotes> {
    const tickers = toAsk ?? wanted();
    toAsk = null;
    const known = quotes();
    if (tickers.length === 0) return known;
    const answer = valueOrThrow(await deps.fetchQuotes(tickers, signal));
    return quotesAfter(known, tickers, answer, nowMs());
  }

  function quotes(): Quotes {
    return client.getQueryData<Quotes>(query.queryKey) ?? NO_QUOTES;
  }

  function dueMsOf(known: Quotes, error: Error | null): number | null {
    const dueMs = dueAtMs(wanted(), known);
    return dueMs === null ? null : Math.max(dueMs, retryAtMs(error).automatic);
  }

  function takeQuotes(rows: readonly QuoteReady[], unknown: readonly string[] = []) {
    let items = store.get(itemsAtom);
    const met: MetAlert[] = [];
    for (const row of rows) {
      const [next, begun] = withQuote(items, row);
      items = next;
      met.push(...begun);
    }
    // Only a quote names a listing that a user has typed; what had a name once is a listing that went.
    const rejected = items.filter(({ ticker, name }) => name === '' && unknown.includes(ticker));
    for (const { ticker } of rejected) items = withRemoved(items, ticker);
    if (rejected.length > 0)
      store.set(
        rejectedAtom,
        rejected.map(({ ticker }) => ticker),
      );
    change(items);
    for (const alert of met) tell(alert);
  }

  function tell({ rule, quote }: MetAlert) {
    const { requested_ticker: ticker, currency, current_price: price, source } = quote;
    const format = formatFor(currentSettings());
    const simulated = source === 'sample' ? ' Simulated prices.' : '';
    const text = `${ruleText(format, rule, currency)}. Now ${format.price(price, currency)}.${simulated}`;
    const id = `${ticker} ${ruleKey(rule)}`;
    const others = store.get(noticesAtom).filter((notice) => notice.id !== id);
    store.set(noticesAtom, [...others, { id, ticker, text }]);
    deps.notify(
      `${ticker}: ${ruleText(format, rule, currency)}`,
      `Now ${format.price(price, currency)}.${simulated}`,
      id,
    );
  }

  /**
   * Tickers whose rows are wanted: those with alerts always, the others while the list is visible. With reduced data a row
   * that is known is not asked for again, unless somebody has just come to see it.
   */
  function wanted(hasCome = false): readonly string[] {
    if (watching.length === 0) return [];
    const isSeen = watching.includes('list') && deps.document.visibilityState === 'visible';
    const isFresh = hasCome || !deps.isReducedData();
    const { rows } = quotes();
    return store
      .get(itemsAtom)
      .filter(({ ticker, alerts }) => alerts.length > 0 || (isSeen && (isFresh || !rows.has(ticker))))
      .map(({ ticker }) => ticker);
  }

  /** Asks for what is due, and sets the clock for what is not. `cause`: somebody came to see the list, or the network is back. */
  function look(cause?: 'seen' | 'online') {
    if (stopLooking === null || observer.getCurrentResult().isFetching) return;
    const tickers = wanted(cause === 'seen');
    const dueMs = dueAtMs(tickers, quotes());
    const { automatic, byHand } = retryAtMs(observer.getCurrentResult().error);
    if (dueMs !== null && Math.max(dueMs, cause === 'online' ? byHand : automatic) <= nowMs()) {
      toAsk = tickers;
      void observer.refetch();
    } else {
      observer.setOptions({ ...observer.options });
    }
  }
  const onVisibility = () => look();
  const onOnline = () => look('online');

  function startLooking() {
    let known = quotes();
    const unsubscribe = observer.subscribe(({ data = known, isFetching }) => {
      if (isFetching) return;
      const isNew = data !== known;
      known = data;
      if (isNew) takeQuotes(data.latest, data.unknown);
      // What was added while the call ran.
      look();
    });
    deps.document.addEventListener('visibilitychange', onVisibility);
    deps.window.addEventListener('online', onOnline);
    return () => {
      unsubscribe();
      deps.document.removeEventListener('visibilitychange', onVisibility);
      deps.window.removeEventListener('online', onOnline);
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
    rejectedAtom,
    /** Its rows, for {@link useQuery}. */
    quotesQuery: query,

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
      const known = quotes().rows.get(ticker)?.quote;
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
    async refresh(): Promise<void> {
      const { error, isFetching } = observer.getCurrentResult();
      if (isFetching || nowMs() < retryAtMs(error).byHand) return;
      toAsk = store.get(itemsAtom).map(({ ticker }) => ticker);
      await observer.refetch();
    },

    /** Keeps rows up to date for as long as somebody looks; returns a function that stops it. */
    watch(what: Watching): () => void {
      watching.push(what);
      stopLooking ??= startLooking();
      look(what === 'list' ? 'seen' : undefined);
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
