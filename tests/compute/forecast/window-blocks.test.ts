import { describe, expect, test } from 'vitest';
import { meanInterval, shareInterval } from '../../../compute/forecast/intervals.ts';
import { windowBlocks } from '../../../compute/forecast/window-blocks.ts';

function sum(values: Float64Array): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: Float64Array): number {
  return sum(values) / values.length;
}

/** Sums up to each of the ends. */
function sumsTo(ends: readonly number[], values: Float64Array): Float64Array {
  return Float64Array.from(ends, (end, k) => sum(values.subarray(ends[k - 1] ?? 0, end)));
}

describe('the blocks', () => {
  const values = Float64Array.from({ length: 100 }, (_, i) => (i * i) % 7);
  const ones = new Float64Array(100).fill(1);
  const elevenths = [10, 19, 28, 37, 46, 55, 64, 73, 82, 91, 100];

  test.each([
    ['daily windows of a day', 1, 1, [50, 100]],
    ['weekly windows of seven days', 5, 7, elevenths],
    ['weekly windows of thirty days', 5, 30, [13, 25, 38, 50, 63, 75, 88, 100]],
  ] as const)(
    'of %s are equally long, of two months and two horizons at least',
    (_, stepSessions, horizonDays, ends) => {
      const blocks = windowBlocks({ n: 100, stepSessions, horizonDays, nEffective: 100 });
      expect(blocks.mean(values)).toEqual(meanInterval(sumsTo(ends, values), sumsTo(ends, ones)));
    },
  );

  test('are two where the windows do not reach for more', () => {
    const blocks = windowBlocks({ n: 8, stepSessions: 5, horizonDays: 30, nEffective: 2 });
    expect(blocks.mean(Float64Array.of(1, 1, 1, 1, 3, 3, 3, 3))).toEqual(
      meanInterval(Float64Array.of(4, 12), Float64Array.of(4, 4)),
    );
  });

  test('of which only some windows are counted may count for so many fewer', () => {
    const blocks = windowBlocks({ n: 100, stepSessions: 5, horizonDays: 1, nEffective: 40 });
    const counts = values.map((_, i) => Number(i % 2 === 0));
    const hits = values.map((_, i) => Number(i % 4 === 0));
    expect(blocks.share(hits, counts)).toEqual(
      shareInterval(sumsTo(elevenths, hits), sumsTo(elevenths, counts), 20),
    );
  });
});

test('errors that keep their size for weeks: 95 % intervals hold the truth where those of single days do not', () => {
  // Absolute moves of a day whose volatility forgets half of itself in eleven sessions; Lehmer 1951.
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
  const blocks = windowBlocks({ n, stepSessions: 1, horizonDays: 1, nEffective: n });
  const heldShare = (estimate: (values: Float64Array) => { low: number; high: number }): number =>
    histories.map(estimate).filter(({ low, high }) => low <= truth && truth <= high).length / 200;
  expect(heldShare((values) => meanInterval(values, ones))).toBeLessThan(0.7);
  expect(heldShare(blocks.mean)).toBeGreaterThan(0.85);
});
