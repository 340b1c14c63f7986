import type { Candles, Forecast } from '#compute';
import { useCallback, useEffect, useRef } from 'react';
import { useAuth } from '../sign-in/auth-provider.tsx';
import type { SnapshotReading } from '../api/stock-api.ts';

type ShownForecast = {
  readonly response: SnapshotReading;
  readonly candles: Candles;
  readonly analysis: { readonly forecast: Forecast };
};

/** Runs work with the user's email: at once, or when it is known. Never for a guest. */
export type ForUser = (work: (email: string) => void) => void;

/** What a page does for its user. While the sign-in is being checked it waits, and is dropped if there is none. */
export function useForUser(): ForUser {
  const email = useAuth().user?.email ?? null;
  const known = useRef<string | null>(null);
  const waiting = useRef<((email: string) => void)[]>([]);
  useEffect(() => {
    known.current = email;
    if (email !== null) for (const work of waiting.current.splice(0)) work(email);
  }, [email]);
  return useCallback((work) => {
    if (known.current === null) waiting.current.push(work);
    else work(known.current);
  }, []);
}

/** Notes the forecast on screen, and settles earlier ones of the listing from the history that came with it. */
export function useForecastJournal(forUser: ForUser, shown: ShownForecast | null): void {
  const response = shown?.response;
  const candles = shown?.candles;
  const forecast = shown?.analysis.forecast;

  useEffect(() => {
    if (!response || !candles || !forecast) return;
    const shownHere = { listing: response, candles, forecast, nowMs: Date.now() };
    forUser((email) => {
      import('./forecast-journal.ts').then(
        ({ saveForecast: noteForecast, settleJournal }) => {
          settleJournal(email, shownHere);
          noteForecast(email, shownHere);
        },
        // Without its code nothing is noted: the next look at the listing notes and settles.
        () => undefined,
      );
    });
  }, [forUser, response, candles, forecast]);
}
