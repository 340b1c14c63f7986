import { marketState, type Candles } from '#compute';
import type { IntradayResponse } from '#worker/contract';
import {
  keepPreviousData,
  queryOptions,
  useQueries,
  useQuery,
  type QueryState,
  type UseQueryResult,
} from '@tanstack/react-query';
import {
  apiUrl,
  getTaggedJson,
  mayRetry,
  queryFailure,
  valueOrThrow,
  type LoadFailure,
} from '../../../shared/api/client.ts';
import { failuresOf } from '../../../shared/api/listing-failures.ts';
import { listingQuery, refreshAfterMs, type Listing } from '../../../shared/api/listing-queries.ts';
import { nowMs } from '../../../shared/api/server-clock.ts';
import { isRevalidationDue, refreshOf, REVALIDATED_AFTER_MS } from '../../../shared/api/staleness.ts';
import { useOnline } from '../../../shared/browser/browser-state.ts';
import { isReducedDataAtom } from '../../../shared/user/settings.ts';
import { useAtomValueRawSync } from '../../../store.ts';
import { isIntraday, type WorkbenchView } from '../view/workbench-view.ts';

/** How often intraday bars on screen are refreshed during trading. */
const REFRESH_MS = 60_000;

/** The same while the market is closed, when only its opening can change anything. */
const CLOSED_REFRESH_MS = 10 * 60_000;

export interface IntradayBars {
  readonly ticker: string;
  readonly response: IntradayResponse;
  readonly candles: Candles;
  /** The server sent old bars because their source is failing. */
  readonly hasSourceFailed: boolean;
  /** The server is refreshing them. True only once for the same bars. */
  readonly isRevalidating: boolean;
}

/** The daily bars of a view's listings. If its own cannot be loaded, `shownTicker` stays. */
export function useDailyListings({ ticker, overlays, horizonDays }: WorkbenchView, shownTicker = ticker) {
  const isReduced = useAtomValueRawSync(isReducedDataAtom);
  const queryOf = (each: string) => ({
    ...listingQuery(each, horizonDays),
    refetchInterval: ({ state }: { state: QueryState<Listing> }) => refreshAfterMs(state, isReduced),
  });
  const query = useQuery({ ...queryOf(ticker), placeholderData: keepPreviousData });
  const others = useQueries({ queries: overlays.map(queryOf), combine: loaded });
  const { data = null, isPlaceholderData } = query;
  const own = isPlaceholderData ? undefined : query.data;
  const failures = failuresOf([ticker, ...overlays], [{ ...query, data: own }, ...others.queries]);
  const hasFailed = failures.errors.has(ticker);
  const kept = useQuery({ ...queryOf(shownTicker), enabled: hasFailed && shownTicker !== ticker });
  return {
    /** The previous listing while another one is loading, or after it has failed. */
    listing: hasFailed ? (kept.data ?? null) : data,
    ticker: hasFailed ? shownTicker : ticker,
    others: others.data,
    isLoading: own === undefined && !hasFailed,
    failure: hasFailed ? queryFailure(query.error, ticker) : null,
    refresh: own === undefined ? 'idle' : refreshOf(query),
    ...failures,
    retry: () => void query.refetch(),
  };
}

type Loadable<Data> = Pick<UseQueryResult<Data, Error>, 'data' | 'isFetching' | 'error'>;

/** What several queries have loaded. Both lists stay the same until one of their values changes. */
function loaded<Data>(results: readonly Loadable<Data>[]) {
  return {
    data: results.flatMap(({ data }) => data ?? []),
    queries: results.map(({ data, isFetching, error }) => ({ data, isFetching, error })),
  };
}

const RECORDED: LoadFailure = {
  message: 'Recorded prices have no minute bars. Showing daily bars instead.',
  remedy: { kind: 'none' },
};

function showingDaily(failure: LoadFailure | null, isOnline: boolean): LoadFailure | null {
  if (failure === null) return null;
  const reason = isOnline ? failure.message.replace(/\.$/, '') : 'you’re offline';
  return { ...failure, message: `Minute bars aren’t available (${reason}). Showing daily bars instead.` };
}

function intradayQuery(ticker: string, range: IntradayResponse['range']) {
  return queryOptions({
    queryKey: ['intraday', ticker, range],
    queryFn: async ({ signal, client, queryKey }): Promise<IntradayBars> => {
      const before = client.getQueryData<IntradayBars>(queryKey);
      const url = apiUrl(['intraday', ticker], { range });
      const { body: response, revalidation } = valueOrThrow(await getTaggedJson(url, 'intraday', { signal }));
      const isRepeated =
        before?.isRevalidating === true && before.response.fetched_at === response.fetched_at;
      return {
        ticker,
        response,
        candles: candlesOf(response),
        hasSourceFailed: revalidation === 'failing',
        isRevalidating: revalidation === 'revalidating' && !isRepeated,
      };
    },
    staleTime: REFRESH_MS,
  });
}

function candlesOf({ bars }: IntradayResponse): Candles {
  const columns = Object.entries(bars).map(([name, values]) => [name, Float64Array.from(values)]);
  return Object.fromEntries(columns) as Candles;
}

/** Intraday bars, if the view shows them, refreshed each minute during trading. `listing` has the trading hours; `null` if unknown. */
export function useIntraday({ ticker, overlays, range, scale }: WorkbenchView, listing: Listing | null) {
  const isOnline = useOnline();
  const isReduced = useAtomValueRawSync(isReducedDataAtom);
  const traded = listing?.traded ?? null;
  const isRecorded = listing?.response.prices === 'recorded';
  const isIntradayView = isIntraday(range);
  const wire = isIntradayView && !isRecorded ? (range === '1D' ? '1d' : '5d') : null;
  const refetchInterval = ({ state }: { state: QueryState<IntradayBars> }) => {
    if (isRevalidationDue(state)) return REVALIDATED_AFTER_MS;
    if (isReduced) return false;
    const isTrading = traded === null || marketState(traded, nowMs() / 1000) !== 'closed';
    return isTrading ? REFRESH_MS : CLOSED_REFRESH_MS;
  };
  const queryOf = (each: string) => ({
    ...intradayQuery(each, wire ?? '1d'),
    enabled: wire !== null,
    refetchInterval,
    refetchOnReconnect: ({ state: { error } }: { state: QueryState<IntradayBars> }) =>
      mayRetry(queryFailure(error, each)) ? ('always' as const) : false,
  });
  // A separate query, because a query list that changes its length renders the page twice; the overlays' list rarely changes.
  const own = useQuery(queryOf(ticker));
  const compared = wire !== null && scale === 'percent' ? overlays : [];
  const others = useQueries({ queries: compared.map(queryOf), combine: loaded });
  const bars = wire === null ? undefined : own.data;
  return {
    own: bars ?? null,
    others: others.data,
    isLoading: wire !== null && bars === undefined && own.isFetching,
    failure:
      !isIntradayView || bars !== undefined || own.isFetching
        ? null
        : isRecorded
          ? RECORDED
          : showingDaily(queryFailure(own.error, ticker), isOnline),
    refresh: bars === undefined ? 'idle' : refreshOf(own),
    errors: failuresOf(compared, others.queries).errors,
    retry: () => void own.refetch(),
  };
}
