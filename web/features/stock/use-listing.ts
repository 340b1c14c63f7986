import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { HorizonDays } from '#compute';
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
import { afterFirstScreen, whenIdle } from '../../shared/browser/first-screen.ts';
import { atom, useAtomValueRawSync, useStore } from '../../store.ts';
import { isReducedDataAtom } from '../../shared/user/settings.ts';
import type { StockView } from './use-stock-view.ts';

/** A listing that has loaded: one object for each view or submission, however often its prices are refreshed. */
interface LoadedListing {
  readonly submission: number;
  readonly requested: string;
  readonly response: Listing['response'];
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
  useEffect(
    () =>
      afterFirstScreen(store, () => {
        client.query(sentimentQuery(ticker)).catch(ignore);
        client.query(newsQuery(ticker)).catch(ignore);
      }),
    [client, store, ticker],
  );
  const isComplete = listing.isSuccess && !listing.isFetching;
  const completed = isComplete ? { submission, requested: ticker, response: listing.data.response } : null;
  const loaded = isOfView(before.loaded) ? before.loaded : completed;
  useLayoutEffect(() => store.set(screenAtom, { shown, loaded }), [store, screenAtom, shown, loaded]);
  useFirstScreenCopy(shown);

  const error = listing.isFetching || loaded !== null ? null : listing.error;
  const failure = queryFailure(error, ticker);
  return {
    data: shown,
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

/** Sentiment and news of the listing on screen; `null` if they could not be loaded. */
export function useHeadlines(ticker: string) {
  const { data: sentiment = 'loading' as const } = useQuery(sentimentQuery(ticker));
  const { data: news = 'loading' as const } = useQuery(newsQuery(ticker));
  return { sentiment, news };
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
