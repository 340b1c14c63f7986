import { hasStoppedTrading, type LastTraded } from '../sessions/market-hours.ts';
import type { ForecastError } from './forecast.ts';

export type ForecastAbsence = { readonly reason: 'not_trading' } | ForecastError;

/**
 * Why a listing has no forecast at the reader's time; `null` if it has one. `error` comes from its analysis. Recordings of any
 * age are analysed.
 */
export function forecastAbsence(
  basis: LastTraded & { readonly isRecorded?: boolean },
  error: ForecastError | null,
  nowSeconds: number,
): ForecastAbsence | null {
  const isTrading = basis.isRecorded === true || !hasStoppedTrading(basis, nowSeconds);
  return isTrading ? error : { reason: 'not_trading' };
}
