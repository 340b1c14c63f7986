import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { HorizonDays } from '#compute';
import { mayRetry, queryFailure } from '../../shared/api/client.ts';
import {
  freshForMs,
  listingQuery,
  newsQuery,
  prefetchListing,
  refreshAfterMs,
  sentimentQuery,
  type Listing,
} from '../../shared/api/listing-queries.ts';
import { refreshOf } from '../../shared/api/staleness.ts';
import { readAt } from '../../shared/api/stock-api.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { useNow } from '../../shared/ui/browser-state.ts';
import { whenIdle } from '../../shared/ui/first-screen.ts';
import { isReducedData } from '../../shared/user/settings.ts';
import type { ListingData } from './listing-data.ts';
import type { StockView } from './use-stock-view.ts';

/** The market's state and the age of the prices are read anew after this. */
const CLOCK_MS = 60_000;

/** One request to show a listing, by navigation or by the Analyze button. Compared by identity. */
interface ListingRequest {
  /** The view's ticker at that time. */
  readonly viewTicker: string;
  /** The ticker to fetch, or a text that may be none: the server says so. */
  readonly requestedText: string;
}

/** Emitted once per {@link ListingRequest}, when the requested listing has loaded. */
export interface LoadedListing {
  readonly opening: ListingRequest;
  readonly response: ListingData['response'];
}

export type ListingLoad = ReturnType<typeof useListing>;

function fetchAgain(client: QueryClient, ticker: string, horizonDays: HorizonDays): void {
  client.query({ ...listingQuery(ticker, horizonDays), staleTime: 0 }).catch(ignore);
  client.query({ ...sentimentQuery(ticker), staleTime: 0 }).catch(ignore);
  client.query({ ...newsQuery(ticker), staleTime: 0 }).catch(ignore);
}

const ignore = () => undefined;

/** The listing that a view names, from the shared cache: loaded, analysed on the view's horizon and kept up to date. */
export function useListing({ ticker, horizonDays }: Pick<StockView, 'ticker' | 'horizonDays'>) {
  const client = useQueryClient();
  const [opening, setOpening] = useState<ListingRequest>({ viewTicker: ticker, requestedText: ticker });
  // Set while rendering, as React has it for state that follows from other state.
  if (opening.viewTicker !== ticker) setOpening({ viewTicker: ticker, requestedText: ticker });
  const { requestedText: asked } = opening;
  const [arrival, setArrival] = useState<LoadedListing | null>(null);
  const hasLoaded = arrival?.opening === opening;

  const listing = useQuery({
    ...listingQuery(asked, horizonDays),
    refetchInterval: ({ state }) => hasLoaded && refreshAfterMs(state),
    refetchOnWindowFocus: () => hasLoaded && !isReducedData(),
    refetchOnReconnect: ({ state: { error, data } }) =>
      mayRetry(queryFailure(error, asked)) || (data !== undefined && freshForMs(data) === 0)
        ? 'always'
        : false,
  });
  const [shown, setShown] = useState(listing.data ?? null);
  if (listing.data !== undefined && listing.data !== shown) setShown(listing.data);

  const shownTicker = shown?.ticker ?? asked;
  // Of what is on screen, so that a load that fails leaves none of them waiting.
  const sentiment = useQuery(sentimentQuery(shownTicker)).data;
  const news = useQuery(newsQuery(shownTicker)).data;
  useEffect(() => {
    client.query(sentimentQuery(asked)).catch(ignore);
    client.query(newsQuery(asked)).catch(ignore);
  }, [client, asked]);

  const response = useResponse(shown);
  const data = useMemo<ListingData | null>(() => {
    if (shown === null || response === null) return null;
    return {
      ...shown,
      response,
      sentiment: sentiment === undefined ? 'loading' : sentiment,
      news: news ?? 'loading',
    };
  }, [shown, response, sentiment, news]);
  if (!hasLoaded && listing.isSuccess && !listing.isFetching && data !== null && shown === listing.data)
    setArrival({ opening, response: data.response });

  useFirstScreenCopy(shown);

  const error = listing.isFetching || hasLoaded ? null : listing.error;
  const failure = useMemo(() => queryFailure(error, asked), [error, asked]);

  const prefetchAbort = useRef<AbortController | null>(null);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what was likely is no longer once something is asked for
  useEffect(() => () => prefetchAbort.current?.abort(), [asked]);
  const prefetch = useCallback(
    (likely: string) => {
      if (isReducedData()) return;
      prefetchAbort.current?.abort();
      prefetchAbort.current = new AbortController();
      void prefetchListing(client, likely, horizonDays, prefetchAbort.current.signal);
    },
    [client, horizonDays],
  );

  return {
    asked,
    /** What is on screen: until the response is there, what was on screen before. */
    data,
    /** Whether that is the listing and horizon that are asked for. */
    isCurrent: listing.data !== undefined,
    isLoading: !hasLoaded && listing.isFetching,
    failure,
    // A failure of what was asked for is in the banner.
    refresh: listing.isError && !hasLoaded ? 'idle' : refreshOf(listing),
    arrival: hasLoaded ? arrival : null,
    /** Fetches a ticker as typed, until the view names another one. */
    fetch(text: string) {
      setOpening({ viewTicker: ticker, requestedText: text });
      fetchAgain(client, text, horizonDays);
    },
    /** Fetches again what failed, where that may help and the server allows it by now. */
    retry() {
      if (mayRetry(failure)) fetchAgain(client, asked, horizonDays);
    },
    prefetch,
  };
}

/** The response re-evaluated at the current time: markets open and close and prices age even while the server is unreachable. */
function useResponse(listing: Listing | null): ListingData['response'] | null {
  const atMs = Math.max(useNow(CLOCK_MS), listing?.receivedAtMs ?? 0);
  const read = listing && readAt(listing.wire, listing.hasSourceFailed, atMs);
  const { wire = null } = listing ?? {};
  const { market_state = 'closed', stale = false } = read ?? {};
  return useMemo(() => wire && { ...wire, market_state, stale }, [wire, market_state, stale]);
}

/** Writes what is on screen for the next visit, once nothing waits for the browser. */
function useFirstScreenCopy(listing: Listing | null): void {
  const format = useFormat();
  useEffect(() => {
    if (listing === null || listing.isCopy || !('caches' in globalThis)) return undefined;
    return whenIdle(() => {
      import('./first-screen-copy.ts')
        .then(({ writeFirstScreen }) => writeFirstScreen(listing, format))
        .catch(ignore);
    });
  }, [listing, format]);
}
