import { firstBarFrom, type Candles } from '../prices/candles.ts';
import { SECONDS_PER_DAY } from '../dates/iso-date.ts';
import { zonedDate, zonedInstant } from '../dates/zoned-time.ts';

/** `nyse`: weekdays without NYSE holidays; `weekday`: Monday to Friday; `daily`: seven days a week (crypto). */
export type TradingCalendar = 'nyse' | 'weekday' | 'daily';

export type MarketState = 'pre' | 'open' | 'post' | 'closed';

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

export interface TradingHours {
  readonly listing: {
    /** IANA name. */
    readonly timezone: string;
    readonly calendar: TradingCalendar;
    readonly instrument: string;
  };
  readonly sessions: ComingSessions;
}

export interface LastTraded extends TradingHours {
  readonly asOfSeconds: number;
}

const OPEN_FRESH_SECONDS = 60;
const FUND_FRESH_SECONDS = 3600;
/** A finished session's price is requested once more this long after the stated close, to include late prints. */
const LATE_PRINTS_SECONDS = 2 * 3600;
const UNKNOWN_HOURS_FRESH_SECONDS = 5 * 60;
const MAX_FRESH_SECONDS = SECONDS_PER_DAY;
/** A fetch dated further in the future than this was stamped by a wrong clock, so its age is unknown. */
const MAX_CLOCK_SKEW_SECONDS = 60;

/** A listing that has missed this many sessions of its exchange over this time no longer trades. */
const DORMANT_SESSIONS = 10;
const DORMANT_SECONDS = 14 * SECONDS_PER_DAY;

/** Whether a listing is delisted, halted or a recording: ten sessions of its exchange and 14 days have passed without a trade. */
export function hasStoppedTrading(traded: LastTraded, nowSeconds: number): boolean {
  const { asOfSeconds, listing, sessions } = traded;
  if (nowSeconds - asOfSeconds < DORMANT_SECONDS) return false;
  const lastDate = zonedDate(asOfSeconds, listing.timezone);
  const missed = sessionDates(sessions).filter(
    (date) => date > lastDate && sessionEndSeconds(traded, date) <= nowSeconds,
  );
  return missed.length >= DORMANT_SESSIONS;
}

/** A market's state; always `closed` for a fund, which has a value but no trades. */
export function marketState(traded: LastTraded, nowSeconds: number): MarketState {
  const { listing, sessions } = traded;
  if (hasStoppedTrading(traded, nowSeconds) || isFund(traded)) return 'closed';
  if (listing.calendar === 'daily') return 'open';
  for (const session of sessionsOf(listing.timezone, sessions)) {
    const { pre, regular, post } = session;
    if (nowSeconds >= (post ?? regular).endSeconds) continue;
    if (contains(regular, nowSeconds)) return 'open';
    if (contains(pre, nowSeconds)) return 'pre';
    return contains(post, nowSeconds) ? 'post' : 'closed';
  }
  return 'closed';
}

/** After 60 s in trading hours, two hours after the close, or at the next open; for a fund hourly while due. At most 24 h. */
export function freshUntilSeconds(traded: LastTraded, fetchedAtSeconds: number): number {
  const latePrints = isFund(traded) ? 0 : closeAndOpen(traded, fetchedAtSeconds).close + LATE_PRINTS_SECONDS;
  return Math.min(
    nextTradeSeconds(traded, fetchedAtSeconds),
    latePrints > fetchedAtSeconds ? latePrints : Infinity,
    fetchedAtSeconds + MAX_FRESH_SECONDS,
  );
}

/** Whether something fresh until an instant is still fresh; what is dated ahead of the clock is not. */
export function isFresh(fetchedAtSeconds: number, freshUntil: number, nowSeconds: number): boolean {
  return nowSeconds < freshUntil && fetchedAtSeconds <= nowSeconds + MAX_CLOCK_SKEW_SECONDS;
}

/** Whether a reader is told that a price is old: its source has failed, or an open market has missed two refreshes. */
export function isStale(
  traded: LastTraded,
  {
    fetchedAtSeconds,
    hasSourceFailed,
  }: { readonly fetchedAtSeconds: number; readonly hasSourceFailed: boolean },
  nowSeconds: number,
): boolean {
  const intervalSeconds = isFund(traded) ? FUND_FRESH_SECONDS : OPEN_FRESH_SECONDS;
  const missedAt = nextTradeSeconds(traded, fetchedAtSeconds) + intervalSeconds;
  return hasSourceFailed || !isFresh(fetchedAtSeconds, missedAt, nowSeconds);
}

/** When the session of a date (as in `Candles.time`) ends; at midnight where the market never closes or states no hours. */
export function sessionEndSeconds(hours: TradingHours, dateSeconds: number): number {
  return regularHours(hours, dateSeconds).endSeconds;
}

/** When a date's closing auction and delay are over, so that its last price is its close. */
export function settledSeconds(hours: TradingHours, dateSeconds: number): number {
  return sessionEndSeconds(hours, dateSeconds) + hours.sessions.settle_minutes * 60;
}

/** When after-hours trading of a date ends, epoch seconds; the session's end if there is none. */
export function extendedEndSeconds(hours: TradingHours, dateSeconds: number): number {
  return sessionEndSeconds(hours, dateSeconds) + hours.sessions.post_minutes * 60;
}

/** Share 0…1 of the last bar's session still to come at its price: by the last trade or the fetch, never by the reader's clock. */
export function sessionLeft(
  traded: LastTraded & { readonly candles: Candles },
  fetchedAtSeconds: number,
): number {
  const lastDate = traded.candles.time.at(-1) ?? 0;
  if (isFund(traded) || fetchedAtSeconds >= settledSeconds(traded, lastDate)) return 0;
  const { startSeconds, endSeconds } = regularHours(traded, lastDate);
  return Math.min(Math.max((endSeconds - traded.asOfSeconds) / (endSeconds - startSeconds), 0), 1);
}

/** When trading may next change a fetched price; for a fund, when its next value may be published. */
export function nextTradeSeconds(traded: LastTraded, fetchedAtSeconds: number): number {
  const { listing, sessions, asOfSeconds } = traded;
  if (listing.calendar === 'daily') return fetchedAtSeconds + OPEN_FRESH_SECONDS;
  if (sessions.opens.length === 0) return fetchedAtSeconds + UNKNOWN_HOURS_FRESH_SECONDS;
  if (isFund(traded)) {
    const valuedDate = zonedDate(asOfSeconds, listing.timezone);
    const due = sessionDates(sessions).find((date) => date > valuedDate) ?? valuedDate;
    return Math.max(sessionEndSeconds(traded, due), fetchedAtSeconds + FUND_FRESH_SECONDS);
  }
  const { close, nextOpen = fetchedAtSeconds + MAX_FRESH_SECONDS } = closeAndOpen(traded, fetchedAtSeconds);
  const isTrading = fetchedAtSeconds < close + sessions.settle_minutes * 60;
  return isTrading ? fetchedAtSeconds + OPEN_FRESH_SECONDS : nextOpen;
}

/** The close, possibly still to come, of the last session that has begun (−∞ without one), and the next open if it is known. */
function closeAndOpen({ listing, sessions }: TradingHours, nowSeconds: number) {
  let close = -Infinity;
  for (const { regular } of sessionsOf(listing.timezone, sessions)) {
    if (regular.startSeconds > nowSeconds) return { close, nextOpen: regular.startSeconds };
    close = regular.endSeconds;
  }
  return { close };
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

/** All known sessions in order; none without hours. */
function* sessionsOf(timezone: string, sessions: ComingSessions): Generator<Session> {
  if (sessions.opens.length === 0) return;
  for (const [index, date] of sessionDates(sessions).entries()) {
    yield sessionAt(sessions, index, date, timezone);
  }
}

/** A date's regular hours, or those of the nearest session; all day if the market never closes or states none. */
function regularHours({ listing, sessions }: TradingHours, dateSeconds: number): Period {
  const { calendar, timezone } = listing;
  if (calendar === 'daily' || sessions.opens.length === 0) {
    return {
      startSeconds: zonedInstant(dateSeconds, 0, timezone),
      endSeconds: zonedInstant(dateSeconds + SECONDS_PER_DAY, 0, timezone),
    };
  }
  const index = Math.min(firstBarFrom(sessionDates(sessions), dateSeconds), sessions.opens.length - 1);
  return sessionAt(sessions, index, dateSeconds, timezone).regular;
}

function isFund({ listing }: TradingHours): boolean {
  return listing.instrument === 'fund';
}

function contains(period: Period | null, instant: number): boolean {
  return period !== null && instant >= period.startSeconds && instant < period.endSeconds;
}
