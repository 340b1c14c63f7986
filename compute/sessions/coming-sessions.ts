/** A listing's sessions: on which dates its exchange trades, and when. */
import { firstBarFrom } from '../candles.ts';
import { SECONDS_PER_DAY } from '../iso-date.ts';
import { zonedInstant } from './zoned-time.ts';

/**
 * The session of the last bar and the ones after it, as a snapshot carries them: a column of each, oldest first. Times of day
 * are minutes after midnight at the exchange, negative for a session that opens on the evening before its date.
 */
export interface ComingSessions {
  /** Day number since 1970-01-01 of the first session, then the days from each session to the next. */
  readonly day_gaps: readonly number[];
  /** Both empty if neither source nor exchange states hours. */
  readonly opens: readonly number[];
  readonly closes: readonly number[];
  /** Minutes of trading before each open and after each close. */
  readonly pre_minutes: number;
  readonly post_minutes: number;
  /** Closing auction and delay are over so many minutes after a close. */
  readonly settle_minutes: number;
  /** The last date (`YYYY-MM-DD`) up to which the exchange's holidays are known: later ones follow its week. `null` if none are. */
  readonly holidays_until: string | null;
}

/** Epoch seconds; the end is exclusive. */
export interface Period {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** One date's trading. */
export interface Session {
  readonly pre: Period | null;
  readonly regular: Period;
  readonly post: Period | null;
}

/** Dates of sessions as in `Candles.time`. */
export function sessionDates({ day_gaps: gaps }: ComingSessions): Float64Array {
  let day = 0;
  return Float64Array.from(gaps, (gap) => (day += gap) * SECONDS_PER_DAY);
}

/** The dates of all known sessions after one: those of the bars (`time`) and, after them, the coming ones. */
export function datesAfter(baseSeconds: number, time: Float64Array, sessions: ComingSessions): Float64Array {
  const bars = time.subarray(firstBarFrom(time, baseSeconds + 1));
  const last = Math.max(baseSeconds, time.at(-1) ?? baseSeconds);
  const coming = sessionDates(sessions);
  return Float64Array.from([...bars, ...coming.subarray(firstBarFrom(coming, last + 1))]);
}

/** The session of a date at the hours of the row `index`, which are that date's own or the nearest known; hours must be known. */
export function sessionAt(
  sessions: ComingSessions,
  index: number,
  dateSeconds: number,
  timezone: string,
): Session {
  const at = (minutes: number): number => zonedInstant(dateSeconds, minutes * 60, timezone);
  const period = (from: number, to: number): Period => ({ startSeconds: at(from), endSeconds: at(to) });
  const { pre_minutes: pre, post_minutes: post } = sessions;
  const [open, close] = [sessions.opens[index]!, sessions.closes[index]!];
  return {
    pre: pre > 0 ? period(open - pre, open) : null,
    regular: period(open, close),
    post: post > 0 ? period(close, close + post) : null,
  };
}
