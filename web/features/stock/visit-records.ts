import { useEffect, useRef } from 'react';
import { useStore } from '../../store.ts';
import { whenSignedIn } from '../../shared/sign-in/auth.ts';
import { rememberListing } from '../../shared/user/recent-listings.ts';
import { useForecastJournal } from '../../shared/journal/use-forecast-journal.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import { hasForecast, type ListingData } from './listing-data.ts';
import type { ListingLoad, LoadedListing } from './use-listing.ts';

export function useVisitRecords({ data, loaded }: ListingLoad): void {
  const forecasted = data !== null && hasForecast(data) ? data : null;
  useForecastJournal(loaded === null ? null : forecasted);
  useAnalysisCounter(forecasted === null ? null : loaded);
  useRecentListing(data);
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
