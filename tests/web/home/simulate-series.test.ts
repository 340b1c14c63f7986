import { assert, double, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../web/shared/illustration/seeded-random.ts';
import { simulateSeries } from '../../../web/shared/illustration/simulate-series.ts';

const draw = (seed: string) => Array.from({ length: 50 }, seededRandom(seed));

it('a simulated series starts at its base price, has the length asked for, and is always positive', () => {
  assert(
    property(string(), double({ min: 0.01, max: 1e5, noNaN: true }), (seed, basePrice) => {
      const random = seededRandom(seed);
      const series = simulateSeries({
        basePrice,
        volatilityPercent: 4,
        trendPercent: -1,
        length: 30,
        random,
      });
      expect(series[0]).toBe(basePrice);
      expect(series).toHaveLength(30);
      expect(series.every((price) => price > 0 && Number.isFinite(price))).toBe(true);
    }),
  );
});

it('without volatility the series is its trend', () => {
  const random = seededRandom('any');
  const series = simulateSeries({ basePrice: 100, volatilityPercent: 0, trendPercent: 1, length: 3, random });
  expect(series[2]).toBeCloseTo(100 * Math.exp(0.02), 10);
});

it('the same seed repeats, another seed does not, and all numbers are in [0, 1)', () => {
  expect(draw('AAPL')).toEqual(draw('AAPL'));
  expect(draw('AAPL')).not.toEqual(draw('AMD'));
  expect(draw('AAPL').every((drawn) => drawn >= 0 && drawn < 1)).toBe(true);
});
