import { SECONDS_PER_DAY } from '../iso-date.ts';
import type { Period, TradingHours } from '../market-clock/market-hours.ts';
import { halfDayCut } from '../market-clock/trading-calendar.ts';
import { zonedDate } from '../market-clock/zoned-time.ts';
import { assertPeriod } from './moving-averages.ts';

/** From 9:30 to 16:00. */
const NEW_YORK_SECONDS = 6.5 * 3600;

/**
 * Realised volatility: the sample standard deviation of the last `period` log returns, times √`barsPerYear`.
 * The close-to-close estimator (Parkinson 1980 compares it).
 * As long as `closes`, which are positive and finite; the first `period` entries are NaN.
 * Share per year (0.2 means 20 %); 0 for a flat window.
 * `RangeError` unless `period` is an integer from 2 up and `barsPerYear` is positive.
 */
export function realisedVolatility(closes: Float64Array, period: number, barsPerYear: number): Float64Array {
  assertPeriod(period);
  if (period < 2) throw new RangeError('one return has no standard deviation: period must be at least 2');
  if (!(barsPerYear > 0)) throw new RangeError(`barsPerYear must be positive, got ${barsPerYear}`);
  const volatilities = new Float64Array(closes.length).fill(NaN);
  const returns = new Float64Array(closes.length);
  for (let i = 1; i < closes.length; i++) returns[i] = Math.log(closes[i]! / closes[i - 1]!);
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
 * How many bars a year has, by convention: 365 where every day is traded, 252 for sessions, 52 for weeks, 12 for months.
 * Read from the mean distance of the dates (`time` as in `Candles`); 252 for fewer than two.
 * `RangeError` for bars within a day: their number depends on the hours of trading, see {@link intradayBarsInYear}.
 */
export function barsInYear(time: Float64Array): number {
  if (time.length < 2) return 252;
  const days = (time[time.length - 1]! - time[0]!) / (time.length - 1) / SECONDS_PER_DAY;
  if (days < 1) throw new RangeError('bars within a day: their number a year must be given');
  if (days < 1.2) return 365;
  if (days < 4) return 252;
  return days < 15 ? 52 : 12;
}

/**
 * How many bars within the day a year has: those of 252 sessions of usual length, or of 365 whole days where every day is
 * traded. Trading before and after the session adds none, so a volatility by it compares with that of daily closes.
 * Where the source states no hours a session is one of New York's.
 */
export function intradayBarsInYear({ listing, session }: TradingHours, intervalSeconds: number): number {
  if (listing.calendar === 'daily') return (365 * SECONDS_PER_DAY) / intervalSeconds;
  return (
    (252 * (session === null ? NEW_YORK_SECONDS : usualSeconds(session.regular, listing))) / intervalSeconds
  );
}

function usualSeconds({ startSeconds, endSeconds }: Period, listing: TradingHours['listing']): number {
  return endSeconds - startSeconds + halfDayCut(zonedDate(startSeconds, listing.timezone), listing.calendar);
}

/**
 * Drawdown: how far each close stands below the highest close so far.
 * As long as `closes`, which are positive and finite; defined from the first one on.
 * Share, −1…0 (−0.2 means 20 % below the peak); 0 at a new peak. Never throws.
 */
export function drawdown(closes: Float64Array): Float64Array {
  let peak = 0;
  return closes.map((close) => {
    peak = Math.max(peak, close);
    return (close - peak) / peak;
  });
}
