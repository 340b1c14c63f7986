import { isoDate, parseIsoDate } from '#compute';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';

const SECONDS_PER_DAY = 86_400;
const FIRST_DAY = -719_528;
const LAST_DAY = 2_932_896;

describe('isoDate', () => {
  test('is the same from the first second of a day to the last', () => {
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

  test('is inverted by parseIsoDate', () => {
    expect(isoDate(parseIsoDate('2024-02-29')!)).toBe('2024-02-29');
    expect(parseIsoDate('0000-01-01')).toBe(FIRST_DAY * SECONDS_PER_DAY);
  });
});

describe('parseIsoDate', () => {
  test('is the inverse of isoDate on every date from year 0 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST_DAY, max: LAST_DAY }), (day) => {
        expect(parseIsoDate(isoDate(day * SECONDS_PER_DAY))).toBe(day * SECONDS_PER_DAY);
      }),
    );
  });

  test.each(['2023-02-29', '2024-02-30', '2024-13-01', '2024-1-1', '2024-01-01T00:00', '', '20240101'])(
    'refuses %j',
    (text) => {
      expect(parseIsoDate(text)).toBeNull();
    },
  );
});
