import type { Candles, Forecast } from '#compute';
import type { StockColumnsResponse } from '#worker/contract';
import { useEffect } from 'react';
import { browserStorage } from '../state/browser-storage.ts';
import type * as ForecastJournal from './forecast-journal.ts';

/** A forecast on screen: what it was made from and what it says. */
export type ShownForecast = {
  readonly response: StockColumnsResponse;
  readonly candles: Candles;
  readonly analysis: { readonly forecast: Forecast };
};

/** Loads the journal's code. Where that fails nothing is noted: the next look at the listing notes and settles. */
function withJournal(use: (journal: typeof ForecastJournal) => void): void {
  import('./forecast-journal.ts').then(use, () => undefined);
}

/**
 * Keeps the journal of what a user was shown: notes the forecast on screen, and settles earlier ones of the same listing
 * from the history that came with it. Does nothing without an email or a forecast.
 */
export function useForecastJournal(email: string | null, shown: ShownForecast | null): void {
  const response = shown?.response;
  const candles = shown?.candles;
  const forecast = shown?.analysis.forecast;

  useEffect(() => {
    if (email === null || !response || !candles) return;
    withJournal(({ settleJournal }) =>
      settleJournal({ storage: browserStorage(), email, listing: response, candles }),
    );
  }, [email, response, candles]);

  useEffect(() => {
    if (email === null || !response || !candles || !forecast) return;
    withJournal(({ noteForecast }) =>
      noteForecast({
        storage: browserStorage(),
        email,
        listing: response,
        candles,
        forecast,
        nowMs: Date.now(),
      }),
    );
  }, [email, response, candles, forecast]);
}
