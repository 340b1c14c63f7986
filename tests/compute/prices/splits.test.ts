import { candlesFromRows, parseIsoDate, sliceCandles, splitFactor, yearCloses } from '#compute';
import { expect, test } from 'vitest';

const candles = candlesFromRows(
  ['2024-11-08', '2024-12-31', '2025-01-02', '2025-01-03', '2026-01-02', '2026-01-05'].map((date, i) => {
    const price = 100 + i;
    return { time: parseIsoDate(date)!, open: price, high: price, low: price, close: price, volume: 1 };
  }),
);

test('yearCloses returns the close of each year’s first session in the history', () => {
  expect(yearCloses(candles)).toEqual({
    dates: ['2024-11-08', '2025-01-02', '2026-01-02'],
    prices: [100, 102, 104],
  });
  expect(yearCloses(sliceCandles(candles, 0, 4)).dates).toEqual(['2024-11-08', '2025-01-02']);
  expect(yearCloses(sliceCandles(candles, 0, 0))).toEqual({ dates: [], prices: [] });
});

test('a corrected close does not count as a split', () => {
  expect([100.4, 99.6, 50, 300].map((close) => splitFactor(100, close))).toEqual([1, 1, 0.5, 3]);
});
