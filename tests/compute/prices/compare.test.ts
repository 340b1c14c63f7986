import { compareSeries, isoDate, RANGE_LABELS, type CloseSeries } from '#compute';
import { RANGE_WINDOW_DAYS } from '#compute/prices/performance.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seconds } from '../series.ts';

const DAY_SECONDS = 86_400;
const FIRST = seconds('2024-01-01');

/** A series from dates and closes. */
function series(rows: Readonly<Record<string, number>>): CloseSeries {
  return {
    time: Float64Array.from(Object.keys(rows), seconds),
    close: Float64Array.from(Object.values(rows)),
  };
}

function compared(all: readonly CloseSeries[], range: Parameters<typeof compareSeries>[1] = 'ALL') {
  const result = compareSeries(all, range);
  if (!result.ok) throw new Error(result.error.reason);
  return { ...result.value, dates: Array.from(result.value.time, isoDate) };
}

/** `count` bars, one a day, from some days after 2024-01-01. */
function days(first: number, count: number): CloseSeries {
  return {
    time: Float64Array.from({ length: count }, (_, i) => FIRST + (first + i) * DAY_SECONDS),
    close: Float64Array.from({ length: count }, (_, i) => 10 + i),
  };
}

/** One to six series on their own random days, up to 500 days from 2024-01-01. */
const calendars = fc.array(
  fc
    .uniqueArray(fc.tuple(fc.nat(500), fc.double({ min: 0.01, max: 5000, noNaN: true })), {
      selector: ([day]) => day,
      minLength: 2,
      maxLength: 200,
    })
    .map((rows): CloseSeries => {
      const sorted = rows.toSorted(([a], [b]) => a - b);
      return {
        time: Float64Array.from(sorted, ([day]) => FIRST + day * DAY_SECONDS),
        close: Float64Array.from(sorted, ([, close]) => close),
      };
    }),
  { minLength: 1, maxLength: 6 },
);
const ranges = fc.constantFrom(...RANGE_LABELS);

/** Checks a property of every possible comparison. */
const forAny = (check: (all: CloseSeries[], outcome: ReturnType<typeof compared>, range: string) => void) =>
  fc.assert(
    fc.property(calendars, ranges, (all, range) => {
      const result = compareSeries(all, range);
      if (result.ok) check(all, { ...result.value, dates: [] }, range);
    }),
  );

describe('two calendars', () => {
  // A stock from Thursday over a weekend, and a coin that trades every day.
  const stock = series({ '2024-01-04': 50, '2024-01-05': 75, '2024-01-08': 60 });
  const coin = series({
    '2024-01-03': 900,
    '2024-01-04': 1000,
    '2024-01-05': 1250,
    '2024-01-06': 1500,
    '2024-01-07': 500,
    '2024-01-08': 750,
    '2024-01-09': 2000,
  });

  test('start at 100 on their first shared day', () => {
    const { dates, rebased } = compared([stock, coin]);
    expect(dates[0]).toBe('2024-01-04');
    expect(rebased.map((index) => index[0])).toEqual([100, 100]);
  });

  test('leave the stock’s weekend empty, although the coin has prices', () => {
    const { dates, rebased } = compared([stock, coin]);
    expect(dates).toEqual([
      '2024-01-04',
      '2024-01-05',
      '2024-01-06',
      '2024-01-07',
      '2024-01-08',
      '2024-01-09',
    ]);
    expect([...rebased[0]!]).toEqual([100, 150, NaN, NaN, 120, NaN]);
    expect([...rebased[1]!]).toEqual([100, 125, 150, 50, 75, 200]);
  });

  test('are measured up to their last shared day, not to a later one of either', () => {
    const { lastShared, dates, changePercent } = compared([stock, coin]);
    expect(dates[lastShared]).toBe('2024-01-08');
    expect(changePercent).toEqual([20, -25]);
  });

  test('without two shared days cannot be compared', () => {
    const other = series({ '2024-01-05': 1, '2024-02-01': 2 });
    expect(compareSeries([stock, other], 'ALL')).toEqual({ ok: false, error: { reason: 'no_shared_days' } });
    const apart = series({ '2025-01-05': 1, '2025-02-01': 2 });
    expect(compareSeries([stock, apart], 'ALL')).toEqual({ ok: false, error: { reason: 'no_shared_days' } });
    expect(compareSeries([series({})], 'ALL')).toEqual({ ok: false, error: { reason: 'no_shared_days' } });
  });
});

test('a history that begins late shortens the range for all and is marked', () => {
  const old = days(0, 400);
  const young = days(300, 100);
  const { dates, isLate } = compared([old, young], '1Y');
  expect(dates[0]).toBe(isoDate(young.time[0]!));
  expect(isLate).toEqual([false, true]);
  expect(compared([old, young], '1M').isLate).toEqual([false, false]);
  // Starts a long weekend apart do not count as late.
  expect(compared([old, days(3, 397)]).isLate).toEqual([false, false]);
});

describe('on any calendars', () => {
  test('no price is invented or lost: an entry is finite exactly where its series has a bar', () => {
    forAny((all, { time, rebased }) => {
      for (const [s, { time: own, close }] of all.entries()) {
        const base = close[own.indexOf(time[0]!)]!;
        const kept = own.filter((date) => date >= time[0]!);
        expect(time.filter((_, i) => !Number.isNaN(rebased[s]![i]!))).toEqual(kept);
        for (const date of kept) {
          expect(rebased[s]![time.indexOf(date)]).toBe((close[own.indexOf(date)]! / base) * 100);
        }
      }
    });
  });

  test('dates ascend without repeats, and each is a day of some series', () => {
    forAny((all, { time }) => {
      for (let i = 1; i < time.length; i++) expect(time[i]).toBeGreaterThan(time[i - 1]!);
      for (const date of time) expect(all.some((one) => one.time.includes(date))).toBe(true);
    });
  });

  test('base and end are shared days, and the base is the first one in the window', () => {
    forAny((all, { time, rebased, lastShared }, range) => {
      expect(rebased.map((index) => index[0])).toEqual(all.map(() => 100));
      expect(rebased.some((index) => Number.isNaN(index[lastShared]))).toBe(false);
      const isShared = (date: number) => all.every((one) => one.time.includes(date));
      const end = time[lastShared]!;
      const windowDays = range === 'ALL' ? 1e6 : RANGE_WINDOW_DAYS[range as '1W'];
      const inWindow = all[0]!.time.filter(
        (date) => isShared(date) && date >= end - windowDays * DAY_SECONDS,
      );
      expect([inWindow[0], inWindow.at(-1)]).toEqual([time[0], end]);
    });
  });

  test('the order of the series does not matter', () => {
    forAny((all, { time, rebased, changePercent }, range) => {
      const turned = compared(all.toReversed(), range as 'ALL');
      expect(turned.time).toEqual(time);
      expect(turned.rebased.toReversed()).toEqual(rebased);
      expect(turned.changePercent.toReversed()).toEqual(changePercent);
    });
  });
});
