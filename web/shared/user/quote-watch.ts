/** Keeps the rows of a user's watchlist up to date and reports its alerts. Loaded after the list itself. No React in here. */
import { triggeredNotice, formatFor } from '#compute';
import type { AlertEvent, QuoteReady } from '#worker/contract';
import { atom, type Store } from '../../store.ts';
import { notify } from '../alerts/push.ts';
import { queryClientAtom } from '../api/query-client.tsx';
import { createQuotePoller, type QuoteRows, type Quotes } from '../api/quotes-query.ts';
import { nowMs } from '../api/server-clock.ts';
import { recordEvents, trimEvents } from './alert-events.ts';
import { crossings, takeQuote } from './alerts.ts';
import { isReducedDataAtom, settingsAtom } from './settings.ts';
import { editAtom } from './user-items.ts';
import { ownedAtom } from './owned-atom.ts';
import { removeListings, watchlistAtom } from './watchlist.ts';
import { renameListing } from './watchlist-edits.ts';

/** What of the list is on screen: all of it, or only its alerts. */
type Watched = 'list' | 'alerts';

/** Stars without a name that the server does not know, and since when, epoch milliseconds. A listing gets its name from a quote. */
export const refusedTickersAtom = ownedAtom<ReadonlyMap<string, number>>(new Map());

/** Stars that a second refusal took off the list; empty once the user has been told. */
export const removedTickersAtom = ownedAtom<readonly string[]>([]);

/** A source may fail to know a listing for a moment, so that a star stays until a refusal this much later. */
const SECOND_REFUSAL_MS = 3 * 60_000;

/** Builds what keeps a watchlist's rows up to date. All actions may be called at any time and in any order. */
export function createQuoteWatch(store: Store, owner: string) {
  const items = () => store.get(watchlistAtom);
  /** The last quotes that were not stale, by ticker: what a newer one crosses begins there. */
  const lastFreshQuotes = new Map<string, QuoteReady>();
  /** One entry for each component that watches. */
  const watching: Watched[] = [];
  const poller = createQuotePoller(store.get(queryClientAtom), owner, wanted, takeQuotes);
  let stops: readonly (() => void)[] = [];

  function begin() {
    stops = [poller.start(), store.sub(watchlistAtom, () => poller.check())];
  }

  /**
   * Tickers with alerts always, the others while the list is visible. With reduced data a row that is known is not asked for
   * again, unless the list has just come on screen.
   */
  function wanted(rows: QuoteRows, isOpening: boolean): readonly string[] {
    if (watching.length === 0) return [];
    const isListVisible = watching.includes('list') && document.visibilityState === 'visible';
    const isRefreshed = isOpening || !store.get(isReducedDataAtom);
    return items()
      .filter(
        ({ ticker, alerts }) => alerts.length > 0 || (isListVisible && (isRefreshed || !rows.has(ticker))),
      )
      .map(({ ticker }) => ticker);
  }

  /** Names listings, reports what their alerts did, and takes what is no listing off the list. */
  function takeQuotes({ latest, unknown }: Quotes) {
    for (const row of latest) {
      store.set(editAtom, renameListing(row.requested_ticker, row.ticker));
      const before = lastFreshQuotes.get(row.requested_ticker);
      const alerts = items().find(({ ticker }) => ticker === row.requested_ticker)?.alerts ?? [];
      if (before !== undefined) record(crossings(alerts, before, row));
      if (!row.stale) lastFreshQuotes.set(row.requested_ticker, row);
    }
    store.set(editAtom, (values) => latest.flatMap((row) => takeQuote(row)(values)));
    takeRefusals(new Set(unknown));
  }

  /** Takes typed stars off the list after a second refusal. A listing that had a name has been delisted, and stays. */
  function takeRefusals(unknown: ReadonlySet<string>) {
    const before = store.get(refusedTickersAtom);
    const refused = items().flatMap(({ ticker, name }) =>
      name === '' && (unknown.has(ticker) || before.has(ticker))
        ? [[ticker, before.get(ticker) ?? nowMs()] as const]
        : [],
    );
    const gone = refused
      .filter(([ticker, sinceMs]) => unknown.has(ticker) && nowMs() - sinceMs >= SECOND_REFUSAL_MS)
      .map(([ticker]) => ticker);
    if (refused.length + before.size === 0) return;
    store.set(refusedTickersAtom, () => new Map(refused.filter(([ticker]) => !gone.includes(ticker))));
    if (gone.length === 0) return;
    store.set(editAtom, removeListings(new Set(gone)));
    store.set(removedTickersAtom, (told) => [...told, ...gone]);
  }

  /** Records events, and reports those that no browser has recorded: the page shows them by itself, this is the system's notice. */
  function record(events: ReadonlyMap<string, AlertEvent>) {
    if (events.size === 0) return;
    const format = formatFor(store.get(settingsAtom));
    for (const { key } of store.set(editAtom, recordEvents(events))) {
      const event = events.get(key);
      if (event) void notify(triggeredNotice(format, key, event, nowMs()));
    }
    store.set(editAtom, trimEvents);
  }

  return {
    owner,

    /** Brings the whole list up to date now, unless the server wants no call yet. Returns whether rows came. */
    refresh(): Promise<boolean> {
      return poller.refresh(items().map(({ ticker }) => ticker));
    },

    /** Keeps rows up to date until the returned function is called. */
    watch(what: Watched): () => void {
      if (watching.push(what) === 1) begin();
      poller.check(what === 'list' ? 'opening' : undefined);
      return () => {
        watching.splice(watching.indexOf(what), 1);
        if (watching.length === 0) for (const stop of stops) stop();
      };
    },
  };
}

const quoteWatchAtom = atom<ReturnType<typeof createQuoteWatch> | null>(null);

/** What keeps the user's rows up to date, made once: they stay while the user visits other pages. Not to be called while rendering. */
export function quoteWatchOf(store: Store, owner: string): ReturnType<typeof createQuoteWatch> {
  const known = store.get(quoteWatchAtom);
  if (known?.owner === owner) return known;
  const watch = createQuoteWatch(store, owner);
  store.set(quoteWatchAtom, watch);
  return watch;
}
