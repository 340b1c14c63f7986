import { useEffect, useRef } from 'react';
import { useAtomValueRawSync, useSetAtom, useStore } from '../../store.ts';
import { userAtom } from '../../shared/sign-in/auth.ts';
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
  const uid = useAtomValueRawSync(userAtom)?.uid;
  const response = shown?.response;
  const candles = shown?.candles;
  const forecast = shown?.analysis.forecast;

  useEffect(() => {
    if (uid === undefined || !response || !candles || !forecast) return;
    const shownHere = { listing: response, candles, forecast, nowMs: Date.now() };
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
  }, [store, uid, response, candles, forecast]);
}

function useAnalysisCounter(loaded: LoadedListing | null): void {
  const store = useStore();
  const uid = useAtomValueRawSync(userAtom)?.uid;
  const counted = useRef<LoadedListing | null>(null);
  useEffect(() => {
    if (uid === undefined || loaded === null || counted.current === loaded) return;
    counted.current = loaded;
    const { ticker } = loaded.response;
    import('../../shared/user/local-stats.ts').then(
      ({ recordAnalysisAtom }) => store.set(recordAnalysisAtom, ticker, Math.random),
      () => undefined,
    );
  }, [loaded, uid, store]);
}

function useRecentListing(data: ListingData | null): void {
  const edit = useSetAtom(editAtom);
  const uid = useAtomValueRawSync(userAtom)?.uid;
  const response = data?.response;
  useEffect(() => {
    if (uid !== undefined && response) edit(rememberListing(response));
  }, [response, uid, edit]);
}
