import type { Comparison } from '#compute';
import { keepPreviousData, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { failuresOf, refetchFailed } from '../../shared/api/client.ts';
import { listingQuery, type Listing } from '../../shared/api/listing-queries.ts';
import { computeClient } from '../../shared/offthread/compute-client.ts';
import { drawnTickers, type CompareView } from './compare-view.ts';

/** Computing a comparison again takes less time than a reader notices. */
const COMPARISON_GC_MS = 60_000;

export type Member = Pick<Listing, 'ticker' | 'etag' | 'response' | 'candles' | 'analysis'>;

export interface Compared {
  /** What was asked for when this was made. */
  readonly view: CompareView;
  /** In the order of the comparison's columns; a listing without prices is left out. */
  readonly members: readonly Member[];
  readonly comparison: Comparison;
}

export type ComparisonLoad = ReturnType<typeof useComparison>;

/** The histories of a view over its range, on one axis. */
export function useComparison(view: CompareView) {
  const tickers = drawnTickers(view);
  const listings = useQueries({
    queries: tickers.map((ticker) => ({
      ...listingQuery(ticker, view.horizonDays),
      refetchOnReconnect: refetchFailed(ticker),
    })),
  });
  const { errors, nameMatch } = failuresOf(tickers, listings);
  const members = listings.flatMap(({ data }) => data ?? []);
  const isWaiting = nameMatch !== null || listings.some(({ data, isFetching }) => !data && isFetching);
  const isReady = !isWaiting && members.length > 0;
  const { data, error, isFetching } = useQuery({
    queryKey: ['comparison', view, isReady && members.map(({ ticker, etag }) => [ticker, etag])],
    queryFn: isReady ? ({ signal }) => compare(view, members, signal) : skipToken,
    // While a part of the view is loading, its lines wait, so that they do not appear one by one.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: COMPARISON_GC_MS,
  });
  return {
    errors,
    /** A text in the place of a ticker, and the listing that it names: the page puts that there. */
    nameMatch,
    isLoading: isWaiting || isFetching,
    /** What is on screen; `null` while there is nothing to show. */
    compared: (isWaiting || isReady ? data : null) ?? null,
    error,
  };
}

async function compare(
  view: CompareView,
  members: readonly Member[],
  signal: AbortSignal,
): Promise<Compared> {
  const series = members.map(({ candles: { time, close } }) => ({ time, close }));
  const result = await computeClient().run((api) => api.compareSeries(series, view.range), signal);
  if (!result.ok) throw new Error(result.error.reason);
  return { view, members, comparison: result.value };
}
