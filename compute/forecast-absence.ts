import { MIN_FORECAST_BARS } from './forecast/volatility.ts';
import { noLongerTrades, type LastTraded } from './sessions/market-hours.ts';

export type ForecastAbsence = 'not_trading' | 'short_history';

/** Why a listing has no forecast at the reader's time; `null` if it has one. Recordings of any age are analysed. */
export function forecastAbsence(
  basis: LastTraded & { readonly finishedBars: number; readonly isRecorded: boolean },
  nowSeconds: number,
): ForecastAbsence | null {
  if (!basis.isRecorded && noLongerTrades(basis, nowSeconds)) return 'not_trading';
  return basis.finishedBars < MIN_FORECAST_BARS ? 'short_history' : null;
}
