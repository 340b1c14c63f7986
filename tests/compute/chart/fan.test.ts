// @vitest-environment node
import { describe, expect, test } from 'vitest';
import { histogramBars } from '#compute';

const INTERVALS = [
  { percent: 95, from: 80, to: 125 },
  { percent: 80, from: 88, to: 113 },
  { percent: 50, from: 95, to: 106 },
];

describe('the distribution of one session', () => {
  test('has bars without a gap from the lowest bound to the highest', () => {
    const bars = histogramBars(INTERVALS, 100)
      .flat()
      .toSorted((a, b) => a.from - b.from);
    expect(bars.map(({ from, to }) => [from, to])).toEqual([
      [80, 88],
      [88, 95],
      [95, 100],
      [100, 106],
      [106, 113],
      [113, 125],
    ]);
  });

  test('has areas proportional to the outcomes in them', () => {
    const areas = histogramBars(INTERVALS, 100).map((bars) =>
      bars.map(({ from, to, length }) => (to - from) * length),
    );
    const perPercent = areas.map(([low, high], i) => [low! / [15, 30, 50][i]!, high! / [15, 30, 50][i]!]);
    for (const value of perPercent.flat()) expect(value).toBeCloseTo(perPercent[0]![0]!, 12);
  });

  test('has one bar of full length, and none longer', () => {
    const lengths = histogramBars(INTERVALS, 100).flatMap((bars) => bars.map(({ length }) => length));
    expect(Math.max(...lengths)).toBe(1);
    expect(Math.min(...lengths)).toBeGreaterThan(0);
  });

  test('has no bars if the price cannot move', () => {
    const still = INTERVALS.map(({ percent }) => ({ percent, from: 5, to: 5 }));
    for (const { length } of histogramBars(still, 5).flat()) expect(length).toBe(0);
  });
});
