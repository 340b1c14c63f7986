import { describe, expect, test } from 'vitest';
import { meanInterval, shareInterval } from '../../../compute/forecast/intervals.ts';
import { windowBlocks } from '../../../compute/forecast/window-blocks.ts';

describe('the blocks', () => {
  const daily = Float64Array.from({ length: 100 }, (_, i) => (i * i) % 7);
  const sums = (ends: readonly number[]): Float64Array =>
    Float64Array.from(ends, (end, k) => daily.slice(ends[k - 1] ?? 0, end).reduce((a, b) => a + b, 0));

  test.each([
    ['daily windows of a day', 1, 1, [50, 100]],
    ['weekly windows of seven days', 5, 7, [10, 19, 28, 37, 46, 55, 64, 73, 82, 91, 100]],
    ['weekly windows of thirty days', 5, 30, [13, 25, 38, 50, 63, 75, 88, 100]],
  ] as const)(
    'of %s are equally long, of two months and two horizons at least',
    (_, stepSessions, horizonDays, ends) => {
      const counts = Float64Array.from(ends, (end, k) => end - (ends[k - 1] ?? 0));
      const { mean } = windowBlocks({ n: 100, stepSessions, horizonDays, nEffective: 100 });
      expect(mean(daily)).toEqual(meanInterval(sums(ends), counts));
    },
  );

  test('are two where the windows do not reach for more', () => {
    const { mean } = windowBlocks({ n: 8, stepSessions: 5, horizonDays: 30, nEffective: 2 });
    const values = Float64Array.of(1, 1, 1, 1, 3, 3, 3, 3);
    expect(mean(values)).toEqual(meanInterval(Float64Array.of(4, 12), Float64Array.of(4, 4)));
  });

  test('of which only some windows are counted may count for so many fewer', () => {
    const { share } = windowBlocks({ n: 100, stepSessions: 5, horizonDays: 1, nEffective: 40 });
    const counts = daily.map((_, i) => Number(i % 2 === 0));
    const hits = daily.map((_, i) => Number(i % 4 === 0));
    const by = (column: Float64Array): Float64Array =>
      Float64Array.from({ length: 11 }, (_, k) =>
        column.filter((_, i) => Math.floor((i * 11) / 100) === k).reduce((a, b) => a + b, 0),
      );
    expect(share(hits, counts)).toEqual(shareInterval(by(hits), by(counts), 20));
  });
});

test('errors that keep their size for weeks: 95 % intervals hold the truth where single days would not', () => {
  // Absolute moves of a day whose volatility forgets half of itself in eleven sessions; Lehmer 1951.
  let state = 12_345;
  const random = (): number => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const normal = (): number => random() + random() + random() + random() + random() + random() - 3;
  const n = 1250;
  const years = Array.from({ length: 200 }, () => {
    let level = 0;
    return Float64Array.from({ length: n }, () => {
      level = 0.94 * level + 0.2 * normal();
      return Math.abs(normal()) * Math.exp(level);
    });
  });
  const mean = (values: Float64Array): number => values.reduce((a, b) => a + b, 0) / values.length;
  const truth = mean(Float64Array.from(years, mean));
  const { mean: estimate } = windowBlocks({ n, stepSessions: 1, horizonDays: 1, nEffective: n });
  const held = years.map(estimate).filter(({ low, high }) => low <= truth && truth <= high).length;
  const ones = new Float64Array(n).fill(1);
  const heldByDays = years
    .map((values) => meanInterval(values, ones))
    .filter(({ low, high }) => low <= truth && truth <= high).length;
  expect(heldByDays / years.length).toBeLessThan(0.7);
  expect(held / years.length).toBeGreaterThan(0.85);
});
