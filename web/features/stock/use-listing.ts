import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { HorizonDays } from '#compute';
import { mayRetry, queryFailure, type LoadFailure } from '../../shared/api/client.ts';
import {
  freshForMs,
  listingQuery,
  newsQuery,
  prefetchListing,
  refreshAfterMs,
  sentimentQuery,
  type Listing,
} from '../../shared/api/listing-queries.ts';
import { refreshOf, type Refresh } from '../../shared/api/staleness.ts';
import { readAt } from '../../shared/api/stock-api.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { useNow } from '../../shared/ui/browser-state.ts';
import { afterFirstScreen, whenIdle } from '../../shared/ui/first-screen.ts';
import { isReducedData } from '../../shared/user-data/settings.ts';
import type { ListingData } from './listing-data.ts';
import type { StockView } from './use-stock-view.ts';

/** The market's state and the age of the prices are read anew after this. */
const CLOCK_MS = 60_000;

/** A listing that is opened, or a press of the button: each is an object of its own. */
interface Opening {
  /** The view's ticker at that time. */
  readonly over: string;
  /** The ticker to fetch, or a text that may be none: the server says so. */
  readonly asked: string;
}

/** What the reader asked for has come: once for each listing that is opened and each press of the button. */
export interface Arrival {
  readonly opening: Opening;
  readonly response: ListingData['response'];
}

export interface ListingLoad {
  readonly asked: string;
  /** What is on screen: until the response is there, what was on screen before. */
  readonly data: ListingData | null;
  /** Whether {@link data} is the listing and horizon that are asked for. */
  readonly isCurrent: boolean;
  readonly isLoading: boolean;
  readonly failure: LoadFailure | null;
  /** Of what is on screen, where the reader did not ask for one. */
  readonly refresh: Refresh;
  readonly arrival: Arrival | null;
  /** Fetches a ticker as typed, whatever is on screen, until the view names another one. */
  readonly fetch: (text: string) => void;
  /** Fetches again what failed, where that may help and the server allows it by now. */
  readonly retry: () => void;
  /** Gets a listing ready that the reader seems about to choose. Never changes the page. */
  readonly prefetch: (ticker: string) => void;
}

/** Asks for a listing and its headlines, whatever the cache has. The observers of the page show what comes of it. */
function fetchAgain(client: QueryClient, ticker: string, horizonDays: HorizonDays): void {
  client.query({ ...listingQuery(ticker, horizonDays), staleTime: 0 }).catch(ignore);
  client.query({ ...sentimentQuery(ticker), staleTime: 0 }).catch(ignore);
  client.query({ ...newsQuery(ticker), staleTime: 0 }).catch(ignore);
}

const ignore = () => undefined;

/** The listing that a view names, from the shared cache: loaded, analysed on the view's horizon and kept up to date. */
export function useListing({ ticker, horizonDays }: Pick<StockView, 'ticker' | 'horizonDays'>): ListingLoad {
  const client = useQueryClient();
  const [opening, setOpening] = useState<Opening>({ over: ticker, asked: ticker });
  // Set while rendering, as React has it for state that follows from other state.
  if (opening.over !== ticker) setOpening({ over: ticker, asked: ticker });
  const { asked } = opening;
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const hasArrived = arrival?.opening === opening;

  const listing = useQuery({
    ...listingQuery(asked, horizonDays),
    refetchInterval: ({ state }) => hasArrived && refreshAfterMs(state),
    refetchOnWindowFocus: () => hasArrived && !isReducedData(),
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
    // Beside the prices, and not after them.
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
  if (!hasArrived && listing.isSuccess && !listing.isFetching && data !== null && shown === listing.data)
    setArrival({ opening, response: data.response });

  useFirstScreenCopy(shown);

  const error = listing.isFetching || hasArrived ? null : listing.error;
  const failure = useMemo(() => queryFailure(error, asked), [error, asked]);

  const guess = useRef<AbortController | null>(null);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what was likely is no longer once something is asked for
  useEffect(() => () => guess.current?.abort(), [asked]);
  const prefetch = useCallback(
    (likely: string) => {
      if (isReducedData()) return;
      guess.current?.abort();
      guess.current = new AbortController();
      void prefetchListing(client, likely, horizonDays, guess.current.signal);
    },
    [client, horizonDays],
  );

  return {
    asked,
    data,
    isCurrent: listing.data !== undefined,
    isLoading: !hasArrived && listing.isFetching,
    failure,
    // A failure of what was asked for is in the banner.
    refresh: listing.isError && !hasArrived ? 'idle' : refreshOf(listing),
    arrival: hasArrived ? arrival : null,
    fetch(text) {
      setOpening({ over: ticker, asked: text });
      fetchAgain(client, text, horizonDays);
    },
    retry() {
      if (mayRetry(failure)) fetchAgain(client, asked, horizonDays);
    },
    prefetch,
  };
}

/** What the server said as it reads now: a market opens and closes, and prices age, on a page that cannot reach the server, too. */
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
    return afterFirstScreen(() =>
      whenIdle(() => {
        import('./first-screen-copy.ts')
          .then(({ writeFirstScreen }) => writeFirstScreen(listing, format))
          // The next document asks the server.
          .catch(ignore);
      }),
    );
  }, [listing, format]);
}
