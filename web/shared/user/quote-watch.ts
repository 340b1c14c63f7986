/** Keeps a watchlist's quotes up to date and reports its alerts. Without React. */
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

/** The part of the list that is on screen. */
type Watched = 'list' | 'alerts';

/** Nameless stars that the server does not know, with the time of the first refusal in epoch milliseconds. */
export const refusedTickersAtom = ownedAtom<ReadonlyMap<string, number>>(new Map());

/** Stars removed after a second refusal, until the user dismisses the message. */
export const removedTickersAtom = ownedAtom<readonly string[]>([]);

/** A source may miss a listing briefly, so a star stays until it is refused again after this time. */
const SECOND_REFUSAL_MS = 3 * 60_000;

export function createQuoteWatch(store: Store, owner: string) {
  const items = () => store.get(watchlistAtom);
  /** By ticker. Crossings are measured from these quotes. */
  const lastFreshQuotes = new Map<string, QuoteReady>();
  /** One entry per watching component. */
  const watching: Watched[] = [];
  const poller = createQuotePoller(store.get(queryClientAtom), owner, wanted, takeQuotes);
  let stops: readonly (() => void)[] = [];

  function begin() {
    stops = [poller.start(), store.sub(watchlistAtom, () => poller.check())];
  }

  /** Tickers with alerts, and the others while the list is visible. With reduced data, known rows only when the list opens. */
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

  /** Removes typed stars after a second refusal. A star with a name was delisted, and stays. */
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
    store.set(removedTickersAtom, (removed) => [...removed, ...gone]);
  }

  /** Records events and shows a system notification for those that no browser has recorded. */
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

    /** Requests the whole list now if the server allows it. Returns whether rows came. */
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

/** The owner's watch, kept across pages. Do not call it while rendering. */
export function quoteWatchOf(store: Store, owner: string): ReturnType<typeof createQuoteWatch> {
  const known = store.get(quoteWatchAtom);
  if (known?.owner === owner) return known;
  const watch = createQuoteWatch(store, owner);
  store.set(quoteWatchAtom, watch);
  return watch;
}
