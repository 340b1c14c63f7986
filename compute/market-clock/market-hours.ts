import type { Candles } from '../candles.ts';
import { SECONDS_PER_DAY } from '../iso-date.ts';
import { halfDayCut, isTradingDay, nextTradingDays, type TradingCalendar } from './trading-calendar.ts';
import { zonedDate, zonedInstant, zonedSecondOfDay } from './zoned-time.ts';

/** Epoch seconds; the end is exclusive. */
export interface Period {
  readonly startSeconds: number;
  readonly endSeconds: number;
}

/** One day's trading hours, as stated by the source. */
export interface Session {
  readonly pre: Period | null;
  readonly regular: Period;
  readonly post: Period | null;
}

export type MarketState = 'pre' | 'open' | 'post' | 'closed';

export interface TradingHours {
  readonly listing: {
    /** IANA name. */
    readonly timezone: string;
    readonly calendar: TradingCalendar;
  };
  /** The latest session that the source states; `null` if it states no hours. */
  readonly session: Session | null;
}

/** A listing's hours, and its last trade in epoch seconds. */
export interface LastTraded extends TradingHours {
  readonly asOfSeconds: number;
}

/** When a price was fetched (epoch seconds), and whether its source has failed since. */
interface LastFetch {
  readonly fetchedAtSeconds: number;
  readonly hasSourceFailed: boolean;
}

/** How often a price is refreshed while its market trades. */
const OPEN_FRESH_SECONDS = 60;
/** Time after the close in which closing auctions and delayed feeds settle. */
export const SETTLING_SECONDS: number = 30 * 60;
/** For a source that states no hours. */
const UNKNOWN_HOURS_FRESH_SECONDS = 5 * 60;
/** Applies however far away the next session is. */
const MAX_FRESH_SECONDS = 86_400;
/** A fetch time further in the future than this comes from a wrong clock, so the price's age is unknown. */
const MAX_CLOCK_SKEW_SECONDS = 60;

/** A listing without a trade for longer than this no longer trades: no exchange has closed for longer since 2000. */
const DORMANT_AFTER_SECONDS = 10 * SECONDS_PER_DAY;

/** Hours that end before this time of day (seconds) are a half day's, or those of a venue without known half days. */
const USUAL_CLOSE_SECONDS = 16 * 3600;

/** Whether a listing is delisted, halted or a recording: its last trade is more than ten days old. */
export function noLongerTrades(asOfSeconds: number, nowSeconds: number): boolean {
  return nowSeconds - asOfSeconds > DORMANT_AFTER_SECONDS;
}

/** A market's state: by the source's session until that ends, then by the same hours on the calendar's trading days. */
export function marketState(traded: LastTraded, nowSeconds: number): MarketState {
  if (noLongerTrades(traded.asOfSeconds, nowSeconds)) return 'closed';
  if (traded.listing.calendar === 'daily') return 'open';
  const session = sessionAround(traded, nowSeconds);
  if (session === null) return 'closed';
  if (contains(session.regular, nowSeconds)) return 'open';
  if (contains(session.pre, nowSeconds)) return 'pre';
  return contains(session.post, nowSeconds) ? 'post' : 'closed';
}

/** When a price must be refreshed: 60 s after the fetch in trading hours, else at the next open, after 24 h at the latest. */
export function freshUntilSeconds(hours: TradingHours, fetchedAtSeconds: number): number {
  return Math.min(nextChangeSeconds(hours, fetchedAtSeconds), fetchedAtSeconds + MAX_FRESH_SECONDS);
}

/** Whether a price is still fresh. A price fetched in the future, by this clock, is not. */
export function isFresh(fetchedAtSeconds: number, freshUntil: number, nowSeconds: number): boolean {
  return nowSeconds < freshUntil && fetchedAtSeconds <= nowSeconds + MAX_CLOCK_SKEW_SECONDS;
}

/** Whether to label a price stale: its source has failed, or it missed two refreshes in an open market. */
export function isStale(
  hours: TradingHours,
  { fetchedAtSeconds, hasSourceFailed }: LastFetch,
  nowSeconds: number,
): boolean {
  const missedAt = nextChangeSeconds(hours, fetchedAtSeconds) + OPEN_FRESH_SECONDS;
  return hasSourceFailed || !isFresh(fetchedAtSeconds, missedAt, nowSeconds);
}

/** When a date's session ends (date as in `Candles.time`); midnight if the market never closes or states no hours. */
export function sessionEndSeconds(hours: TradingHours, dateSeconds: number): number {
  return sessionHours(hours, dateSeconds).endSeconds;
}

/** When a date's after-hours trading ends, epoch seconds; the session's end if there is none. */
export function extendedEndSeconds(hours: TradingHours, dateSeconds: number): number {
  const { listing, session } = hours;
  const post = session && onDate(session, dateSeconds, listing).post;
  return post?.endSeconds ?? sessionEndSeconds(hours, dateSeconds);
}

/**
 * Share 0…1 of the last bar's session still to come at its price, by the last trade or the fetch, never by the reader's clock.
 */
export function sessionLeft(
  traded: LastTraded & { readonly candles: Candles },
  fetchedAtSeconds: number,
): number {
  const { startSeconds, endSeconds } = sessionHours(traded, traded.candles.time.at(-1) ?? 0);
  if (fetchedAtSeconds >= endSeconds + SETTLING_SECONDS) return 0;
  const left = (endSeconds - traded.asOfSeconds) / (endSeconds - startSeconds);
  return Math.min(Math.max(left, 0), 1);
}

/** When a fetched price may change next. */
export function nextChangeSeconds(hours: TradingHours, fetchedAtSeconds: number): number {
  const { listing, session } = hours;
  if (listing.calendar === 'daily') return fetchedAtSeconds + OPEN_FRESH_SECONDS;
  if (session === null) return fetchedAtSeconds + UNKNOWN_HOURS_FRESH_SECONDS;
  const around = sessionAround(hours, fetchedAtSeconds);
  if (around !== null && fetchedAtSeconds < around.regular.startSeconds) return around.regular.startSeconds;
  if (around !== null && fetchedAtSeconds < around.regular.endSeconds + SETTLING_SECONDS) {
    return fetchedAtSeconds + OPEN_FRESH_SECONDS;
  }
  const today = zonedDate(fetchedAtSeconds, listing.timezone);
  const [next] = nextTradingDays(today, 1, listing.calendar);
  return onDate(session, next!, listing).regular.startSeconds;
}

/** A date's trading hours; all day if the market never closes or states no hours. */
function sessionHours({ listing, session }: TradingHours, dateSeconds: number): Period {
  const { calendar, timezone } = listing;
  return session === null || calendar === 'daily'
    ? {
        startSeconds: zonedInstant(dateSeconds, 0, timezone),
        endSeconds: zonedInstant(dateSeconds + SECONDS_PER_DAY, 0, timezone),
      }
    : onDate(session, dateSeconds, listing).regular;
}

/** The session of the instant's day, or the later one that the source announced; `null` on a day off. */
function sessionAround({ listing, session }: TradingHours, nowSeconds: number): Session | null {
  if (session === null) return null;
  const today = zonedDate(nowSeconds, listing.timezone);
  const stated = zonedDate(session.regular.startSeconds, listing.timezone);
  if (today <= stated) return onDate(session, stated, listing);
  return isTradingDay(today, listing.calendar) ? onDate(session, today, listing) : null;
}

/** Applies a stated session's wall-clock hours to another date, shortened for a half day, or lengthened if stated on one. */
function onDate(
  session: Session,
  dateSeconds: number,
  { calendar, timezone }: TradingHours['listing'],
): Session {
  const { startSeconds, endSeconds } = session.regular;
  const statedDate = zonedDate(startSeconds, timezone);
  const areUsual = zonedSecondOfDay(endSeconds, timezone) >= USUAL_CLOSE_SECONDS;
  const statedCut = areUsual ? 0 : halfDayCut(statedDate, calendar);
  const later = areUsual || statedCut > 0 ? statedCut - halfDayCut(dateSeconds, calendar) : 0;
  if (dateSeconds === statedDate && later === 0) return session;
  const move = (period: Period, startsLater: number, endsLater: number): Period => {
    const start = zonedInstant(dateSeconds, zonedSecondOfDay(period.startSeconds, timezone), timezone);
    return {
      startSeconds: start + startsLater,
      endSeconds: start + period.endSeconds - period.startSeconds + endsLater,
    };
  };
  return {
    pre: session.pre && move(session.pre, 0, 0),
    regular: move(session.regular, 0, later),
    post: session.post && move(session.post, later, later),
  };
}

function contains(period: Period | null, instant: number): boolean {
  return period !== null && instant >= period.startSeconds && instant < period.endSeconds;
}
