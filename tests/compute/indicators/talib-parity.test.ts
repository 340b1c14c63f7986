import { ema, sma } from '../../../compute/indicators/moving-averages.ts';
import { macd, rsi } from '../../../compute/indicators/oscillators.ts';
import { expect, test } from 'vitest';
import { indicatorVector, largestDifference, rsiTextbookVector, type IndicatorName } from '../vectors.ts';

const closes = Float64Array.from(indicatorVector.closes);
const lines = macd(closes, 12, 26, 9);
const computed: [IndicatorName, Float64Array][] = [
  ['sma20', sma(closes, 20)],
  ['ema20', ema(closes, 20)],
  ['rsi14', rsi(closes, 14)],
  ['macd', lines.macd],
  ['signal', lines.signal],
  ['histogram', lines.histogram],
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
