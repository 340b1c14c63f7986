import { err, type Analysis, type HorizonDays, type Result } from '#compute';
import type { DatesResponse, NewsResponse, SentimentResponse, SnapshotResponse } from '#worker/contract';
import { decodeBasis, decodeTraded } from '#worker/snapshot';
import { queryOptions, type QueryClient, type QueryState } from '@tanstack/react-query';
import type { AnalysedCandles, AnalyseRequest } from '../offthread/compute-api.ts';
import { computeClient } from '../offthread/compute-client.ts';
import {
  apiUrl,
  getJson,
  getTagged,
  isRecord,
  mayRetry,
  NO_REMEDY,
  queryFailure,
  valueOrThrow,
  type ApiFailure,
  type Remedy,
} from './client.ts';
import { nowMs } from './server-clock.ts';
import { fetchSnapshot, snapshotOf, type Snapshot } from './snapshot.ts';
import { isRevalidationDue, REVALIDATED_AFTER_MS } from './staleness.ts';

/** Shortest wait before prices on screen are fetched again, and the wait after a failure. */
const MIN_REFRESH_MS = 30_000;

/** A listing takes about 200 KB, so it stays for less time than other data. */
const LISTING_GC_MS = 10 * 60_000;

const HEADLINES_MS = 5 * 60_000;
const NEWS_WINDOW_DAYS = 7;
const SEARCH_MS = 10 * 60_000;
const SUGGESTION_LIMIT = 5;
const DATES_MS = 60 * 60_000;
const DATES_FOLLOW_UP_MS = 5000;

export interface Listing extends Snapshot, AnalysedCandles {
  readonly ticker: string;
}

export interface ForecastListing extends Listing {
  readonly analysis: Analysis;
}

/** Whether there is a forecast; if not, {@link Listing.absence} has the reason. */
export function hasForecast(listing: Listing): listing is ForecastListing {
  return 'forecast' in listing.analysis;
}

/** When to fetch a listing on screen again; `false` for no automatic refresh. */
export function refreshAfterMs(
  { status, data }: Pick<QueryState<Listing>, 'status' | 'data'>,
  isReduced: boolean,
): number | false {
  // The server is already fetching it, so this holds with reduced data too.
  if (isRevalidationDue({ status, data })) return REVALIDATED_AFTER_MS;
  if (isReduced) return false;
  return status === 'error' ? MIN_REFRESH_MS : Math.max(data?.freshForMs ?? 0, MIN_REFRESH_MS);
}

/** A listing analysed on a horizon. While the query runs it yields older prices: a stored copy, or those of another horizon. */
export function listingQuery(ticker: string, horizonDays: HorizonDays) {
  const queryKey = ['listing', ticker, horizonDays] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Listing> => {
      // Starts the thread while the response is loading.
      computeClient.warm();
      const load = async (before?: Snapshot): Promise<Listing> => {
        const response = await fetchSnapshot(ticker, horizonDays, signal);
        const tagged = valueOrThrow(await withRemedy(client, ticker, response));
        const analysis = await analysed(tagged.body, horizonDays);
        return { ticker, ...snapshotOf(tagged, before), ...analysis };
      };
      let known = knownSnapshot(client, ticker);
      if (client.getQueryData(queryKey) === undefined) {
        const listing = known
          ? { ticker, ...known, ...(await analysed(known.response, horizonDays)) }
          : await load();
        const isFresh = nowMs() < listing.receivedAtMs + listing.freshForMs;
        if (known === undefined ? !listing.isCopy : isFresh)
          return replaceOlder(client, listing, horizonDays);
        client.setQueryData(queryKey, listing);
        known = listing;
      }
      return replaceOlder(client, await load(known), horizonDays);
    },
    staleTime: ({ state }) => (state.data as Listing | undefined)?.freshForMs ?? 0,
    gcTime: LISTING_GC_MS,
    // Loads what failed while offline, or is only a copy.
    refetchOnReconnect: ({ state: { data, error } }) =>
      mayRetry(queryFailure(error, ticker)) || (data as Listing | undefined)?.freshForMs === 0
        ? 'always'
        : false,
    // Pages that keep prices up to date override this.
    refetchInterval: ({ state }) => isRevalidationDue(state) && REVALIDATED_AFTER_MS,
  });
}

/** The newest snapshot of a listing, which serves every horizon. */
function knownSnapshot(client: QueryClient, ticker: string): Snapshot | undefined {
  const known = client.getQueriesData<Listing>({ queryKey: ['listing', ticker] });
  return known.flatMap(([, listing]) => listing ?? []).toSorted((a, b) => b.receivedAtMs - a.receivedAtMs)[0];
}

/** Stores a new analysis under the server's symbol too, if that is another one, and drops analyses of older prices. */
function replaceOlder(client: QueryClient, listing: Listing, horizonDays: HorizonDays): Listing {
  const { ticker, response, etag } = listing;
  if (response.ticker !== ticker)
    client.setQueryData(['listing', response.ticker, horizonDays], { ...listing, ticker: response.ticker });
  client.removeQueries({
    queryKey: ['listing', ticker],
    type: 'inactive',
    predicate: ({ state }) =>
      state.fetchStatus === 'idle' && (state.data as Listing | undefined)?.etag !== etag,
  });
  return listing;
}

async function analysed(response: SnapshotResponse, horizonDays: HorizonDays): Promise<AnalysedCandles> {
  const request = analyseRequest(response, horizonDays);
  return valueOrThrow(await computeClient.run((api) => api.analyseColumns(request)));
}

const NO_LISTING: ReadonlySet<string | null> = new Set(['unknown_symbol', 'invalid_ticker', 'isin']);

/** Longest wait for the search before an error is shown. */
const REMEDY_WAIT_MS = 2500;

/** Adds suggestions to the error for an unknown ticker; leaves any other response as it is. */
async function withRemedy<T>(
  client: QueryClient,
  text: string,
  response: Result<T, ApiFailure>,
): Promise<Result<T, ApiFailure>> {
  if (response.ok || response.error.reason !== 'refused' || !NO_LISTING.has(response.error.code))
    return response;
  const found = import('./name-match.ts').then(
    ({ remedyFor }) => remedyFor(text, (wanted) => client.query(searchQuery(wanted)).catch(() => [])),
    () => NO_REMEDY,
  );
  const timeout = new Promise<Remedy>((resolve) => setTimeout(resolve, REMEDY_WAIT_MS, NO_REMEDY));
  return err({ ...response.error, remedy: await Promise.race([found, timeout]) });
}

export function analyseRequest(
  response: SnapshotResponse,
  horizonDays: HorizonDays,
  atMs = nowMs(),
): AnalyseRequest {
  const { columns, current_price: price, session_left: sessionLeft } = response;
  const [listing, traded] = [decodeBasis(response), decodeTraded(response)];
  const quote = { price, sessionLeft };
  return { columns, quote, horizonDays, listing, traded, nowSeconds: atMs / 1000 };
}

/** Data from a listing's headlines; `null` on any failure without a previous value. After a failure it is stale at once. */
function headlinesQuery<Part>(
  part: 'sentiment' | 'news',
  ticker: string,
  read: (body: Record<string, unknown>) => Part | null,
) {
  const queryKey = [part, ticker] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }): Promise<Part | null> => {
      const url = apiUrl([part, ticker], { days: part === 'news' ? NEWS_WINDOW_DAYS : null });
      const response = await getTagged(url, isRecord, { signal });
      const loaded = response.ok ? read(response.value.body) : null;
      return loaded ?? client.getQueryData<Part | null>(queryKey) ?? null;
    },
    staleTime: ({ state }) => (state.data === null ? 0 : HEADLINES_MS),
  });
}

export const sentimentQuery = (ticker: string) =>
  headlinesQuery('sentiment', ticker, (body) =>
    Number.isFinite(body['score']) ? (body as unknown as SentimentResponse) : null,
  );

/** Articles of the last seven days, newest first. Any reason in a body but `no_data` says that the source has failed. */
export const newsQuery = (ticker: string) =>
  headlinesQuery('news', ticker, ({ news, reason = 'no_data' }) =>
    Array.isArray(news) && reason === 'no_data' ? (news as NewsResponse['news']) : null,
  );

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

export function datesQuery(tickers: readonly string[]) {
  return queryOptions({
    queryKey: ['dates', ...tickers],
    enabled: tickers.length > 0,
    queryFn: async ({ signal }): Promise<DatesResponse> =>
      valueOrThrow(await getJson(apiUrl(['dates'], { tickers: tickers.join(',') }), 'dates', { signal })),
    staleTime: DATES_MS,
    refetchInterval: ({ state }) => (state.data?.due ?? 0) > 0 && DATES_FOLLOW_UP_MS,
  });
}

/** Prefetches a listing that may be opened next. The server responds from its cache only, so no source is called. */
export async function prefetchListing(
  client: QueryClient,
  ticker: string,
  horizonDays: HorizonDays,
  signal: AbortSignal,
): Promise<void> {
  const isKnown = () => knownSnapshot(client, ticker) !== undefined;
  if (isKnown()) return;
  const response = await fetchSnapshot(ticker, horizonDays, signal, true);
  if (!response.ok || signal.aborted || isKnown()) return;
  // If this fails, the page analyses again and reports the failure.
  const analysis = await analysed(response.value.body, horizonDays).catch(() => null);
  if (analysis === null || isKnown()) return;
  // The server refreshes nothing for a prefetch.
  const snapshot = { ...snapshotOf(response.value), isRevalidating: false };
  client.setQueryData(['listing', ticker, horizonDays], { ticker, ...snapshot, ...analysis });
}
