import { isoDate, isTradingDay, nextTradingDays, type TradingCalendar } from '#compute';
import { describe, expect, test } from 'vitest';
import { appleCandles, seconds } from '../series.ts';

const DAY_SECONDS = 86_400;

/** Weekdays without trading, as the exchange published them. */
const closures: [number, string[]][] = [
  [
    2001,
    [
      '01-01',
      '01-15',
      '02-19',
      '04-13',
      '05-28',
      '07-04',
      '09-03',
      '09-11',
      '09-12',
      '09-13',
      '09-14',
      '11-22',
      '12-25',
    ],
  ],
  [2004, ['01-01', '01-19', '02-16', '04-09', '05-31', '06-11', '07-05', '09-06', '11-25', '12-24']],
  [2007, ['01-01', '01-02', '01-15', '02-19', '04-06', '05-28', '07-04', '09-03', '11-22', '12-25']],
  [2010, ['01-01', '01-18', '02-15', '04-02', '05-31', '07-05', '09-06', '11-25', '12-24']],
  [2012, ['01-02', '01-16', '02-20', '04-06', '05-28', '07-04', '09-03', '10-29', '10-30', '11-22', '12-25']],
  [2018, ['01-01', '01-15', '02-19', '03-30', '05-28', '07-04', '09-03', '11-22', '12-05', '12-25']],
  [2021, ['01-01', '01-18', '02-15', '04-02', '05-31', '07-05', '09-06', '11-25', '12-24']],
  [2022, ['01-17', '02-21', '04-15', '05-30', '06-20', '07-04', '09-05', '11-24', '12-26']],
  [2023, ['01-02', '01-16', '02-20', '04-07', '05-29', '06-19', '07-04', '09-04', '11-23', '12-25']],
  [2024, ['01-01', '01-15', '02-19', '03-29', '05-27', '06-19', '07-04', '09-02', '11-28', '12-25']],
  [2025, ['01-01', '01-09', '01-20', '02-17', '04-18', '05-26', '06-19', '07-04', '09-01', '11-27', '12-25']],
  [2026, ['01-01', '01-19', '02-16', '04-03', '05-25', '06-19', '07-03', '09-07', '11-26', '12-25']],
  [2027, ['01-01', '01-18', '02-15', '03-26', '05-31', '06-18', '07-05', '09-06', '11-25', '12-24']],
  [2028, ['01-17', '02-21', '04-14', '05-29', '06-19', '07-04', '09-04', '11-23', '12-25']],
];

test.each(closures)('in %d the NYSE is closed on exactly its published weekdays', (year, published) => {
  const closed: string[] = [];
  for (let date = seconds(`${year}-01-01`); date < seconds(`${year + 1}-01-01`); date += DAY_SECONDS) {
    if (isTradingDay(date, 'weekday') && !isTradingDay(date, 'nyse')) closed.push(isoDate(date).slice(5));
  }
  expect(closed).toEqual(published);
});

test('the NYSE calendar names every date on which Apple traded in five years, and no other', () => {
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

test('the weekday calendar keeps holidays and drops weekends, the daily one drops nothing', () => {
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

  test('counts from the date when the start lies inside a day', () => {
    expect(dates(seconds('2022-06-21') + 3600, 1, 'nyse')).toEqual(['2022-06-22']);
  });

  test('of none is empty, of a negative or broken count a RangeError', () => {
    expect(dates(0, 0, 'nyse')).toEqual([]);
    expect(() => nextTradingDays(0, -1, 'nyse')).toThrow(RangeError);
    expect(() => nextTradingDays(0, 1.5, 'nyse')).toThrow(RangeError);
  });
});
