import { isTradingDay, nextTradingDays, SECONDS_PER_DAY } from '#compute';
import type { MarketState } from '../contract.ts';
import { halfDayCut } from './half-day-cut.ts';
import type { Listing, Period, Session, StockRecord } from './market-data.ts';
import { zonedDate, zonedInstant, zonedSecondOfDay } from './zoned-time.ts';

/** A quote is refreshed this often while its market trades (DESIGN section 6). */
const OPEN_FRESH_SECONDS = 60;
/** Closing auctions and delayed feeds settle within this time after the close. */
export const SETTLING_SECONDS = 30 * 60;
/** For a source that states no hours. */
const UNKNOWN_HOURS_FRESH_SECONDS = 5 * 60;

/** No exchange has closed for longer since 2000 (7 days in September 2001): a listing silent for more does not trade. */
const DORMANT_AFTER_SECONDS = 10 * SECONDS_PER_DAY;

/** Hours that end before this time of day, seconds, are those of a half day, or of a venue of which we know none. */
const USUAL_CLOSE_SECONDS = 16 * 3600;

type Traded = Pick<StockRecord, 'listing' | 'session'>;

/**
 * The state of a record's market at an instant; `closed` for a listing whose last trade was long past when the record was
 * fetched (delisted, halted, or a recording). Inside or before the source's latest session its own times count; after it the same
 * wall-clock hours on the calendar's trading days do, three fewer on its half days, so that an old record still tells the
 * present state.
 */
export function marketState(
  record: Traded & Pick<StockRecord, 'asOfSeconds'>,
  fetchedAtSeconds: number,
  nowSeconds: number,
): MarketState {
  if (fetchedAtSeconds - record.asOfSeconds > DORMANT_AFTER_SECONDS) return 'closed';
  if (record.listing.calendar === 'daily') return 'open';
  const session = sessionAround(record, nowSeconds);
  if (session === null) return 'closed';
  if (contains(session.regular, nowSeconds)) return 'open';
  if (contains(session.pre, nowSeconds)) return 'pre';
  return contains(session.post, nowSeconds) ? 'post' : 'closed';
}

/**
 * Until when a record's market state is surely what it is at an instant: the next start or end of a period, or the end
 * of a day on which the market is not closed. `Infinity` for a market that never changes its state.
 */
export function marketStateUntil(
  record: Traded & Pick<StockRecord, 'asOfSeconds'>,
  fetchedAtSeconds: number,
  nowSeconds: number,
): number {
  const { listing, session } = record;
  if (session === null || listing.calendar === 'daily') return Infinity;
  if (fetchedAtSeconds - record.asOfSeconds > DORMANT_AFTER_SECONDS) return Infinity;
  const today = zonedDate(nowSeconds, listing.timezone);
  const [next = today] = nextTradingDays(today, 1, listing.calendar);
  const bounds = [sessionAround(record, nowSeconds), onDate(session, next, listing)]
    .flatMap((around) => (around === null ? [] : [around.pre, around.regular, around.post]))
    .flatMap((period) => (period === null ? [] : [period.startSeconds, period.endSeconds]));
  if (marketState(record, fetchedAtSeconds, nowSeconds) !== 'closed')
    bounds.push(zonedInstant(today + SECONDS_PER_DAY, 0, listing.timezone));
  return Math.min(...bounds.filter((bound) => bound > nowSeconds));
}

/** Until when a record fetched at an instant needs no refresh: 60 s in trading hours, otherwise until the next open. */
export function freshUntilSeconds(record: StockRecord, fetchedAtSeconds: number): number {
  if (record.listing.calendar === 'daily') return fetchedAtSeconds + OPEN_FRESH_SECONDS;
  if (record.session === null) return fetchedAtSeconds + UNKNOWN_HOURS_FRESH_SECONDS;
  const session = sessionAround(record, fetchedAtSeconds);
  if (session !== null && fetchedAtSeconds < session.regular.startSeconds)
    return session.regular.startSeconds;
  if (session !== null && fetchedAtSeconds < session.regular.endSeconds + SETTLING_SECONDS) {
    return fetchedAtSeconds + OPEN_FRESH_SECONDS;
  }
  const today = zonedDate(fetchedAtSeconds, record.listing.timezone);
  const [next] = nextTradingDays(today, 1, record.listing.calendar);
  if (next === undefined) throw new RangeError('a calendar has a next trading day');
  return onDate(record.session, next, record.listing).regular.startSeconds;
}

/** When the session of a date (as in `Candles.time`) ends; at midnight where the market never closes or states no hours. */
export function sessionEndSeconds(record: Traded, dateSeconds: number): number {
  return sessionHours(record, dateSeconds).endSeconds;
}

/**
 * Share of the last bar's session that was still to come when the price was made, 0…1; 0 once that session was over. The
 * time of the data decides, whatever the clock says now: the source's last trade, and where trade stopped early the
 * fetch.
 */
export function sessionLeft(record: StockRecord, fetchedAtSeconds: number): number {
  const { startSeconds, endSeconds } = sessionHours(record, record.candles.time.at(-1) ?? 0);
  if (fetchedAtSeconds >= endSeconds + SETTLING_SECONDS) return 0;
  const left = (endSeconds - record.asOfSeconds) / (endSeconds - startSeconds);
  return Math.min(Math.max(left, 0), 1);
}

/** The trading hours of a date; all day where the market never closes or states no hours. */
function sessionHours({ listing, session }: Traded, dateSeconds: number): Period {
  const { calendar, timezone } = listing;
  return session === null || calendar === 'daily'
    ? {
        startSeconds: zonedInstant(dateSeconds, 0, timezone),
        endSeconds: zonedInstant(dateSeconds + SECONDS_PER_DAY, 0, timezone),
      }
    : onDate(session, dateSeconds, listing).regular;
}

/** The session whose day contains the instant, or the one that the source announced for later; `null` on a day off. */
function sessionAround(record: Traded, nowSeconds: number): Session | null {
  const { listing, session } = record;
  if (session === null) return null;
  const today = zonedDate(nowSeconds, listing.timezone);
  const stated = zonedDate(session.regular.startSeconds, listing.timezone);
  if (today <= stated) return onDate(session, stated, listing);
  return isTradingDay(today, listing.calendar) ? onDate(session, today, listing) : null;
}

/**
 * A stated session at its wall-clock hours on a date, cut by rule where that is a half day and the stated hours are usual
 * ones, and made whole where those are a half day's.
 */
function onDate(session: Session, dateSeconds: number, { calendar, timezone }: Listing): Session {
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
