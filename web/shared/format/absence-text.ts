import { lastTradeDate, MIN_FORECAST_BARS, type ForecastAbsence, type Format } from '#compute';
import type { Listing } from '../api/listing-queries.ts';

type Absent = Pick<Listing, 'response' | 'finished' | 'absence'>;

/** Why a listing has no forecast, in one or two sentences with the date of its last trade. */
export function absenceText(format: Format, { response, finished, absence }: Absent): string {
  const { ticker } = response;
  const lastTrade = format.isoDate(lastTradeDate(response));
  const sessions = finished.close.length;
  const reasons: Readonly<Record<ForecastAbsence | 'set_price' | 'not_forecast', string>> = {
    not_trading: `${ticker} no longer trades.`,
    short_history: `${ticker} has only ${sessions} finished ${sessions === 1 ? 'session' : 'sessions'}; a forecast needs at least ${MIN_FORECAST_BARS}.`,
    set_price: `${ticker}’s price is set, not found by trading, so there is nothing to forecast.`,
    not_forecast: `The model doesn’t cover this kind of listing.`,
  };
  return `${absence === null ? '' : `${reasons[absence]} `}Last trade: ${lastTrade}.`;
}
