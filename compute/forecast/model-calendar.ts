/**
 * The calendar that the model's coefficients were fitted with; part of the model's version. `sessions/` has the dates on which
 * listings really trade.
 */
import { SECONDS_PER_DAY } from '../dates/iso-date.ts';

/** `nyse`: weekdays without NYSE holidays; `weekday`: Monday to Friday; `daily`: seven days a week (crypto). */
export type TradingCalendar = 'nyse' | 'weekday' | 'daily';

const MONDAY = 1;
const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;

/** Full-day closures of the NYSE since 2000 that follow no rule. */
const NYSE_ONE_OFF_CLOSURES: readonly string[] = [
  // Attacks of 11 September
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  // Mourning for Presidents Reagan, Ford, G. H. W. Bush and Carter
  '2004-06-11',
  '2007-01-02',
  '2018-12-05',
  '2025-01-09',
  // Hurricane Sandy
  '2012-10-29',
  '2012-10-30',
];

const NYSE_ONE_OFF_MILLISECONDS: ReadonlySet<number> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ NYSE_ONE_OFF_CLOSURES.map((date) => Date.parse(date)),
);

/** The NYSE has closed for Juneteenth since this year. */
const JUNETEENTH_SINCE_YEAR = 2022;

/** Since this year, if Independence Day is a Thursday, the Wednesday before is a half day; until then it was the Friday after. */
const HALF_WEDNESDAY_SINCE_YEAR = 2013;

/** The only half day since 2000 that follows no rule: the Friday after Christmas 2003. */
const NYSE_ONE_OFF_HALF_DAY_MILLISECONDS = Date.UTC(2003, 11, 26);

/** Whether a date (00:00 UTC) is a trading day, half days included. NYSE: Rule 7.2 and the closures above, from 2000 on. */
export function isTradingDay(dateSeconds: number, calendar: TradingCalendar): boolean {
  if (calendar === 'daily') return true;
  const date = new Date(dateSeconds * 1000);
  const weekday = date.getUTCDay();
  if (weekday < MONDAY || weekday > FRIDAY) return false;
  if (calendar === 'weekday') return true;
  return !isNyseHoliday(date, weekday) && !NYSE_ONE_OFF_MILLISECONDS.has(date.getTime());
}

/**
 * True for a trading day (epoch seconds at 00:00 UTC) on which the NYSE closes at 13:00 instead of 16:00, by the footnotes of
 * its published holiday calendars: the day before Independence Day, the day after Thanksgiving and Christmas Eve. They do not
 * move if the holiday is observed on another day. Valid from 2000 to 2030; `false` for the other calendars.
 */
export function isHalfDay(dateSeconds: number, calendar: TradingCalendar): boolean {
  if (calendar !== 'nyse' || !isTradingDay(dateSeconds, calendar)) return false;
  const date = new Date(dateSeconds * 1000);
  const day = date.getUTCDate();
  const weekday = date.getUTCDay();
  switch (date.getUTCMonth() + 1) {
    case 7: {
      // If 5 July is a Friday, Independence Day was a Thursday.
      const isWednesdayHalf = date.getUTCFullYear() >= HALF_WEDNESDAY_SINCE_YEAR;
      if (weekday === WEDNESDAY) return day === 3 && isWednesdayHalf;
      return day === 3 || (day === 5 && weekday === FRIDAY && !isWednesdayHalf);
    }
    case 11: // The Friday after the fourth Thursday
      return weekday === FRIDAY && day > 22 && day < 30;
    case 12:
      return day === 24 || date.getTime() === NYSE_ONE_OFF_HALF_DAY_MILLISECONDS;
    default:
      return false;
  }
}

/** The next `count` trading dates after that of `afterSeconds`, epoch seconds at 00:00 UTC. `RangeError` below 0. */
export function nextTradingDays(
  afterSeconds: number,
  count: number,
  calendar: TradingCalendar,
): Float64Array {
  const dates = new Float64Array(count);
  let date = Math.floor(afterSeconds / SECONDS_PER_DAY) * SECONDS_PER_DAY;
  for (let found = 0; found < count;) {
    date += SECONDS_PER_DAY;
    if (isTradingDay(date, calendar)) dates[found++] = date;
  }
  return dates;
}

function isNyseHoliday(date: Date, weekday: number): boolean {
  const day = date.getUTCDate();
  const occurrence = Math.ceil(day / 7);
  // A holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday after.
  const keeps = (holiday: number): boolean =>
    day === holiday ||
    (weekday === MONDAY && day === holiday + 1) ||
    (weekday === FRIDAY && day === holiday - 1);
  switch (date.getUTCMonth() + 1) {
    case 1: // New Year (a Saturday one is not kept: the Friday closes the year's books), Martin Luther King
      return keeps(1) || (weekday === MONDAY && occurrence === 3);
    case 2: // Washington's Birthday
      return weekday === MONDAY && occurrence === 3;
    case 3:
    case 4: // Good Friday
      return weekday === FRIDAY && isGoodFriday(date);
    case 5: // Memorial Day
      return weekday === MONDAY && day > 24;
    case 6:
      return date.getUTCFullYear() >= JUNETEENTH_SINCE_YEAR && keeps(19);
    case 7: // Independence Day
      return keeps(4);
    case 9: // Labor Day
      return weekday === MONDAY && occurrence === 1;
    case 11: // Thanksgiving
      return weekday === THURSDAY && occurrence === 4;
    case 12:
      return keeps(25);
    default:
      return false;
  }
}

/** Whether Easter Sunday is two days later. Anonymous Gregorian algorithm (Meeus 1991, "Astronomical Algorithms", ch. 8). */
function isGoodFriday(date: Date): boolean {
  const year = date.getUTCFullYear();
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = b >> 2;
  const e = b % 4;
  const f = Math.floor((b + 8) / 25);
  const g = Math.floor((b - f + 1) / 3);
  const h = (19 * a + b - d - g + 15) % 30;
  const i = c >> 2;
  const k = c % 4;
  const l = (32 + 2 * e + 2 * i - h - k) % 7;
  const m = Math.floor((a + 11 * h + 22 * l) / 451);
  const marchDay = h + l - 7 * m + 22;
  return Date.UTC(year, 2, marchDay - 2) === date.getTime();
}
