/** Watchlist rows and the poller that fetches them. The server answers a long list in portions. */
import type { Result } from '#compute';
import type { QuoteEntry, QuoteReady, QuotesResponse } from '#worker/contract';
import { queryOptions, QueryObserver, type QueryClient } from '@tanstack/react-query';
import { apiUrl, getJson, RequestError, valueOrThrow, type ApiFailure } from './client.ts';
import { listen } from '../ui/listen.ts';
import { nowMs } from './server-clock.ts';

const OPEN_REFRESH_MS = 60_000;

/** While markets are closed, prices change only at the next open. */
const CLOSED_REFRESH_MS = 10 * 60_000;

/** Wait before the next call while rows are still due; far below the rate limit of 300 a minute. */
const FOLLOW_UP_MS = 1000;

/** Fifty tickers in portions of six take nine calls, plus one for refreshes that finished after the ninth. */
const MAX_FOLLOW_UPS = 11;

/** Wait after a failed call, or longer if the server says so. */
const RETRY_MS = 60_000;

export interface QuoteRow {
  /** The latest known quote: a failure does not replace a price. */
  readonly quote: QuoteEntry;
  /** Why the last response had no newer price than {@link quote}; `null` if it had one. */
  readonly error: string | null;
  /** When the quote was received, epoch milliseconds; `null` while it is pending. */
  readonly receivedAtMs: number | null;
  /** When it was last requested, epoch milliseconds. */
  readonly requestedAtMs: number;
}

/** Rows by requested ticker. */
export type QuoteRows = ReadonlyMap<string, QuoteRow>;

export function readyQuote(rows: QuoteRows, ticker: string): QuoteReady | null {
  const quote = rows.get(ticker)?.quote;
  return quote?.status === 'ready' ? quote : null;
}

export interface Quotes {
  readonly rows: QuoteRows;
  /** Prices of the newest response. */
  readonly latest: readonly QuoteReady[];
  /** Tickers of the newest response that do not exist. */
  readonly unknown: readonly string[];
  /** Calls made since rows were first left due; `null` if none is due. */
  readonly followUps: number | null;
}

const NO_QUOTES: Quotes = { rows: new Map(), latest: [], unknown: [], followUps: null };

/** The rows of a user's watchlist, which {@link createQuotePoller} keeps up to date. */
export function quotesQuery(owner: string) {
  return queryOptions<Quotes>({
    queryKey: ['quotes', owner],
    initialData: NO_QUOTES,
    // Static: the poller fetches rows when they are due, whoever reads them.
    staleTime: 'static',
    enabled: false,
  });
}

function quotesAfter(
  { rows: before, followUps }: Quotes,
  tickers: readonly string[],
  { quotes, due }: QuotesResponse,
  atMs: number,
): Quotes {
  const received = new Map(quotes.map((quote) => [quote.requested_ticker, quote]));
  const rows = new Map(before);
  for (const ticker of tickers) {
    const quote = received.get(ticker) ?? ({ status: 'pending', requested_ticker: ticker } as const);
    const known = rows.get(ticker);
    if (quote.status !== 'ready' && known?.quote.status === 'ready') {
      rows.set(ticker, {
        ...known,
        error: quote.status === 'failed' ? quote.error : known.error,
        requestedAtMs: atMs,
      });
    } else {
      const receivedAtMs = quote.status === 'pending' ? null : atMs;
      rows.set(ticker, { quote, error: null, receivedAtMs, requestedAtMs: atMs });
    }
  }
  return {
    rows,
    latest: quotes.filter((quote) => quote.status === 'ready'),
    unknown: quotes.flatMap((quote) =>
      quote.status === 'failed' && quote.code === 'unknown_symbol' ? [quote.requested_ticker] : [],
    ),
    followUps: due === 0 ? null : followUps === null || followUps >= MAX_FOLLOW_UPS ? 0 : followUps + 1,
  };
}

/** When to request these tickers, epoch milliseconds: at once if one has no row yet. `null` without tickers. */
function dueAtMs(tickers: readonly string[], { rows, followUps }: Quotes): number | null {
  if (tickers.length === 0) return null;
  const wanted = tickers.map((ticker) => rows.get(ticker));
  const requestedAtMs = Math.min(...wanted.map((row) => row?.requestedAtMs ?? Number.NEGATIVE_INFINITY));
  if (followUps !== null && followUps < MAX_FOLLOW_UPS) return requestedAtMs + FOLLOW_UP_MS;
  const isOpen = wanted.some(
    (row) =>
      row?.quote.status === 'pending' || (row?.quote.status === 'ready' && row.quote.market_state === 'open'),
  );
  return requestedAtMs + (isOpen ? OPEN_REFRESH_MS : CLOSED_REFRESH_MS);
}

/** The earliest time for another call after a failed one, epoch milliseconds. */
function retryAtMs(error: Error | null): { readonly automatic: number; readonly manual: number } {
  if (!(error instanceof RequestError)) return { automatic: 0, manual: 0 };
  const { failure, atMs } = error;
  const waitMs = failure.reason === 'refused' ? (failure.retryAfterSeconds ?? 0) * 1000 : 0;
  return { automatic: atMs + Math.max(waitMs, RETRY_MS), manual: atMs + waitMs };
}

/** Sorts the tickers, so that lists of the same tickers share one URL. */
export function fetchQuotes(
  tickers: readonly string[],
  signal: AbortSignal,
): Promise<Result<QuotesResponse, ApiFailure>> {
  return getJson(apiUrl(['quotes'], { tickers: tickers.toSorted().join(',') }), 'quotes', { signal });
}

/** Keeps a user's rows up to date, one call at a time. `wanted` returns the tickers; `isOpening` means that the list has just appeared. */
export function createQuotePoller(
  client: QueryClient,
  owner: string,
  wanted: (rows: QuoteRows, isOpening: boolean) => readonly string[],
  onQuotes: (quotes: Quotes) => void,
) {
  const query = quotesQuery(owner);
  /** The tickers of the next call, if already decided. */
  let nextTickers: readonly string[] | null = null;

  const observer = new QueryObserver<Quotes>(client, {
    ...query,
    enabled: true,
    queryFn: fetchRows,
    refetchInterval({ state: { data = NO_QUOTES, error } }) {
      const dueMs = dueAtMs(wanted(data.rows, false), data);
      if (dueMs === null) return false;
      return Math.max(dueMs - nowMs(), retryAtMs(error).automatic - nowMs(), 1);
    },
    refetchIntervalInBackground: true,
  });

  function quotes(): Quotes {
    return client.getQueryData<Quotes>(query.queryKey) ?? NO_QUOTES;
  }

  async function fetchRows({ signal }: { signal: AbortSignal }): Promise<Quotes> {
    const known = quotes();
    const tickers = nextTickers ?? wanted(known.rows, false);
    nextTickers = null;
    if (tickers.length === 0) return known;
    const response = valueOrThrow(await fetchQuotes(tickers, signal));
    return quotesAfter(known, tickers, response, nowMs());
  }

  function ask(tickers: readonly string[]) {
    nextTickers = tickers;
    return observer.refetch();
  }

  /** Requests what is due, or sets the timer for it. Call it whenever the due time may have changed. */
  function check(cause?: 'opening' | 'online'): void {
    const { isFetching, error } = observer.getCurrentResult();
    if (!observer.hasListeners() || isFetching) return;
    const known = quotes();
    const tickers = wanted(known.rows, cause === 'opening');
    const dueMs = dueAtMs(tickers, known);
    const { automatic, manual } = retryAtMs(error);
    const isDue = dueMs !== null && Math.max(dueMs, cause === 'online' ? manual : automatic) <= nowMs();
    if (isDue) void ask(tickers);
    // Setting options makes the observer read its interval again.
    else observer.setOptions({ ...observer.options });
  }

  /** Starts the poller and returns the function that stops it. Call it only while stopped. */
  function start(): () => void {
    let known = quotes();
    const unsubscribe = observer.subscribe(({ data = known, isFetching }) => {
      if (isFetching) return;
      const isNew = data !== known;
      known = data;
      if (isNew) onQuotes(data);
      // Tickers may have been added while the call ran.
      check();
    });
    const stops = [
      unsubscribe,
      listen(document, { visibilitychange: () => check() }),
      listen(window, { online: () => check('online') }),
    ];
    return () => stops.forEach((stop) => stop());
  }

  return {
    check,
    start,

    /** Requests these tickers now, unless a call is running or the server allows none yet. Resolves to whether rows came. */
    async refresh(tickers: readonly string[]): Promise<boolean> {
      const { error, isFetching } = observer.getCurrentResult();
      if (isFetching || nowMs() < retryAtMs(error).manual) return false;
      return (await ask(tickers)).isSuccess;
    },
  };
}
