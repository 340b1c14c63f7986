import { candlesFromRows, sliceCandles } from '#compute';
import { expect, test } from 'vitest';
import { candlesOf } from '../series.ts';

const bar = { open: 1, high: 1, low: 1, close: 1, volume: 0 };

test.each([
  ['the same', 86_400],
  ['an earlier', 0],
  ['no', NaN],
])('candlesFromRows throws a RangeError for a bar with %s time', (_case, time) => {
  expect(() =>
    candlesFromRows([
      { ...bar, time: 86_400 },
      { ...bar, time },
    ]),
  ).toThrow(RangeError);
});

test('sliceCandles returns a view of the bars from one index up to another', () => {
  const candles = candlesOf([1, 2, 3, 4]);
  const view = sliceCandles(candles, 1, 3);
  expect(Array.from(view.close)).toEqual([2, 3]);
  expect(view.close.buffer).toBe(candles.close.buffer);
  expect(Array.from(sliceCandles(candles, -1).close)).toEqual([4]);
});
