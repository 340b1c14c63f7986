import type { DatesResponse } from '#worker/contract';
import { queryOptions } from '@tanstack/react-query';
import { apiUrl, getJson, valueOrThrow } from './client.ts';

const HOUR_MS = 3_600_000;

const FOLLOW_UP_MS = 5000;

export function datesQuery(tickers: readonly string[]) {
  return queryOptions({
    queryKey: ['dates', ...tickers],
    enabled: tickers.length > 0,
    queryFn: async ({ signal }): Promise<DatesResponse> =>
      valueOrThrow(await getJson(apiUrl(['dates'], { tickers: tickers.join(',') }), 'dates', { signal })),
    staleTime: HOUR_MS,
    refetchInterval: ({ state }) => (state.data?.due ?? 0) > 0 && FOLLOW_UP_MS,
  });
}
