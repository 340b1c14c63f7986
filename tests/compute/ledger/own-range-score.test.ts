import { describe, expect, test } from 'vitest';
import { intervalScore, scoreOwnRanges, type ScoredRange } from '#compute/ledger/own-range-score.ts';
import { ownRangeVerdict } from '#compute';
import { normal, uniform } from '../seeded.ts';

const day = (index: number) => new Date(Date.UTC(2026, 0, 5 + index)).toISOString().slice(0, 10);

/** Base 100, the model's 90 to 110; the own range and the outcome are given as well. */
function range(index: number, own: readonly [number, number], close: number | null, scale = 1): ScoredRange {
  const [own_low, own_high] = own.map((price) => price * scale) as [number, number];
  return {
    base_date: day(index),
    target_date: day(index + 7),
    base_close: 100 * scale,
    median: 100 * scale,
    low80: 90 * scale,
    high80: 110 * scale,
    low95: 80 * scale,
    high95: 120 * scale,
    own_low,
    own_high,
    outcome: close === null ? null : { close: close * scale },
  };
}

/** A range a day for `count` days, with outcomes around 100. */
function year(own: readonly [number, number], count = 365, scales: readonly number[] = [1]) {
  const random = uniform(7);
  const scaleOf = (index: number) => scales[index % scales.length];
  return Array.from({ length: count }, (_, i) => range(i, own, 100 + 8 * normal(random), scaleOf(i)));
}

test.each([
  ['on the edge, its width', [95, 105, 105], 10],
  ['below, ten times the distance more', [95, 105, 94], 20],
  ['above, ten times the distance more', [95, 105, 107.5], 35],
  ['without width and missed, ten times the distance', [100, 100, 103], 30],
  ['without width and met, nothing', [100, 100, 100], 0],
] as const)('the interval score of an outcome %s', (_, [low, high, outcome], score) => {
  expect(intervalScore(outcome, low, high, 0.2)).toBe(score);
});

describe('scoreOwnRanges', () => {
  test('counts what held beside the model, and compares nothing below 30 settled ranges', () => {
    const ranges = [
      range(0, [95, 105], 106),
      range(1, [95, 105], 105),
      range(2, [95, 105], 111),
      range(3, [95, 105], null),
    ];
    expect(scoreOwnRanges(ranges)).toEqual({ settled: 3, held: 1, modelHeld: 2, measured: null });
    expect(scoreOwnRanges(year([90, 110], 29)).measured).toBeNull();
    expect(scoreOwnRanges(year([90, 110], 30)).measured).not.toBeNull();
  });

  test('gives a range equal to the model’s exactly 1, with an interval of no width', () => {
    expect(scoreOwnRanges(year([90, 110])).measured).toMatchObject({
      width: 1,
      score: { value: 1, low: 1, high: 1 },
    });
  });

  test('gives a range ten times as wide more than 1, though it always holds', () => {
    const { measured, held, settled } = scoreOwnRanges(year([0.001, 200]));
    expect(held).toBe(settled);
    expect(measured!.width).toBeCloseTo(10, 3);
    expect(measured!.score.low).toBeGreaterThan(1);
  });

  test('does not depend on the price of a listing', () => {
    const alike = scoreOwnRanges(year([97, 102])).measured!;
    const mixed = scoreOwnRanges(year([97, 102], 365, [500, 0.02])).measured!;
    expect(mixed.score.value).toBeCloseTo(alike.score.value, 12);
    expect(mixed.score.low).toBeCloseTo(alike.score.low!, 12);
  });

  test('states no interval of the score for fewer than four blocks of two months', () => {
    expect(scoreOwnRanges(year([97, 102], 230)).measured!.score).toMatchObject({ low: null, high: null });
    const { value, low, high } = scoreOwnRanges(year([97, 102], 240)).measured!.score;
    expect(low).toBeLessThan(value);
    expect(high).toBeGreaterThan(value);
  });
});

test.each([
  [9, [99, 101], 'Counts start at 10 settled ranges (n = 9).'],
  [
    10,
    [90, 110],
    'You said 80%. 10 of 10 held. Of the model’s, 10 did. A comparison starts at 30 settled ranges.',
  ],
  [30, [95, 105], 'You said 80%. 30 of 30 held. Your ranges were about half as wide as the model’s.'],
  [30, [93, 107], 'You said 80%. 30 of 30 held. Your ranges were about 0.7 times as wide as the model’s.'],
] as const)('%s settled ranges of %s', (count, own, words) => {
  const ranges = Array.from({ length: count }, (_, i) => range(i, own, 100));
  expect(ownRangeVerdict(scoreOwnRanges(ranges))).toBe(words);
});
