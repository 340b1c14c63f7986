import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  RESIDUAL_QUANTILE_75,
  RESIDUAL_QUANTILE_90,
  RESIDUAL_QUANTILE_975,
  residualCdf,
} from '../../../compute/forecast/residual.ts';

test.each([
  [RESIDUAL_QUANTILE_75, 0.75],
  [RESIDUAL_QUANTILE_90, 0.9],
  [RESIDUAL_QUANTILE_975, 0.975],
])('residualCdf inverts the quantile %d', (quantile, probability) => {
  expect(residualCdf(quantile)).toBeCloseTo(probability, 13);
  expect(residualCdf(-quantile)).toBeCloseTo(1 - probability, 13);
});

test('residualCdf agrees with the published table of Student’s t for 6 degrees of freedom', () => {
  for (const [t, probability] of [
    [1.943, 0.95],
    [3.143, 0.99],
    [3.707, 0.995],
    [5.208, 0.999],
  ] as const) {
    expect(residualCdf(0.866 * t)).toBeCloseTo(probability, 4);
  }
});

test('residualCdf rises from 0 to 1, symmetric around 0', () => {
  expect([-Infinity, -1e300, 0, 1e300, Infinity].map(residualCdf)).toEqual([0, 0, 0.5, 1, 1]);
  expect(residualCdf(NaN)).toBeNaN();
  const residual = fc.double({ min: -1e7, max: 1e7, noNaN: true });
  fc.assert(
    fc.property(residual, residual, (a, b) => {
      expect(residualCdf(Math.min(a, b))).toBeLessThanOrEqual(residualCdf(Math.max(a, b)));
      expect(residualCdf(a) + residualCdf(-a)).toBeCloseTo(1, 14);
    }),
  );
});

test('residualCdf keeps the digits of a far tail', () => {
  // The tail of t₆ tends to c³ · 40/256 with c = 6 / t².
  const t = 1e8;
  const tail = ((6 / t ** 2) ** 3 * 40) / 256;
  expect(residualCdf(-0.866 * t) / tail).toBeCloseTo(1, 10);
});

test('its tails are fatter than a normal’s: more than 0.27 % lies beyond 3', () => {
  expect(2 * residualCdf(-3)).toBeGreaterThan(0.0027);
});
