import { useEffect } from 'react';
import { useAtomValueRawSync, useStore } from '../../store.ts';
import { userAtom } from '../../shared/sign-in/auth.ts';
import { readAt } from '../../shared/api/snapshot.ts';
import { rememberListing } from '../../shared/user/recent-listings.ts';
import { editAtom } from '../../shared/user/user-items.ts';
import { hasForecast } from '../../shared/api/listing-queries.ts';
import type { ListingLoad } from './use-listing.ts';

/** What a visit leaves behind for a user: the forecast journal, the account's statistics and the recent listings. */
export function useVisitRecords({ data, loaded }: Pick<ListingLoad, 'data' | 'loaded'>): void {
  const store = useStore();
  const uid = useAtomValueRawSync(userAtom)?.uid;
  const forecasted = data !== null && hasForecast(data) ? data : null;
  const shown = loaded && forecasted;
  const counted = forecasted && loaded;
  const response = data?.response;

  // Saves the forecast on screen, and settles the listing's earlier ones.
  useEffect(() => {
    if (uid === undefined || shown === null) return;
    const { candles, analysis } = shown;
    const nowMs = Date.now();
    const shownHere = { listing: readAt(shown, nowMs), candles, forecast: analysis.forecast, nowMs };
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
  }, [store, uid, shown]);

  useEffect(() => {
    if (uid === undefined || counted === null) return;
    import('../../shared/user/local-stats.ts').then(
      ({ recordAnalysisAtom }) => store.set(recordAnalysisAtom, counted.response.ticker, Math.random),
      () => undefined,
    );
  }, [store, uid, counted]);

  useEffect(() => {
    if (uid !== undefined && response) store.set(editAtom, rememberListing(response));
  }, [store, uid, response]);
}
