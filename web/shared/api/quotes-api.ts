import type { Result } from '#compute';
import type { QuotesResponse } from '#worker/contract';
import { getJson, type ApiFailure } from './client.ts';

function isQuotes(body: unknown): body is QuotesResponse {
  if (typeof body !== 'object' || body === null) return false;
  const { quotes, due } = body as Record<string, unknown>;
  return typeof due === 'number' && Array.isArray(quotes) && quotes.every(isEntry);
}

function isEntry(entry: unknown): boolean {
  if (typeof entry !== 'object' || entry === null) return false;
  const { status, requested_ticker: ticker, current_price: price, closes } = entry as Record<string, unknown>;
  if (typeof ticker !== 'string') return false;
  return status === 'ready'
    ? typeof price === 'number' && Array.isArray(closes)
    : status === 'pending' || status === 'failed';
}

/** A row of facts for each of up to 50 tickers, in one call. */
export function fetchQuotes(
  tickers: readonly string[],
  signal: AbortSignal,
): Promise<Result<QuotesResponse, ApiFailure>> {
  return getJson(['quotes'], isQuotes, { signal, query: { tickers: tickers.join(',') } });
}
