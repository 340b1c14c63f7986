import { changePercent, rangeStart } from '#compute';
import { performanceByRange, RANGE_WINDOW_DAYS } from '#compute/prices/performance.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appleCandles, candlesOf, seconds } from '../series.ts';

const DAY_SECONDS = 86_400;
const windows = Object.entries(RANGE_WINDOW_DAYS) as [keyof typeof RANGE_WINDOW_DAYS, number][];

test('the windows are 7, 30, 90, 180 and 365 calendar days', () => {
  expect(windows).toEqual([
    ['1W', 7],
    ['1M', 30],
    ['3M', 90],
    ['6M', 180],
    ['1Y', 365],
  ]);
});

describe.each(windows)('rangeStart %s', (label, days) => {
  const last = seconds('2024-06-28');
  const bars = (...ages: number[]): Float64Array =>
    Float64Array.from(ages, (age) => last - age * DAY_SECONDS);

  test('includes a bar exactly as old as the window and excludes one a day older', () => {
    expect(rangeStart(bars(days + 1, days, days - 1, 0), label)).toBe(1);
  });

  test('starts at the next bar if no bar lies on the window’s first date', () => {
    expect(rangeStart(bars(days + 3, days + 1, days - 2, 0), label)).toBe(2);
  });

  test('is null if the history begins one day inside the window, but not if it begins on its first date', () => {
    expect(rangeStart(bars(days - 1, 0), label)).toBeNull();
    expect(rangeStart(bars(days, 0), label)).toBe(0);
  });

  test('is the last bar if all others are older', () => {
    expect(rangeStart(bars(days + 400, days + 300, 0), label)).toBe(2);
  });

  test('finds what a linear search finds', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(800), { minLength: 1, maxLength: 300 }), (ages) => {
        const time = bars(...ages.toSorted((a, b) => b - a));
        const earliest = time.at(-1)! - days * DAY_SECONDS;
        const expected = time[0]! > earliest ? null : time.findIndex((instant) => instant >= earliest);
        expect(rangeStart(time, label)).toBe(expected);
      }),
    );
  });

  test('is null for an empty series', () => {
    expect(rangeStart(new Float64Array(0), label)).toBeNull();
  });
});

test('rangeStart ALL is 0, and null only for an empty series', () => {
  expect(rangeStart(Float64Array.of(seconds('2024-06-28')), 'ALL')).toBe(0);
  expect(rangeStart(new Float64Array(0), 'ALL')).toBeNull();
});

test('changePercent is exact where the decimals allow it', () => {
  expect(changePercent(100, 102)).toBe(2);
  expect(changePercent(50, 49)).toBe(-2);
  expect(changePercent(7, 7)).toBe(0);
});

test('performanceByRange compares the last close with the first close inside each window', () => {
  // 31 bars on consecutive days: closes 1…31.
  const performance = performanceByRange(candlesOf(Array.from({ length: 31 }, (_, i) => i + 1)));
  expect(performance).toEqual({
    '1W': changePercent(24, 31),
    '1M': changePercent(1, 31),
    '3M': null,
    '6M': null,
    '1Y': null,
    ALL: 3000,
  });
});

test('performanceByRange has no values for an empty series', () => {
  expect(Object.values(performanceByRange(candlesOf([])))).toEqual([null, null, null, null, null, null]);
});

test('Apple’s ranges on 2018-05-11 start on the right calendar dates', () => {
  const { time } = appleCandles();
  const date = (label: '1W' | '1M' | '3M' | '6M' | '1Y'): number | undefined =>
    time[rangeStart(time, label)!];
  expect(date('1W')).toBe(seconds('2018-05-04'));
  expect(date('1M')).toBe(seconds('2018-04-11'));
  expect(date('3M')).toBe(seconds('2018-02-12')); // 2018-02-10 was a Saturday.
  expect(date('6M')).toBe(seconds('2017-11-13')); // 2017-11-12 was a Sunday.
  expect(date('1Y')).toBe(seconds('2017-05-11'));
});
