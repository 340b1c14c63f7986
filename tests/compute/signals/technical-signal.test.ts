import {
  AI_SIGNALS,
  currentSignal,
  sliceCandles,
  technicalSignal,
  type Candles,
  indicatorSet,
  signalHistory,
  type HorizonDays,
} from '#compute';
import { ema } from '#compute/indicators/moving-averages.ts';
import { macd, rsi } from '#compute/indicators/oscillators.ts';
import { signalLevel } from '#compute/signals/signal.ts';
import { type TechnicalSignal } from '#compute/signals/technical-signal.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { appleCandles, candlesOf, scaleCandles, walks } from '../series.ts';
import { wilsonInterval } from '#compute/back-test/intervals.ts';
import { coverageOf, normal, uniform } from '../seeded.ts';
import { runs } from '#support/runs.ts';

function signalOf(candles: Candles): TechnicalSignal {
  const { close } = candles;
  return technicalSignal(candles, {
    ema20: ema(close, 20),
    rsi14: rsi(close, 14),
    macdHistogram: macd(close, 12, 26, 9)[2],
  });
}

const inputs = ['SMA 20', 'SMA 50', 'SMA 200', 'EMA 20', 'MACD (12, 26, 9)', 'RSI (14)', 'Momentum'];

test('lists every input with a plain reading, in a fixed order (Apple, 2018-05-11; figures from Python)', () => {
  const { reasons, score, level } = signalOf(appleCandles());
  expect(reasons).toEqual([
    { input: 'SMA 20', reading: 'Price 7.8% above its 20-day average', contribution: 0.125 },
    { input: 'SMA 50', reading: 'Price 8.4% above its 50-day average', contribution: 0.125 },
    { input: 'SMA 200', reading: 'Price 12.6% above its 200-day average', contribution: 0.25 },
    { input: 'EMA 20', reading: 'Price 6.0% above its 20-day exponential average', contribution: 0.125 },
    { input: 'MACD (12, 26, 9)', reading: 'MACD above its signal line', contribution: 0.125 },
    { input: 'RSI (14)', reading: 'RSI 69.2, above its midpoint, 50', contribution: 0.125 },
    { input: 'Momentum', reading: 'Price 20.6% higher than 63 sessions ago', contribution: 0.125 },
  ]);
  expect(score).toBe(1);
  expect(level).toBe('STRONG BUY');
});

test('the weights add up to 1: all inputs up with an overbought RSI give 7/8, all down the mirror image', () => {
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

test('an empty history gives HOLD without reasons', () => {
  expect(signalOf(candlesOf([]))).toEqual({ level: 'HOLD', score: 0, reasons: [] });
});

test('a price that never moved gives neutral votes and says so', () => {
  const { score, reasons } = signalOf(candlesOf(Array.from({ length: 200 }, () => 4)));
  expect(score).toBe(0);
  expect(reasons.map(({ reading }) => reading)).toEqual([
    'Price at its 20-day average',
    'Price at its 50-day average',
    'Price at its 200-day average',
    'Price at its 20-day exponential average',
    'MACD at its signal line',
    'RSI 50.0, at its midpoint, 50',
    'Price unchanged from 63 sessions ago',
  ]);
});

test.each([
  [70, 'RSI 70.0, overbought (no vote)', 0],
  [69.9, 'RSI 69.9, above its midpoint, 50', 0.125],
  [50, 'RSI 50.0, at its midpoint, 50', 0],
  [49.9, 'RSI 49.9, below its midpoint, 50', -0.125],
  [30.1, 'RSI 30.1, below its midpoint, 50', -0.125],
  [30, 'RSI 30.0, oversold (no vote)', 0],
])('an RSI of %d reads "%s"', (reading, text, contribution) => {
  const none = Float64Array.of(NaN);
  const candles = candlesOf([1]);
  const { reasons } = technicalSignal(candles, {
    ema20: none,
    macdHistogram: none,
    rsi14: Float64Array.of(reading),
  });
  expect(reasons).toEqual([{ input: 'RSI (14)', reading: text, contribution }]);
});

test('within a session the level moves only as far as the score is an eighth past a limit', () => {
  const limits = [-0.6, -0.2, 0.2, 0.6];
  let kept = 0;
  fc.assert(
    fc.property(walks(200, 260), (closes) => {
      const candles = candlesOf(closes);
      const indicators = indicatorSet(candles.close);
      const before = technicalSignal(candles, indicators, closes.length - 2);
      const closed = currentSignal(candles, indicators, false);
      const { level, score } = currentSignal(candles, indicators, true);
      expect(closed).toEqual(technicalSignal(candles, indicators));
      const [from, to] = [before.level, level].map((name) => AI_SIGNALS.indexOf(name));
      for (const [i, limit] of limits.entries()) {
        const hasCrossed = from! <= i !== to! <= i;
        const isPast = from! <= i ? score - limit >= 1 / 8 : limit - score >= 1 / 8;
        expect(hasCrossed).toBe(isPast);
      }
      if (level !== closed.level) kept++;
    }),
    { numRuns: 300, seed: 1 },
  );
  expect(kept).toBeGreaterThan(0);
});

test('scaling all prices by 8 changes nothing', () => {
  fc.assert(
    fc.property(walks(200, 260), (closes) => {
      const candles = candlesOf(closes);
      expect(signalOf(scaleCandles(candles, 8))).toEqual(signalOf(candles));
    }),
  );
});

const historyOf = (candles: Candles, horizonDays: HorizonDays) =>
  signalHistory(candles, indicatorSet(candles.close), horizonDays);

test('counts what followed each side of the signal (Apple, 2013 to 2018; figures from Python)', () => {
  const history = historyOf(appleCandles(), 7);
  expect(history).toMatchObject({ horizonDays: 7, from: '2014-03-03', to: '2018-05-11' });
  expect(history?.buy).toMatchObject({ n: 135, baseRate: expect.closeTo(0.5876777, 7) });
  expect(history?.buy?.hitRate.value).toBeCloseTo(78 / 135, 12);
  expect(history?.sell).toMatchObject({ n: 60, baseRate: expect.closeTo(0.4123223, 7) });
  expect(history?.sell?.hitRate.value).toBeCloseTo(23 / 60, 12);
});

test('a price that only rises makes every BUY right and gives no SELL', () => {
  const rise = candlesOf(Array.from({ length: 600 }, (_, i) => 100 * 1.001 ** i));
  const history = historyOf(rise, 14);
  expect(history?.sell).toBeNull();
  expect(history?.buy?.hitRate.value).toBe(1);
  expect(history?.buy?.baseRate).toBe(1);
  expect(history?.buy?.hitRate.low).toBeLessThan(1);
});

test('needs 30 settled origins: 200 bars, 29 steps of five sessions, and the horizon', () => {
  const closes = Float64Array.from(appleCandles().close.subarray(0, 200 + 29 * 5 + 7));
  expect(historyOf(candlesOf(closes), 7)).not.toBeNull();
  expect(historyOf(candlesOf(closes.subarray(1)), 7)).toBeNull();
});

test('an unchanged outcome counts for neither side', () => {
  expect(historyOf(candlesOf(new Float64Array(500).fill(10)), 1)).toMatchObject({ buy: null, sell: null });
});

test('rescaling the prices changes nothing', () => {
  fc.assert(
    fc.property(walks(360, 420), (closes) => {
      expect(historyOf(scaleCandles(candlesOf(closes), 8), 7)).toEqual(historyOf(candlesOf(closes), 7));
    }),
    { numRuns: 20 },
  );
});

test('shares and intervals stay within 0 and 1', () => {
  fc.assert(
    fc.property(walks(360, 500), (closes) => {
      const history = historyOf(candlesOf(closes), 30);
      for (const side of [history?.buy, history?.sell]) {
        if (!side) continue;
        expect(side.hitRate.low).toBeGreaterThanOrEqual(0);
        expect(side.hitRate.low).toBeLessThanOrEqual(side.hitRate.value);
        expect(side.hitRate.value).toBeLessThanOrEqual(side.hitRate.high);
        expect(side.hitRate.high).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: 20 },
  );
});

/** Five years of closes that follow their last month for about 80 sessions, then run against it for as long, in turns. */
function alternatingMarket(random: () => number): Candles {
  const moves: number[] = [];
  let follows = 0.9;
  let price = 100;
  const closes = Array.from({ length: 1300 }, () => {
    if (random() < 1 / 80) follows = -follows;
    const month = moves.slice(-20).reduce((sum, move) => sum + move, 0) / 20;
    const move = follows * month + normal(random);
    moves.push(move);
    return (price *= Math.exp(0.01 * move));
  });
  return candlesOf(closes);
}

test('property: if luck lasts for months, the interval over blocks holds the true share; one over single cases fails too often', () => {
  const sides = Array.from(
    { length: runs(400, 2) },
    (_, i) => historyOf(alternatingMarket(uniform(i + 1)), 1)!.buy!,
  );
  const cases = sides.reduce((sum, { n }) => sum + n, 0);
  const truth = sides.reduce((sum, { n, hitRate }) => sum + n * hitRate.value, 0) / cases;
  const byCases = sides.map(({ n, hitRate }) => wilsonInterval(hitRate.value, n));
  const byBlocks = sides.map(({ hitRate }) => hitRate);
  expect(coverageOf(byCases, truth)).toBeLessThan(0.91);
  expect(coverageOf(byBlocks, truth)).toBeGreaterThan(0.93);
});
