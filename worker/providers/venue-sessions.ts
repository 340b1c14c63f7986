/** The sessions of a listing, from what its venue announced and what its source states. */
import { isoDate, SECONDS_PER_DAY, zonedDate, zonedInstant, zonedSecondOfDay } from '#compute';
import type { ComingSessions, Session } from '#compute';
import type { Exchange } from './exchanges.ts';
import type { Listing } from './market-data.ts';
import { sessionList, weekday, type Hours, type SessionList } from './session-lists.ts';

/** Coming sessions of a snapshot: the longest forecast's 30, and as many as a page may be old. */
const COMING_SESSIONS = 40;

/** Auctions and delayed feeds settle within this time after most closes; longer ones are in the table of venues. */
const SETTLE_MINUTES = 30;

/** The usual week of a venue without a list is read from so many bars, and holds the weekdays of more than this share of them. */
const WEEK_BARS = 60;
const MIN_WEEK_BARS = 10;
const WEEKDAY_SHARE = 0.05;

/** A stated close that differs by more from the usual one is of that day alone, such as an early close nobody announced. */
const USUAL_WITHIN_MINUTES = 90;

const ALL_DAY: Hours = [0, 24 * 60];
const SUNDAY = '0';
const FRIDAY = '5';
const MONDAY_TO_FRIDAY = '12345';

/** What a listing's sessions are made of. */
export interface SessionFacts {
  readonly listing: Pick<Listing, 'instrument' | 'timezone'>;
  readonly venue: Exchange | null;
  /** Dates of its bars. */
  readonly time: Float64Array;
  /** The latest session that its source knows of; `null` if it states no hours. */
  readonly stated: Session | null;
  readonly nowSeconds: number;
}

/**
 * The session of the last bar and `count` coming ones. Dates are the venue's, as far as it has a list; a pair, a coin or a future
 * keeps its own week, and any other listing the week of its last bars. Hours are what the source states, also for days of
 * the same usual hours, and the list's for the others.
 */
export function comingSessions(facts: SessionFacts, count: number = COMING_SESSIONS): ComingSessions {
  const { listing, venue, time, stated, nowSeconds } = facts;
  const list = listOf(facts);
  const statedDate = stated && tradingDate(stated.regular.startSeconds, listing);
  const today = zonedDate(nowSeconds, listing.timezone);
  // A venue without a list tells of a holiday by announcing a later session.
  const isBeforeStated = (date: number) =>
    list === null && date >= today && date < (statedDate ?? -Infinity) && listing.instrument !== 'crypto';
  const isSession = list ? list.isSession : inWeek(usualWeek(facts));
  const first = time.at(-1) ?? today;
  const dates = [first];
  for (let date = first + SECONDS_PER_DAY; dates.length <= count; date += SECONDS_PER_DAY) {
    if (isSession(date) && !isBeforeStated(date)) dates.push(date);
  }
  const hours = hoursOf(facts, list);
  return {
    day_gaps: dates.map((date, i) => (date - (dates[i - 1] ?? 0)) / SECONDS_PER_DAY),
    opens: hours ? dates.map((date) => hours(date)[0]) : [],
    closes: hours ? dates.map((date) => hours(date)[1]) : [],
    ...extendedMinutes(facts),
    settle_minutes: venue?.settleMinutes ?? SETTLE_MINUTES,
    holidays_until: list && isoDate(list.known[1]),
  };
}

/** The date that trading at an instant belongs to: the exchange's, but Monday for the Sunday evening of a pair or a future. */
export function tradingDate(
  epochSeconds: number,
  { instrument, timezone }: Pick<Listing, 'instrument' | 'timezone'>,
): number {
  const date = zonedDate(epochSeconds, timezone);
  return keepsOwnWeek(instrument) && instrument !== 'crypto' && weekday(date) === SUNDAY
    ? date + SECONDS_PER_DAY
    : date;
}

/** Whether a listing may have traded on a date, by its venue's list or its own week; always true where neither is known. */
export function isListedSession(facts: Pick<SessionFacts, 'listing' | 'venue'>, date: number): boolean {
  const list = listOf(facts);
  if (list !== null) return list.isSession(date);
  const { instrument } = facts.listing;
  return !keepsOwnWeek(instrument) || instrument === 'crypto' || MONDAY_TO_FRIDAY.includes(weekday(date));
}

/** A venue's session on a date at its usual hours, around the clock where it states none. */
export function venueSession(
  venue: Pick<Exchange, 'sessions' | 'extended' | 'timezone'>,
  date: number,
): Session {
  const at = (minutes: number) => zonedInstant(date, minutes * 60, venue.timezone);
  const period = (from: number, to: number) => ({ startSeconds: at(from), endSeconds: at(to) });
  const list = venue.sessions === undefined ? null : sessionList(venue.sessions);
  const [open, close] = list?.hours(date) ?? ALL_DAY;
  const { before, after } = extendedOf(venue, list);
  return {
    pre: before > 0 ? period(open - before, open) : null,
    regular: period(open, close),
    post: after > 0 ? period(close, close + after) : null,
  };
}

/** Whether a venue has a session on a date, by its list or by its week. */
export function isVenueSession(venue: Pick<Exchange, 'sessions' | 'calendar'>, date: number): boolean {
  if (venue.sessions !== undefined) return sessionList(venue.sessions).isSession(date);
  return venue.calendar === 'daily' || MONDAY_TO_FRIDAY.includes(weekday(date));
}

function listOf({ listing, venue }: Pick<SessionFacts, 'listing' | 'venue'>): SessionList | null {
  if (keepsOwnWeek(listing.instrument) || venue?.sessions === undefined) return null;
  return sessionList(venue.sessions);
}

function keepsOwnWeek(instrument: Listing['instrument']): boolean {
  return instrument === 'crypto' || instrument === 'currency' || instrument === 'future';
}

function inWeek(week: string): (date: number) => boolean {
  return (date) => week.includes(weekday(date));
}

/** The weekdays of the last bars, as digits; one that trades on a single day of them, such as an extra session, is left out. */
function usualWeek({ listing, time }: SessionFacts): string {
  if (listing.instrument === 'crypto') return '0123456';
  if (keepsOwnWeek(listing.instrument)) return MONDAY_TO_FRIDAY;
  const bars = Array.from(time.slice(-WEEK_BARS), weekday);
  if (bars.length < MIN_WEEK_BARS) return MONDAY_TO_FRIDAY;
  const isUsual = (day: string) => bars.filter((bar) => bar === day).length > bars.length * WEEKDAY_SHARE;
  return [...new Set(bars)].filter(isUsual).join('');
}

/** A listing's hours on any date; `null` if neither its source nor its venue states them. */
function hoursOf(
  { listing, venue, stated }: SessionFacts,
  list: SessionList | null,
): SessionList['hours'] | null {
  if (listing.instrument === 'crypto') return () => ALL_DAY;
  if (listing.instrument === 'currency' && stated !== null) return pairHours(listing);
  const listed = list && inZone(list.hours, venue?.timezone ?? listing.timezone, listing.timezone);
  if (stated === null) return listed;
  const statedDate = tradingDate(stated.regular.startSeconds, listing);
  const minutes = (instant: number) => {
    const { timezone } = listing;
    return (zonedDate(instant, timezone) + zonedSecondOfDay(instant, timezone) - statedDate) / 60;
  };
  const own: Hours = [minutes(stated.regular.startSeconds), minutes(stated.regular.endSeconds)];
  if (listed === null) return () => own;
  const [usualOpen, usualClose] = listed(statedDate);
  const isUsual = Math.abs(own[1] - usualClose) <= USUAL_WITHIN_MINUTES;
  return (date) => {
    const [open, close] = listed(date);
    const isSameKind = isUsual && open === usualOpen && close === usualClose;
    return date === statedDate || isSameKind ? own : [open, close];
  };
}

/** A pair trades all day, on Friday until 17:00 in New York, whatever its source states. */
function pairHours({ timezone }: Pick<Listing, 'timezone'>): SessionList['hours'] {
  return (date) => {
    const friday = zonedInstant(date, 17 * 3600, 'America/New_York') - zonedInstant(date, 0, timezone);
    return weekday(date) === FRIDAY ? [0, friday / 60] : ALL_DAY;
  };
}

/** Hours of a venue's clock by another one: Chicago's of an index that follows New York's sessions. */
function inZone(hours: SessionList['hours'], from: string, to: string): SessionList['hours'] {
  if (from === to) return hours;
  return (date) => {
    const shift = (zonedInstant(date, 0, from) - zonedInstant(date, 0, to)) / 60;
    const [open, close] = hours(date);
    return [open + shift, close + shift];
  };
}

function extendedMinutes(facts: SessionFacts) {
  const { venue, stated } = facts;
  if (stated === null) {
    const { before, after } = extendedOf(venue, listOf(facts));
    return { pre_minutes: before, post_minutes: after };
  }
  const { pre, regular, post } = stated;
  return {
    pre_minutes: pre ? (regular.startSeconds - pre.startSeconds) / 60 : 0,
    post_minutes: post ? (post.endSeconds - regular.endSeconds) / 60 : 0,
  };
}

/** Minutes of a venue's trading before the open and after the close of a whole day. */
function extendedOf(venue: Pick<Exchange, 'extended'> | null, list: SessionList | null) {
  if (!venue?.extended || list === null) return { before: 0, after: 0 };
  const [from = 0, to = 24] = venue.extended;
  const [open, close] = list.hours(list.known[0]);
  return { before: open - from * 60, after: to * 60 - close };
}
