/** Keeps the rows of a user's watchlist up to date and reports its alerts. Loaded after the list itself. No React in here. */
import { firedNotice, formatFor } from '#compute';
import type { QuoteReady } from '#worker/contract';
import { nowMs } from '../api/server-clock.ts';
import { currentSettings, isReducedData } from './settings.ts';
import { notify } from '../alerts/push.ts';
import { recordEvents, type TriggeredAlert } from './alert-events.ts';
import { crossings, withQuote } from './alerts.ts';
import { followTexts } from './browser-storage.ts';
import { createQuotePoller, type QuoteRows, type Quotes } from '../api/quotes-query.ts';
import { externalValue } from '../ui/external-value.ts';
import { withRemoved, type Watchlist } from './watchlist.ts';

/** What of the list is on screen: all of it, or only its alerts. */
type Watched = 'list' | 'alerts';

/** Builds what keeps a watchlist's rows up to date. All actions may be called at any time and in any order. */
export function createQuoteWatch({ owner, items, change }: Watchlist) {
  /** The last quotes that were not stale, by ticker: what a newer one crosses begins there. */
  const lastFreshQuotes = new Map<string, QuoteReady>();
  /** Added tickers that turned out not to be listings; empty once the user has been told. */
  const rejected = externalValue<readonly string[]>([]);
  /** One entry for each component that watches. */
  const watching: Watched[] = [];
  const poller = createQuotePoller(owner, wanted, takeQuotes);
  let stops: readonly (() => void)[] = [];

  function begin() {
    let known = items();
    const stopFollowing = followTexts(() => {
      if (items() === known) return;
      known = items();
      poller.check();
    });
    stops = [poller.start(), stopFollowing];
  }

  /**
   * Tickers with alerts always, the others while the list is visible. With reduced data a row that is known is not asked for
   * again, unless the list has just come on screen.
   */
  function wanted(rows: QuoteRows, isOpening: boolean): readonly string[] {
    if (watching.length === 0) return [];
    const isListVisible = watching.includes('list') && document.visibilityState === 'visible';
    const isRefreshed = isOpening || !isReducedData();
    return items()
      .filter(
        ({ ticker, alerts }) => alerts.length > 0 || (isListVisible && (isRefreshed || !rows.has(ticker))),
      )
      .map(({ ticker }) => ticker);
  }

  /** Names listings, reports what their alerts did, and takes what is no listing off the list. */
  function takeQuotes({ latest, unknown }: Quotes) {
    let after = items();
    for (const row of latest) {
      const before = lastFreshQuotes.get(row.requested_ticker);
      const alerts = after.find(({ ticker }) => ticker === row.requested_ticker)?.alerts ?? [];
      if (before !== undefined) recordEvents(owner, crossings(alerts, before, row)).forEach(report);
      if (!row.stale) lastFreshQuotes.set(row.requested_ticker, row);
      after = withQuote(after, row);
    }
    // A listing gets its name from a quote: one without a name was typed, one that had a name has been delisted.
    const noListings = after
      .filter(({ ticker, name }) => name === '' && unknown.includes(ticker))
      .map(({ ticker }) => ticker);
    for (const ticker of noListings) after = withRemoved(after, ticker);
    if (noListings.length > 0) rejected.set(noListings);
    change(() => after);
  }

  return {
    rejected,
    quotesQuery: poller.query,

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

/** The page shows the event by itself; this is the system's notification. */
function report([key, event]: TriggeredAlert) {
  void notify(firedNotice(formatFor(currentSettings()), key, event, nowMs()));
}

export type QuoteWatch = ReturnType<typeof createQuoteWatch>;

const watches = new WeakMap<Watchlist, QuoteWatch>();

/** What keeps a watchlist's rows up to date, made once: the rows stay while the user visits other pages. */
export function quoteWatchOf(watchlist: Watchlist): QuoteWatch {
  const watch = watches.get(watchlist) ?? createQuoteWatch(watchlist);
  watches.set(watchlist, watch);
  return watch;
}
