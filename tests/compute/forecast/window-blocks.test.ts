import { describe, expect, test } from 'vitest';
import { meanInterval } from '../../../compute/forecast/intervals.ts';
import { windowBlocks } from '../../../compute/forecast/window-blocks.ts';

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
    'of %s are equally long, of two months and two horizons at least',
    (_, stepSessions, horizonDays, lengths) => {
      expect([...windowBlocks(100, stepSessions, horizonDays)(ones)]).toEqual(lengths);
    },
  );

  test('hold the windows in their order', () => {
    const values = Float64Array.from({ length: 100 }, (_, i) => i);
    expect([...windowBlocks(100, 1, 1)(values)]).toEqual([(49 * 50) / 2, (99 * 100) / 2 - (49 * 50) / 2]);
  });

  test('are two where the windows do not reach for more', () => {
    expect([...windowBlocks(8, 5, 30)(ones.subarray(92))]).toEqual([4, 4]);
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
  const sums = windowBlocks(n, 1, 1);
  const heldShare = (estimate: (values: Float64Array) => { low: number; high: number }): number =>
    histories.map(estimate).filter(({ low, high }) => low <= truth && truth <= high).length / 200;
  expect(heldShare((values) => meanInterval(values, ones))).toBeLessThan(0.7);
  expect(heldShare((values) => meanInterval(sums(values), sums(ones)))).toBeGreaterThan(0.85);
});
