import { isoDate, parseIsoDate } from '#compute';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const SECONDS_PER_DAY = 86_400;
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_896;

describe('isoDate', () => {
  test('is the date that the runtime prints, for every day of the years 0–9999', () => {
    const wrong: string[] = [];
    for (let day = FIRST_DAY; day <= LAST_DAY; day++) {
      const instant = new Date(day * SECONDS_PER_DAY * 1000);
      const printed = isoDate(day * SECONDS_PER_DAY);
      // Compared by its parts: printing three million dates takes the runtime seconds.
      const [year, month, date] = printed.split('-');
      if (
        printed.length !== 10 ||
        Number(year) !== instant.getUTCFullYear() ||
        Number(month) !== instant.getUTCMonth() + 1 ||
        Number(date) !== instant.getUTCDate()
      ) {
        wrong.push(printed);
      }
    }
    expect(wrong).toEqual([]);
  }, 30_000);

  test('holds from the first second of a day to the last', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: FIRST_DAY, max: LAST_DAY }),
        fc.integer({ min: 0, max: SECONDS_PER_DAY - 1 }),
        (day, second) => {
          const instant = day * SECONDS_PER_DAY + second;
          expect(isoDate(instant)).toBe(new Date(instant * 1000).toISOString().slice(0, 10));
        },
      ),
    );
  });

  test.each([FIRST_DAY * SECONDS_PER_DAY - 1, (LAST_DAY + 1) * SECONDS_PER_DAY, NaN, Infinity, -Infinity])(
    'throws a RangeError for %d',
    (epochSeconds) => {
      expect(() => isoDate(epochSeconds)).toThrow(RangeError);
    },
  );

  test('comes back from parseIsoDate', () => {
    expect(isoDate(parseIsoDate('2024-02-29')!)).toBe('2024-02-29');
    expect(parseIsoDate('2023-02-29')).toBeNull();
    expect(parseIsoDate('0000-01-01')).toBe(FIRST_DAY * SECONDS_PER_DAY);
  });
});
