/** The calendar that the model was fitted with, part of its version. `sessions/` has the dates on which listings really trade. */
import type { TradingCalendar } from '../sessions/market-hours.ts';
import { SECONDS_PER_DAY } from '../dates/iso-date.ts';

const MONDAY = 1;
const WEDNESDAY = 3;
const THURSDAY = 4;
const FRIDAY = 5;
const SATURDAY = 6;
const DECEMBER = 11;

/** NYSE closures since 2000 that follow no rule: 11 September, mourning for four presidents, Hurricane Sandy. */
const NYSE_ONE_OFF_CLOSURES: readonly string[] = [
  '2001-09-11',
  '2001-09-12',
  '2001-09-13',
  '2001-09-14',
  '2004-06-11',
  '2007-01-02',
  '2018-12-05',
  '2025-01-09',
  '2012-10-29',
  '2012-10-30',
];

const JUNETEENTH_SINCE_YEAR = 2022;

/** Since this year, if Independence Day is a Thursday, the Wednesday before is a half day; until then it was the Friday after. */
const HALF_WEDNESDAY_SINCE_YEAR = 2013;

/** The only half day since 2000 that follows no rule: the Friday after Christmas 2003. */
const NYSE_ONE_OFF_HALF_DAY = /* @__PURE__ */ dayOf(2003, 12, 26);

/** Whether a date (00:00 UTC) is a trading day, half days included. NYSE: Rule 7.2 and the closures above, 2000 to 2099. */
export function isTradingDay(dateSeconds: number, calendar: TradingCalendar): boolean {
  if (calendar === 'daily') return true;
  const day = Math.floor(dateSeconds / SECONDS_PER_DAY);
  return calendar === 'nyse' ? nyseClosures()[day] !== 1 : !isWeekend(day);
}

/** Whether the NYSE closes at 13:00, by its holiday calendars' footnotes; from 2000 to 2030; `false` for other calendars. */
export function isHalfDay(dateSeconds: number, calendar: TradingCalendar): boolean {
  if (calendar !== 'nyse' || !isTradingDay(dateSeconds, calendar)) return false;
  const year = new Date(dateSeconds * 1000).getUTCFullYear();
  const third = dayOf(year, 7, 3);
  const isFriday = weekdayOf(third) === WEDNESDAY && year < HALF_WEDNESDAY_SINCE_YEAR;
  const halfDays = [
    isFriday ? third + 2 : third,
    nthWeekday(year, 11, THURSDAY, 4) + 1,
    dayOf(year, 12, 24),
    NYSE_ONE_OFF_HALF_DAY,
  ];
  return halfDays.includes(Math.floor(dateSeconds / SECONDS_PER_DAY));
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

/** Whether the session after a date follows a holiday, is midweek, on a Friday, in late December, or a half day. */
export function nextSessionFlags(afterSeconds: number, calendar: TradingCalendar): readonly boolean[] {
  const next = nextTradingDays(afterSeconds, 1, calendar)[0]!;
  const days = (next - afterSeconds) / SECONDS_PER_DAY;
  const date = new Date(next * 1000);
  const weekday = date.getUTCDay();
  return [
    days > 3 || (days > 1 && weekday !== MONDAY),
    weekday === WEDNESDAY || weekday === THURSDAY,
    weekday === FRIDAY,
    date.getUTCMonth() === DECEMBER && date.getUTCDate() >= 22,
    isHalfDay(next, calendar),
  ];
}

let closures: Uint8Array | undefined;

/** 1 on each closure and weekend, by days since 1970, as below; built at the first use. */
function nyseClosures(): Uint8Array {
  if (closures === undefined) {
    closures = new Uint8Array(dayOf(2100, 1, 1));
    for (let day = 0; day < closures.length; day++) closures[day] = Number(isWeekend(day));
    for (const date of NYSE_ONE_OFF_CLOSURES) closures[Date.parse(date) / 1000 / SECONDS_PER_DAY] = 1;
    for (let year = 1970; year < 2100; year++) for (const day of nyseHolidays(year)) closures[day] = 1;
  }
  return closures;
}

function nyseHolidays(year: number): readonly number[] {
  return [
    // A Saturday New Year is not kept: the Friday closes the year's books.
    weekdayOf(dayOf(year, 1, 1)) === SATURDAY ? dayOf(year, 1, 1) : observed(dayOf(year, 1, 1)),
    // Martin Luther King, Washington's Birthday, Good Friday, Memorial Day
    nthWeekday(year, 1, MONDAY, 3),
    nthWeekday(year, 2, MONDAY, 3),
    goodFriday(year),
    nthWeekday(year, 6, MONDAY, 1) - 7,
    ...(year < JUNETEENTH_SINCE_YEAR ? [] : [observed(dayOf(year, 6, 19))]),
    // Independence Day, Labor Day, Thanksgiving, Christmas
    observed(dayOf(year, 7, 4)),
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 11, THURSDAY, 4),
    observed(dayOf(year, 12, 25)),
  ];
}

/** `month` 1…12. */
function dayOf(year: number, month: number, date: number): number {
  return Date.UTC(year, month - 1, date) / 1000 / SECONDS_PER_DAY;
}

/** 0 for Sunday. */
function weekdayOf(day: number): number {
  return (day + THURSDAY) % 7;
}

function isWeekend(day: number): boolean {
  return weekdayOf(day) % SATURDAY === 0;
}

/** A holiday on a Saturday is observed on the Friday before, one on a Sunday on the Monday after. */
function observed(day: number): number {
  const weekday = weekdayOf(day);
  return weekday === SATURDAY ? day - 1 : weekday === 0 ? day + 1 : day;
}

function nthWeekday(year: number, month: number, weekday: number, n: number): number {
  const first = dayOf(year, month, 1);
  return first + ((weekday - weekdayOf(first) + 7) % 7) + 7 * (n - 1);
}

/** Two days before Easter Sunday. Carter's algorithm (Royal Greenwich Observatory) for the years 1900 to 2099. */
function goodFriday(year: number): number {
  const moon = ((204 - 11 * (year % 19)) % 30) + 21;
  const fullMoon = moon > 48 ? moon - 1 : moon;
  const sunday = fullMoon + 7 - ((year + Math.floor(year / 4) + fullMoon + 1) % 7);
  return dayOf(year, 3, sunday - 2);
}
