/** Queries of the shared cache for one listing: snapshot and analysis, headlines, search. */
import {
  err,
  freshUntilSeconds,
  parseTicker,
  type HorizonDays,
  type LastTraded,
  type Result,
} from '#compute';
import type { SearchResult, SnapshotResponse } from '#worker/contract';
import { queryOptions, type QueryClient, type QueryState } from '@tanstack/react-query';
import type { AnalyseRequest } from '../offthread/compute-api.ts';
import { computeClient } from '../offthread/compute-client.ts';
import { apiUrl, getJson, valueOrThrow, type ApiFailure, type Remedy, type Tagged } from './client.ts';
import {
  fetchNews,
  fetchSentiment,
  fetchSnapshot,
  readAt,
  basisOf,
  shownAnalysis,
  tradedOf,
  type ShownAnalysis,
  type SnapshotReading,
} from './stock-api.ts';
import { nowMs } from './server-clock.ts';
import { isRevalidationDue, REVALIDATED_AFTER_MS } from './staleness.ts';

/** Upper limit even while a market is closed for longer, because sources correct their data. */
const MAX_FRESH_MS = 10 * 60_000;

/** Shortest wait before prices on screen are fetched again, and the wait after a failure. */
const MIN_REFRESH_MS = 30_000;

const HEADLINES_MS = 5 * 60_000;
const SEARCH_MS = 10 * 60_000;
const SUGGESTION_LIMIT = 5;

export interface Snapshot {
  readonly wire: SnapshotResponse;
  /** {@link wire} as read on receipt. */
  readonly response: SnapshotReading;
  readonly traded: LastTraded;
  readonly isCopy: boolean;
  /** The server sent an old snapshot because its source is failing. */
  readonly hasSourceFailed: boolean;
  /** The server is refreshing it. False for a repeated response of the same age, so that the page stops asking. */
  readonly isRevalidating: boolean;
  readonly etag: string;
  readonly receivedAtMs: number;
}

function snapshotOf(
  { body: wire, etag, isCopy, revalidation }: Tagged<SnapshotResponse>,
  before?: Snapshot,
): Snapshot {
  const receivedAtMs = nowMs();
  const hasSourceFailed = revalidation === 'failing';
  // A cache in front may repeat an old header, so the time decides too.
  const isDue = revalidation === 'revalidating' || dueAtMs(wire) <= receivedAtMs;
  const isRepeated = before?.isRevalidating === true && before.wire.fetched_at === wire.fetched_at;
  return {
    wire,
    response: readAt(wire, hasSourceFailed, receivedAtMs),
    traded: tradedOf(wire),
    isCopy,
    hasSourceFailed,
    isRevalidating: isDue && !isCopy && !hasSourceFailed && !isRepeated,
    etag: etag ?? wire.fetched_at,
    receivedAtMs,
  };
}

/** When a snapshot's price is due for a refresh, epoch milliseconds, by the server's own rule. */
function dueAtMs(wire: SnapshotResponse): number {
  return freshUntilSeconds(tradedOf(wire), Date.parse(wire.fetched_at) / 1000) * 1000;
}

/** How long after receipt a snapshot needs no refresh. */
export function freshForMs(snapshot: Snapshot | undefined): number {
  if (snapshot === undefined || snapshot.isCopy || snapshot.hasSourceFailed) return 0;
  return Math.min(Math.max(dueAtMs(snapshot.wire) - snapshot.receivedAtMs, 0), MAX_FRESH_MS);
}

function isFresh(snapshot: Snapshot): boolean {
  return nowMs() < snapshot.receivedAtMs + freshForMs(snapshot);
}

/** When to fetch a listing on screen again; `false` for no automatic refresh. */
export function refreshAfterMs(
  { status, data }: Pick<QueryState<Listing>, 'status' | 'data'>,
  isReduced: boolean,
): number | false {
  // The server is already fetching it, so this holds with reduced data too.
  if (isRevalidationDue({ status, data })) return REVALIDATED_AFTER_MS;
  if (isReduced) return false;
  return status === 'error' ? MIN_REFRESH_MS : Math.max(freshForMs(data), MIN_REFRESH_MS);
}

/** One snapshot serves every horizon. */
function snapshotQuery(ticker: string, horizonDays: HorizonDays) {
  return queryOptions({
    queryKey: ['snapshot', ticker],
    queryFn: async ({ signal, client, queryKey }) =>
      snapshotOf(
        valueOrThrow(await withRemedy(client, ticker, await fetchSnapshot(ticker, horizonDays, signal))),
        client.getQueryData<Snapshot>(queryKey),
      ),
    staleTime: ({ state }) => freshForMs(state.data as Snapshot | undefined),
  });
}

export interface Listing extends Snapshot, ShownAnalysis {
  readonly ticker: string;
}

/** A listing analysed on a horizon. While the query runs it yields older prices: a stored copy, or those of another horizon. */
export function listingQuery(ticker: string, horizonDays: HorizonDays) {
  const queryKey = ['listing', ticker, horizonDays] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Listing> => {
      signal.addEventListener('abort', () => leaveSnapshot(client, ticker));
      // Starts the thread while the response is loading.
      computeClient().warm();
      const query = snapshotQuery(ticker, horizonDays);
      if (client.getQueryData(queryKey) === undefined) {
        const stored = client.getQueryData(query.queryKey);
        const snapshot = stored ?? (await client.query(query));
        const listing = await analysed(ticker, snapshot, horizonDays, signal);
        if (stored === undefined ? !snapshot.isCopy : isFresh(stored)) return listing;
        client.setQueryData(queryKey, listing);
      }
      return analysed(ticker, await client.query({ ...query, staleTime: 0 }), horizonDays, signal);
    },
    staleTime: ({ state }) => freshForMs(state.data as Listing | undefined),
    // Pages that keep prices up to date override this.
    refetchInterval: ({ state }) => isRevalidationDue(state) && REVALIDATED_AFTER_MS,
  });
}

/** Aborts the request for a listing that no query waits for any more. Runs after queries that start in the same tick. */
function leaveSnapshot(client: QueryClient, ticker: string): void {
  queueMicrotask(() => {
    if (client.isFetching({ queryKey: ['listing', ticker] }) === 0)
      void client.cancelQueries({ queryKey: ['snapshot', ticker] });
  });
}

async function analysed(
  ticker: string,
  snapshot: Snapshot,
  horizonDays: HorizonDays,
  signal: AbortSignal,
): Promise<Listing> {
  const request = analyseRequest(snapshot.response, horizonDays);
  const whole = valueOrThrow(await computeClient().run((api) => api.analyseColumns(request), signal));
  return { ticker, ...snapshot, ...shownAnalysis(whole, snapshot.response, nowMs()) };
}

const NO_LISTING: ReadonlySet<string | null> = new Set(['unknown_symbol', 'invalid_ticker', 'isin']);

/** Longest wait for the search before an error is shown. */
const REMEDY_WAIT_MS = 2500;

/** Leading letters of an unknown ticker that are searched for similar listings. */
const SIMILAR_PREFIX = 2;

/** Adds suggestions to the error for an unknown ticker; leaves any other response as it is. */
async function withRemedy<T>(
  client: QueryClient,
  text: string,
  response: Result<T, ApiFailure>,
): Promise<Result<T, ApiFailure>> {
  if (response.ok || response.error.reason !== 'refused' || !NO_LISTING.has(response.error.code))
    return response;
  const timeout = new Promise<Remedy>((resolve) => {
    setTimeout(() => resolve({ kind: 'none' }), REMEDY_WAIT_MS);
  });
  return err({ ...response.error, remedy: await Promise.race([remedyFor(client, text), timeout]) });
}

/** The listing that the text names, else listings with similar tickers: found by the whole text or, failing that, by its first letters. */
async function remedyFor(client: QueryClient, text: string): Promise<Remedy> {
  const find = (wanted: string) => client.query(searchQuery(wanted)).catch((): readonly SearchResult[] => []);
  const [found, names] = await Promise.all([find(text), import('../search/name-match.ts').catch(() => null)]);
  const symbol = names?.namedTicker(text, found) ?? null;
  if (symbol !== null) return { kind: 'named', symbol };
  const rename = names?.renameOf(text) ?? null;
  if (rename !== null) {
    const items = (await find(rename.to)).filter((listing) => listing.symbol === rename.to);
    return { kind: 'similar', items, rename };
  }
  if (!parseTicker(text).ok && found.length === 0) return { kind: 'none' };
  const hasEnoughMatches = found.length > 0 || text.length <= SIMILAR_PREFIX;
  return { kind: 'similar', items: hasEnoughMatches ? found : await find(text.slice(0, SIMILAR_PREFIX)) };
}

export function analyseRequest(response: SnapshotReading, horizonDays: HorizonDays): AnalyseRequest {
  const { columns, current_price: currentPrice, session_left: sessionLeft } = response;
  return { columns, currentPrice, sessionLeft, horizonDays, listing: basisOf(response) };
}

/** Data from a listing's headlines. After a failure it is the previous value, or `null` without one, and stale at once. */
function headlinesQuery<Part>(
  queryKey: readonly [part: string, ticker: string],
  fetchPart: (ticker: string, signal: AbortSignal) => Promise<Part | null>,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) =>
      (await fetchPart(queryKey[1], signal)) ?? client.getQueryData<Part | null>(queryKey) ?? null,
    staleTime: ({ state }) => (state.data === null ? 0 : HEADLINES_MS),
  });
}

export const sentimentQuery = (ticker: string) => headlinesQuery(['sentiment', ticker], fetchSentiment);

export const newsQuery = (ticker: string) => headlinesQuery(['news', ticker], fetchNews);

export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => {
      const url = apiUrl(['search'], { q: text, limit: SUGGESTION_LIMIT });
      return valueOrThrow(await getJson(url, 'search', { signal }));
    },
    staleTime: SEARCH_MS,
  });
}

/** Prefetches a listing that may be opened next. The server responds from its cache only, so no source is called. */
export async function prefetchListing(
  client: QueryClient,
  ticker: string,
  horizonDays: HorizonDays,
  signal: AbortSignal,
): Promise<void> {
  const isKnown = () => client.getQueryData(['snapshot', ticker]) !== undefined;
  if (isKnown()) return;
  const response = await fetchSnapshot(ticker, horizonDays, signal, true);
  if (!response.ok || signal.aborted || isKnown()) return;
  // The server refreshes nothing for a prefetch.
  const snapshot = { ...snapshotOf(response.value), isRevalidating: false };
  // If this fails, the page analyses again and reports the failure.
  const listing = await analysed(ticker, snapshot, horizonDays, signal).catch(() => null);
  if (listing === null || isKnown()) return;
  client.setQueryData(['snapshot', ticker], snapshot);
  client.setQueryData(['listing', ticker, horizonDays], listing);
}
