/** What can be asked about a listing, as queries of the shared cache. */
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
import type { AnalysedCandles, AnalyseRequest } from '../offthread/compute-api.ts';
import { computeClient } from '../offthread/compute-client.ts';
import { namedTicker } from '../search/look-up.ts';
import { apiUrl, getJson, valueOrThrow, type ApiFailure, type Remedy, type Tagged } from './client.ts';
import {
  fetchNews,
  fetchSentiment,
  fetchSnapshot,
  readAt,
  shownAnalysis,
  tradedOf,
  type SnapshotReading,
} from './stock-api.ts';
import { isReducedData } from '../user/settings.ts';
import { nowMs } from './server-clock.ts';
import { isRevalidationDue, REVALIDATED_AFTER_MS } from './staleness.ts';

/** Also of a market that is closed for longer: what its source corrects. */
const MAX_FRESH_MS = 10 * 60_000;

/** Prices on screen are asked for again after this at the soonest, and after this where that failed. */
const MIN_REFRESH_MS = 30_000;

const HEADLINES_MS = 5 * 60_000;
const SEARCH_MS = 10 * 60_000;
const SUGGESTION_LIMIT = 5;

export interface Snapshot {
  readonly wire: SnapshotResponse;
  /** {@link wire} as it read when it came. */
  readonly response: SnapshotReading;
  readonly traded: LastTraded;
  readonly isCopy: boolean;
  /** The server sent it because its source fails. */
  readonly hasSourceFailed: boolean;
  /** The server is refreshing it. False for a repeated response of the same age, so that it is not asked for again and again. */
  readonly isRevalidating: boolean;
  readonly etag: string;
  readonly receivedAtMs: number;
}

function snapshotOf(
  { body: wire, etag, isCopy, servedWhile }: Tagged<SnapshotResponse>,
  before?: Snapshot,
): Snapshot {
  const receivedAtMs = nowMs();
  const hasSourceFailed = servedWhile === 'failing';
  // A cache in front may repeat an old header, so the time decides too.
  const isDue = servedWhile === 'renewing' || dueAtMs(wire) <= receivedAtMs;
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

/** When a snapshot's price is due for its refresh, epoch milliseconds: the server's own rule. */
function dueAtMs(wire: SnapshotResponse): number {
  return freshUntilSeconds(tradedOf(wire), Date.parse(wire.fetched_at) / 1000) * 1000;
}

/** How long a snapshot needs no refresh from when it came. */
export function freshForMs(snapshot: Snapshot | undefined): number {
  if (snapshot === undefined || snapshot.isCopy || snapshot.hasSourceFailed) return 0;
  return Math.min(Math.max(dueAtMs(snapshot.wire) - snapshot.receivedAtMs, 0), MAX_FRESH_MS);
}

function isFresh(snapshot: Snapshot): boolean {
  return nowMs() < snapshot.receivedAtMs + freshForMs(snapshot);
}

/** When to ask again for a listing that is on screen; `false`: not by itself. */
export function refreshAfterMs({
  status,
  data,
}: Pick<QueryState<Listing>, 'status' | 'data'>): number | false {
  // Asked for already, so with reduced data too.
  if (isRevalidationDue({ status, data })) return REVALIDATED_AFTER_MS;
  if (isReducedData()) return false;
  return status === 'error' ? MIN_REFRESH_MS : Math.max(freshForMs(data), MIN_REFRESH_MS);
}

/** Every horizon is analysed from the same snapshot. */
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

export interface Listing extends Snapshot, AnalysedCandles {
  readonly ticker: string;
}

/** A listing on a horizon. Old prices, such as a copy or those of another horizon, are shown while the query goes on. */
export function listingQuery(ticker: string, horizonDays: HorizonDays) {
  const queryKey = ['listing', ticker, horizonDays] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ client, signal }): Promise<Listing> => {
      signal.addEventListener('abort', () => leaveSnapshot(client, ticker));
      // The thread starts while the response is on its way.
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
    // A page that keeps prices up to date has more to say here.
    refetchInterval: ({ state }) => isRevalidationDue(state) && REVALIDATED_AFTER_MS,
  });
}

/** Aborts the request for a listing that no query waits for any more, once those that begin in this moment have begun. */
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

const NO_LISTING: ReadonlySet<string | null> = new Set(['unknown_symbol', 'invalid_ticker']);

/** An error waits for the search no longer than this. */
const REMEDY_WAIT_MS = 2500;

/** Letters of an unknown ticker that still find listings spelt like it. */
const SIMILAR_PREFIX = 2;

/** Adds to the refusal of a text that is no ticker what it may have meant; any other response stays as it is. */
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

/** The listing that the text names, else listings spelt like it: by all of it and, where that finds none, by how it begins. */
async function remedyFor(client: QueryClient, text: string): Promise<Remedy> {
  const find = (wanted: string) => client.query(searchQuery(wanted)).catch((): readonly SearchResult[] => []);
  const found = await find(text);
  const symbol = namedTicker(text, found);
  if (symbol !== null) return { kind: 'named', symbol };
  if (!parseTicker(text).ok) return { kind: 'none' };
  const hasEnoughMatches = found.length > 0 || text.length <= SIMILAR_PREFIX;
  return { kind: 'similar', items: hasEnoughMatches ? found : await find(text.slice(0, SIMILAR_PREFIX)) };
}

export function analyseRequest(response: SnapshotReading, horizonDays: HorizonDays): AnalyseRequest {
  const {
    columns,
    corporate_actions: actions,
    current_price: currentPrice,
    session_left: sessionLeft,
    trading_calendar: calendar,
  } = response;
  const dividends = actions?.dividends ?? [];
  return { columns, dividends, currentPrice, sessionLeft, horizonDays, calendar };
}

/** Something of a listing's headlines: what was there before, or `none`, where it cannot be had. */
function headlinesQuery<Part>(
  queryKey: readonly [part: string, ticker: string],
  fetchPart: (ticker: string, signal: AbortSignal) => Promise<Part | null>,
  none: Part,
) {
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) =>
      (await fetchPart(queryKey[1], signal)) ?? client.getQueryData<Part>(queryKey) ?? none,
    staleTime: HEADLINES_MS,
  });
}

export const sentimentQuery = (ticker: string) => headlinesQuery(['sentiment', ticker], fetchSentiment, null);

export const newsQuery = (ticker: string) => headlinesQuery(['news', ticker], fetchNews, []);

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

/** Prefetches a listing that may be opened next, if the server has it: that costs no call to a source. */
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
  // For a prefetch the server refreshes nothing.
  const snapshot = { ...snapshotOf(response.value), isRevalidating: false };
  // The page analyses again, and says so, where this fails.
  const listing = await analysed(ticker, snapshot, horizonDays, signal).catch(() => null);
  if (listing === null || isKnown()) return;
  client.setQueryData(['snapshot', ticker], snapshot);
  client.setQueryData(['listing', ticker, horizonDays], listing);
}
