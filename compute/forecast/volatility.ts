/** Decay of daily variance. RiskMetrics Technical Document, 4th edition (J.P. Morgan 1996). */
const EWMA_DECAY = 0.94;

/** The first variance is the mean square of this many returns, about the memory of the decay (1 / (1 − 0.94)). */
const SEED_RETURNS = 20;

/** Keeps probabilities defined for a price that has not moved at all. A hundredth of a basis point a day. */
const MIN_DAILY_SIGMA = 1e-6;

/**
 * Daily volatility: the exponentially weighted root mean square of log returns (mean taken as zero), RiskMetrics 1996.
 * Same length as `closes`; entry i knows the closes up to i only; the first 20 entries are NaN.
 * Standard deviation of one session's log return, per √session; at least 1e-6.
 * `closes` are positive and finite (see `Candles`).
 */
export function ewmaVolatility(closes: Float64Array): Float64Array {
  const sigmas = new Float64Array(closes.length).fill(NaN);
  let variance = 0;
  for (let i = 1; i < closes.length; i++) {
    const logReturn = Math.log(closes[i]! / closes[i - 1]!);
    if (i <= SEED_RETURNS) variance += (logReturn * logReturn) / SEED_RETURNS;
    else variance = EWMA_DECAY * variance + (1 - EWMA_DECAY) * logReturn * logReturn;
    if (i >= SEED_RETURNS) sigmas[i] = Math.max(Math.sqrt(variance), MIN_DAILY_SIGMA);
  }
  return sigmas;
}
