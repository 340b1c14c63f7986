import { describe, expect, test } from 'vitest';
import { nextDate } from '#compute/dates/expected-date.ts';
import { isoDate } from '#compute/dates/iso-date.ts';

const DAY = 86_400;
const day = (date: string) => Date.parse(date) / 1000 / DAY;

/** Dates `spacing` days apart, shifted by the given days. */
const dates = (first: string, count: number, spacing: number, off: readonly number[] = [0]) =>
  Array.from({ length: count }, (_, i) => isoDate((day(first) + i * spacing + off[i % off.length]!) * DAY));

describe('the next date', () => {
  test('is exact for quarters on the same weekday, with ±0 days', () => {
    const past = dates('2022-02-10', 19, 91);
    expect(nextDate(past, past.at(-1)!)).toEqual({
      date: isoDate((day(past.at(-1)!) + 91) * DAY),
      status: 'estimated',
      plus_minus_days: 0,
      n: 15,
    });
  });

  test('follows each quarter’s own place in the year', () => {
    // Annual results come three weeks later than the spacing.
    const past = dates('2022-02-21', 16, 91, [21, 0, 0, 0]);
    const next = nextDate(past, past.at(-1)!);
    expect(next?.date).toBe(isoDate((day('2022-02-21') + 16 * 91 + 21) * DAY));
    // The first year was estimated by the spacing alone.
    expect(next?.plus_minus_days).toBeLessThanOrEqual(21);
  });

  test('states within how many days 9 in 10 past estimates were', () => {
    const past = dates('2020-01-15', 24, 91, [0, 3, -2, 1, 2, -3, 0]);
    const next = nextDate(past, past.at(-1)!);
    expect(next!.plus_minus_days).toBeGreaterThanOrEqual(3);
    expect(next!.plus_minus_days).toBeLessThanOrEqual(8);
    expect(Math.abs(day(next!.date) - day('2020-01-15') - 24 * 91)).toBeLessThanOrEqual(6);
  });

  test('is estimated for monthly, half-yearly and yearly events', () => {
    for (const spacing of [30, 182, 365]) {
      const past = dates('2016-01-15', 10, spacing);
      expect(
        Math.abs(day(nextDate(past, past.at(-1)!)!.date) - day(past.at(-1)!) - spacing),
      ).toBeLessThanOrEqual(6);
    }
  });

  test('is today at the earliest if overdue, and unknown once the series has stopped', () => {
    const past = dates('2022-02-10', 19, 91);
    const late = isoDate((day(past.at(-1)!) + 95) * DAY);
    expect(nextDate(past, late)?.date).toBe(late);
    expect(nextDate(past, isoDate((day(past.at(-1)!) + 140) * DAY))).toBeNull();
  });

  test.each([
    [[]],
    [['2026-01-05']],
    [dates('2025-01-01', 6, 91)],
    [dates('2025-01-01', 20, 7)],
    [dates('2000-01-01', 9, 800)],
  ])('is unknown after %j', (past) => expect(nextDate(past, past.at(-1) ?? '2026-01-05')).toBeNull());
});
