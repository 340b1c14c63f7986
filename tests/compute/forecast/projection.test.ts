import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { FITTED_SESSIONS, POOLED_MODEL } from '#compute/forecast/pooled-model.ts';
import { LEVELS, MEDIAN, residualCdf, residualQuantile } from '#compute/forecast/projection.ts';
import { DRIFT_PER_SESSION } from '#compute/forecast/kind-rules.ts';

const shapes = POOLED_MODEL.quantiles;
const shape = fc.constantFrom(...shapes);
const level = fc.double({ min: 1e-6, max: 1 - 1e-6, noNaN: true });

test('the levels are symmetric around 0.5 and include every band’s edge', () => {
  LEVELS.forEach((value, i) => expect(value + LEVELS[LEVELS.length - 1 - i]!).toBeCloseTo(1, 12));
  expect(LEVELS[MEDIAN]).toBe(0.5);
  for (const edge of [0.025, 0.1, 0.25, 0.75, 0.9, 0.975]) expect(LEVELS).toContain(edge);
});

test('every shipped shape rises strictly through a median of 0, with tails that a power law fits', () => {
  for (const quantiles of shapes) {
    expect(quantiles).toHaveLength(LEVELS.length);
    expect(quantiles[MEDIAN]).toBe(0);
    for (let i = 1; i < quantiles.length; i++) expect(quantiles[i]).toBeGreaterThan(quantiles[i - 1]!);
  }
});

test('no shape jumps in the middle: the densities left and right of the median differ by at most half', () => {
  for (const quantiles of shapes) {
    const left = 1 / (quantiles[MEDIAN]! - quantiles[MEDIAN - 1]!);
    const right = 1 / (quantiles[MEDIAN + 1]! - quantiles[MEDIAN]!);
    expect(Math.max(left / right, right / left)).toBeLessThan(1.5);
  }
});

test('the chance of a rise over 30 sessions exceeds one half only by the drift, not by the fitted years’ luck', () => {
  const quantiles = shapes[FITTED_SESSIONS.indexOf(30)]!;
  for (const sigma of [0.04, 0.08, 0.15]) {
    const drift = (DRIFT_PER_SESSION * 30) / sigma;
    const rise = 1 - residualCdf(quantiles, -drift);
    expect(Math.abs(rise - residualCdf(quantiles, drift))).toBeLessThan(0.01);
  }
});

test('the quantile at a fitted level is the fitted one', () => {
  for (const quantiles of shapes) {
    LEVELS.forEach((value, i) => expect(residualQuantile(quantiles, value)).toBeCloseTo(quantiles[i]!, 12));
  }
});

test('residualCdf inverts residualQuantile, including the tails', () => {
  fc.assert(
    fc.property(shape, level, (quantiles, probability) => {
      const back = residualCdf(quantiles, residualQuantile(quantiles, probability));
      expect(Math.abs(back - probability)).toBeLessThan(1e-9);
    }),
  );
});

test('residualCdf rises from 0 to 1', () => {
  const residual = fc.double({ min: -50, max: 50, noNaN: true });
  fc.assert(
    fc.property(shape, residual, residual, (quantiles, a, b) => {
      expect(residualCdf(quantiles, Math.min(a, b))).toBeLessThanOrEqual(
        residualCdf(quantiles, Math.max(a, b)),
      );
    }),
  );
  for (const quantiles of shapes) {
    expect([-Infinity, 0, Infinity].map((value) => residualCdf(quantiles, value))).toEqual([0, 0.5, 1]);
  }
});

test('a tail continues the slope of the two outermost quantiles: halving the level multiplies the quantile by one factor', () => {
  for (const quantiles of shapes) {
    const factor = quantiles[0]! / quantiles[1]!;
    expect(residualQuantile(quantiles, 0.0025)).toBeCloseTo(quantiles[0]! * factor, 10);
    expect(residualCdf(quantiles, quantiles[0]! * factor ** 3)).toBeCloseTo(0.005 / 8, 12);
    const upper = quantiles.at(-1)! / quantiles.at(-2)!;
    expect(residualQuantile(quantiles, 0.9975)).toBeCloseTo(quantiles.at(-1)! * upper, 10);
  }
});
