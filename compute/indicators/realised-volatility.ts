import { assertPeriod } from './period.ts';

/**
 * Realised volatility: the sample standard deviation of the last `period` daily log returns, times √`sessionsPerYear`.
 * The close-to-close estimator (Parkinson 1980 compares it). 252 sessions for an exchange, 365 for a seven-day market.
 * As long as `closes`; the first `period` entries are NaN.
 * Share per year (0.2 means 20 %).
 * `RangeError` unless `period` is an integer from 2 up and `sessionsPerYear` is positive. A flat window is 0. A close that
 * is not positive and finite yields NaN on its own date and is left out of the window.
 */
export function realisedVolatility(
  closes: Float64Array,
  period: number,
  sessionsPerYear: number,
): Float64Array {
  assertPeriod(period);
  if (period < 2) throw new RangeError('one return has no standard deviation: period must be at least 2');
  if (!(sessionsPerYear > 0))
    throw new RangeError(`sessionsPerYear must be positive, got ${sessionsPerYear}`);
  const changes = returns(closes);
  const volatilities = new Float64Array(closes.length).fill(NaN);
  const window = new Float64Array(period);
  let seen = 0;
  for (let i = 0; i < closes.length; i++) {
    const change = changes[i]!;
    if (Number.isNaN(change)) continue;
    window[seen++ % period] = Math.log1p(change);
    if (seen < period) continue;
    let sum = 0;
    for (let k = 0; k < period; k++) sum += window[k]!;
    const mean = sum / period;
    let squares = 0;
    for (let k = 0; k < period; k++) squares += (window[k]! - mean) ** 2;
    volatilities[i] = Math.sqrt((squares / (period - 1)) * sessionsPerYear);
  }
  return volatilities;
}

/**
 * Simple returns: the change of each close against the last defined close before it.
 * As long as `closes`; the first defined entry has none and is NaN.
 * Share (0.02 means 2 %); greater than −1.
 * Never throws. A close that is not positive and finite yields NaN on its own date, and the next return spans the gap.
 */
export function returns(closes: Float64Array): Float64Array {
  const changes = new Float64Array(closes.length);
  let previous = NaN;
  for (let i = 0; i < closes.length; i++) {
    const close = closes[i]!;
    const isPrice = close > 0 && close < Infinity;
    changes[i] = isPrice ? (close - previous) / previous : NaN;
    if (isPrice) previous = close;
  }
  return changes;
}
