import { marketState, type Candles, type LastTraded } from '#compute';
import type { IntradayResponse } from '#worker/contract';
import { queryOptions, useQueries } from '@tanstack/react-query';
import { getJson, valueOrThrow } from '../../shared/api/client.ts';
import { apiUrl } from '../../shared/api/listing-urls.ts';
import { mayRetry, queryFailure, type LoadFailure } from '../../shared/api/load-failure.ts';
import { nowMs } from '../../shared/api/server-clock.ts';
import { isReducedData } from '../../shared/settings/settings-store.ts';
import type { IntradayBars } from './workbench-series.ts';
import { isWithinDay, type WorkbenchView } from './workbench-url.ts';

const FRESH_MS = 60_000;
/** A closed market has nothing new but its opening. */
const CLOSED_REFRESH_MS = 10 * 60_000;

export interface IntradayLoad {
  readonly own: IntradayBars | null;
  /** Overlays that have bars. */
  readonly others: readonly IntradayBars[];
  readonly isLoading: boolean;
  /** Why there are none of the view's listing. */
  readonly failure: LoadFailure | null;
  /** The last refresh of what is on screen has failed. */
  readonly isRefreshFailing: boolean;
  /** Why overlays are not there, by ticker. */
  readonly faults: ReadonlyMap<string, string>;
  readonly retry: () => void;
}

/** The bars within the latest sessions of a listing. */
function intradayQuery(ticker: string, range: IntradayResponse['range']) {
  return queryOptions({
    queryKey: ['intraday', ticker, range],
    queryFn: async ({ signal }): Promise<IntradayBars> => {
      const url = apiUrl(['intraday', ticker], { range });
      const response = valueOrThrow(await getJson(url, 'intraday', { signal }));
      return { ticker, response, candles: candlesOf(response), receivedAtMs: nowMs() };
    },
    staleTime: FRESH_MS,
  });
}

function candlesOf({ bars }: IntradayResponse): Candles {
  const { time, open, high, low, close, volume } = bars;
  return {
    time: Float64Array.from(time),
    open: Float64Array.from(open),
    high: Float64Array.from(high),
    low: Float64Array.from(low),
    close: Float64Array.from(close),
    volume: Float64Array.from(volume),
  };
}

/**
 * What a view of the latest sessions shows; nothing is asked for in other views. Renewed each minute while there is trading
 * and the page is on screen. `traded` is `null` while the listing's hours are not known.
 */
export function useIntraday(
  { ticker, overlays, range, scale }: WorkbenchView,
  traded: LastTraded | null,
): IntradayLoad {
  const wire = isWithinDay(range) ? (range === '1D' ? '1d' : '5d') : null;
  const tickers = wire === null ? [] : [ticker, ...(scale === 'percent' ? overlays : [])];
  const refetchInterval = () => {
    if (isReducedData()) return false;
    const isTrading = traded === null || marketState(traded, nowMs() / 1000) !== 'closed';
    return isTrading ? FRESH_MS : CLOSED_REFRESH_MS;
  };
  const results = useQueries({
    queries: tickers.map((one) => ({
      ...intradayQuery(one, wire ?? '1d'),
      refetchInterval,
      // What failed for want of a network is asked for again.
      refetchOnReconnect: ({ state }: { state: { error: Error | null } }) =>
        mayRetry(queryFailure(state.error, one)) ? ('always' as const) : false,
    })),
  });
  const [own, ...others] = results;
  const faults = new Map<string, string>();
  results.forEach(({ data, isFetching, error }, i) => {
    const one = tickers[i] ?? ticker;
    const fault = data === undefined && !isFetching ? queryFailure(error, one) : null;
    if (fault !== null) faults.set(one, fault.message);
  });
  return {
    own: own?.data ?? null,
    others: others.flatMap(({ data }) => data ?? []),
    isLoading: own?.data === undefined && (own?.isFetching ?? false),
    failure: own?.data === undefined && own?.isFetching === false ? queryFailure(own.error, ticker) : null,
    isRefreshFailing: own?.data !== undefined && own.isError,
    faults,
    retry() {
      void own?.refetch();
    },
  };
}
