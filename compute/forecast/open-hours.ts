import type { Candles } from '../candles.ts';

/** Sessions that the share is taken from: a year of a stock exchange. */
const SPAN_SESSIONS = 250;

/**
 * How many sessions' worth of variance is still to come when the share `sessionLeft` of a session's hours is: less than
 * that share where prices also move between sessions, since that part is over once trading has begun. From mean absolute
 * moves, so that one gap does not decide, over the last year of
 * bars, which are of finished sessions. A bar without a range says nothing about
 * when its move was made.
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
