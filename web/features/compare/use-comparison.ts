import type { CompareError, Comparison, Result } from '#compute';
import { queryOptions, skipToken, useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listingQuery, type Listing } from '../../shared/api/listing-queries.ts';
import { failuresOf, refetchFailed } from '../../shared/api/client.ts';
import { computeClient } from '../../shared/offthread/compute-client.ts';
import type { JobFailure } from '../../shared/offthread/thread.ts';
import type { Named } from '../../shared/search/look-up.ts';
import { drawnTickers, type CompareView } from './compare-view.ts';

/** Computing a comparison again takes less time than a reader notices. */
const COMPARISON_GC_MS = 60_000;

/** A listing that takes part. */
export type Member = Pick<Listing, 'ticker' | 'etag' | 'response' | 'candles' | 'analysis'>;

export interface ReadyComparison {
  readonly status: 'ready';
  /** What was asked for when this was made. */
  readonly view: CompareView;
  /** In the order of the comparison's columns; a listing without prices is left out. */
  readonly members: readonly Member[];
  readonly comparison: Comparison;
}

export type Compared =
  /** Histories are still on their way, or there are none. */
  | { readonly status: 'waiting' }
  | ReadyComparison
  | { readonly status: 'failed'; readonly reason: 'no_shared_days' | 'unavailable' };

export interface ComparisonLoad {
  readonly faults: ReadonlyMap<string, string>;
  /** A text in the place of a ticker, and the listing that it names: the page puts that there. */
  readonly named: Named | null;
  readonly isLoading: boolean;
  /** What is on screen: while something of the view is on its way, what was there before, so that lines do not jump one by one. */
  readonly compared: Compared;
}

/** The histories of some members over a range, on one axis, or why that cannot be. */
function comparisonQuery(members: readonly Member[], range: CompareView['range']) {
  return queryOptions({
    queryKey: ['comparison', members.map(({ ticker, etag }) => [ticker, etag]), range],
    queryFn:
      members.length === 0
        ? skipToken
        : ({ signal }) => {
            const series = members.map(({ candles }) => ({
              time: candles.time,
              close: candles.close,
            }));
            return computeClient().run((api) => api.compareSeries(series, range), signal);
          },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: COMPARISON_GC_MS,
  });
}

export function useComparison(view: CompareView): ComparisonLoad {
  const tickers = drawnTickers(view);
  const listings = useQueries({
    queries: tickers.map((ticker) => ({
      ...listingQuery(ticker, view.horizonDays),
      refetchOnReconnect: refetchFailed(ticker),
    })),
  });

  const { faults, named } = failuresOf(tickers, listings);
  const members = listings.flatMap(({ data }) => data ?? []);
  const isLoading = named !== null || listings.some(({ data, isFetching }) => !data && isFetching);

  const comparison = useQuery(comparisonQuery(isLoading ? [] : members, view.range));
  const [shown, setShown] = useState<Compared>({ status: 'waiting' });
  const next = isLoading || comparison.isFetching ? shown : outcome(view, members, comparison.data);
  // Set while rendering, as React has it for state that follows from other state.
  if (!isSame(shown, next)) setShown(next);
  return { faults, named, isLoading: isLoading || comparison.isFetching, compared: next };
}

function outcome(
  view: CompareView,
  members: readonly Member[],
  result: Result<Comparison, CompareError | JobFailure> | undefined,
): Compared {
  if (members.length === 0) return { status: 'waiting' };
  if (result?.ok === true) return { status: 'ready', view, members, comparison: result.value };
  const isDisjoint = result?.error.reason === 'no_shared_days';
  return { status: 'failed', reason: isDisjoint ? 'no_shared_days' : 'unavailable' };
}

function isSame(a: Compared, b: Compared): boolean {
  if (a === b) return true;
  if (a.status === 'ready' && b.status === 'ready') {
    return (
      a.view === b.view &&
      a.comparison === b.comparison &&
      a.members.every(({ analysis }, i) => analysis === b.members[i]?.analysis)
    );
  }
  if (a.status === 'failed' && b.status === 'failed') return a.reason === b.reason;
  return a.status === b.status && a.status === 'waiting';
}
