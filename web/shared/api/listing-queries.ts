/** What can be asked about a listing, as queries of the shared cache. */
import type { HorizonDays } from '#compute';
import type { SnapshotResponse, StockColumnsResponse } from '#worker/contract';
import { queryOptions, skipToken, type QueryClient } from '@tanstack/react-query';
import type { AnalyseRequest } from '../offthread/compute-api.ts';
import { computeClient } from '../offthread/compute-client.ts';
import { valueOrThrow, type Tagged } from './client.ts';
import {
  fetchNews,
  fetchSentiment,
  fetchSnapshot,
  prefetchSnapshot,
  readAt,
  searchListings,
  shownAnalysis,
} from './stock-api.ts';
import { nowMs } from './server-clock.ts';

const OPEN_MARKET_MS = 60_000;

/** A closed market has nothing new but its opening, which an earlier response cannot know. */
const CLOSED_MARKET_MS = 10 * 60_000;

/** Headlines do not change by the minute. */
const HEADLINES_MS = 5 * 60_000;

/** The listings of a text stay the same for a visit. */
const SEARCH_MS = 10 * 60_000;

/** What the server said of a listing. */
export interface Snapshot {
  readonly wire: SnapshotResponse;
  /** {@link wire} as it read when it came. */
  readonly response: StockColumnsResponse;
  /** The service worker's copy of an earlier response. */
  readonly isCopy: boolean;
  /** Tells it from what was said before and after. */
  readonly etag: string;
  readonly receivedAtMs: number;
}

let untagged = 0;

function snapshotOf({ body: wire, etag, isCopy }: Tagged<SnapshotResponse>): Snapshot {
  untagged += 1;
  const receivedAtMs = nowMs();
  return {
    wire,
    response: readAt(wire, receivedAtMs),
    isCopy,
    etag: etag ?? `untagged ${untagged}`,
    receivedAtMs,
  };
}

/** How long a snapshot needs no refresh. */
export function freshForMs(snapshot: Snapshot | undefined): number {
  if (snapshot === undefined || snapshot.isCopy || snapshot.response.stale) return 0;
  return snapshot.response.market_state === 'open' ? OPEN_MARKET_MS : CLOSED_MARKET_MS;
}

/** One listing with its whole history. Every horizon is computed from the same snapshot. */
export function snapshotQuery(ticker: string, horizonDays: HorizonDays) {
  return queryOptions({
    queryKey: ['snapshot', ticker],
    queryFn: async ({ signal, client, queryKey }) => {
      const ask = async () => snapshotOf(valueOrThrow(await fetchSnapshot(ticker, horizonDays, signal)));
      const first = await ask();
      if (!first.isCopy || client.getQueryData(queryKey) !== undefined) return first;
      // A copy is better on screen than nothing, and the query goes on.
      client.setQueryData(queryKey, first);
      return ask();
    },
    staleTime: ({ state }) => freshForMs(state.data as Snapshot | undefined),
  });
}

/** What a stock answer gives to the analysis over so many trading days. */
export function analyseRequest(response: StockColumnsResponse, horizonDays: HorizonDays): AnalyseRequest {
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

/** A snapshot's history, decoded and analysed over so many trading days; idle until there is a snapshot. */
export function analysisQuery(ticker: string, snapshot: Snapshot | undefined, horizonDays: HorizonDays) {
  return queryOptions({
    queryKey: ['analysis', ticker, snapshot?.etag ?? null, horizonDays],
    queryFn:
      snapshot === undefined
        ? skipToken
        : async ({ signal }) =>
            shownAnalysis(
              valueOrThrow(
                await computeClient().analyseColumns(analyseRequest(snapshot.response, horizonDays), signal),
              ),
              snapshot.response,
              nowMs(),
            ),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** Sentiment of a listing's headlines; `null` where there is none or it cannot be had. */
export function sentimentQuery(ticker: string) {
  const queryKey = ['sentiment', ticker] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) =>
      (await fetchSentiment(ticker, signal)) ??
      client.getQueryData<Awaited<ReturnType<typeof fetchSentiment>>>(queryKey) ??
      null,
    staleTime: HEADLINES_MS,
  });
}

/** A listing's articles of the last seven days; empty where there are none or they cannot be had. */
export function newsQuery(ticker: string) {
  const queryKey = ['news', ticker] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client }) =>
      (await fetchNews(ticker, signal)) ??
      client.getQueryData<NonNullable<Awaited<ReturnType<typeof fetchNews>>>>(queryKey) ??
      [],
    staleTime: HEADLINES_MS,
  });
}

/** Listings that match a text. */
export function searchQuery(text: string) {
  return queryOptions({
    queryKey: ['search', text],
    queryFn: async ({ signal }) => valueOrThrow(await searchListings(text, signal)),
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
  const { queryKey } = snapshotQuery(ticker, horizonDays);
  if (client.getQueryData(queryKey) !== undefined) return;
  const answer = await prefetchSnapshot(ticker, horizonDays, signal);
  if (answer === null || signal.aborted || client.getQueryData(queryKey) !== undefined) return;
  const snapshot = snapshotOf(answer);
  client.setQueryData(queryKey, snapshot);
  // The page analyses again, and says so, where this fails.
  await client.query(analysisQuery(ticker, snapshot, horizonDays)).catch(() => undefined);
}
