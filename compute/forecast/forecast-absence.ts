import { hasStoppedTrading, type LastTraded } from '../sessions/market-hours.ts';
import type { ForecastError } from './forecast.ts';

export type ForecastAbsence = { readonly reason: 'not_trading' } | ForecastError;

/** Why a listing has no forecast now, by its analysis' `error` or its age (any for recordings); `null` if it has one. */
export function forecastAbsence(
  basis: LastTraded & { readonly isRecorded?: boolean },
  error: ForecastError | null,
  nowSeconds: number,
): ForecastAbsence | null {
  const isTrading = basis.isRecorded === true || !hasStoppedTrading(basis, nowSeconds);
  return isTrading ? error : { reason: 'not_trading' };
}
