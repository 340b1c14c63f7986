import { wilsonInterval } from '../../../compute/back-test/intervals.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { meanInterval, shareInterval, skillInterval } from '../../../compute/back-test/intervals.ts';

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

describe('meanInterval', () => {
  const counts = Float64Array.of(5, 5, 5, 5);

  test('follows the delta method with Student’s t over the blocks', () => {
    // Means 1, 3, 1, 3 of blocks of five: variance 4/3 between them; t(3) = 3.182.
    const { value, low, high } = meanInterval(Float64Array.of(5, 15, 5, 15), counts);
    expect(value).toBe(2);
    expect(high - 2).toBeCloseTo(3.182 * Math.sqrt(4 / 3 / 4), 10);
    expect(2 - low).toBeCloseTo(high - 2, 10);
  });

  test('two blocks say little: t(1) = 12.706', () => {
    const { high } = meanInterval(Float64Array.of(5, 15), counts.subarray(2));
    expect(high - 2).toBeCloseTo(12.706 * Math.sqrt(2 / 2), 10);
  });

  test('refuses a single block, and blocks without a count', () => {
    expect(() => meanInterval(Float64Array.of(1), Float64Array.of(1))).toThrow(RangeError);
    expect(() => meanInterval(new Float64Array(4), new Float64Array(4))).toThrow(RangeError);
    expect(() => meanInterval(Float64Array.of(1, 2), counts)).toThrow(RangeError);
  });
});

describe('skillInterval', () => {
  const reference = Float64Array.of(2, 4, 6, 8);

  test('is 1 minus the ratio of the errors', () => {
    expect(skillInterval(Float64Array.of(1, 3, 5, 6), reference).value).toBeCloseTo(1 - 15 / 20, 12);
  });

  test('has no width when every error is the same part of its reference', () => {
    expect(skillInterval(Float64Array.of(1, 2, 3, 4), reference)).toEqual({
      value: 0.5,
      low: 0.5,
      high: 0.5,
    });
  });

  test('has the limits of the ratio, turned about', () => {
    const errors = Float64Array.of(2, 1, 4, 3);
    const ratio = meanInterval(errors, reference);
    expect(skillInterval(errors, reference)).toEqual({
      value: 1 - ratio.value,
      low: 1 - ratio.high,
      high: 1 - ratio.low,
    });
  });
});

describe('shareInterval', () => {
  const tens = Float64Array.of(10, 10, 10, 10, 10, 10);

  test('of blocks that are all alike rests on the blocks', () => {
    expect(shareInterval(tens, tens, 60)).toEqual(wilsonInterval(1, 6));
    expect(shareInterval(new Float64Array(6), tens, 60)).toEqual(wilsonInterval(0, 6));
  });

  test('of all or nothing per block rests on less than the blocks', () => {
    // Variance of the share 6/5 · 1/6 · p(1 − p): five blocks, times Student's share (1.96 / 2.571)².
    const { low, high } = shareInterval(Float64Array.of(10, 0, 10, 0, 10, 0), tens, 60);
    const expected = wilsonInterval(0.5, 5 * (1.959963984540054 / 2.571) ** 2);
    expect(low).toBeCloseTo(expected.low, 12);
    expect(high).toBeCloseTo(expected.high, 12);
  });

  test('leaves out blocks in which nothing was counted', () => {
    const hits = Float64Array.of(7, 0, 5, 0, 9);
    const counts = Float64Array.of(10, 0, 10, 0, 10);
    expect(shareInterval(hits, counts, 30)).toEqual(
      shareInterval(Float64Array.of(7, 5, 9), Float64Array.of(10, 10, 10), 30),
    );
    expect(() => shareInterval(new Float64Array(3), new Float64Array(3), 30)).toThrow(RangeError);
  });

  test('of a single block rests on one observation', () => {
    expect(shareInterval(Float64Array.of(7, 0), Float64Array.of(10, 0), 10)).toEqual(wilsonInterval(0.7, 1));
  });

  test('never counts more than may be independent', () => {
    const even = Float64Array.of(8, 8, 8, 8, 8, 9);
    expect(shareInterval(even, tens, 12)).toEqual(wilsonInterval(49 / 60, 12));
    expect(shareInterval(even, tens, 0.5)).toEqual(wilsonInterval(49 / 60, 1));
  });
});
