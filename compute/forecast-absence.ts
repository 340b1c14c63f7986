import { MIN_FORECAST_BARS } from './forecast/volatility.ts';
import { noLongerTrades } from './market-clock/market-hours.ts';

export type ForecastAbsence = 'not_trading' | 'short_history';

/** What decides whether a listing has a forecast. */
interface ForecastBasis {
  /** Instant of the last trade, epoch seconds. */
  readonly asOfSeconds: number;
  readonly finishedBars: number;
  /** Recorded prices are analysed as of their last bar, however long ago that was. */
  readonly isRecorded: boolean;
}

/** Why a listing has no forecast at the reader's time; `null` where it has one. */
export function forecastAbsence(basis: ForecastBasis, nowSeconds: number): ForecastAbsence | null {
  if (!basis.isRecorded && noLongerTrades(basis.asOfSeconds, nowSeconds)) return 'not_trading';
  return basis.finishedBars < MIN_FORECAST_BARS ? 'short_history' : null;
}
