import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { exp, log, log1p, power } from '../../compute/portable-math.ts';

/** Difference in units in the last place of the reference. */
function ulps(value: number, reference: number): number {
  if (Object.is(value, reference)) return 0;
  const next = new Float64Array([Math.abs(reference)]);
  const bits = new BigInt64Array(next.buffer);
  bits[0]! += 1n;
  return Math.abs(value - reference) / (next[0]! - Math.abs(reference));
}

const RUNS = { numRuns: 5000 };
const MAX_ULPS = 2;

test('exp is within 2 units in the last place of Math.exp over its whole range', () => {
  const argument = fc.double({ min: -708, max: 709.7, noNaN: true });
  fc.assert(
    fc.property(argument, (x) => {
      expect(ulps(exp(x), Math.exp(x))).toBeLessThanOrEqual(MAX_ULPS);
    }),
    RUNS,
  );
});

test('log is within 2 units in the last place of Math.log for every positive number', () => {
  const argument = fc.double({ min: Number.MIN_VALUE, max: Number.MAX_VALUE, noNaN: true });
  fc.assert(
    fc.property(argument, (x) => {
      expect(ulps(log(x), Math.log(x))).toBeLessThanOrEqual(MAX_ULPS);
    }),
    RUNS,
  );
});

test('log keeps its digits around 1, where its value vanishes', () => {
  const argument = fc.double({ min: 0.7, max: 1.45, noNaN: true });
  fc.assert(
    fc.property(argument, (x) => {
      expect(ulps(log(x), Math.log(x))).toBeLessThanOrEqual(MAX_ULPS);
    }),
    RUNS,
  );
});

test('log1p is within 2 units in the last place of Math.log1p', () => {
  const argument = fc.double({ min: -0.999999, max: 1e6, noNaN: true });
  fc.assert(
    fc.property(argument, (x) => {
      expect(ulps(log1p(x), Math.log1p(x))).toBeLessThanOrEqual(MAX_ULPS);
    }),
    RUNS,
  );
});

test('power undoes itself to 12 digits', () => {
  const base = fc.double({ min: 1e-6, max: 1e6, noNaN: true });
  const exponent = fc.double({ min: 0.05, max: 8, noNaN: true });
  fc.assert(
    fc.property(base, exponent, (b, e) => {
      expect(power(power(b, e), 1 / e) / b).toBeCloseTo(1, 12);
    }),
    RUNS,
  );
});

describe('the ends are those of Math', () => {
  test.each([0, -0, 1, 709.782712893384, 709.79, Infinity, -745.13, -745.14, -Infinity, NaN])(
    'exp(%d)',
    (x) => {
      expect(ulps(exp(x), Math.exp(x))).toBeLessThanOrEqual(1);
    },
  );

  test.each([
    1,
    0,
    -0,
    -1,
    2 ** 1023,
    Number.MAX_VALUE,
    Number.MIN_VALUE,
    2 ** -1022,
    Math.SQRT2,
    Infinity,
    NaN,
  ])('log(%d)', (x) => {
    expect(ulps(log(x), Math.log(x))).toBeLessThanOrEqual(1);
  });

  test.each([0, -1, -1.5, Infinity, NaN])('log1p(%d)', (x) => {
    expect(log1p(x)).toBe(Math.log1p(x));
  });
});
