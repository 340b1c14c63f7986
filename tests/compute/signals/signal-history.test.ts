import { indicatorSet, signalHistory, type Candles, type HorizonDays } from '#compute';
import { wilsonInterval } from '../../../compute/back-test/intervals.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { coverageOf, normal, uniform } from '../seeded.ts';
import { appleCandles, candlesOf, scaleCandles, walks } from '../series.ts';

const historyOf = (candles: Candles, horizonDays: HorizonDays) =>
  signalHistory(candles, indicatorSet(candles.close), horizonDays);

test('counts what followed each side of the signal (Apple, 2013 to 2018; figures computed apart in Python)', () => {
  const history = historyOf(appleCandles(), 7);
  expect(history).toMatchObject({ horizonDays: 7, from: '2014-03-03', to: '2018-05-11' });
  expect(history?.buy).toMatchObject({ n: 135, baseRate: expect.closeTo(0.5876777, 7) });
  expect(history?.buy?.hitRate.value).toBeCloseTo(78 / 135, 12);
  expect(history?.sell).toMatchObject({ n: 60, baseRate: expect.closeTo(0.4123223, 7) });
  expect(history?.sell?.hitRate.value).toBeCloseTo(23 / 60, 12);
});

test('a price that only rises makes every BUY right and knows no SELL', () => {
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

test('an outcome that did not move counts for no side', () => {
  expect(historyOf(candlesOf(new Float64Array(500).fill(10)), 1)).toMatchObject({ buy: null, sell: null });
});

test('a scale changes nothing', () => {
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

/** Five years of closes that follow their last month for about 80 sessions, then run against it for as long, and so on. */
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

test('property: the interval of a signal whose luck lasts for months holds its true share; one over its cases alone does so less often than it says', () => {
  const sides = Array.from({ length: 400 }, (_, i) => historyOf(alternatingMarket(uniform(i + 1)), 1)!.buy!);
  const cases = sides.reduce((sum, { n }) => sum + n, 0);
  const truth = sides.reduce((sum, { n, hitRate }) => sum + n * hitRate.value, 0) / cases;
  const byCases = sides.map(({ n, hitRate }) => wilsonInterval(hitRate.value, n));
  const byBlocks = sides.map(({ hitRate }) => hitRate);
  expect(coverageOf(byCases, truth)).toBeLessThan(0.91);
  expect(coverageOf(byBlocks, truth)).toBeGreaterThan(0.93);
});
