import { firstBarFrom } from '../prices/candles.ts';
import { SECONDS_PER_DAY } from '../dates/iso-date.ts';
import { zonedInstant } from '../dates/zoned-time.ts';

/** The last bar's session and later ones. Times are minutes after midnight at the exchange, negative on the evening before. */
export interface ComingSessions {
  /** Day number since 1970-01-01 of the first session, then the days from each session to the next. */
  readonly day_gaps: readonly number[];
  /** Both empty if neither source nor exchange states hours. */
  readonly opens: readonly number[];
  readonly closes: readonly number[];
  /** Minutes of trading before each open and after each close. */
  readonly pre_minutes: number;
  readonly post_minutes: number;
  /** Minutes after a close until closing auction and delay are over. */
  readonly settle_minutes: number;
  /** Last date (`YYYY-MM-DD`) with known holidays; later dates follow the exchange's week. `null` if none are known. */
  readonly holidays_until: string | null;
}

/** Epoch seconds; the end is exclusive. */
export interface Period {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

export interface Session {
  readonly pre: Period | null;
  readonly regular: Period;
  readonly post: Period | null;
}

export function sessionDates({ day_gaps: gaps }: Pick<ComingSessions, 'day_gaps'>): Float64Array {
  let day = 0;
  return Float64Array.from(gaps, (gap) => (day += gap) * SECONDS_PER_DAY);
}

/** The dates of all known sessions after `baseSeconds`: those of the bars (`time`), then the coming ones. */
export function datesAfter(baseSeconds: number, time: Float64Array, sessions: ComingSessions): Float64Array {
  const bars = time.subarray(firstBarFrom(time, baseSeconds + 1));
  const last = Math.max(baseSeconds, time.at(-1) ?? baseSeconds);
  const coming = sessionDates(sessions);
  return Float64Array.from([...bars, ...coming.subarray(firstBarFrom(coming, last + 1))]);
}

/** A date's session at the hours of row `index`, the date's own or the nearest. Hours must be known. */
export function sessionAt(
  sessions: Pick<ComingSessions, 'opens' | 'closes' | 'pre_minutes' | 'post_minutes'>,
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
