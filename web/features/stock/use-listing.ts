import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import {
  analysisQuery,
  freshForMs,
  newsQuery,
  prefetchListing,
  refreshAfterMs,
  sentimentQuery,
  snapshotQuery,
} from '../../shared/api/listing-queries.ts';
import { refreshOf, type Refresh } from '../../shared/api/staleness.ts';
import { readAt, type SnapshotReading } from '../../shared/api/stock-api.ts';
import { useNow } from '../../shared/ui/browser-state.ts';
import { isReducedData } from '../../shared/user-data/settings.ts';
import { mayRetry, queryFailure, type LoadFailure } from '../../shared/api/client.ts';
import type { ListingData } from './listing-data.ts';
import type { StockView } from './view-url.ts';

/** The market's state and the age of the prices are read anew after this. */
const CLOCK_MS = 60_000;

/** The listing and horizon of a view. */
type Wanted = Pick<StockView, 'ticker' | 'horizonDays'>;

/** As {@link Wanted}, with a text that may be no ticker: the server says so. */
interface TextWanted extends Omit<Wanted, 'ticker'> {
  readonly ticker: string;
}

/** A listing that is opened, or a press of the button: each is an object of its own. */
interface Opening {
  /** The view's ticker at that time. */
  readonly over: string;
  /** The ticker or text to fetch. */
  readonly asked: string;
}

/** What the reader asked for has come: once for each listing that is opened and each press of the button. */
export interface Arrival {
  readonly opening: Opening;
  readonly response: SnapshotReading;
}

export interface ListingLoad {
  /** The ticker or text that was asked for last. */
  readonly asked: string;
  /** What is on screen: until the answer is there, what was on screen before. */
  readonly data: ListingData | null;
  /** Whether {@link data} is the listing and horizon that are asked for. */
  readonly isCurrent: boolean;
  /** What the reader asked for is on the way. */
  readonly isLoading: boolean;
  /** Why what the reader asked for is not there. */
  readonly failure: LoadFailure | null;
  /** Of what is on screen, which nobody asked for. */
  readonly refresh: Refresh;
  readonly arrival: Arrival | null;
  /** Fetches a ticker as typed, whatever is on screen, until the view names another one. */
  readonly fetch: (text: string) => void;
  /** Fetches again what failed, where that may help and the server allows it by now. */
  readonly retry: () => void;
  /** Gets a listing ready that the reader seems about to choose. Never changes the page. */
  readonly prefetch: (ticker: string) => void;
}

const UNREAD = { market_state: null, stale: false };

const ignore = () => undefined;

/** Asks for the prices of a listing; ones that are younger than `freshMs`, by default their own time, will do. */
function askForPrices(
  client: QueryClient,
  { ticker, horizonDays }: Wanted | TextWanted,
  freshMs?: number,
): void {
  // The observers of the page show what comes of it.
  client.query({ ...snapshotQuery(ticker, horizonDays), ...maxAge(freshMs) }).catch(ignore);
}

/** The same for its sentiment and news. */
function askForHeadlines(client: QueryClient, ticker: string, freshMs?: number): void {
  client.query({ ...sentimentQuery(ticker), ...maxAge(freshMs) }).catch(ignore);
  client.query({ ...newsQuery(ticker), ...maxAge(freshMs) }).catch(ignore);
}

function maxAge(freshMs: number | undefined): { staleTime?: number } {
  return freshMs === undefined ? {} : { staleTime: freshMs };
}

/** Asks the server for everything about a listing, whatever the cache has. */
function askAnew(client: QueryClient, wanted: TextWanted): void {
  askForPrices(client, wanted, 0);
  askForHeadlines(client, wanted.ticker, 0);
}

/** The listing that {@link beginListing} asked for, until a page shows what came of it. */
let begun: string | null = null;

/** Loads and analyses a listing before the page that shows it renders. Ends when it is there or has failed. */
export async function beginListing(client: QueryClient, { ticker, horizonDays }: Wanted): Promise<void> {
  begun = ticker;
  try {
    const snapshot = await client.query(snapshotQuery(ticker, horizonDays));
    await client.query(analysisQuery(ticker, snapshot, horizonDays));
  } catch {
    // The page finds the failure in the cache.
  }
}

/** The listing that a view names, from the shared cache: loaded, analysed on the view's horizon and kept up to date. */
export function useListing({ ticker, horizonDays }: Wanted): ListingLoad {
  const client = useQueryClient();
  const [opening, setOpening] = useState({ over: ticker, asked: ticker as string });
  // Set while rendering, as React has it for state that follows from other state.
  if (opening.over !== ticker) setOpening({ over: ticker, asked: ticker });
  const { asked } = opening;
  const [arrival, setArrival] = useState<Arrival | null>(null);
  const hasArrived = arrival?.opening === opening;

  const snapshot = useQuery({
    ...snapshotQuery(asked, horizonDays),
    // The effect below asks again, unless the load has only just begun.
    retryOnMount: false,
    refetchInterval: ({ state }) => hasArrived && refreshAfterMs(state),
    refetchOnWindowFocus: () => hasArrived && !isReducedData(),
    refetchOnReconnect: ({ state }) =>
      mayRetry(queryFailure(state.error, asked)) || (state.data !== undefined && freshForMs(state.data) === 0)
        ? 'always'
        : false,
  });
  const analysis = useQuery(analysisQuery(asked, snapshot.data, horizonDays));

  // A market opens and closes, and prices age, on a page that cannot reach the server, too.
  const atMs = Math.max(useNow(CLOCK_MS), snapshot.data?.receivedAtMs ?? 0);
  const { market_state: marketState, stale } = useMemo(
    () => (snapshot.data ? readAt(snapshot.data.wire, snapshot.data.hasSourceFailed, atMs) : UNREAD),
    [snapshot.data, atMs],
  );
  const current = useMemo(() => {
    if (snapshot.data === undefined || analysis.data === undefined || marketState === null) return null;
    const { response, receivedAtMs, isCopy, hasSourceFailed } = snapshot.data;
    return {
      asked,
      response: { ...response, market_state: marketState, stale },
      receivedAtMs,
      isCopy,
      hasSourceFailed,
      ...analysis.data,
    };
  }, [asked, snapshot.data, analysis.data, marketState, stale]);
  const [shown, setShown] = useState(current);
  if (current !== null && current !== shown) setShown(current);
  if (!hasArrived && current !== null && snapshot.isSuccess && !snapshot.isFetching) {
    setArrival({ opening, response: current.response });
  }

  // Sentiment and news of what is on screen, so that a load that fails leaves none of them waiting.
  const shownTicker = shown?.asked ?? asked;
  const sentiment = useQuery(sentimentQuery(shownTicker)).data;
  const news = useQuery(newsQuery(shownTicker)).data;
  const data = useMemo<ListingData | null>(
    () =>
      shown && {
        ...shown,
        sentiment: sentiment === undefined ? 'loading' : sentiment,
        news: news ?? 'loading',
      },
    [shown, sentiment, news],
  );

  useEffect(() => {
    const isBegun = begun === asked;
    begun = null;
    if (!isBegun) askForPrices(client, { ticker: asked, horizonDays });
    // Beside the prices, and not after them.
    askForHeadlines(client, asked);
    // Another horizon needs nothing from the server.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [client, asked]);

  const isFetching = snapshot.isFetching || analysis.isFetching;
  const error = isFetching ? null : ((hasArrived ? null : snapshot.error) ?? analysis.error);
  const failure = useMemo(() => queryFailure(error, asked), [error, asked]);

  const guess = useRef<AbortController | null>(null);
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
    isCurrent: current !== null,
    isLoading: !hasArrived && isFetching,
    failure,
    // Of what was asked for a banner tells.
    refresh: snapshot.isError && !hasArrived ? 'idle' : refreshOf(snapshot),
    arrival: hasArrived ? arrival : null,
    fetch(text) {
      setOpening({ over: ticker, asked: text });
      askAnew(client, { ticker: text, horizonDays });
    },
    retry() {
      if (mayRetry(failure)) askAnew(client, { ticker: asked, horizonDays });
    },
    prefetch,
  };
}
