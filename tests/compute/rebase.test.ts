import { rebaseTo100 } from '../../compute/rebase.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walks } from './series.ts';

/** Walks with some of the prices missing, the first one too at times. */
const gappyWalks = fc
  .tuple(walks(2, 60), fc.infiniteStream(fc.boolean()))
  .map(([prices, isThere]) => prices.map((price) => (isThere.next().value === true ? price : NaN)));

describe('rebaseTo100', () => {
  test('50, 75, 25 is 100, 150, 50', () => {
    expect([...rebaseTo100(Float64Array.of(50, 75, 25))]).toEqual([100, 150, 50]);
  });

  test('takes the first price that there is for the base', () => {
    expect([...rebaseTo100(Float64Array.of(NaN, 20, NaN, 30))]).toEqual([NaN, 100, NaN, 150]);
  });

  test('of no prices at all there is no index', () => {
    expect([...rebaseTo100(Float64Array.of(NaN, NaN))]).toEqual([NaN, NaN]);
    expect(rebaseTo100(new Float64Array())).toHaveLength(0);
  });

  test('begins at exactly 100, keeps every gap in its place, and changes nothing of what it was given', () => {
    fc.assert(
      fc.property(gappyWalks, (prices) => {
        const before = prices.slice();
        const index = rebaseTo100(prices);
        expect(Array.from(index, Number.isNaN)).toEqual(Array.from(prices, Number.isNaN));
        expect(index.find((value) => !Number.isNaN(value)) ?? 100).toBe(100);
        expect(prices).toEqual(before);
      }),
    );
  });

  test('is the same in another currency: scaling the prices changes no ratio', () => {
    fc.assert(
      fc.property(walks(2, 60), fc.double({ min: 0.01, max: 1000, noNaN: true }), (prices, factor) => {
        const index = rebaseTo100(prices);
        const scaled = rebaseTo100(prices.map((price) => price * factor));
        for (const [i, value] of index.entries()) expect(scaled[i]! / value).toBeCloseTo(1, 12);
      }),
    );
  });

  test('keeps every relative change: index[i] / index[j] is price[i] / price[j]', () => {
    fc.assert(
      fc.property(walks(2, 60), (prices) => {
        const index = rebaseTo100(prices);
        for (const [i, value] of index.entries()) {
          expect(value / index[0]! / (prices[i]! / prices[0]!)).toBeCloseTo(1, 12);
        }
      }),
    );
  });
});
