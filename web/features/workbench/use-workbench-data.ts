import type { Analysis, Candles, HistoryFacts, LastTraded } from '#compute';
import type { StockColumnsResponse } from '#worker/contract';
import { skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { analysisQuery, freshForMs, snapshotQuery } from '../../shared/api/listing-queries.ts';
import { mayRetry, queryFailure, type LoadFailure } from '../../shared/api/load-failure.ts';
import { tradedOf } from '../../shared/api/stock-api.ts';
import { isReducedData } from '../../shared/settings/settings-store.ts';
import type { WorkbenchView } from './workbench-url.ts';

/** Prices on screen are asked for again after this at the soonest. */
const REFRESH_MS = 60_000;

/** A listing with its history. */
export interface Listing {
  readonly ticker: string;
  readonly response: StockColumnsResponse;
  readonly candles: Candles;
  /** Those of sessions that are over. */
  readonly finished: Candles;
  readonly traded: LastTraded;
  /** Only the facts where the history is too short for a forecast. */
  readonly analysis: Analysis | HistoryFacts;
  /** The service worker's copy of an earlier response. */
  readonly isCopy: boolean;
  readonly receivedAtMs: number;
}

export interface WorkbenchLoad {
  /** What is on screen: while another listing is on its way, the one before. */
  readonly listing: Listing | null;
  /** Overlays that have prices. */
  readonly others: readonly Listing[];
  readonly isLoading: boolean;
  /** Why the view's listing is not there. */
  readonly failure: LoadFailure | null;
  /** The last refresh of what is on screen has failed. */
  readonly isRefreshFailing: boolean;
  /** Why overlays are not there, by ticker. */
  readonly faults: ReadonlyMap<string, string>;
  readonly retry: () => void;
}

/** The listings that a view names, from the cache that the stock page fills too. */
export function useWorkbenchData({ ticker, overlays, horizonDays }: WorkbenchView): WorkbenchLoad {
  const tickers = [ticker, ...overlays];
  const snapshots = useQueries({
    queries: tickers.map((one) => ({
      ...snapshotQuery(one, horizonDays),
      refetchInterval: ({ state }: { state: { data: Parameters<typeof freshForMs>[0] } }) =>
        isReducedData() ? (false as const) : Math.max(freshForMs(state.data), REFRESH_MS),
      // What failed for want of a network is asked for again.
      refetchOnReconnect: ({ state }: { state: { error: Error | null } }) =>
        mayRetry(queryFailure(state.error, one)) ? ('always' as const) : false,
    })),
  });
  const analyses = useQueries({
    queries: tickers.map((one, i) => analysisQuery(one, snapshots[i]?.data, horizonDays)),
  });

  const faults = new Map<string, string>();
  const listings = tickers.map((one, i): Listing | null => {
    const [snapshot, analysis] = [snapshots[i], analyses[i]];
    if (snapshot?.data && analysis?.data) {
      const { wire, response, isCopy, receivedAtMs } = snapshot.data;
      const { candles, finished, analysis: facts } = analysis.data;
      const traded = tradedOf(wire);
      return { ticker: one, response, isCopy, receivedAtMs, candles, finished, traded, analysis: facts };
    }
    if (!snapshot?.isFetching && !analysis?.isFetching) {
      const fault = queryFailure(snapshot?.error ?? analysis?.error ?? null, one);
      if (fault !== null) faults.set(one, fault.message);
    }
    return null;
  });
  const [own = null, ...others] = listings;
  const [shown, setShown] = useState(own);
  // Set while rendering, as React has it for state that follows from other state.
  if (own !== null && !isSame(own, shown)) setShown(own);

  const [snapshot, analysis] = [snapshots[0], analyses[0]];
  const isFetching = (snapshot?.isFetching ?? false) || (analysis?.isFetching ?? false);
  const error = snapshot?.error ?? analysis?.error ?? null;
  return {
    listing: shown,
    others: others.flatMap((other) => other ?? []),
    isLoading: own === null && isFetching,
    failure: own === null && !isFetching ? queryFailure(error, ticker) : null,
    isRefreshFailing: own !== null && snapshot?.isError === true,
    faults,
    retry() {
      void snapshot?.refetch();
    },
  };
}

/** Whether two listings are of the same snapshot and horizon. */
function isSame(a: Listing, b: Listing | null): boolean {
  return b !== null && a.response === b.response && a.analysis === b.analysis && a.isCopy === b.isCopy;
}

/** Tells sessions that are over from others of the same listing. */
function endOf(finished: Candles | undefined): readonly (number | undefined)[] {
  return [finished?.time.length, finished?.time.at(-1), finished?.close.at(-1)];
}

/** The model's own volatility of a listing, once somebody asks for it; `null` until it is there. */
export function useModelVolatility(listing: Listing | null, isWanted: boolean): Float64Array | null {
  const { data } = useQuery({
    // A refresh of today's price changes no session that is over: what is drawn stays.
    queryKey: ['model-volatility', listing?.ticker, listing?.response.source, ...endOf(listing?.finished)],
    queryFn:
      listing === null || !isWanted
        ? skipToken
        : async () => {
            // Its code is not in the page.
            const { modelVolatility } = await import('./model-volatility.ts');
            return modelVolatility(listing.finished, listing.traded.listing.calendar);
          },
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? null;
}
