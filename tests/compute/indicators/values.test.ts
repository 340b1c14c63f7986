import { ema, sma } from '#compute/indicators/moving-averages.ts';
import { macd, rsi } from '#compute/indicators/oscillators.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { walks } from '../series.ts';

const eightfold = (values: Float64Array): Float64Array => values.map((value) => value * 8);
const ramp = Float64Array.from({ length: 60 }, (_, i) => i + 1);

test('sma is the mean of the last values', () => {
  expect(Array.from(sma(Float64Array.of(1, 2, 3, 4, 8), 3))).toEqual([NaN, NaN, 2, 3, 5]);
});

test('sma and ema of period 1 are the series itself', () => {
  const values = Float64Array.of(5, 3, 9, 4);
  expect(sma(values, 1)).toEqual(values);
  expect(ema(values, 1)).toEqual(values);
});

test('ema starts at the mean of its window and then closes 2 / (period + 1) of each gap', () => {
  expect(Array.from(ema(Float64Array.of(1, 2, 3, 10, 2), 3))).toEqual([NaN, NaN, 2, 6, 4]);
});

test('on a straight line sma and ema lag by half a window, and macd is the difference of the lags', () => {
  expect(sma(ramp, 20)[59]).toBeCloseTo(60 - 9.5, 10);
  expect(ema(ramp, 20)[59]).toBeCloseTo(60 - 9.5, 10);
  const [line, , histogram] = macd(ramp, 12, 26, 9);
  expect(line[59]).toBeCloseTo(12.5 - 5.5, 10);
  expect(histogram[59]).toBeCloseTo(0, 10);
});

test('rsi is 100 when every change is a gain, 0 when every change is a loss, 50 when nothing moves', () => {
  expect(rsi(ramp, 14)[59]).toBe(100);
  expect(rsi(ramp.toReversed(), 14)[59]).toBe(0);
  expect(rsi(new Float64Array(60).fill(3), 14)[59]).toBe(50);
});

test('rsi stays within 0 and 100, and mirrors around 50 if the series is inverted', () => {
  fc.assert(
    fc.property(walks(15), (values) => {
      const readings = rsi(values, 14);
      const mirrored = rsi(
        values.map((value) => -value),
        14,
      );
      for (let i = 14; i < values.length; i++) {
        expect(readings[i]).toBeGreaterThanOrEqual(0);
        expect(readings[i]).toBeLessThanOrEqual(100);
        expect(readings[i]! + mirrored[i]!).toBeCloseTo(100, 8);
      }
    }),
  );
});

test('averages and macd scale with the series, rsi does not change', () => {
  fc.assert(
    fc.property(walks(34), (values) => {
      const scaled = eightfold(values);
      expect(sma(scaled, 20)).toEqual(eightfold(sma(values, 20)));
      expect(ema(scaled, 20)).toEqual(eightfold(ema(values, 20)));
      expect(rsi(scaled, 14)).toEqual(rsi(values, 14));
      expect(macd(scaled, 12, 26, 9)[1]).toEqual(eightfold(macd(values, 12, 26, 9)[1]));
    }),
  );
});

test('macd equals fast minus slow ema once their seeds have faded', () => {
  fc.assert(
    fc.property(walks(500, 520), (values) => {
      const last = values.length - 1;
      const difference = ema(values, 12)[last]! - ema(values, 26)[last]!;
      expect(macd(values, 12, 26, 9)[0][last]).toBeCloseTo(difference, 8);
    }),
    { numRuns: 20 },
  );
});

test('the histogram is the line minus its signal', () => {
  const [line, signal, histogram] = macd(
    Float64Array.from(ramp, (value) => Math.sin(value)),
    12,
    26,
    9,
  );
  expect(histogram).toEqual(line.map((value, i) => value - signal[i]!));
});
