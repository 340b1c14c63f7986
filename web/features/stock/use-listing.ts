import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
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
import { useNow } from '../../shared/ui/use-now.ts';
import { whenIdle } from '../../shared/ui/first-screen.ts';
import { atom, useAtomValueRawSync, useStore } from '../../store.ts';
import { isReducedDataAtom } from '../../shared/user/settings.ts';
import type { ListingData } from './listing-data.ts';
import type { StockView } from './use-stock-view.ts';

/** How often market state and price age are re-evaluated. */
const CLOCK_MS = 60_000;

/** One request to show a listing, by navigation or by the Analyze button. Compared by identity. */
interface ListingRequest {
  /** The ticker to fetch, or a text that the server may not know. */
  readonly requestedText: string;
}

/** Emitted once per {@link ListingRequest}, when the requested listing has loaded. */
export interface LoadedListing {
  readonly request: ListingRequest;
  readonly response: ListingData['response'];
}

/** What is on screen, and the request that has loaded. */
interface Screen {
  readonly shown: Listing | null;
  readonly loaded: LoadedListing | null;
}

export type ListingLoad = ReturnType<typeof useListing>;

function fetchAgain(client: QueryClient, ticker: string, horizonDays: HorizonDays): void {
  client.query({ ...listingQuery(ticker, horizonDays), staleTime: 0 }).catch(ignore);
  client.query({ ...sentimentQuery(ticker), staleTime: 0 }).catch(ignore);
  client.query({ ...newsQuery(ticker), staleTime: 0 }).catch(ignore);
}

const ignore = () => undefined;

/** Loads a view's listing from the shared cache, analysed on the view's horizon, and keeps it up to date. */
export function useListing({ ticker, horizonDays }: Pick<StockView, 'ticker' | 'horizonDays'>) {
  const client = useQueryClient();
  const store = useStore();
  const isReduced = useAtomValueRawSync(isReducedDataAtom);
  const ofView = useMemo((): ListingRequest => ({ requestedText: ticker }), [ticker]);
  const [typed, setTyped] = useState<{
    readonly instead: ListingRequest;
    readonly request: ListingRequest;
  }>();
  const request = typed?.instead === ofView ? typed.request : ofView;
  const { requestedText } = request;
  const [screenAtom] = useState(() => atom<Screen>({ shown: null, loaded: null }));
  // Not followed: it changes only after what is followed here.
  const before = store.get(screenAtom);
  const hasLoaded = () => store.get(screenAtom).loaded?.request === request;

  const listing = useQuery({
    ...listingQuery(requestedText, horizonDays),
    refetchInterval: ({ state }) => hasLoaded() && refreshAfterMs(state, isReduced),
    refetchOnWindowFocus: () => hasLoaded() && !isReduced,
    refetchOnReconnect: ({ state: { error, data } }) =>
      mayRetry(queryFailure(error, requestedText)) || (data !== undefined && freshForMs(data) === 0)
        ? 'always'
        : false,
  });
  const shown = listing.data ?? before.shown;

  const shownTicker = shown?.ticker ?? requestedText;
  // For the listing on screen, so that a failed load does not leave them waiting.
  const sentiment = useQuery(sentimentQuery(shownTicker)).data;
  const news = useQuery(newsQuery(shownTicker)).data;
  useEffect(() => {
    client.query(sentimentQuery(requestedText)).catch(ignore);
    client.query(newsQuery(requestedText)).catch(ignore);
  }, [client, requestedText]);

  const response = useResponse(shown);
  const data = useMemo<ListingData | null>(() => {
    if (shown === null || response === null) return null;
    return {
      ...shown,
      response,
      sentiment: sentiment === undefined ? 'loading' : sentiment,
      news: news === undefined ? 'loading' : news,
    };
  }, [shown, response, sentiment, news]);
  const isComplete = listing.isSuccess && !listing.isFetching;
  const completed = useMemo(
    () => (isComplete && response !== null ? { request, response } : null),
    [isComplete, request, response],
  );
  const loaded = before.loaded?.request === request ? before.loaded : completed;
  useLayoutEffect(() => store.set(screenAtom, { shown, loaded }), [store, screenAtom, shown, loaded]);

  useFirstScreenCopy(shown);

  const error = listing.isFetching || loaded !== null ? null : listing.error;
  const failure = useMemo(() => queryFailure(error, requestedText), [error, requestedText]);

  const prefetchAbort = useRef<AbortController | null>(null);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new request makes the prefetch obsolete
  useEffect(() => () => prefetchAbort.current?.abort(), [requestedText]);
  const prefetch = useCallback(
    (likelyTicker: string) => {
      if (isReduced) return;
      prefetchAbort.current?.abort();
      prefetchAbort.current = new AbortController();
      void prefetchListing(client, likelyTicker, horizonDays, prefetchAbort.current.signal);
    },
    [client, horizonDays, isReduced],
  );

  return {
    requestedText,
    /** The listing on screen: the previous one until the requested one has loaded. */
    data,
    /** Whether that is the requested listing and horizon. */
    isCurrent: listing.data !== undefined,
    isLoading: loaded === null && listing.isFetching,
    failure,
    // The banner shows a failure of the request itself.
    refresh: listing.isError && loaded === null ? 'idle' : refreshOf(listing),
    loaded,
    /** Fetches a text as typed; it stays requested until the view's ticker changes. */
    fetch(text: string) {
      setTyped({ instead: ofView, request: { requestedText: text } });
      fetchAgain(client, text, horizonDays);
    },
    /** Fetches again after a failure, if that may help and the server allows it by now. */
    retry() {
      if (mayRetry(failure)) fetchAgain(client, requestedText, horizonDays);
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

/** Stores a copy of the first screen for the next visit, once the browser is idle. */
function useFirstScreenCopy(listing: Listing | null): void {
  const store = useStore();
  const format = useFormat();
  useEffect(() => {
    if (listing === null || listing.isCopy || !('caches' in globalThis)) return undefined;
    return whenIdle(store, () => {
      import('./first-screen-copy.ts')
        .then(({ writeFirstScreen }) => writeFirstScreen(listing, format))
        .catch(ignore);
    });
  }, [store, listing, format]);
}
