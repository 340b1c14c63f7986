import type { Candles } from '../candles.ts';

/** Sessions that the share is taken from: a year of a stock exchange. */
const SPAN_SESSIONS = 250;

/**
 * How many sessions' worth of variance is still to come when the share `sessionLeft` of a session's hours is, 0…1: less
 * than that share where prices also move between sessions, since that part is over once trading has begun. Taken from the
 * absolute moves of the last year of finished sessions, so that one gap does not decide. A bar without a range does not
 * tell when its move was made.
 */
export function varianceLeft({ open, high, low, close }: Candles, sessionLeft: number): number {
  let between = 0;
  let within = 0;
  for (let t = Math.max(1, close.length - SPAN_SESSIONS); t < close.length; t++) {
    if (!(high[t]! > low[t]! && open[t]! > 0)) continue;
    between += Math.abs(open[t]! / close[t - 1]! - 1);
    within += Math.abs(close[t]! / open[t]! - 1);
  }
  return within === 0 ? sessionLeft : (sessionLeft * within * within) / (within * within + between * between);
}
