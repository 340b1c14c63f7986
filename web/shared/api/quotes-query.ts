/** Rows of a watchlist, and when they are due. The server answers a long list in portions. */
import type { QuoteEntry, QuoteReady, QuotesResponse } from '#worker/contract';
import { queryOptions, skipToken, type SkipToken } from '@tanstack/react-query';
import { apiUrl, RequestError } from './client.ts';

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
  /** When the quote was last requested, epoch milliseconds. */
  readonly requestedAtMs: number;
}

export type QuoteRows = ReadonlyMap<string, QuoteRow>;

export function readyQuote(rows: QuoteRows, ticker: string): QuoteReady | null {
  const quote = rows.get(ticker)?.quote;
  return quote?.status === 'ready' ? quote : null;
}

export interface Quotes {
  readonly rows: QuoteRows;
  /** Calls made since rows were first left due; `null` if none is due. */
  readonly followUps: number | null;
}

export const NO_QUOTES: Quotes = { rows: new Map(), followUps: null };

/** The rows of a user's watchlist, which `QuoteWatch` keeps up to date: those who only read them fetch nothing. */
export function quotesQuery(owner: string) {
  return queryOptions({
    queryKey: ['quotes', owner],
    queryFn: skipToken as SkipToken | (() => Promise<Quotes>),
    initialData: NO_QUOTES,
    staleTime: 'static',
  });
}

export function quotesAfter(
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
      rows.set(ticker, { quote, error: null, requestedAtMs: atMs });
    }
  }
  return {
    rows,
    followUps: due === 0 ? null : followUps === null || followUps >= MAX_FOLLOW_UPS ? 0 : followUps + 1,
  };
}

/** When to request these tickers, epoch milliseconds: at once if one has no row yet. `null` without tickers. */
export function dueAtMs(tickers: readonly string[], { rows, followUps }: Quotes): number | null {
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

/** The earliest time for another call after a failed one, epoch milliseconds; sooner if there is a reason since then to call. */
export function retryAtMs(error: Error | null, reasonAtMs: number): number {
  if (!(error instanceof RequestError)) return 0;
  const { failure, atMs } = error;
  const waitMs = failure.reason === 'refused' ? (failure.retryAfterSeconds ?? 0) * 1000 : 0;
  return atMs + (reasonAtMs >= atMs ? waitMs : Math.max(waitMs, RETRY_MS));
}

/** Sorts the tickers, so that lists of the same tickers share one URL. */
export function quotesUrl(tickers: readonly string[]): string {
  return apiUrl(['quotes'], { tickers: tickers.toSorted().join(',') });
}
