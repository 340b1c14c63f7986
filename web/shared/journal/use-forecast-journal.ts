import type { Candles, Forecast } from '#compute';
import { useEffect } from 'react';
import { useStore } from '../../store.ts';
import type { SnapshotReading } from '../api/snapshot.ts';
import { userAtom, whenSignedIn } from '../sign-in/auth.ts';
import { editAtom } from '../user/user-items.ts';

type ShownForecast = {
  readonly response: SnapshotReading;
  readonly candles: Candles;
  readonly analysis: { readonly forecast: Forecast };
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
      import('../user/forecast-journal.ts').then(
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
