import { usePrefetchQuery, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Analysis, HistoryFacts, HorizonDays } from '#compute';
import type { Article, SentimentResponse } from '#worker/contract';
import { queryFailure } from '../../shared/api/client.ts';
import {
  listingQuery,
  newsQuery,
  prefetchListing,
  refreshAfterMs,
  sentimentQuery,
  type Listing,
} from '../../shared/api/listing-queries.ts';
import { refreshOf } from '../../shared/api/staleness.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { whenIdle } from '../../shared/browser/first-screen.ts';
import { atom, useAtomValueRawSync, useStore } from '../../store.ts';
import { isReducedDataAtom } from '../../shared/user/settings.ts';
import type { StockView } from './use-stock-view.ts';

/** Everything on screen for one listing. Sentiment and news load after the prices; `null` if they could not be loaded. */
export interface ListingData<A extends HistoryFacts = HistoryFacts> extends Pick<
  Listing,
  'response' | 'candles' | 'finished' | 'absence' | 'isCopy' | 'hasSourceFailed' | 'receivedAtMs'
> {
  readonly analysis: A;
  readonly sentiment: SentimentResponse | null | 'loading';
  readonly news: readonly Article[] | null | 'loading';
}

export type StockData = ListingData<Analysis>;

/** Whether there is a forecast; if not, {@link ListingData.absence} has the reason. */
export function hasForecast(data: ListingData): data is StockData {
  return 'forecast' in data.analysis;
}

/** A listing that has loaded: one object for each view or submission, however often its prices are refreshed. */
interface LoadedListing {
  readonly submission: number;
  readonly requested: string;
  readonly response: ListingData['response'];
}

/** What the page remembers, because a query that fails has no data: the listing on screen, and the last that has loaded. */
type Screen = Readonly<{ shown: Listing | null; loaded: LoadedListing | null }>;

export type ListingLoad = ReturnType<typeof useListing>;

/** `ticker` may be a text that only the server may know. */
export function useListing({ ticker, horizonDays }: Pick<StockView, 'ticker' | 'horizonDays'>) {
  const client = useQueryClient();
  const store = useStore();
  const isReduced = useAtomValueRawSync(isReducedDataAtom);
  const [submission, setSubmission] = useState(0);
  const [screenAtom] = useState(() => atom<Screen>({ shown: null, loaded: null }));
  // Not followed: it changes only after what is followed here.
  const before = store.get(screenAtom);
  // The page replaces the requested ticker with the server's, which is the same listing.
  const isOfView = (loaded: LoadedListing | null) =>
    loaded?.submission === submission && [loaded.requested, loaded.response.ticker].includes(ticker);
  const hasLoaded = () => isOfView(store.get(screenAtom).loaded);

  const listing = useQuery({
    ...listingQuery(ticker, horizonDays),
    refetchInterval: ({ state }) => hasLoaded() && refreshAfterMs(state, isReduced),
    refetchOnWindowFocus: () => hasLoaded() && !isReduced,
  });
  const shown = listing.data ?? before.shown;
  const data = useListingData(ticker, shown);
  const response = data?.response;
  const isComplete = listing.isSuccess && !listing.isFetching;
  const completed = useMemo(
    () => (isComplete && response ? { submission, requested: ticker, response } : null),
    [isComplete, submission, ticker, response],
  );
  const loaded = isOfView(before.loaded) ? before.loaded : completed;
  useLayoutEffect(() => store.set(screenAtom, { shown, loaded }), [store, screenAtom, shown, loaded]);
  useFirstScreenCopy(shown);

  const error = listing.isFetching || loaded !== null ? null : listing.error;
  const failure = useMemo(() => queryFailure(error, ticker), [error, ticker]);
  return {
    data,
    isCurrent: listing.data !== undefined,
    isLoading: loaded === null && listing.isFetching,
    failure,
    // The banner shows a failure of the request itself.
    refresh: listing.isError && loaded === null ? ('idle' as const) : refreshOf(listing),
    loaded,
    /** Fetches a text as typed, even if its prices are fresh. The page then shows it as its view. */
    submit(text: string) {
      setSubmission(submission + 1);
      fetchAgain(client, text, horizonDays);
    },
    retry: () => fetchAgain(client, ticker, horizonDays),
    prefetch: usePrefetch(ticker, horizonDays, isReduced),
  };
}

function fetchAgain(client: QueryClient, ticker: string, horizonDays: HorizonDays): void {
  client.query({ ...listingQuery(ticker, horizonDays), staleTime: 0 }).catch(ignore);
  client.query({ ...sentimentQuery(ticker), staleTime: 0 }).catch(ignore);
  client.query({ ...newsQuery(ticker), staleTime: 0 }).catch(ignore);
}

const ignore = () => undefined;

/** A listing with its headlines. Those of `requested` load meanwhile. */
function useListingData(requested: string, shown: Listing | null): ListingData | null {
  usePrefetchQuery(sentimentQuery(requested));
  usePrefetchQuery(newsQuery(requested));
  // For the listing on screen, so that a failed load does not leave them waiting.
  const shownTicker = shown?.ticker ?? requested;
  const { data: sentiment = 'loading' } = useQuery(sentimentQuery(shownTicker));
  const { data: news = 'loading' } = useQuery(newsQuery(shownTicker));
  return useMemo(() => shown && { ...shown, sentiment, news }, [shown, sentiment, news]);
}

function usePrefetch(requested: string, horizonDays: HorizonDays, isReduced: boolean) {
  const client = useQueryClient();
  const abort = useRef<AbortController | null>(null);
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a new request makes the prefetch obsolete
  useEffect(() => () => abort.current?.abort(), [requested]);
  return useCallback(
    (likelyTicker: string) => {
      if (isReduced) return;
      abort.current?.abort();
      abort.current = new AbortController();
      void prefetchListing(client, likelyTicker, horizonDays, abort.current.signal);
    },
    [client, horizonDays, isReduced],
  );
}

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
