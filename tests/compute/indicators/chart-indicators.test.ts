import { type Candles } from '#compute';
import { atr } from '#compute/indicators/true-range.ts';
import { bollinger } from '#compute/indicators/price-bands.ts';
import { drawdown, realisedVolatility } from '#compute/indicators/risk-measures.ts';
import { sma } from '#compute/indicators/moving-averages.ts';
import { expect, test } from 'vitest';
import { candlesOf, scaleCandles } from '../series.ts';
import { largestDifference, ohlcVector } from '../vectors.ts';

const { closes, high, low, expected, tolerance } = ohlcVector;
const close = Float64Array.from(closes);
const candles: Candles = {
  ...candlesOf(closes),
  high: Float64Array.from(high),
  low: Float64Array.from(low),
};
const [upper, middle, lower] = bollinger(close, 20, 2);
const bands = { upper, middle, lower };

test.each([
  ['bollinger middle', bands.middle, expected.middle],
  ['bollinger upper', bands.upper, expected.upper],
  ['bollinger lower', bands.lower, expected.lower],
  ['atr', atr(candles, 14), expected.atr14],
  ['realisedVolatility', realisedVolatility(close, 20, 252), expected.volatility20],
  ['drawdown', drawdown(close), expected.drawdown],
] as const)(
  '%s equals independently computed values within 1e-9, with nothing before them',
  (_name, actual, values) => {
    expect(largestDifference(actual, values)).toBeLessThanOrEqual(tolerance.absolute);
  },
);

test('bollinger bands surround the SMA, and equal it for a flat window or a width of 0', () => {
  expect(
    largestDifference(
      bands.middle,
      Array.from(sma(close, 20), (x) => (Number.isNaN(x) ? null : x)),
    ),
  ).toBeLessThan(1e-9);
  const [flatUpper, , flatLower] = bollinger(new Float64Array(30).fill(0.1), 20, 2);
  expect(flatUpper[29]).toBeCloseTo(0.1, 15);
  expect(flatLower[29]).toBeCloseTo(0.1, 15);
  expect(bollinger(close, 20, 0)[0]).toEqual(bands.middle);
});

const times8 = (values: Float64Array): Float64Array => values.map((value) => value * 8);

test('atr and bollinger scale with the price; drawdown and volatility do not change', () => {
  expect(atr(scaleCandles(candles, 8), 14)).toEqual(times8(atr(candles, 14)));
  expect(bollinger(times8(close), 20, 2)[2]).toEqual(times8(bands.lower));
  expect(drawdown(times8(close))).toEqual(drawdown(close));
  expect(realisedVolatility(times8(close), 20, 252)).toEqual(realisedVolatility(close, 20, 252));
});

test('a true range includes the gap from the previous close', () => {
  const gap: Candles = {
    ...candlesOf([10, 20]),
    high: Float64Array.of(10, 21),
    low: Float64Array.of(10, 19),
  };
  expect(atr(gap, 1)[1]).toBe(11);
});

test('drawdown is 0 on every new peak and the share lost below it', () => {
  expect(Array.from(drawdown(Float64Array.of(4, 5, 4, 2, 6)))).toEqual([0, 0, -0.2, -0.6, 0]);
});
