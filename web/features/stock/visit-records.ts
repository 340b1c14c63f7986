import { useEffect, useRef } from 'react';
import { useStore } from '../../store.ts';
import { userAtom, whenSignedIn } from '../../shared/sign-in/auth.ts';
import { rememberListing } from '../../shared/user/recent-listings.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import { hasForecast, type ListingData, type StockData } from './listing-data.ts';
import type { ListingLoad, LoadedListing } from './use-listing.ts';

export function useVisitRecords({ data, loaded }: ListingLoad): void {
  const forecasted = data !== null && hasForecast(data) ? data : null;
  useForecastJournal(loaded === null ? null : forecasted);
  useAnalysisCounter(forecasted === null ? null : loaded);
  useRecentListing(data);
}

type ShownForecast = Pick<StockData, 'response' | 'candles'> & {
  readonly analysis: Pick<StockData['analysis'], 'forecast'>;
};

/** Saves the forecast on screen, and settles the listing's earlier ones. */
export function useForecastJournal(shown: ShownForecast | null): void {
  const store = useStore();
  const response = shown?.response;
  const candles = shown?.candles;
  const forecast = shown?.analysis.forecast;

  useEffect(() => {
    if (!response || !candles || !forecast) return;
    const shownHere = { listing: response, candles, forecast, nowMs: Date.now() };
    whenSignedIn(store, ({ uid }) => {
      import('../../shared/user/forecast-journal.ts').then(
        ({ saveForecast, settleForecasts }) => {
          if (store.get(userAtom)?.uid !== uid) return;
          store.set(editAtom, (values) => [
            ...settleForecasts(shownHere)(values),
            ...saveForecast(shownHere)(values),
          ]);
        },
        // If the code fails to load, the next visit saves and settles.
        () => undefined,
      );
    });
  }, [store, response, candles, forecast]);
}

function useAnalysisCounter(loaded: LoadedListing | null): void {
  const store = useStore();
  const counted = useRef<LoadedListing | null>(null);
  useEffect(() => {
    if (loaded === null || counted.current === loaded) return;
    counted.current = loaded;
    const { response } = loaded;
    whenSignedIn(store, () => {
      import('../../shared/user/local-stats.ts').then(
        ({ recordAnalysisAtom }) => store.set(recordAnalysisAtom, response.ticker, Math.random),
        () => undefined,
      );
    });
  }, [loaded, store]);
}

function useRecentListing(data: ListingData | null): void {
  const store = useStore();
  const response = data?.response;
  useEffect(() => {
    if (response) whenSignedIn(store, () => store.set(editAtom, rememberListing(response)));
  }, [response, store]);
}
