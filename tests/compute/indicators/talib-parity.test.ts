import { indicatorSet } from '#compute';
import { rsi } from '#compute/indicators/oscillators.ts';
import { expect, test } from 'vitest';
import { indicatorVector, largestDifference, rsiTextbookVector, type IndicatorName } from '../vectors.ts';

const closes = Float64Array.from(indicatorVector.closes);
const set = indicatorSet(closes);
const computed: [IndicatorName, Float64Array][] = [
  ['sma20', set.sma20],
  ['ema20', set.ema20],
  ['rsi14', set.rsi14],
  ['macd', set.macd],
  ['signal', set.macdSignal],
  ['histogram', set.macdHistogram],
];

test.each(computed)('%s equals TA-Lib within 1e-9 on every date that TA-Lib has', (name, actual) => {
  expect(largestDifference(actual, indicatorVector.expected[name])).toBeLessThanOrEqual(
    indicatorVector.tolerance.absolute,
  );
});

test.each(computed)('%s has nothing before TA-Lib’s first index', (name, actual) => {
  expect(actual.findIndex((value) => !Number.isNaN(value))).toBe(indicatorVector.firstIndex[name]);
});

test('rsi agrees with the published worked example to its two decimals', () => {
  const { closes: textbook, published, talib, tolerance } = rsiTextbookVector;
  const readings = rsi(Float64Array.from(textbook), 14);
  expect(largestDifference(readings.subarray(14), published)).toBeLessThanOrEqual(tolerance.published);
  expect(largestDifference(readings, talib)).toBeLessThanOrEqual(tolerance.talib);
});
