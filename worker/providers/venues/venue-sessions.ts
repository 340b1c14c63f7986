/** A listing's sessions, from its venue's announcements and its source's statements. */
import { isoDate, SECONDS_PER_DAY, sessionAt, zonedDate, zonedInstant, zonedSecondOfDay } from '#compute';
import type { ComingSessions, Session } from '#compute';
import type { Exchange } from './exchanges.ts';
import type { Listing } from '../market-data.ts';
import { sessionList, weekday, type Hours, type SessionList } from './session-lists.ts';

/** Coming sessions in a snapshot: 30 for the longest forecast, plus those of a page's maximum age. */
const COMING_SESSIONS = 40;

/** Minutes after most closes in which auctions and delayed feeds settle; the table of venues has longer ones. */
const SETTLE_MINUTES = 30;

/** A venue without a list: its usual week has the weekdays of more than this share of this many bars. */
const WEEK_BARS = 60;
const MIN_WEEK_BARS = 10;
const WEEKDAY_SHARE = 0.05;

/** A stated close that differs by more from the usual one applies to that day only, such as an unannounced early close. */
const USUAL_WITHIN_MINUTES = 90;

const ALL_DAY: Hours = [0, 24 * 60];
const SUNDAY = '0';
const FRIDAY = '5';
const MONDAY_TO_FRIDAY = '12345';

/** The weekdays of instruments that follow no venue's list. */
const OWN_WEEKS: Partial<Record<Listing['instrument'], string>> = {
  crypto: '0123456',
  currency: MONDAY_TO_FRIDAY,
  future: MONDAY_TO_FRIDAY,
};

export interface SessionFacts {
  readonly listing: Pick<Listing, 'instrument' | 'timezone'>;
  readonly venue: Exchange | null;
  /** The latest session that its source states; `null` if it states no hours. */
  readonly stated: Session | null;
  readonly nowSeconds: number;
}

/** The last bar's session and `count` coming ones: dates by list, own week or usual week; hours by source, else by list. */
export function comingSessions(
  facts: SessionFacts,
  time: Float64Array,
  count: number = COMING_SESSIONS,
): ComingSessions {
  const { listing, venue, stated, nowSeconds } = facts;
  const list = listOf(facts);
  const statedDate = stated && tradingDate(stated.regular.startSeconds, listing);
  const today = zonedDate(nowSeconds, listing.timezone);
  // A venue without a list announces a holiday by stating a later session.
  const isBeforeStated = (date: number) =>
    list === null && date >= today && date < (statedDate ?? -Infinity) && listing.instrument !== 'crypto';
  const week = usualWeek(listing, time);
  const isSession = list?.isSession ?? ((date: number) => week.includes(weekday(date)));
  const first = time.at(-1) ?? today;
  const dates = [first];
  for (let date = first + SECONDS_PER_DAY; dates.length <= count; date += SECONDS_PER_DAY) {
    if (isSession(date) && !isBeforeStated(date)) dates.push(date);
  }
  const hoursOn = hoursOf(facts, list);
  const hours = hoursOn ? dates.map(hoursOn) : [];
  return {
    day_gaps: dates.map((date, i) => (date - (dates[i - 1] ?? 0)) / SECONDS_PER_DAY),
    opens: hours.map(([open]) => open),
    closes: hours.map(([, close]) => close),
    ...(stated === null ? extendedOf(venue, list) : extendedMinutes(stated)),
    settle_minutes: venue?.settleMinutes ?? SETTLE_MINUTES,
    holidays_until: list && isoDate(list.known[1]),
  };
}

/** The date of trading at an instant: the exchange's, but Monday for a pair's or future's Sunday evening. */
export function tradingDate(
  epochSeconds: number,
  { instrument, timezone }: Pick<Listing, 'instrument' | 'timezone'>,
): number {
  const date = zonedDate(epochSeconds, timezone);
  const isMondays = OWN_WEEKS[instrument] === MONDAY_TO_FRIDAY && weekday(date) === SUNDAY;
  return isMondays ? date + SECONDS_PER_DAY : date;
}

/** Whether a listing may have traded on a date, by its venue's list or its own week; true if neither is known. */
export function isListedSession(facts: Pick<SessionFacts, 'listing' | 'venue'>, date: number): boolean {
  const isSession = listOf(facts)?.isSession;
  return isSession?.(date) ?? OWN_WEEKS[facts.listing.instrument]?.includes(weekday(date)) ?? true;
}

/** A venue's session on a date at its usual hours, around the clock if it states none. */
export function venueSession(
  venue: Pick<Exchange, 'sessions' | 'extended' | 'timezone'>,
  date: number,
): Session {
  const list = venue.sessions === undefined ? null : sessionList(venue.sessions);
  const [open, close] = list?.hours(date) ?? ALL_DAY;
  return sessionAt({ opens: [open], closes: [close], ...extendedOf(venue, list) }, 0, date, venue.timezone);
}

function listOf({ listing, venue }: Pick<SessionFacts, 'listing' | 'venue'>): SessionList | null {
  if (OWN_WEEKS[listing.instrument] !== undefined || venue?.sessions === undefined) return null;
  return sessionList(venue.sessions);
}

/** The weekdays of the last bars, as digits, without one that occurs only once, such as an extra session. */
function usualWeek({ instrument }: SessionFacts['listing'], time: Float64Array): string {
  const own = OWN_WEEKS[instrument];
  if (own !== undefined) return own;
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

/** Converts a venue's hours to another clock, such as Chicago's for an index that follows New York's sessions. */
function inZone(hours: SessionList['hours'], from: string, to: string): SessionList['hours'] {
  if (from === to) return hours;
  return (date) => {
    const shift = (zonedInstant(date, 0, from) - zonedInstant(date, 0, to)) / 60;
    const [open, close] = hours(date);
    return [open + shift, close + shift];
  };
}

function extendedMinutes({ pre, regular, post }: Session) {
  return {
    pre_minutes: pre ? (regular.startSeconds - pre.startSeconds) / 60 : 0,
    post_minutes: post ? (post.endSeconds - regular.endSeconds) / 60 : 0,
  };
}

/** Minutes of a venue's pre-market and after-hours trading on a full day. */
function extendedOf(venue: Pick<Exchange, 'extended'> | null, list: SessionList | null) {
  if (!venue?.extended || list === null) return { pre_minutes: 0, post_minutes: 0 };
  const [from = 0, to = 24] = venue.extended;
  const [open, close] = list.hours(list.known[0]);
  return { pre_minutes: open - from * 60, post_minutes: to * 60 - close };
}
