import { type Candles, candlesFromRows, isoDate, resample, resampleParts } from '#compute';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { appleCandles, candlesOf, seconds } from '../series.ts';

/** Bars on these dates: close 1, 2, 3, …, open half a unit below, low one below, high one above; volume 10, 20, 30, … */
function sessions(dates: readonly string[]): Candles {
  return candlesFromRows(
    dates.map((date, i) => ({
      time: seconds(date),
      open: i + 0.5,
      high: i + 2,
      low: i,
      close: i + 1,
      volume: 10 * (i + 1),
    })),
  );
}

const traded = (candles: Candles): number => candles.volume.reduce((sum, value) => sum + value, 0);
const dates = (candles: Candles): string[] => Array.from(candles.time, isoDate);

test('a week runs from Monday to Sunday, even across New Year, and is dated by its first session', () => {
  // Sunday, Monday, Friday, Sunday | (Monday a holiday) Tuesday | a week without sessions | Wednesday
  const daily = sessions([
    '2024-12-29',
    '2024-12-30',
    '2025-01-03',
    '2025-01-05',
    '2025-01-07',
    '2025-01-22',
  ]);
  const weekly = resample(daily, 'week');
  expect(dates(weekly)).toEqual(['2024-12-29', '2024-12-30', '2025-01-07', '2025-01-22']);
  expect(weekly).toEqual({
    time: weekly.time,
    open: Float64Array.of(0.5, 1.5, 4.5, 5.5),
    high: Float64Array.of(2, 5, 6, 7),
    low: Float64Array.of(0, 1, 4, 5),
    close: Float64Array.of(1, 4, 5, 6),
    volume: Float64Array.of(10, 90, 50, 60),
  });
});

test('a week of an exchange that rests on Friday and Saturday begins on Sunday, and on Monday since its week has changed', () => {
  // Tel Aviv: Sunday to Thursday until 2026-01-04, then Monday to Friday.
  const daily = sessions([
    '2025-12-17',
    '2025-12-18',
    '2025-12-21',
    '2025-12-22',
    '2025-12-25',
    '2025-12-28',
    '2025-12-31',
    '2026-01-04',
    '2026-01-05',
    '2026-01-09',
    '2026-01-12',
  ]);
  expect(dates(resample(daily, 'week'))).toEqual([
    '2025-12-17',
    '2025-12-21',
    '2025-12-28',
    '2026-01-04',
    '2026-01-12',
  ]);
});

test('a month is a calendar month, including leap days and Decembers', () => {
  const daily = sessions([
    '2023-12-29',
    '2024-02-01',
    '2024-02-29',
    '2024-03-01',
    '2024-12-31',
    '2025-01-02',
  ]);
  const monthly = resample(daily, 'month');
  expect(dates(monthly)).toEqual(['2023-12-29', '2024-02-01', '2024-03-01', '2024-12-31', '2025-01-02']);
  expect(monthly.close).toEqual(Float64Array.of(1, 3, 4, 5, 6));
});

test('dates before 1970 fall into their weeks and months', () => {
  const daily = sessions(['1969-12-28', '1969-12-29', '1969-12-31', '1970-01-01', '1970-01-05']);
  expect(dates(resample(daily, 'week'))).toEqual(['1969-12-28', '1969-12-29', '1970-01-05']);
  expect(dates(resample(daily, 'month'))).toEqual(['1969-12-28', '1970-01-01']);
});

test('dividends of a week add up', () => {
  const daily = {
    ...sessions(['2025-01-06', '2025-01-07', '2025-01-13']),
    dividend: Float64Array.of(0.25, 1, 0),
  };
  expect(resample(daily, 'week').dividend).toEqual(Float64Array.of(1.25, 0));
});

test('daily bars are returned unchanged, as are empty and single bars', () => {
  const one = candlesOf([5]);
  expect(resample(one, 'day')).toBe(one);
  expect(resample(one, 'week')).toEqual(one);
  expect(resample(candlesOf([]), 'month')).toEqual(candlesOf([]));
});

test('every interval keeps the days’ first open, last close, extremes and volume', () => {
  const apple = appleCandles();
  fc.assert(
    fc.property(fc.nat(1259), fc.nat(1259), fc.constantFrom('week', 'month'), (a, b, interval) => {
      const [from, to] = [Math.min(a, b), Math.max(a, b) + 1];
      const daily = Object.fromEntries(
        Object.entries(apple).map(([name, column]) => [name, column.slice(from, to)]),
      ) as unknown as Candles;
      const merged = resample(daily, interval);
      expect([merged.open[0], merged.close.at(-1)]).toEqual([daily.open[0], daily.close.at(-1)]);
      expect([Math.max(...merged.high), Math.min(...merged.low)]).toEqual([
        Math.max(...daily.high),
        Math.min(...daily.low),
      ]);
      expect(traded(merged)).toBe(traded(daily));
    }),
  );
});

/** A bar at each of these minutes of a day, close 1, 2, 3, … */
function minuteBars(times: readonly string[]): Candles {
  return candlesFromRows(
    times.map((time, i) => ({
      time: Date.parse(`2026-11-20T${time}Z`) / 1000,
      open: i + 0.5,
      high: i + 2,
      low: i,
      close: i + 1,
      volume: 10,
    })),
  );
}

const clock = (candles: Candles) =>
  Array.from(candles.time, (time) => new Date(time * 1000).toISOString().slice(11, 16));

test('intraday bars are joined within their part of the session, counted from its start', () => {
  // Early trading until 14:30, where the session begins.
  const bars = minuteBars(['13:02', '13:58', '14:29', '14:30', '15:29', '15:30', '16:01']);
  const parts = [
    { part: 'pre', from: 0, to: 3 },
    { part: 'regular', from: 3, to: 7 },
  ];
  const hours = resampleParts(bars, parts, 3600);
  // Each hour's first trade dates its bar; the session's hours start at half past.
  expect(clock(hours.candles)).toEqual(['13:02', '14:29', '14:30', '15:30']);
  expect(hours.parts).toEqual([
    { part: 'pre', from: 0, to: 2 },
    { part: 'regular', from: 2, to: 4 },
  ]);
  expect(hours.candles).toEqual({
    time: hours.candles.time,
    open: Float64Array.of(0.5, 2.5, 3.5, 5.5),
    high: Float64Array.of(3, 4, 6, 8),
    low: Float64Array.of(0, 2, 3, 5),
    close: Float64Array.of(2, 3, 5, 7),
    volume: Float64Array.of(20, 10, 20, 20),
  });
  const quarters = resampleParts(bars, parts, 900);
  expect(clock(quarters.candles)).toEqual(['13:02', '13:58', '14:29', '14:30', '15:29', '15:30', '16:01']);
});

test('a part without bars is kept, and no bar is lost', () => {
  const bars = minuteBars(['14:31', '14:33', '14:36']);
  const parts = [
    { from: 0, to: 0 },
    { from: 0, to: 3 },
  ];
  const five = resampleParts(bars, parts, 300);
  expect(clock(five.candles)).toEqual(['14:31', '14:36']);
  expect(five.parts).toEqual([
    { from: 0, to: 0 },
    { from: 0, to: 2 },
  ]);
  expect(traded(five.candles)).toBe(traded(bars));
});
