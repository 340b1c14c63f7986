import { ema, sma } from '#compute/indicators/moving-averages.ts';
import { macd, rsi } from '#compute/indicators/oscillators.ts';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { walks } from '../series.ts';

type Indicator = (values: Float64Array) => Float64Array;

/** Name, function, first defined index. */
const indicators: [string, Indicator, number][] = [
  ['sma', (values) => sma(values, 20), 19],
  ['ema', (values) => ema(values, 20), 19],
  ['rsi', (values) => rsi(values, 14), 14],
  ['macd line', (values) => macd(values, 12, 26, 9)[0], 33],
  ['macd signal', (values) => macd(values, 12, 26, 9)[1], 33],
  ['macd histogram', (values) => macd(values, 12, 26, 9)[2], 33],
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

  test('has no value for a series one bar short of its window, and one for a series that fills it', () => {
    const rising = Float64Array.from({ length: first + 1 }, (_, i) => 100 + i);
    expect(indicator(rising.subarray(0, first)).every(Number.isNaN)).toBe(true);
    expect(indicator(rising)[first]).not.toBeNaN();
  });

  test('does not look ahead', () => {
    fc.assert(
      fc.property(walks(60, 90), fc.integer({ min: 1, max: 59 }), (values, cut) => {
        expect(indicator(values.slice(0, cut))).toEqual(indicator(values).subarray(0, cut));
      }),
    );
  });
});
