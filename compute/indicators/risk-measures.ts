import { SECONDS_PER_DAY } from '../dates/iso-date.ts';
import type { TradingHours } from '../sessions/market-hours.ts';

/** Trading hours of New York, 9:30 to 16:00. */
const NEW_YORK_SECONDS = 6.5 * 3600;

/**
 * Realised volatility: the sample standard deviation of the last `period` ≥ 2 log returns, times √`barsPerYear` (the
 * close-to-close estimator; Parkinson 1980 compares it). Share per year: 0.2 means 20 %. The first `period` entries are NaN.
 */
export function realisedVolatility(closes: Float64Array, period: number, barsPerYear: number): Float64Array {
  const volatilities = new Float64Array(closes.length).fill(NaN);
  const returns = closes.map((close, i) => Math.log(close / (closes[i - 1] ?? close)));
  for (let i = period; i < closes.length; i++) {
    let sum = 0;
    for (let k = i - period + 1; k <= i; k++) sum += returns[k]!;
    const mean = sum / period;
    let squares = 0;
    for (let k = i - period + 1; k <= i; k++) squares += (returns[k]! - mean) ** 2;
    volatilities[i] = Math.sqrt((squares / (period - 1)) * barsPerYear);
  }
  return volatilities;
}

/**
 * How many bars a year has, by the mean distance of their dates (`time` as in `Candles`): 365 if every day is traded, 252 for
 * sessions and for fewer than two bars, 52 for weeks, 12 for months. Throws `RangeError` for intraday bars, whose number
 * depends on trading hours: see {@link intradayBarsInYear}.
 */
export function barsInYear(time: Float64Array): number {
  if (time.length < 2) return 252;
  const days = (time[time.length - 1]! - time[0]!) / (time.length - 1) / SECONDS_PER_DAY;
  if (days < 1) throw new RangeError('bars within a day: their number a year must be given');
  if (days < 1.2) return 365;
  if (days < 4) return 252;
  return days < 15 ? 52 : 12;
}

/** How many intraday bars a year has: 252 full sessions (New York's if none is stated), or 365 whole days. */
export function intradayBarsInYear({ listing, sessions }: TradingHours, intervalSeconds: number): number {
  if (listing.calendar === 'daily') return (365 * SECONDS_PER_DAY) / intervalSeconds;
  const { opens, closes } = sessions;
  if (opens.length === 0) return (252 * NEW_YORK_SECONDS) / intervalSeconds;
  const longestMinutes = Math.max(...closes.map((close, i) => close - opens[i]!));
  return (252 * longestMinutes * 60) / intervalSeconds;
}

/** Drawdown: each close's distance below the highest close so far, as a share −1…0. Defined from the first close on. */
export function drawdown(closes: Float64Array): Float64Array {
  let peak = 0;
  return closes.map((close) => {
    peak = Math.max(peak, close);
    return (close - peak) / peak;
  });
}
