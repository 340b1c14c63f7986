/** The rows of a watchlist: what the server said last of each ticker, and when to ask again. */
import type { Result } from '#compute';
import type { QuoteEntry, QuoteReady, QuotesResponse } from '#worker/contract';
import { queryOptions } from '@tanstack/react-query';
import { getJson, RequestError, type ApiFailure } from '../api/client.ts';
import { apiUrl } from '../api/listing-urls.ts';

/** As the analysis page's price. */
const OPEN_REFRESH_MS = 60_000;

/** A closed market has nothing new but its opening. */
const CLOSED_REFRESH_MS = 10 * 60_000;

/** A call that leaves rows due is followed by another after this, which is far from the rate limit of 300 a minute. */
const FOLLOW_UP_MS = 1000;

/** Fifty tickers in the server's portions of six are nine calls, and one for the refreshes that ended behind the ninth. */
const MAX_FOLLOW_UPS = 11;

/** A call that failed is made again after this, or later where the server says so. */
const RETRY_MS = 60_000;

/** One ticker's row. */
export interface QuoteRow {
  /** A price that is known stays until a newer one comes. */
  readonly quote: QuoteEntry;
  /** Why the last answer had no newer price, where {@link quote} has an older one. */
  readonly fault: string | null;
  /** When the quote came, epoch milliseconds; `null` while it is pending. */
  readonly receivedAtMs: number | null;
  /** When the server was last asked for it, epoch milliseconds. */
  readonly askedAtMs: number;
}

/** By the ticker that was asked for. */
export type QuoteRows = ReadonlyMap<string, QuoteRow>;

export interface Quotes {
  readonly rows: QuoteRows;
  /** Prices of the newest answer. */
  readonly latest: readonly QuoteReady[];
  /** Tickers of the newest answer that are no listing. */
  readonly unknown: readonly string[];
  /** Calls that followed one that left rows due; `null` when none is due. */
  readonly followUps: number | null;
}

/** Before the first answer. */
export const NO_QUOTES: Quotes = { rows: new Map(), latest: [], unknown: [], followUps: null };

/** Reads a user's rows. Who watches them asks for them. */
export function quotesQuery(owner: string) {
  return queryOptions<Quotes>({
    queryKey: ['quotes', owner],
    initialData: NO_QUOTES,
    // Static: rows are asked for when they are due, not when somebody begins to read them.
    staleTime: 'static',
    enabled: false,
  });
}

/** What is known after an answer to a call for these tickers. */
export function quotesAfter(
  { rows: before, followUps }: Quotes,
  tickers: readonly string[],
  { quotes, due }: QuotesResponse,
  atMs: number,
): Quotes {
  const answers = new Map(quotes.map((quote) => [quote.requested_ticker, quote]));
  const rows = new Map(before);
  for (const ticker of tickers) {
    const quote = answers.get(ticker) ?? ({ status: 'pending', requested_ticker: ticker } as const);
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

/**
 * When to ask for these tickers, epoch milliseconds: at once where one has no row yet, a second after a call that left some
 * due, otherwise a minute after the oldest row with a market open and ten minutes without. `null` for no ticker.
 */
export function dueAtMs(tickers: readonly string[], { rows, followUps }: Quotes): number | null {
  if (tickers.length === 0) return null;
  const wanted = tickers.map((ticker) => rows.get(ticker));
  const askedAtMs = Math.min(...wanted.map((row) => row?.askedAtMs ?? Number.NEGATIVE_INFINITY));
  if (followUps !== null && followUps < MAX_FOLLOW_UPS) return askedAtMs + FOLLOW_UP_MS;
  const isOpen = wanted.some(
    (row) =>
      row?.quote.status === 'pending' || (row?.quote.status === 'ready' && row.quote.market_state === 'open'),
  );
  return askedAtMs + (isOpen ? OPEN_REFRESH_MS : CLOSED_REFRESH_MS);
}

/** The earliest time for another call after one that failed, epoch milliseconds: an automatic one, and one that the user asks for. */
export function retryAtMs(error: Error | null): { readonly automatic: number; readonly byHand: number } {
  if (!(error instanceof RequestError)) return { automatic: 0, byHand: 0 };
  const { failure, atMs } = error;
  const waitMs = failure.reason === 'refused' ? (failure.retryAfterSeconds ?? 0) * 1000 : 0;
  return { automatic: atMs + Math.max(waitMs, RETRY_MS), byHand: atMs + waitMs };
}

/** When the oldest of these tickers' rows came, epoch milliseconds; `null` while there is none. */
export function oldestMs(tickers: readonly string[], rows: QuoteRows): number | null {
  const times = tickers.flatMap((ticker) => rows.get(ticker)?.receivedAtMs ?? []);
  return times.length === 0 ? null : Math.min(...times);
}

/** A quote of each of up to 50 tickers, in one call. */
export function fetchQuotes(
  tickers: readonly string[],
  signal: AbortSignal,
): Promise<Result<QuotesResponse, ApiFailure>> {
  return getJson(apiUrl(['quotes'], { tickers: tickers.join(',') }), 'quotes', { signal });
}
