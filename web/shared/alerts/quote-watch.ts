/** Keeps a watchlist's quotes up to date and reports its alerts. Without React. */
import { formatFor, triggeredNotice } from '#compute';
import type { AlertEvent, QuoteReady, QuotesResponse } from '#worker/contract';
import { QueryObserver } from '@tanstack/react-query';
import { atom, type Store } from '../../store.ts';
import { notify } from './push.ts';
import { getJson, valueOrThrow } from '../api/client.ts';
import { queryClientAtom } from '../api/query-client.tsx';
import {
  dueAtMs,
  NO_QUOTES,
  quotesAfter,
  quotesQuery,
  quotesUrl,
  readyQuote,
  retryAtMs,
  type QuoteRows,
  type Quotes,
} from '../api/quotes-query.ts';
import { nowMs } from '../api/server-clock.ts';
import { listen } from '../browser/listen.ts';
import { recordEvents } from '../user/alert-events.ts';
import { crossings, endAlerts, takeQuote } from '../user/alerts.ts';
import { openListingsCache } from '../browser/caches.ts';
import { isReducedDataAtom, settingsAtom } from '../user/settings.ts';
import { editAtom, ownedAtom } from '../user/user-items.ts';
import { removeListings, watchlistAtom } from '../user/watchlist.ts';
import { renameListing } from '../user/watchlist-edits.ts';

type Watched = 'list' | 'alerts';

/** Nameless stars that the server does not know, with the time of the first refusal in epoch milliseconds. */
export const refusedTickersAtom = ownedAtom<ReadonlyMap<string, number>>(new Map());

/** Stars removed after a second refusal, until the user dismisses the message. */
export const removedTickersAtom = ownedAtom<readonly string[]>([]);

/** A source may miss a listing briefly, so a star stays until it is refused again after this time. */
const SECOND_REFUSAL_MS = 3 * 60_000;

/** A query of the watchlist's quotes with an interval: when the next of its rows are due. */
export class QuoteWatch {
  readonly owner: string;
  readonly #store: Store;
  readonly #observer: QueryObserver<Quotes, Error, Quotes, Quotes, string[]>;
  /** By ticker. Crossings are measured from these quotes. */
  readonly #lastFresh = new Map<string, QuoteReady>();
  readonly #watching: Watched[] = [];
  /** When the list last appeared or the user asked for a refresh, epoch milliseconds; 0 once a call has asked for the whole list. */
  #wantedAtMs = 0;
  /** When the network was last back, epoch milliseconds. */
  #onlineAtMs = 0;

  constructor(store: Store, owner: string) {
    this.owner = owner;
    this.#store = store;
    this.#observer = new QueryObserver(store.get(queryClientAtom), {
      ...quotesQuery(owner),
      queryFn: ({ signal }) => this.#fetch(signal),
      refetchInterval: ({ state: { fetchStatus, data = NO_QUOTES, error } }) => {
        const dueMs = fetchStatus === 'idle' ? dueAtMs(this.#wanted(data.rows), data) : null;
        return dueMs !== null && Math.max(dueMs - nowMs(), retryAtMs(error, this.#onlineAtMs) - nowMs(), 1);
      },
      refetchIntervalInBackground: true,
    });
  }

  watch(what: Watched): () => void {
    if (what === 'list') this.#wantedAtMs = nowMs();
    this.#watching.push(what);
    // Whenever what is wanted may have changed, the observer reads its interval again.
    const check = () => this.#observer.setOptions(this.#observer.options);
    const online = () => {
      this.#onlineAtMs = nowMs();
      check();
    };
    const stops = [
      this.#observer.subscribe(() => undefined),
      this.#store.sub(watchlistAtom, check),
      listen(document, { visibilitychange: check }),
      listen(window, { online }),
    ];
    check();
    return () => {
      this.#watching.splice(this.#watching.indexOf(what), 1);
      for (const stop of stops) stop();
    };
  }

  /** Requests the whole list now, unless a call is running or the server allows none yet. Resolves to whether rows came. */
  async refresh(): Promise<boolean> {
    const { error, isFetching } = this.#observer.getCurrentResult();
    if (isFetching || nowMs() < retryAtMs(error, nowMs())) return false;
    this.#wantedAtMs = nowMs();
    return (await this.#observer.refetch()).isSuccess;
  }

  async #fetch(signal: AbortSignal): Promise<Quotes> {
    const { data: known = NO_QUOTES } = this.#observer.getCurrentResult();
    const tickers = this.#wanted(known.rows);
    if (tickers.length === 0) return known;
    if (tickers.length === this.#items().length) this.#wantedAtMs = 0;
    const response = await getJson(quotesUrl(tickers), 'quotes', { signal });
    if (!response.ok && response.error.reason === 'unreachable' && known.rows.size === 0) {
      const copies = await storedQuotes(this.owner);
      // Due at once, and no new prices that could trigger an alert.
      if (copies.ok) return quotesAfter(known, tickers, copies.value, 0);
    }
    const body = valueOrThrow(response);
    const quotes = quotesAfter(known, tickers, body, nowMs());
    this.#take(body, quotes.rows);
    return quotes;
  }

  #items() {
    return this.#store.get(watchlistAtom);
  }

  /** Tickers with alerts, and the others while the list is visible. With reduced data, known rows only if the whole list is wanted. */
  #wanted(rows: QuoteRows): readonly string[] {
    if (this.#watching.length === 0) return [];
    const isListVisible = this.#watching.includes('list') && document.visibilityState === 'visible';
    const isReduced = this.#store.get(isReducedDataAtom);
    const isKnown = (ticker: string) => {
      const { quote, requestedAtMs = 0 } = rows.get(ticker) ?? {};
      return requestedAtMs > this.#wantedAtMs && quote?.status !== 'pending';
    };
    return this.#items()
      .filter(({ ticker, alerts }) => alerts.length > 0 || (isListVisible && !(isReduced && isKnown(ticker))))
      .map(({ ticker }) => ticker);
  }

  #take({ quotes }: QuotesResponse, rows: QuoteRows): void {
    const store = this.#store;
    const latest = quotes.filter((quote) => quote.status === 'ready');
    const unknown = quotes.filter((quote) => quote.status === 'failed' && quote.code === 'unknown_symbol');
    const prices = [...rows.keys()].flatMap((ticker) => readyQuote(rows, ticker) ?? []);
    if (latest.length > 0) void storeQuotes(this.owner, prices);
    for (const row of latest) {
      store.set(editAtom, renameListing(row.requested_ticker, row.ticker));
      const before = this.#lastFresh.get(row.requested_ticker);
      const alerts = this.#items().find(({ ticker }) => ticker === row.requested_ticker)?.alerts ?? [];
      if (before !== undefined) recordTriggered(store, crossings(alerts, before, row));
      if (!row.stale) this.#lastFresh.set(row.requested_ticker, row);
    }
    store.set(editAtom, (values) => latest.flatMap((row) => takeQuote(row)(values)));
    takeRefusals(store, new Set(unknown.map(({ requested_ticker: ticker }) => ticker)));
  }
}

function copyPath(owner: string): string {
  return `/quotes/${encodeURIComponent(owner)}`;
}

/** Stores a watchlist's last prices for offline use. */
async function storeQuotes(owner: string, quotes: readonly QuoteReady[]): Promise<void> {
  try {
    const cache = await openListingsCache();
    await cache.put(copyPath(owner), Response.json({ horizon_days: 7, quotes, due: 0 }));
  } catch {
    // The browser allows no cache, or it is full.
  }
}

/** Checks stored quotes as a response is checked: another version of the page may have written them. */
async function storedQuotes(owner: string) {
  const match = async () => (await (await openListingsCache()).match(copyPath(owner))) ?? null;
  return await getJson(copyPath(owner), 'quotes', { initial: match() });
}

/** Removes typed stars after a second refusal. A star with a name was delisted, and stays. */
function takeRefusals(store: Store, unknown: ReadonlySet<string>): void {
  const before = store.get(refusedTickersAtom);
  if (unknown.size + before.size === 0) return;
  const refused = store
    .get(watchlistAtom)
    .filter(({ ticker, name }) => name === '' && (unknown.has(ticker) || before.has(ticker)))
    .map(({ ticker }) => [ticker, before.get(ticker) ?? nowMs()] as const);
  const isGone = ([ticker, sinceMs]: readonly [string, number]) =>
    unknown.has(ticker) && nowMs() - sinceMs >= SECOND_REFUSAL_MS;
  const gone = refused.filter(isGone).map(([ticker]) => ticker);
  store.set(refusedTickersAtom, () => new Map(refused.filter((entry) => !isGone(entry))));
  store.set(editAtom, removeListings(new Set(gone)));
  store.set(removedTickersAtom, (removed) => [...removed, ...gone]);
}

/** Records events and shows a system notification for those that no browser has recorded. */
function recordTriggered(store: Store, events: ReadonlyMap<string, AlertEvent>): void {
  if (events.size === 0) return;
  const format = formatFor(store.get(settingsAtom));
  for (const { key } of store.set(editAtom, recordEvents(events))) {
    const event = events.get(key);
    if (event) void notify(triggeredNotice(format, key, event, nowMs()));
  }
  store.set(editAtom, endAlerts(events.values()));
}

const quoteWatchAtom = atom<QuoteWatch | null>(null);

/** The owner's watch, kept across pages. Do not call it while rendering. */
export function quoteWatchOf(store: Store, owner: string): QuoteWatch {
  const known = store.get(quoteWatchAtom);
  if (known?.owner === owner) return known;
  const watch = new QuoteWatch(store, owner);
  store.set(quoteWatchAtom, watch);
  return watch;
}
