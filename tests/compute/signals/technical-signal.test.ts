import { sliceCandles, technicalSignal, type Candles } from '#compute';
import { ema } from '../../../compute/indicators/ema.ts';
import { macd } from '../../../compute/indicators/macd.ts';
import { rsi } from '../../../compute/indicators/rsi.ts';
import { signalLevel } from '../../../compute/signals/signal.ts';
import type { TechnicalSignal } from '../../../compute/signals/technical-signal.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { appleCandles, candlesOf, scaleCandles, walks } from '../series.ts';

function signalOf(candles: Candles): TechnicalSignal {
  const { close } = candles;
  return technicalSignal({
    candles,
    ema20: ema(close, 20),
    rsi14: rsi(close, 14),
    macdHistogram: macd(close, 12, 26, 9).histogram,
  });
}

const inputs = ['SMA 20', 'SMA 50', 'SMA 200', 'EMA 20', 'MACD (12, 26, 9)', 'RSI (14)', 'Momentum'];

test('lists every input with a plain reading, in a fixed order (Apple, 2018-05-11; figures computed apart in Python)', () => {
  const { reasons, score, level } = signalOf(appleCandles());
  expect(reasons).toEqual([
    { input: 'SMA 20', reading: 'Price 7.8 % above its 20-day average', contribution: 0.125 },
    { input: 'SMA 50', reading: 'Price 8.4 % above its 50-day average', contribution: 0.125 },
    { input: 'SMA 200', reading: 'Price 12.6 % above its 200-day average', contribution: 0.25 },
    { input: 'EMA 20', reading: 'Price 6.0 % above its 20-day exponential average', contribution: 0.125 },
    { input: 'MACD (12, 26, 9)', reading: 'MACD above its signal line', contribution: 0.125 },
    { input: 'RSI (14)', reading: 'RSI 69.2, above the midpoint of 50', contribution: 0.125 },
    { input: 'Momentum', reading: 'Price 20.6 % higher than 63 sessions ago', contribution: 0.125 },
  ]);
  expect(score).toBe(1);
  expect(level).toBe('STRONG BUY');
});

test('the weights add up to 1: everything up but an overbought RSI is 7/8, everything down its mirror image', () => {
  const rise = Array.from({ length: 260 }, (_, i) => 100 * 1.001 ** (i ** 1.1));
  const fall = Array.from({ length: 260 }, (_, i) => 100 * (2 - 1.001 ** (i * 1.1)) + 60);
  expect(signalOf(candlesOf(rise))).toMatchObject({ score: 0.875, level: 'STRONG BUY' });
  expect(signalOf(candlesOf(fall))).toMatchObject({ score: -0.875, level: 'STRONG SELL' });
});

test('contributions add up to the score exactly, within −1…1, and the level follows from it', () => {
  fc.assert(
    fc.property(walks(1, 260), (closes) => {
      const { score, level, reasons } = signalOf(candlesOf(closes));
      expect(reasons.reduce((sum, { contribution }) => sum + contribution, 0)).toBe(score);
      expect(Math.abs(score)).toBeLessThanOrEqual(1);
      expect(level).toBe(signalLevel(score));
      for (const { reading } of reasons) expect(reading).not.toMatch(/NaN|Infinity/);
    }),
  );
});

test.each([
  [14, []],
  [15, ['RSI (14)']],
  [19, ['RSI (14)']],
  [20, ['SMA 20', 'EMA 20', 'RSI (14)']],
  [34, ['SMA 20', 'EMA 20', 'MACD (12, 26, 9)', 'RSI (14)']],
  [50, ['SMA 20', 'SMA 50', 'EMA 20', 'MACD (12, 26, 9)', 'RSI (14)']],
  [63, ['SMA 20', 'SMA 50', 'EMA 20', 'MACD (12, 26, 9)', 'RSI (14)']],
  [64, ['SMA 20', 'SMA 50', 'EMA 20', 'MACD (12, 26, 9)', 'RSI (14)', 'Momentum']],
  [199, ['SMA 20', 'SMA 50', 'EMA 20', 'MACD (12, 26, 9)', 'RSI (14)', 'Momentum']],
  [200, inputs],
])('with %d bars the inputs are %j', (bars, expected) => {
  expect(signalOf(sliceCandles(appleCandles(), 0, bars)).reasons.map(({ input }) => input)).toEqual(expected);
});

test('no bars give a HOLD without reasons', () => {
  expect(signalOf(candlesOf([]))).toEqual({ level: 'HOLD', score: 0, reasons: [] });
});

test('a price that never moved votes for nothing and says so', () => {
  const { score, reasons } = signalOf(candlesOf(Array.from({ length: 200 }, () => 4)));
  expect(score).toBe(0);
  expect(reasons.map(({ reading }) => reading)).toEqual([
    'Price at its 20-day average',
    'Price at its 50-day average',
    'Price at its 200-day average',
    'Price at its 20-day exponential average',
    'MACD on its signal line',
    'RSI 50.0, at the midpoint of 50',
    'Price unchanged from 63 sessions ago',
  ]);
});

test.each([
  [70, 'RSI 70.0, overbought, no vote', 0],
  [69.9, 'RSI 69.9, above the midpoint of 50', 0.125],
  [50, 'RSI 50.0, at the midpoint of 50', 0],
  [49.9, 'RSI 49.9, below the midpoint of 50', -0.125],
  [30.1, 'RSI 30.1, below the midpoint of 50', -0.125],
  [30, 'RSI 30.0, oversold, no vote', 0],
])('an RSI of %d reads "%s"', (reading, text, contribution) => {
  const none = Float64Array.of(NaN);
  const candles = candlesOf([1]);
  const { reasons } = technicalSignal({
    candles,
    ema20: none,
    macdHistogram: none,
    rsi14: Float64Array.of(reading),
  });
  expect(reasons).toEqual([{ input: 'RSI (14)', reading: text, contribution }]);
});

test('scaling all prices by 8 changes nothing', () => {
  fc.assert(
    fc.property(walks(200, 260), (closes) => {
      const candles = candlesOf(closes);
      expect(signalOf(scaleCandles(candles, 8))).toEqual(signalOf(candles));
    }),
  );
});
