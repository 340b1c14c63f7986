import { ema, sma } from '../../../compute/indicators/moving-averages.ts';
import { macd, rsi } from '../../../compute/indicators/oscillators.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walks } from '../series.ts';

type Indicator = (values: Float64Array) => Float64Array;

/** Name, function, first defined index. */
const indicators: [string, Indicator, number][] = [
  ['sma', (values) => sma(values, 20), 19],
  ['ema', (values) => ema(values, 20), 19],
  ['rsi', (values) => rsi(values, 14), 14],
  ['macd line', (values) => macd(values, 12, 26, 9).macd, 33],
  ['macd signal', (values) => macd(values, 12, 26, 9).signal, 33],
  ['macd histogram', (values) => macd(values, 12, 26, 9).histogram, 33],
];

describe.each(indicators)('%s', (_name, indicator, first) => {
  test('keeps the length, never mutates its input and starts at its first index', () => {
    fc.assert(
      fc.property(walks(0, 80), (values) => {
        const before = values.slice();
        const output = indicator(values);
        expect(output).toHaveLength(values.length);
        expect(output).not.toBe(values);
        expect(values).toEqual(before);
        output.forEach((value, i) => expect(Number.isNaN(value)).toBe(i < first));
      }),
    );
  });

  test('has no value for a series one short of its window and one for a series that fills it', () => {
    const rising = Float64Array.from({ length: first + 1 }, (_, i) => 100 + i);
    expect(indicator(rising.subarray(0, first)).every(Number.isNaN)).toBe(true);
    expect(indicator(rising)[first]).not.toBeNaN();
  });

  test('starts later by as many dates as are missing in front', () => {
    fc.assert(
      fc.property(walks(40), fc.integer({ min: 1, max: 9 }), (values, missing) => {
        const shifted = new Float64Array(values.length + missing).fill(NaN);
        shifted.set(values, missing);
        expect(indicator(shifted).subarray(missing)).toEqual(indicator(values));
        expect(indicator(shifted).subarray(0, missing).every(Number.isNaN)).toBe(true);
      }),
    );
  });

  test('is undefined on a missing date inside and carries on as if the date did not exist', () => {
    fc.assert(
      fc.property(walks(60, 90), fc.uniqueArray(fc.nat(59), { maxLength: 6 }), (values, holes) => {
        const sparse: number[] = [];
        values.forEach((value, i) => sparse.push(...(holes.includes(i) ? [NaN, value] : [value])));
        const output = indicator(Float64Array.from(sparse));
        expect(output.filter((_, i) => Number.isNaN(sparse[i])).every(Number.isNaN)).toBe(true);
        expect(output.filter((_, i) => !Number.isNaN(sparse[i]))).toEqual(indicator(values));
      }),
    );
  });

  test('treats an infinite value as missing', () => {
    const values = Float64Array.from({ length: 60 }, (_, i) => 100 + (i % 7));
    const infinite = values.slice();
    const missing = values.slice();
    infinite[45] = Infinity;
    missing[45] = NaN;
    expect(indicator(infinite)).toEqual(indicator(missing));
  });

  test('does not look ahead', () => {
    fc.assert(
      fc.property(walks(60, 90), fc.integer({ min: 1, max: 59 }), (values, cut) => {
        expect(indicator(values.slice(0, cut))).toEqual(indicator(values).subarray(0, cut));
      }),
    );
  });
});

test.each([0, -1, 2.5, NaN, Infinity])('a period of %s is a RangeError', (period) => {
  const values = new Float64Array(50).fill(1);
  expect(() => sma(values, period)).toThrow(RangeError);
  expect(() => ema(values, period)).toThrow(RangeError);
  expect(() => rsi(values, period)).toThrow(RangeError);
  expect(() => macd(values, period, 26, 9)).toThrow(RangeError);
  expect(() => macd(values, 12, period, 9)).toThrow(RangeError);
  expect(() => macd(values, 12, 26, period)).toThrow(RangeError);
});

test('macd wants its fast period no longer than its slow one', () => {
  const values = new Float64Array(50).fill(1);
  expect(() => macd(values, 13, 12, 9)).toThrow(RangeError);
  expect(macd(values, 12, 12, 9).macd[49]).toBe(0);
});
