import type { HorizonDays, Result } from '#compute';
import type {
  Article,
  NewsResponse,
  SearchResult,
  SentimentResponse,
  StockColumnsResponse,
} from '#worker/contract';
import { getJson, type ApiFailure } from './client.ts';

/** Spec section 9. */
const NEWS_WINDOW_DAYS = 7;

/** Spec section 9. */
const SUGGESTION_LIMIT = 5;

function isRecord(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function isStock(body: unknown): body is StockColumnsResponse {
  return (
    isRecord(body) &&
    typeof body['ticker'] === 'string' &&
    typeof body['current_price'] === 'number' &&
    isRecord(body['columns'])
  );
}

function isSentiment(body: unknown): body is SentimentResponse {
  return isRecord(body) && typeof body['score'] === 'number' && Number.isFinite(body['score']);
}

function isNews(body: unknown): body is NewsResponse {
  return isRecord(body) && Array.isArray(body['news']);
}

function isSearch(body: unknown): body is readonly SearchResult[] {
  return Array.isArray(body) && body.every((item) => isRecord(item) && typeof item['symbol'] === 'string');
}

/** One listing with its whole history as columns; {@link ApiFailure} says why there is none. */
export function fetchStock(
  ticker: string,
  horizonDays: HorizonDays,
  signal: AbortSignal,
): Promise<Result<StockColumnsResponse, ApiFailure>> {
  return getJson(['stock', ticker], isStock, { signal, query: { days: horizonDays, view: 'columns' } });
}

/** The same, if the server has it at hand: a guess costs no call to a source. `null` when it does not, or on any failure. */
export async function prefetchStock(
  ticker: string,
  horizonDays: HorizonDays,
  signal: AbortSignal,
): Promise<StockColumnsResponse | null> {
  const query = { days: horizonDays, view: 'columns' };
  const answer = await getJson(['stock', ticker], isStock, { signal, query, isPrefetch: true });
  return answer.ok ? answer.value : null;
}

/** Sentiment of a listing's headlines; `null` on any failure (spec section 8: silent fallback). */
export async function fetchSentiment(ticker: string, signal: AbortSignal): Promise<SentimentResponse | null> {
  const answer = await getJson(['sentiment', ticker], isSentiment, { signal });
  return answer.ok ? answer.value : null;
}

/** A listing's articles of the last seven days, newest first; empty on any failure (spec section 8: silent fallback). */
export async function fetchNews(ticker: string, signal: AbortSignal): Promise<readonly Article[]> {
  const answer = await getJson(['news', ticker], isNews, { signal, query: { days: NEWS_WINDOW_DAYS } });
  return answer.ok ? answer.value.news : [];
}

/** Listings that match what was typed, five at most. */
export function searchListings(
  text: string,
  signal: AbortSignal,
): Promise<Result<readonly SearchResult[], ApiFailure>> {
  return getJson(['search'], isSearch, { signal, query: { q: text, limit: SUGGESTION_LIMIT } });
}
