import type { Candles, Forecast } from '#compute';
import type { StockColumnsResponse } from '#worker/contract';
import { useEffect } from 'react';
import { browserStorage } from '../state/browser-storage.ts';
import type * as ForecastRecord from './forecast-record.ts';

/** A forecast on screen: what it was made from and what it says. */
export type ShownForecast = {
  readonly response: StockColumnsResponse;
  readonly candles: Candles;
  readonly analysis: { readonly forecast: Forecast };
};

/**
 * The record's code, once the charts are drawn. Where it does not arrive nothing is noted: the next look at the listing
 * notes and settles.
 */
function withRecord(use: (record: typeof ForecastRecord) => void): void {
  import('./forecast-record.ts').then(use, () => undefined);
}

/**
 * Keeps the record of what a user was shown: notes the forecast on screen, and settles earlier ones of the same listing
 * from the history that came with it. Does nothing without an email or a forecast.
 */
export function useForecastLedger(email: string | null, shown: ShownForecast | null): void {
  const response = shown?.response;
  const candles = shown?.candles;
  const forecast = shown?.analysis.forecast;

  useEffect(() => {
    if (email === null || !response || !candles) return;
    withRecord(({ settleForecasts }) =>
      settleForecasts({ storage: browserStorage(), email, listing: response, candles }),
    );
  }, [email, response, candles]);

  useEffect(() => {
    if (email === null || !response || !candles || !forecast) return;
    withRecord(({ recordForecast }) =>
      recordForecast({
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
