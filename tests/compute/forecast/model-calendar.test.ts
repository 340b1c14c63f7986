import { isoDate, isTradingDay, type TradingCalendar } from '#compute';
import { describe, expect, test } from 'vitest';
import { isHalfDay, nextTradingDays } from '#compute/forecast/model-calendar.ts';
import { appleCandles, seconds } from '../series.ts';
import { nyseClosures, nyseHalfDays } from '../vectors.ts';

const DAY_SECONDS = 86_400;

/** Weekdays without trading, as the exchange published them. */
const closures = Object.entries(nyseClosures);

test('the published list covers 2000 to 2030', () => {
  expect(closures.map(([year]) => Number(year))).toEqual(Array.from({ length: 31 }, (_, i) => 2000 + i));
});

test.each(closures)('in %s the NYSE is closed on exactly its published weekdays', (year, published) => {
  const closed: string[] = [];
  for (
    let date = seconds(`${year}-01-01`);
    date < seconds(`${Number(year) + 1}-01-01`);
    date += DAY_SECONDS
  ) {
    if (isTradingDay(date, 'weekday') && !isTradingDay(date, 'nyse')) closed.push(isoDate(date).slice(5));
  }
  expect(closed).toEqual(published);
});

test.each(Object.entries(nyseHalfDays))('in %s the NYSE closes at 13:00 on %j', (year, published) => {
  const halved: string[] = [];
  const end = seconds(`${Number(year) + 1}-01-01`);
  for (let date = seconds(`${year}-01-01`); date < end; date += DAY_SECONDS) {
    if (isHalfDay(date, 'nyse')) halved.push(isoDate(date).slice(5));
    expect(isHalfDay(date, 'weekday') || isHalfDay(date, 'daily')).toBe(false);
  }
  expect(halved).toEqual(published);
});

test('the list of half days covers 2000 to 2030, and each is a trading day', () => {
  expect(Object.keys(nyseHalfDays)).toEqual(closures.map(([year]) => year));
  for (const [year, published] of Object.entries(nyseHalfDays)) {
    for (const day of published) expect(isTradingDay(seconds(`${year}-${day}`), 'nyse')).toBe(true);
  }
});

test.each([
  ['a Saturday 3 July', '2027-07-03'],
  ['the Friday before it', '2027-07-02'],
  ['a Sunday 3 July', '2022-07-03'],
  ['the Friday before that weekend', '2022-07-01'],
  ['a Friday 3 July, which is the holiday kept', '2026-07-03'],
  ['the Thursday before it', '2026-07-02'],
  ['a Saturday Christmas Eve', '2022-12-24'],
  ['the Friday before it', '2022-12-23'],
  ['a Sunday Christmas Eve', '2028-12-24'],
  ['a Friday Christmas Eve, which is the holiday kept', '2027-12-24'],
  ['the Thursday before it', '2027-12-23'],
])('%s (%s) is not a half day', (_case, date) => {
  expect(isHalfDay(seconds(date), 'nyse')).toBe(false);
});

test('the NYSE calendar has exactly the dates on which Apple traded in five years', () => {
  const { time } = appleCandles();
  expect(nextTradingDays(time[0]! - 1, time.length, 'nyse')).toEqual(time);
});

test.each([
  ['the Friday before a Saturday New Year', '2021-12-31', true],
  ['the Friday before Juneteenth 2021, a year before it was kept', '2021-06-18', true],
  ['a Sunday', '2024-06-30', false],
  ['a Saturday', '2024-06-29', false],
])('on %s (%s) the NYSE trades: %s', (_case, date, trades) => {
  expect(isTradingDay(seconds(date), 'nyse')).toBe(trades);
});

test('the weekday calendar skips only weekends, the daily one nothing', () => {
  expect(isTradingDay(seconds('2024-12-25'), 'weekday')).toBe(true);
  expect(isTradingDay(seconds('2024-12-28'), 'weekday')).toBe(false);
  expect(isTradingDay(seconds('2024-12-28'), 'daily')).toBe(true);
});

const dates = (after: number, count: number, calendar: TradingCalendar): string[] =>
  Array.from(nextTradingDays(after, count, calendar), isoDate);

describe('nextTradingDays', () => {
  test('is strictly after its start and skips what the calendar skips', () => {
    const friday = seconds('2022-06-17');
    expect(dates(friday, 3, 'nyse')).toEqual(['2022-06-21', '2022-06-22', '2022-06-23']);
    expect(dates(friday, 3, 'weekday')).toEqual(['2022-06-20', '2022-06-21', '2022-06-22']);
    expect(dates(friday, 3, 'daily')).toEqual(['2022-06-18', '2022-06-19', '2022-06-20']);
  });

  test('counts from the date if the start lies inside a day', () => {
    expect(dates(seconds('2022-06-21') + 3600, 1, 'nyse')).toEqual(['2022-06-22']);
  });

  test('is empty for 0 and throws a RangeError for a negative count', () => {
    expect(dates(0, 0, 'nyse')).toEqual([]);
    expect(() => nextTradingDays(0, -1, 'nyse')).toThrow(RangeError);
  });
});
