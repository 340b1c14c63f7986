/** The rows of a watchlist, and the poller that asks for them. The server responds to a long list in portions. */
import type { Result } from '#compute';
import type { QuoteEntry, QuoteReady, QuotesResponse } from '#worker/contract';
import { queryOptions, QueryObserver } from '@tanstack/react-query';
import { apiUrl, getJson, RequestError, valueOrThrow, type ApiFailure } from './client.ts';
import { listen } from '../ui/listen.ts';
import { getQueryClient } from './query-client.tsx';
import { nowMs } from './server-clock.ts';

const OPEN_REFRESH_MS = 60_000;

/** While a market is closed, only its opening can change anything. */
const CLOSED_REFRESH_MS = 10 * 60_000;

/** A call that leaves rows due is followed by another after this, which is far from the rate limit of 300 a minute. */
const FOLLOW_UP_MS = 1000;

/** Fifty tickers in the server's portions of six are nine calls, and one for the refreshes that ended behind the ninth. */
const MAX_FOLLOW_UPS = 11;

/** A call that failed is made again after this, or later where the server says so. */
const RETRY_MS = 60_000;

export interface QuoteRow {
  /** A price that is known stays until a newer one comes. */
  readonly quote: QuoteEntry;
  /** Why the last response had no newer price, where {@link quote} has an older one. */
  readonly fault: string | null;
  /** When the quote came, epoch milliseconds; `null` while it is pending. */
  readonly receivedAtMs: number | null;
  /** When the server was last asked for it, epoch milliseconds. */
  readonly askedAtMs: number;
}

/** By the ticker that was asked for. */
export type QuoteRows = ReadonlyMap<string, QuoteRow>;

export function readyQuote(rows: QuoteRows, ticker: string): QuoteReady | null {
  const quote = rows.get(ticker)?.quote;
  return quote?.status === 'ready' ? quote : null;
}

export interface Quotes {
  readonly rows: QuoteRows;
  /** Prices of the newest response. */
  readonly latest: readonly QuoteReady[];
  /** Tickers of the newest response that are no listing. */
  readonly unknown: readonly string[];
  /** Calls that followed one that left rows due; `null` when none is due. */
  readonly followUps: number | null;
}

const NO_QUOTES: Quotes = { rows: new Map(), latest: [], unknown: [], followUps: null };

function quotesQuery(owner: string) {
  return queryOptions<Quotes>({
    queryKey: ['quotes', owner],
    initialData: NO_QUOTES,
    // Static: rows are asked for when they are due, not when somebody begins to read them.
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
        fault: quote.status === 'failed' ? quote.error : known.fault,
        askedAtMs: atMs,
      });
    } else {
      const receivedAtMs = quote.status === 'pending' ? null : atMs;
      rows.set(ticker, { quote, fault: null, receivedAtMs, askedAtMs: atMs });
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

/** When to ask for these tickers, at once where one has no row yet; epoch milliseconds, `null` for no ticker. */
function dueAtMs(tickers: readonly string[], { rows, followUps }: Quotes): number | null {
  if (tickers.length === 0) return null;
  const wanted = tickers.map((ticker) => rows.get(ticker));
  const requestedAtMs = Math.min(...wanted.map((row) => row?.askedAtMs ?? Number.NEGATIVE_INFINITY));
  if (followUps !== null && followUps < MAX_FOLLOW_UPS) return requestedAtMs + FOLLOW_UP_MS;
  const isOpen = wanted.some(
    (row) =>
      row?.quote.status === 'pending' || (row?.quote.status === 'ready' && row.quote.market_state === 'open'),
  );
  return requestedAtMs + (isOpen ? OPEN_REFRESH_MS : CLOSED_REFRESH_MS);
}

/** The earliest time for another call after one that failed, epoch milliseconds. */
function retryAtMs(error: Error | null): { readonly automatic: number; readonly byHand: number } {
  if (!(error instanceof RequestError)) return { automatic: 0, byHand: 0 };
  const { failure, atMs } = error;
  const waitMs = failure.reason === 'refused' ? (failure.retryAfterSeconds ?? 0) * 1000 : 0;
  return { automatic: atMs + Math.max(waitMs, RETRY_MS), byHand: atMs + waitMs };
}

/** In one order, so that lists of the same tickers have one address. */
export function fetchQuotes(
  tickers: readonly string[],
  signal: AbortSignal,
): Promise<Result<QuotesResponse, ApiFailure>> {
  return getJson(apiUrl(['quotes'], { tickers: tickers.toSorted().join(',') }), 'quotes', { signal });
}

/** Keeps a user's rows up to date, one call at a time. `wanted` gives the tickers; `isOpening`: the list has just appeared. */
export function createQuotePoller(
  owner: string,
  wanted: (rows: QuoteRows, isOpening: boolean) => readonly string[],
  onQuotes: (quotes: Quotes) => void,
) {
  const client = getQueryClient();
  const query = quotesQuery(owner);
  /** What the next call asks for, where that was decided before it. */
  let decided: readonly string[] | null = null;

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
    const tickers = decided ?? wanted(known.rows, false);
    decided = null;
    if (tickers.length === 0) return known;
    const response = valueOrThrow(await fetchQuotes(tickers, signal));
    return quotesAfter(known, tickers, response, nowMs());
  }

  function ask(tickers: readonly string[]) {
    decided = tickers;
    return observer.refetch();
  }

  /** Asks for what is due, or sets the timer for when it will be. Call it whenever the due time may have changed. */
  function check(cause?: 'opening' | 'online'): void {
    const { isFetching, error } = observer.getCurrentResult();
    if (!observer.hasListeners() || isFetching) return;
    const known = quotes();
    const tickers = wanted(known.rows, cause === 'opening');
    const dueMs = dueAtMs(tickers, known);
    const { automatic, byHand } = retryAtMs(error);
    const isDue = dueMs !== null && Math.max(dueMs, cause === 'online' ? byHand : automatic) <= nowMs();
    if (isDue) void ask(tickers);
    // New options make the observer read its interval again.
    else observer.setOptions({ ...observer.options });
  }

  /** To be called while it is stopped; returns a function that stops it. */
  function start(): () => void {
    let known = quotes();
    const unsubscribe = observer.subscribe(({ data = known, isFetching }) => {
      if (isFetching) return;
      const isNew = data !== known;
      known = data;
      if (isNew) onQuotes(data);
      // For what was added while the call ran.
      check();
    });
    const ends = [
      unsubscribe,
      listen(document, { visibilitychange: () => check() }),
      listen(window, { online: () => check('online') }),
    ];
    return () => ends.forEach((end) => end());
  }

  return {
    query,
    check,
    start,

    /** Asks for these tickers now, unless a call is under way or the server wants none yet. Returns whether rows came. */
    async refresh(tickers: readonly string[]): Promise<boolean> {
      const { error, isFetching } = observer.getCurrentResult();
      if (isFetching || nowMs() < retryAtMs(error).byHand) return false;
      return (await ask(tickers)).isSuccess;
    },
  };
}
