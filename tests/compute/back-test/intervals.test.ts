import {
  wilsonInterval,
  meanInterval,
  shareInterval,
  skillInterval,
  datedBlocks,
  windowSums,
} from '#compute/back-test/intervals.ts';
import { blockDays } from '#compute/back-test/block-length.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coverageOf, normal as gaussian, uniform } from '../seeded.ts';

describe('wilsonInterval', () => {
  // Wilson score limits without continuity correction; Newcombe 1998, Statistics in Medicine 17, table I.
  test.each([
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ])('gives the published interval for %d in %d', (successes, n, low, high) => {
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
  ])('throws a RangeError for %d in %d', (share, n) => {
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

  test('is very wide for two blocks: t(1) = 12.706', () => {
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

  test('has no width if every error is the same share of its reference', () => {
    expect(skillInterval(Float64Array.of(1, 2, 3, 4), reference)).toEqual({
      value: 0.5,
      low: 0.5,
      high: 0.5,
    });
  });

  test('has the limits of the ratio, mirrored', () => {
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

  test('counts the blocks if they are all alike', () => {
    expect(shareInterval(tens, tens, 60)).toEqual(wilsonInterval(1, 6));
    expect(shareInterval(new Float64Array(6), tens, 60)).toEqual(wilsonInterval(0, 6));
  });

  test('counts fewer observations than blocks if each block is all or nothing', () => {
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

  test('counts one observation for a single block', () => {
    expect(shareInterval(Float64Array.of(7, 0), Float64Array.of(10, 0), 10)).toEqual(wilsonInterval(0.7, 1));
  });

  test('never counts more than `maxIndependent`', () => {
    const even = Float64Array.of(8, 8, 8, 8, 8, 9);
    expect(shareInterval(even, tens, 12)).toEqual(wilsonInterval(49 / 60, 12));
    expect(shareInterval(even, tens, 0.5)).toEqual(wilsonInterval(49 / 60, 1));
  });
});

function mean(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('the blocks', () => {
  const ones = new Float64Array(100).fill(1);

  test.each([
    ['daily windows of a day', 1, 1, [50, 50]],
    ['weekly windows of seven days', 5, 7, [10, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9]],
    ['weekly windows of thirty days', 5, 30, [13, 12, 13, 12, 13, 12, 13, 12]],
  ] as const)(
    'are equally long for %s, at least two months and two horizons',
    (_, stepSessions, horizonDays, lengths) => {
      expect([...windowSums(ones, stepSessions, horizonDays)]).toEqual(lengths);
    },
  );

  test('contain the windows in order', () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => i);
    expect([...windowSums(values, 1, 1)]).toEqual([(49 * 50) / 2, (99 * 100) / 2 - (49 * 50) / 2]);
  });

  test('are two if the windows suffice for no more', () => {
    expect([...windowSums(ones.subarray(92), 5, 30)]).toEqual([4, 4]);
  });
});

test('for errors that keep their size for weeks, 95 % intervals over blocks hold the true value, those over days do not', () => {
  // Absolute daily moves whose volatility has a half-life of eleven sessions; Lehmer 1951.
  let state = 12_345;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const normal = (): number => random() + random() + random() + random() + random() + random() - 3;
  const n = 1250;
  const histories = Array.from({ length: 200 }, () => {
    let level = 0;
    return Float64Array.from({ length: n }, () => {
      level = 0.94 * level + 0.2 * normal();
      return Math.abs(normal()) * Math.exp(level);
    });
  });
  const truth = mean(Float64Array.from(histories, mean));
  const ones = new Float64Array(n).fill(1);
  const sums = (values: Float64Array) => windowSums(values, 1, 1);
  const heldShare = (estimate: (values: Float64Array) => { low: number; high: number }): number =>
    histories.map(estimate).filter(({ low, high }) => low <= truth && truth <= high).length / 200;
  expect(heldShare((values) => meanInterval(values, ones))).toBeLessThan(0.7);
  expect(heldShare((values) => meanInterval(sums(values), sums(ones)))).toBeGreaterThan(0.85);
});

const date = (day: number) => new Date(Date.UTC(2026, 0, 5 + day)).toISOString().slice(0, 10);

describe('dated blocks', () => {
  test('divide the days from the first base date to the last into equal parts', () => {
    const days = Array.from({ length: 3 * blockDays(7) }, (_, day) => date(day));
    const counted = datedBlocks(days.toReversed(), 7);
    expect([...counted(days)]).toEqual([59, 59, 59]);
    expect([...counted([0, 58, 59, 117].map(date))]).toEqual([2, 2, 0]);
  });

  test('are one if the dates suffice for no more', () => {
    expect([...datedBlocks([date(0), date(30)], 1)([date(30)])]).toEqual([1]);
  });
});

/** A market's daily windows: how many of 13 listings ended inside a range of constant width, and two sums of errors. */
function market(seed: number, n: number, horizonDays: number) {
  const LISTINGS = 13;
  const KEPT = 0.5 ** (1 / 10);
  const random = uniform(seed);
  const sessions = n + horizonDays;
  const moves = Array.from({ length: LISTINGS }, () => new Float64Array(sessions));
  let level = gaussian(random);
  for (let t = 0; t < sessions; t++) {
    level = KEPT * level + Math.sqrt(1 - KEPT * KEPT) * gaussian(random);
    const sigma = Math.exp(0.5 * level - 0.25);
    const common = gaussian(random);
    for (const own of moves) own[t] = sigma * (0.7 * common + 0.714 * gaussian(random));
  }
  const held = new Float64Array(n);
  const errors = new Float64Array(n);
  const references = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    for (const own of moves) {
      let move = 0;
      for (let t = i; t < i + horizonDays; t++) move += own[t]!;
      held[i]! += Number(Math.abs(move) <= 1.2816 * Math.sqrt(horizonDays));
      errors[i]! += Math.abs(move - 0.02 * horizonDays);
      references[i]! += Math.abs(move);
    }
  }
  return { held, errors, references, counts: new Float64Array(n).fill(LISTINGS) };
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

test.each([
  [1, 0.9, 0.9],
  [7, 0.9, 0.9],
  [30, 0.95, 0.86],
] as const)(
  'simulation: at %d days intervals over blocks hold the true share in at least %f and the true skill in at least %f of histories',
  (horizonDays, shareHeld, skillHeld) => {
    const n = 500;
    const histories = Array.from({ length: 80 }, (_, i) => market(i + 1, n, horizonDays));
    const sums = (values: Float64Array) => windowSums(values, 1, horizonDays);
    const all = (name: 'held' | 'errors' | 'references' | 'counts') =>
      histories.reduce((sum, history) => sum + total(history[name]), 0);
    const shares = histories.map((h) => shareInterval(sums(h.held), sums(h.counts), n / horizonDays));
    const skills = histories.map((h) => skillInterval(sums(h.errors), sums(h.references)));
    expect(coverageOf(shares, all('held') / all('counts'))).toBeGreaterThanOrEqual(shareHeld);
    expect(coverageOf(skills, 1 - all('errors') / all('references'))).toBeGreaterThanOrEqual(skillHeld);
  },
  20_000,
);
