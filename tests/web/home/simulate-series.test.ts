import { array, assert, double, property } from 'fast-check';
import { expect, it } from 'vitest';
import { simulateSeries } from '../../../web/features/home/sample-stocks.ts';

const SHAPE = { volatilityPercent: 4, trendPercent: -1, length: 30 };

it('a simulated series starts at its base price, has the length asked for, and is always positive', () => {
  const draws = array(double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), { minLength: 1 });
  assert(
    property(draws, double({ min: 0.01, max: 1e5, noNaN: true }), (numbers, basePrice) => {
      let at = 0;
      const random = () => numbers[at++ % numbers.length] ?? 0;
      const series = simulateSeries({ ...SHAPE, basePrice, random });
      expect(series[0]).toBe(basePrice);
      expect(series).toHaveLength(30);
      expect(series.every((price) => price > 0 && Number.isFinite(price))).toBe(true);
    }),
  );
});

it('without volatility the series is its trend', () => {
  const trend = { volatilityPercent: 0, trendPercent: 1, length: 3, random: () => 0.5 };
  expect(simulateSeries({ basePrice: 100, ...trend })[2]).toBeCloseTo(100 * Math.exp(0.02), 10);
});
