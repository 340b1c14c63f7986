import type { Candles } from '#compute';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { features, featureRow, FEATURE_COUNT } from '../../../compute/forecast/features.ts';
import { FITTED_SESSIONS, POOLED_MODEL } from '../../../compute/forecast/pooled-model.ts';
import { readVolatility, spreadAt, spreadsUpTo } from '../../../compute/forecast/volatility.ts';
import { appleCandles, candlesOf, walks } from '../series.ts';

const apple = appleCandles();
const settled = apple.close.length - 1;

/** Bars up to and with `last` as they are; the rest tripled, ranges and volume too. */
function withOtherFuture(candles: Candles, last: number): Candles {
  const changed = structuredClone(candles);
  for (const name of ['open', 'high', 'low', 'close', 'volume'] as const) {
    for (let t = last + 1; t < changed.close.length; t++) changed[name][t]! *= 3;
  }
  return changed;
}

const weighted = (values: number[], halfLife: number): number => {
  const weights = values.map((_, i) => 2 ** (-(values.length - 1 - i) / halfLife));
  return values.reduce((sum, x, i) => sum + x * weights[i]!, 0) / weights.reduce((sum, w) => sum + w, 0);
};

test('features of a bar are the documented averages, computed apart', () => {
  const n = 90;
  const squares: number[] = [];
  const ranges: number[] = [];
  for (let t = 1; t < n; t++) {
    const { open, high, low, close } = apple;
    squares.push(Math.log(close[t]! / close[t - 1]!) ** 2);
    const body = Math.log(close[t]! / open[t]!);
    const garmanKlass = 0.5 * Math.log(high[t]! / low[t]!) ** 2 - (2 * Math.LN2 - 1) * body ** 2;
    const range = Math.log(open[t]! / close[t - 1]!) ** 2 + Math.max(0, garmanKlass);
    ranges.push(range);
  }
  const usual = weighted(squares, 60);
  const table = features(apple);
  const row = featureRow(table, n - 1);
  const actual = Array.from(table.rows.subarray(row, row + 9));
  const expected = [
    1,
    ...[5, 20, 250].map((halfLife) => Math.log(weighted(squares, halfLife) / usual)),
    ...[1, 3, 10, 40].map((halfLife) => Math.log(weighted(ranges, halfLife) / usual)),
    Math.log(usual) + 8.5,
  ];
  actual.forEach((value, k) => expect(value).toBeCloseTo(expected[k]!, 9));
  const sigma = Math.sqrt(usual);
  const change = (days: number): number => Math.log(apple.close[n - 1]! / apple.close[n - 1 - days]!);
  [1, 5, 22].forEach((days, k) =>
    expect(table.rows[row + 9 + k]).toBeCloseTo(change(days) / (sigma * Math.sqrt(days)), 9),
  );
});

test('every feature of every bar is finite, whatever the prices', () => {
  const price = fc.double({ min: 1e-8, max: 1e8, noNaN: true });
  const bars = fc.array(fc.tuple(price, price, price, price, fc.nat()), { minLength: 2, maxLength: 80 });
  fc.assert(
    fc.property(bars, (rows) => {
      const candles = candlesOf(rows.map(([, , , close]) => close));
      rows.forEach(([open, high, low, , volume], t) => {
        candles.open[t] = open;
        candles.high[t] = high;
        candles.low[t] = low;
        candles.volume[t] = volume;
      });
      const table = features(candles);
      for (let t = 1; t < rows.length; t++) featureRow(table, t);
      expect(table.rows.subarray(FEATURE_COUNT).every(Number.isFinite)).toBe(true);
    }),
  );
});

describe('no spread looks ahead', () => {
  test('changing every later bar leaves all spreads of an origin as they were, to the last bit', () => {
    fc.assert(
      fc.property(fc.integer({ min: 59, max: settled - 1 }), (origin) => {
        const before = spreadsUpTo(readVolatility(apple), origin, 30);
        const after = spreadsUpTo(readVolatility(withOtherFuture(apple, origin)), origin, 30);
        expect(after).toEqual(before);
      }),
      { numRuns: 30 },
    );
  });
});

test('spreadAt and spreadsUpTo agree at every session, and the order of the questions does not matter', () => {
  const together = spreadsUpTo(readVolatility(apple), settled, 30);
  const volatility = readVolatility(apple);
  for (let sessions = 30; sessions >= 1; sessions--) {
    expect(spreadAt(volatility, settled, sessions)).toEqual(together[sessions - 1]);
  }
});

test('between two fitted horizons sigma lies between theirs', () => {
  const spreads = spreadsUpTo(readVolatility(apple), settled, 30);
  for (let i = 1; i < FITTED_SESSIONS.length; i++) {
    const near = spreads[FITTED_SESSIONS[i - 1]! - 1]!.sigma;
    const far = spreads[FITTED_SESSIONS[i]! - 1]!.sigma;
    for (let s = FITTED_SESSIONS[i - 1]! + 1; s < FITTED_SESSIONS[i]!; s++) {
      expect(spreads[s - 1]!.sigma).toBeGreaterThan(near);
      expect(spreads[s - 1]!.sigma).toBeLessThan(far);
    }
  }
});

const shapeOf = (candles: Candles): Float64Array => spreadAt(readVolatility(candles), settled, 7).quantiles;

test('closes without ranges are read by the closes-only regression, real bars by the one with ranges', () => {
  const at7 = FITTED_SESSIONS.indexOf(7);
  const wickless = {
    ...apple,
    high: apple.close.map((close, t) => Math.max(close, apple.open[t]!)),
    low: apple.close.map((close, t) => Math.min(close, apple.open[t]!)),
  };
  expect(shapeOf(apple)).toBe(POOLED_MODEL.range[at7]!.quantiles);
  expect(shapeOf({ ...candlesOf(apple.close), time: apple.time })).toBe(POOLED_MODEL.close[at7]!.quantiles);
  expect(shapeOf(wickless)).toBe(POOLED_MODEL.close[at7]!.quantiles);
});

test('without ranges the bands are near those with ranges: within a third on Apple', () => {
  const full = spreadAt(readVolatility(apple), settled, 7).sigma;
  const closesOnly = spreadAt(readVolatility(candlesOf(apple.close)), settled, 7).sigma;
  expect(closesOnly / full).toBeGreaterThan(2 / 3);
  expect(closesOnly / full).toBeLessThan(3 / 2);
});

test('a volume of 0 everywhere is no news, not the lowest volume', () => {
  const silent = { ...apple, volume: new Float64Array(apple.close.length) };
  const steady = { ...apple, volume: new Float64Array(apple.close.length).fill(5e6) };
  expect(spreadAt(readVolatility(silent), settled, 7)).toEqual(spreadAt(readVolatility(steady), settled, 7));
});

describe('one bad print', () => {
  const origin = settled;
  const usual = spreadAt(readVolatility(apple), origin, 7).sigma;
  const ratio = (change: (candles: Candles) => void): number => {
    const changed = structuredClone(apple);
    change(changed);
    return spreadAt(readVolatility(changed), origin, 7).sigma / usual;
  };

  test('in the low, a thousandth of the price, widens the band by less than twice', () => {
    expect(ratio(({ low }) => (low[origin - 3]! /= 1000))).toBeLessThan(2);
  });

  test('in the close, a tenth of the price, 60 sessions ago, widens the band by less than three times', () => {
    expect(ratio(({ close }) => (close[origin - 60]! /= 10))).toBeLessThan(3);
  });

  test('of 0 in the open or low leaves the band finite', () => {
    for (const name of ['open', 'low'] as const) {
      expect(ratio((candles) => (candles[name][origin - 1] = 0))).toBeGreaterThan(0.5);
      expect(ratio((candles) => (candles[name][origin - 1] = 0))).toBeLessThan(2);
    }
  });
});

test('spreads stay finite and positive on any walk, at every session', () => {
  fc.assert(
    fc.property(walks(60, 120), (closes) => {
      for (const { sigma, quantiles } of spreadsUpTo(
        readVolatility(candlesOf(closes)),
        closes.length - 1,
        30,
      )) {
        expect(sigma).toBeGreaterThan(0);
        expect(sigma).toBeLessThan(Infinity);
        expect(quantiles.every((value, i) => i === 0 || value > quantiles[i - 1]!)).toBe(true);
      }
    }),
    { numRuns: 40 },
  );
});
