import { indicatorSet, type Indicators } from '#compute';
import { ema, sma } from '../../../compute/indicators/moving-averages.ts';
import { macd, rsi } from '../../../compute/indicators/oscillators.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { appleCandles, walks } from '../series.ts';
import { indicatorVector, largestDifference } from '../vectors.ts';

function oneByOne(closes: Float64Array): Indicators {
  const lines = macd(closes, 12, 26, 9);
  return {
    sma20: sma(closes, 20),
    ema20: ema(closes, 20),
    rsi14: rsi(closes, 14),
    macd: lines.macd,
    macdSignal: lines.signal,
    macdHistogram: lines.histogram,
  };
}

test('the fused pass gives the values of the single functions to the last bit, at every length', () => {
  fc.assert(
    fc.property(walks(0, 120), (closes) => {
      expect(indicatorSet(closes)).toEqual(oneByOne(closes));
    }),
  );
  const { close } = appleCandles();
  expect(indicatorSet(close)).toEqual(oneByOne(close));
  for (let bars = 0; bars < 40; bars++) {
    expect(indicatorSet(close.subarray(0, bars))).toEqual(oneByOne(close.subarray(0, bars)));
  }
});

test('a series that never moved reads an RSI of 50 in the fused pass too', () => {
  const flat = new Float64Array(60).fill(3);
  expect(indicatorSet(flat)).toEqual(oneByOne(flat));
  expect(indicatorSet(flat).rsi14[59]).toBe(50);
});

test('the fused pass equals TA-Lib within 1e-9 and has nothing before TA-Lib’s first index', () => {
  const set = indicatorSet(Float64Array.from(indicatorVector.closes));
  const { expected, tolerance } = indicatorVector;
  const pairs = [
    [set.sma20, expected.sma20],
    [set.ema20, expected.ema20],
    [set.rsi14, expected.rsi14],
    [set.macd, expected.macd],
    [set.macdSignal, expected.signal],
    [set.macdHistogram, expected.histogram],
  ] as const;
  // Infinity where one side has a value and the other has none.
  for (const [actual, values] of pairs) {
    expect(largestDifference(actual, values)).toBeLessThanOrEqual(tolerance.absolute);
  }
});
