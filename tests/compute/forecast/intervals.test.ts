import { wilsonInterval } from '#compute';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { skillInterval } from '../../../compute/forecast/intervals.ts';

describe('wilsonInterval', () => {
  // Wilson score limits without continuity correction; Newcombe 1998, Statistics in Medicine 17, table I.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('of %d in %d is the published one', (successes, n, low, high) => {
    const interval = wilsonInterval(successes / n, n);
    expect(interval.value).toBe(successes / n);
    expect(interval.low).toBeCloseTo(low, 4);
    expect(interval.high).toBeCloseTo(high, 4);
  });

  test('lies within 0 and 1 and around its share, and narrows with n', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.1, max: 1e4, noNaN: true }),
        (share, n) => {
          const { low, high } = wilsonInterval(share, n);
          expect(low).toBeGreaterThanOrEqual(0);
          expect(low).toBeLessThanOrEqual(share);
          expect(high).toBeGreaterThanOrEqual(share);
          expect(high).toBeLessThanOrEqual(1);
          const wider = wilsonInterval(share, n / 2);
          expect(wider.high - wider.low).toBeGreaterThan(high - low);
        },
      ),
    );
  });

  test.each([
    [-0.1, 10],
    [1.1, 10],
    [NaN, 10],
    [0.5, 0],
  ])('of %d in %d is a RangeError', (share, n) => {
    expect(() => wilsonInterval(share, n)).toThrow(RangeError);
  });
});

describe('skillInterval', () => {
  const reference = Float64Array.of(2, 4, 6, 8);

  test('is 1 minus the ratio of the mean errors', () => {
    expect(skillInterval(Float64Array.of(1, 3, 5, 6), reference, 4).value).toBeCloseTo(1 - 15 / 20, 12);
  });

  test('has no width when every error is the same part of its reference', () => {
    expect(skillInterval(Float64Array.of(1, 2, 3, 4), reference, 4)).toEqual({
      value: 0.5,
      low: 0.5,
      high: 0.5,
    });
  });

  test('follows the delta method with Student’s t over the blocks', () => {
    // Residuals e − 0.5·b: 1, −1, 1, −1; variance 4/3; mean reference 5; t(3) = 3.182, t(1) = 12.706.
    const errors = Float64Array.of(2, 1, 4, 3);
    const { low, high } = skillInterval(errors, reference, 4);
    expect(high - 0.5).toBeCloseTo((3.182 * Math.sqrt(4 / 3 / 4)) / 5, 10);
    expect(0.5 - low).toBeCloseTo(high - 0.5, 10);
    const few = skillInterval(errors, reference, 2);
    expect(few.high - 0.5).toBeCloseTo((12.706 * Math.sqrt(4 / 3 / 2)) / 5, 10);
  });

  test('refuses unpaired errors, a reference that never errs, and a single block', () => {
    expect(() => skillInterval(Float64Array.of(1), reference, 4)).toThrow(RangeError);
    expect(() => skillInterval(new Float64Array(4), new Float64Array(4), 4)).toThrow(RangeError);
    expect(() => skillInterval(reference, reference, 1)).toThrow(RangeError);
  });
});
