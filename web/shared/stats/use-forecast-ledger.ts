import type { Candles, Forecast } from '#compute';
import type { StockColumnsResponse } from '#worker/contract';
import { useEffect } from 'react';
import { recordForecast, settleForecasts } from './forecast-record.ts';

/** A forecast on screen: what it was made from and what it says. */
export type ShownForecast = {
  readonly response: StockColumnsResponse;
  readonly candles: Candles;
  readonly analysis: { readonly forecast: Forecast };
};

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
    settleForecasts({ storage: localStorage, email, listing: response, candles });
  }, [email, response, candles]);

  useEffect(() => {
    if (email === null || !response || !candles || !forecast) return;
    recordForecast({
      storage: localStorage,
      email,
      listing: response,
      candles,
      forecast,
      nowMs: Date.now(),
    });
  }, [email, response, candles, forecast]);
}
