/** Keeps the rows of a user's watchlist up to date and reports its alerts. Loaded after the list itself. No React in here. */
import { alertKey } from '#compute';
import type { QuoteReady } from '#worker/contract';
import type { QueryClient } from '@tanstack/react-query';
import { getQueryClient } from '../api/query-client.tsx';
import { nowMs } from '../api/server-clock.ts';
import { formatFor } from '../format/format.ts';
import { whenUserLeaves } from '../sign-in/auth.ts';
import { currentSettings, isReducedData } from './settings.ts';
import { notify, ruleText, withAlert, withoutAlert, withQuote, type MetAlert } from './alerts.ts';
import { followTexts } from './browser-storage.ts';
import { createQuotePoller, fetchQuotes, readyQuote, type QuoteRows } from '../api/quotes-query.ts';
import { externalValue } from '../ui/external-value.ts';
import { withRemoved, type AlertRule, type Watchlist } from './watchlist.ts';

/** An alert that the user has not dismissed yet. */
interface AlertNotice {
  readonly id: string;
  readonly ticker: string;
  /** What has come true, and the price that it came true at. */
  readonly text: string;
}

interface QuoteWatchDeps {
  readonly watchlist: Watchlist;
  readonly client: QueryClient;
  readonly fetchQuotes: typeof fetchQuotes;
  readonly nowMs: () => number;
  /** Whether the reader wants no refresh by itself. Alerts are checked all the same. */
  readonly isReducedData: () => boolean;
  /** Shows a notification of the system. */
  readonly notify: (title: string, body: string, tag: string) => void;
  readonly window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  readonly document: Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>;
}

/** What of the list is on screen: all of it, or only its alerts. */
type Watched = 'list' | 'alerts';

/** Builds what keeps a watchlist's rows up to date. All actions may be called at any time and in any order. */
export function createQuoteWatch({ watchlist, ...deps }: QuoteWatchDeps) {
  const { owner, items, change } = watchlist;
  const notices = externalValue<readonly AlertNotice[]>([]);
  /** Tickers that were added and turned out to be no listing. */
  const rejected = externalValue<readonly string[]>([]);
  /** One entry for each component that watches. */
  const watching: Watched[] = [];
  const poller = createQuotePoller({
    ...deps,
    owner,
    wanted,
    onQuotes: ({ latest, unknown }) => takeQuotes(latest, unknown),
  });
  let known = items();
  const stopFollowing = followTexts(() => {
    if (items() === known) return;
    known = items();
    poller.check();
  });

  /**
   * Tickers with alerts always, the others while the list is visible. With reduced data a row that is known is not asked for
   * again, unless the list has just come on screen.
   */
  function wanted(rows: QuoteRows, isOpening: boolean): readonly string[] {
    if (watching.length === 0) return [];
    const isListVisible = watching.includes('list') && deps.document.visibilityState === 'visible';
    const isRefreshed = isOpening || !deps.isReducedData();
    return items()
      .filter(
        ({ ticker, alerts }) => alerts.length > 0 || (isListVisible && (isRefreshed || !rows.has(ticker))),
      )
      .map(({ ticker }) => ticker);
  }

  /** Names listings, settles their alerts, and takes what is no listing off the list. */
  function takeQuotes(rows: readonly QuoteReady[], unknown: readonly string[] = []) {
    let after = items();
    const met: MetAlert[] = [];
    for (const row of rows) {
      const [next, begun] = withQuote(after, row);
      after = next;
      met.push(...begun);
    }
    // A listing gets its name from a quote: one without a name was typed, one that had a name has been delisted.
    const noListings = after
      .filter(({ ticker, name }) => name === '' && unknown.includes(ticker))
      .map(({ ticker }) => ticker);
    for (const ticker of noListings) after = withRemoved(after, ticker);
    if (noListings.length > 0) rejected.set(noListings);
    change(() => after);
    for (const alert of met) report(alert);
  }

  /** Shows a notice on the page and a notification of the system. */
  function report({ rule, quote }: MetAlert) {
    const { requested_ticker: ticker, currency, current_price: price, source } = quote;
    const format = formatFor(currentSettings());
    const condition = ruleText(format, rule, currency, quote);
    const simulated = source === 'sample' ? ' Simulated prices.' : '';
    const now = `Now ${format.price(price, currency)}.${simulated}`;
    const id = alertKey(ticker, rule);
    const others = notices.get().filter((notice) => notice.id !== id);
    notices.set([...others, { id, ticker, text: `${condition}. ${now}` }]);
    deps.notify(`${ticker}: ${condition}`, now, id);
  }

  return {
    notices,
    rejected,
    /** The list's rows, for {@link useQuery}. */
    quotesQuery: poller.query,

    addAlert(ticker: string, rule: AlertRule) {
      const quote = readyQuote(poller.quotes().rows, ticker);
      change((list) => withAlert(list, ticker, rule, quote));
      // The rule is checked against what is known already, without waiting for the next refresh.
      if (quote !== null) takeQuotes([quote]);
    },

    removeAlert(ticker: string, rule: AlertRule) {
      change((list) => withoutAlert(list, ticker, rule));
    },

    dismiss(id: string) {
      notices.set(notices.get().filter((notice) => notice.id !== id));
    },

    /** Forgets that tickers were rejected, when the user has seen it. */
    acceptRejection() {
      rejected.set([]);
    },

    /** Brings the whole list up to date now, unless the server wants no call yet. */
    refresh(): Promise<void> {
      return poller.refresh(items().map(({ ticker }) => ticker));
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
      stopFollowing();
    },
  };
}

export type QuoteWatch = ReturnType<typeof createQuoteWatch>;

let opened: { readonly watchlist: Watchlist; readonly watch: QuoteWatch } | null = null;

function close() {
  opened?.watch.close();
  opened = null;
}
whenUserLeaves(close);

/** What keeps a watchlist's rows up to date, made once: the rows stay while the user visits other pages. */
export function quoteWatchOf(watchlist: Watchlist): QuoteWatch {
  if (opened?.watchlist !== watchlist) {
    close();
    const client = getQueryClient();
    const watch = createQuoteWatch({
      watchlist,
      client,
      fetchQuotes,
      nowMs,
      isReducedData,
      notify,
      window,
      document,
    });
    opened = { watchlist, watch };
  }
  return opened.watch;
}
