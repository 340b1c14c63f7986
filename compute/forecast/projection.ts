import { FORECAST_SIGNAL_PERCENT } from '../signal.ts';
import {
  RESIDUAL_QUANTILE_75,
  RESIDUAL_QUANTILE_90,
  RESIDUAL_QUANTILE_975,
  residualCdf,
} from './residual.ts';

/** Log drift per session: the equity premium, a prior. Drifts estimated from a single stock's past forecast worse. */
const DRIFT_PER_SESSION = 0.0003;

/** Where a price may stand some sessions ahead. Prices in the listing's currency, probabilities 0…1. */
export interface Projection {
  /** Median path. */
  readonly price: number;
  readonly low50: number;
  readonly high50: number;
  readonly low80: number;
  readonly high80: number;
  readonly low95: number;
  readonly high95: number;
  readonly probabilityUp: number;
  /** P(close ≥ base price + 2 %). */
  readonly probabilityBuy: number;
  /** P(close ≤ base price − 2 %). */
  readonly probabilitySell: number;
}

/**
 * Projects a price as a random walk in logs: median base · exp(0.0003 · session), spread sigma · √session, shape of
 * {@link residualCdf}. Bands and probabilities come from this one distribution. `dailySigma` > 0, as `ewmaVolatility`.
 */
export function project(basePrice: number, dailySigma: number, session: number): Projection {
  const drift = DRIFT_PER_SESSION * session;
  const spread = dailySigma * Math.sqrt(session);
  const price = basePrice * Math.exp(drift);
  const step50 = Math.exp(spread * RESIDUAL_QUANTILE_75);
  const step80 = Math.exp(spread * RESIDUAL_QUANTILE_90);
  const step95 = Math.exp(spread * RESIDUAL_QUANTILE_975);
  return {
    price,
    low50: price / step50,
    high50: price * step50,
    low80: price / step80,
    high80: price * step80,
    low95: price / step95,
    high95: price * step95,
    probabilityUp: residualCdf(drift / spread),
    probabilityBuy: residualCdf((drift - Math.log1p(FORECAST_SIGNAL_PERCENT / 100)) / spread),
    probabilitySell: residualCdf((Math.log1p(-FORECAST_SIGNAL_PERCENT / 100) - drift) / spread),
  };
}

/** P(the price ends within ± `percent` of the median), 0…1, after `session` sessions. `percent` between 0 and 100. */
export function probabilityWithin(percent: number, dailySigma: number, session: number): number {
  const spread = dailySigma * Math.sqrt(session);
  return residualCdf(Math.log1p(percent / 100) / spread) - residualCdf(Math.log1p(-percent / 100) / spread);
}
