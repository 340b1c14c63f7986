import { forecast, HORIZON_OPTIONS_DAYS, MIN_FORECAST_BARS, sliceCandles, type Forecast } from '#compute';
import type { ForecastInput } from '#compute/forecast/forecast.ts';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { residualCdf } from '#compute/forecast/projection.ts';
import { readVolatility, spreadAt } from '#compute/forecast/volatility.ts';
import { appleCandles, candlesOf, scaleCandles, walks } from '../series.ts';

/** Not more than a forecast reads. */
const apple = sliceCandles(appleCandles(), 20);
/** None so still that its price would count as set. */
const movingWalks = walks(60, 260, 0.001);

function forecastOf(input: Partial<ForecastInput>): Forecast {
  const result = forecast({ candles: apple, horizonDays: 30, calendar: 'nyse', ...input });
  if (!result.ok) throw new Error(result.error.reason);
  return result.value;
}

test('a bar more or less at the old end of five years changes nothing', () => {
  const fiveYears = appleCandles();
  expect(forecastOf({ candles: sliceCandles(fiveYears, 1) })).toEqual(forecastOf({ candles: fiveYears }));
});

test('refuses 59 bars, stating how many it needs, and accepts 60', () => {
  const short = forecast({ candles: sliceCandles(apple, 0, 59), horizonDays: 7, calendar: 'nyse' });
  expect(short).toEqual({ ok: false, error: { reason: 'short_history', needBars: 60, gotBars: 59 } });
  expect(MIN_FORECAST_BARS).toBe(60);
  expect(forecastOf({ candles: sliceCandles(apple, 0, 60) }).points).toHaveLength(30);
});

test.each(HORIZON_OPTIONS_DAYS)(
  'has one point per trading day of a %d-day horizon, from the next one on',
  (horizonDays) => {
    const { points, baseDate, ...rest } = forecastOf({ horizonDays });
    expect(points).toHaveLength(horizonDays);
    expect(baseDate).toBe('2018-05-11');
    expect(points[0]!.date).toBe('2018-05-14');
    expect(rest).toMatchObject({ model: 'pooled-volatility', version: '3.1.0', horizonDays });
  },
);

test('skips weekends and Memorial Day on the NYSE, but no day in a daily market', () => {
  expect(forecastOf({ calendar: 'nyse' }).points[10]!.date).toBe('2018-05-29');
  expect(forecastOf({ calendar: 'daily' }).points[10]!.date).toBe('2018-05-22');
});

test('the median drifts by exp(0.0003) a session from the base price, by default the last close', () => {
  const { basePrice, points } = forecastOf({});
  expect(basePrice).toBe(188.589996);
  points.forEach(({ price }, i) => expect(price).toBe(basePrice * Math.exp(0.0003 * (i + 1))));
  expect(forecastOf({ quote: { price: 190, sessionLeft: 0 } }).points[0]!.price).toBe(190 * Math.exp(0.0003));
});

test('bands are nested around the median and every price is positive', () => {
  fc.assert(
    fc.property(movingWalks, (closes) => {
      for (const point of forecastOf({ candles: candlesOf(closes) }).points) {
        const { low95, low80, low50, price, high50, high80, high95 } = point;
        const ladder = [0, low95, low80, low50, price, high50, high80, high95, Infinity];
        for (let i = 1; i < ladder.length; i++) expect(ladder[i]).toBeGreaterThan(ladder[i - 1]!);
      }
    }),
  );
});

test('bands stay finite and nested on a price that hardly moved and on one that moves tenfold every day', () => {
  const quiet = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 5 : 5.003));
  const wild = Array.from({ length: 60 }, (_, i) => (i % 2 === 0 ? 1 : 10));
  for (const closes of [quiet, wild]) {
    for (const { low95, price, high95, ...point } of forecastOf({ candles: candlesOf(closes) }).points) {
      expect(low95).toBeGreaterThan(0);
      expect(price).toBeGreaterThan(low95);
      expect(high95).toBeGreaterThan(price);
      expect(high95).toBeLessThan(Infinity);
      expect(point.probabilityUp).toBeLessThanOrEqual(1);
      expect(point.probabilityBuy).toBeGreaterThanOrEqual(0);
    }
  }
});

test('bands widen with every session', () => {
  const { points } = forecastOf({});
  for (let i = 1; i < points.length; i++) {
    expect(points[i]!.high80 / points[i]!.low80).toBeGreaterThan(
      points[i - 1]!.high80 / points[i - 1]!.low80,
    );
  }
});

test('the bands’ edges are the stated quantiles of the distribution behind the probabilities', () => {
  forecastOf({}).points.forEach(({ price, ...point }, i) => {
    const { sigma, quantiles } = spreadAt(
      readVolatility({ candles: apple, calendar: 'nyse' }),
      apple.close.length - 1,
      i + 1,
    );
    const levelOf = (edge: number): number => residualCdf(quantiles, Math.log(edge / price) / sigma);
    expect(levelOf(point.low95)).toBeCloseTo(0.025, 10);
    expect(levelOf(point.low80)).toBeCloseTo(0.1, 10);
    expect(levelOf(point.low50)).toBeCloseTo(0.25, 10);
    expect(levelOf(price)).toBe(0.5);
    expect(levelOf(point.high50)).toBeCloseTo(0.75, 10);
    expect(levelOf(point.high80)).toBeCloseTo(0.9, 10);
    expect(levelOf(point.high95)).toBeCloseTo(0.975, 10);
  });
});

test('P(≥ +2 %) and P(≤ −2 %) exceed a band’s tail exactly if the band’s edge lies beyond ±2 %', () => {
  fc.assert(
    fc.property(movingWalks, (closes) => {
      const { basePrice, points } = forecastOf({ candles: candlesOf(closes) });
      for (const point of points) {
        const { probabilityUp, probabilityBuy, probabilitySell } = point;
        expect(probabilityUp).toBeGreaterThan(0.5);
        expect(probabilityBuy).toBeLessThan(probabilityUp);
        expect(probabilitySell + probabilityUp).toBeLessThanOrEqual(1);
        for (const [edge, tail] of [
          [point.high50, 0.25],
          [point.high80, 0.1],
          [point.high95, 0.025],
        ] as const) {
          expect(probabilityBuy >= tail).toBe(edge >= basePrice * 1.02);
        }
        for (const [edge, tail] of [
          [point.low50, 0.25],
          [point.low80, 0.1],
          [point.low95, 0.025],
        ] as const) {
          expect(probabilitySell >= tail).toBe(edge <= basePrice * 0.98);
        }
      }
    }),
  );
});

test.each([
  [1, 2],
  [7, 3],
  [14, 5],
  [30, 5],
] as const)(
  'at %d days confidence is the probability of a close within %d percent of the median',
  (horizonDays, percent) => {
    const { confidence, confidenceWithinPercent, points } = forecastOf({ horizonDays });
    expect(points).toHaveLength(horizonDays);
    const { sigma, quantiles } = spreadAt(
      readVolatility({ candles: apple, calendar: 'nyse' }),
      apple.close.length - 1,
      horizonDays,
    );
    expect(confidenceWithinPercent).toBe(percent);
    expect(confidence).toBeCloseTo(
      residualCdf(quantiles, Math.log(1 + percent / 100) / sigma) -
        residualCdf(quantiles, Math.log(1 - percent / 100) / sigma),
      12,
    );
    expect(confidence).toBeGreaterThan(0);
    expect(confidence).toBeLessThan(1);
  },
);

test('scaling all prices by 7 scales the forecast’s prices by 7 and leaves its probabilities unchanged', () => {
  fc.assert(
    fc.property(movingWalks, (closes) => {
      const candles = candlesOf(closes);
      const one = forecastOf({ candles });
      const seven = forecastOf({ candles: scaleCandles(candles, 7) });
      expect(seven.confidence).toBeCloseTo(one.confidence, 10);
      one.points.forEach((point, i) => {
        const scaled = seven.points[i]!;
        expect(scaled.price / point.price).toBeCloseTo(7, 10);
        expect(scaled.low95 / point.low95).toBeCloseTo(7, 10);
        expect(scaled.high50 / point.high50).toBeCloseTo(7, 10);
        expect(scaled.probabilityBuy).toBeCloseTo(point.probabilityBuy, 10);
      });
    }),
  );
});

test('the same input gives the same forecast and is unchanged', () => {
  const before = structuredClone(apple);
  expect(forecastOf({})).toEqual(forecastOf({}));
  expect(apple).toEqual(before);
});

test.each([0, -1, NaN, Infinity])('a price of %s throws a RangeError', (price) => {
  expect(() => forecastOf({ quote: { price, sessionLeft: 0 } })).toThrow(RangeError);
});
