import {
  candlesFromRows,
  decodeCandles,
  encodeCandles,
  quantisePrice,
  type Candle,
  type Candles,
  type EncodedCandles,
} from '#compute';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { appleCandles, candlesOf, seconds } from './series.ts';

const malformed = { ok: false, error: { reason: 'malformed_columns' } };
/** Spread evenly over the magnitudes, because an arbitrary double is nearly always near the largest. */
const price = fc
  .tuple(fc.integer({ min: -10, max: 10 }), fc.double({ min: 1, max: 9.999_999_999, noNaN: true }))
  .map(([magnitude, digits]) => quantisePrice(digits * 10 ** magnitude));
const rows = fc.array(
  fc.record({
    open: price,
    high: price,
    low: price,
    close: price,
    volume: fc.maxSafeNat(),
    gap: fc.integer({ min: 1, max: 9 }),
  }),
  { maxLength: 60 },
);

function fromGaps(bars: readonly (Omit<Candle, 'time'> & { readonly gap: number })[]): Candles {
  let day = 0;
  return candlesFromRows(bars.map(({ gap, ...bar }) => ({ ...bar, time: (day += gap) * 86_400 })));
}

test('decodeCandles restores every bit that encodeCandles wrote', () => {
  fc.assert(
    fc.property(rows, (bars) => {
      const candles = fromGaps(bars);
      const wire = JSON.parse(JSON.stringify(encodeCandles(candles))) as EncodedCandles;
      expect(decodeCandles(wire)).toEqual({ ok: true, value: candles });
    }),
  );
});

test('Apple’s real bars survive the wire once quantised', () => {
  const { time, open, high, low, close, volume } = appleCandles();
  const candles = {
    time,
    open: open.map(quantisePrice),
    high: high.map(quantisePrice),
    low: low.map(quantisePrice),
    close: close.map(quantisePrice),
    volume,
  };
  expect(decodeCandles(encodeCandles(candles))).toEqual({ ok: true, value: candles });
});

describe('a history that no single scale holds', () => {
  test('is not scaled after serial reverse splits', () => {
    const closes = [2e8, 1.5e8, 3e5, 12.5, 0.000_215_37, 0.000_2];
    const candles = candlesOf(closes.map(quantisePrice));
    const encoded = encodeCandles(candles);
    expect(encoded.price_scale).toBe(0);
    expect(decodeCandles(encoded)).toEqual({ ok: true, value: candles });
  });

  test('restores arbitrary doubles bit by bit', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1e-14, max: 2e11, noNaN: true }), { maxLength: 20 }),
        (closes) => {
          const candles = candlesOf(closes);
          const wire = JSON.parse(JSON.stringify(encodeCandles(candles))) as EncodedCandles;
          expect(decodeCandles(wire)).toEqual({ ok: true, value: candles });
        },
      ),
    );
  });

  test('is not scaled if it spans a single day', () => {
    const candles = { ...candlesOf([1]), low: Float64Array.of(1e-10), high: Float64Array.of(1e11) };
    expect(encodeCandles(candles)).toMatchObject({ price_scale: 0, low: [1e-10], high: [1e11] });
    expect(decodeCandles(encodeCandles(candles))).toEqual({ ok: true, value: candles });
  });
});

test('the layout on the wire is the documented one', () => {
  const candles = candlesFromRows([
    { time: seconds('2024-01-05'), open: 10, high: 10.5, low: 9.5, close: 10.25, volume: 7 },
    { time: seconds('2024-01-08'), open: 10.3, high: 10.4, low: 10, close: 10.05, volume: 0 },
  ]);
  expect(encodeCandles(candles)).toEqual({
    price_scale: 100,
    day_gaps: [19_727, 3],
    open: [-25, 5],
    high: [25, 10],
    low: [50, 5],
    close: [1025, -20],
    volume: [7, 0],
  });
});

test.each([
  [1.25, 1e2],
  [1.255, 1e3],
  [1.2555, 1e4],
  [0.12345, 1e5],
  [0.123456, 1e6],
  [0.0012345, 1e7],
  [0.00123456, 1e8],
  [1.2345e-10, 1e14],
])('a price of %d takes the scale %d and no larger one', (close, scale) => {
  expect(encodeCandles(candlesOf([1, close])).price_scale).toBe(scale);
});

test('prices of a coin in bitcoin take the largest scale', () => {
  const candles = candlesOf([1.2345e-14, 2.1e-14]);
  expect(encodeCandles(candles).price_scale).toBe(1e18);
  expect(decodeCandles(encodeCandles(candles))).toEqual({ ok: true, value: candles });
});

test('no bars encode to empty columns and back', () => {
  expect(decodeCandles(encodeCandles(candlesOf([])))).toEqual({ ok: true, value: candlesOf([]) });
});

test.each([
  ['an infinite price', candlesOf([Infinity])],
  ['a price of zero', candlesOf([1, 0])],
  ['a negative price', candlesOf([-1])],
  ['a missing price', candlesOf([NaN])],
  ['a time inside a day', { ...candlesOf([1]), time: Float64Array.of(3600) }],
  ['the same day twice', { ...candlesOf([1, 1]), time: Float64Array.of(86_400, 86_400) }],
  ['a negative volume', { ...candlesOf([1]), volume: Float64Array.of(-1) }],
])('encodeCandles throws a RangeError for %s', (_case, candles) => {
  expect(() => encodeCandles(candles)).toThrow(RangeError);
});

describe('quantisePrice', () => {
  test('keeps 4 decimals from 10 up, 5 from 1, 6 from 0.01', () => {
    expect(quantisePrice(10.000_04)).toBe(10);
    expect(quantisePrice(187.738_998_413)).toBe(187.739);
    expect(quantisePrice(1.165_324)).toBe(1.165_32);
    expect(quantisePrice(0.999_999_4)).toBe(0.999999);
    expect(quantisePrice(0.01)).toBe(0.01);
    expect(quantisePrice(0.009_999_994)).toBe(0.00999999);
  });

  test('keeps five significant digits of every accepted price', () => {
    fc.assert(
      fc.property(price, fc.double({ min: 1, max: 2, noNaN: true }), (one, factor) => {
        const exact = one * factor;
        expect(Math.abs(quantisePrice(exact) - exact) / exact).toBeLessThanOrEqual(5e-5);
      }),
    );
  });

  test('is idempotent', () => {
    fc.assert(
      fc.property(price, (quantised) => {
        expect(quantisePrice(quantised)).toBe(quantised);
      }),
    );
  });

  test('keeps the price of a coin worth a ten-billionth, and of one in bitcoin', () => {
    expect(quantisePrice(1.234_56e-10)).toBe(1.2346e-10);
    expect(quantisePrice(1.234_56e-14)).toBe(1.2346e-14);
  });
});

describe('decodeCandles refuses', () => {
  const good: EncodedCandles = encodeCandles(candlesOf([10, 11, 12]));

  test.each<[string, unknown]>([
    ['null', null],
    ['no object', 'columns'],
    ['an empty object', {}],
    ['a scale that is no power of ten', { ...good, price_scale: 250 }],
    ['a scale of 10', { ...good, price_scale: 10 }],
    ['a missing column', { ...good, low: undefined }],
    ['a shorter column', { ...good, low: [0, 0] }],
    ['a longer column', { ...good, volume: [0, 0, 0, 0] }],
    ['a column that is no list', { ...good, close: '123' }],
    ['a fraction', { ...good, close: [1000, 0.5, 100] }],
    ['a number as text', { ...good, close: [1000, '100', 100] }],
    ['null inside a column', { ...good, open: [0, null, 100] }],
    ['an unsafe integer', { ...good, high: [0, 2 ** 53, 0] }],
    ['a repeated day', { ...good, day_gaps: [19_000, 0, 1] }],
    ['a day that goes back', { ...good, day_gaps: [19_000, -1, 1] }],
    ['a day after the year 9999', { ...good, day_gaps: [2_932_895, 1, 1] }],
    ['a close of zero', { ...good, close: [1000, -1000, 1200] }],
    ['a low of zero', { ...good, low: [0, 1100, 0] }],
    ['an open of zero', { ...good, open: [-1000, 100, 100] }],
    ['a high of zero', { ...good, high: [-1000, 0, 0] }],
    ['a negative volume', { ...good, volume: [0, -1, 0] }],
    ['an infinite volume', { ...good, volume: [0, Infinity, 0] }],
  ])('%s', (_case, columns) => {
    expect(decodeCandles(columns as EncodedCandles)).toEqual(malformed);
  });

  test('accepts the valid columns that these cases modify', () => {
    expect(decodeCandles(good)).toEqual({ ok: true, value: candlesOf([10, 11, 12]) });
    expect(decodeCandles({ ...good, day_gaps: [2_932_894, 1, 1] }).ok).toBe(true);
    expect(decodeCandles({ ...good, volume: [0.25, 0, 0] }).ok).toBe(true);
  });

  test('any other JSON, without throwing', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(decodeCandles(value as unknown as EncodedCandles)).toEqual(malformed);
      }),
    );
  });
});
