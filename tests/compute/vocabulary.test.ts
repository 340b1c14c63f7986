import {
  candlesFromRows,
  DEFAULT_HORIZON_DAYS,
  DEFAULT_TICKER,
  HORIZON_OPTIONS_DAYS,
  isoDate,
  parseHorizon,
  parseIsoDate,
  parseTicker,
  sliceCandles,
} from '#compute';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { candlesOf } from './series.ts';

describe('parseTicker', () => {
  test.each([
    ['aapl', 'AAPL'],
    ['  msft\n', 'MSFT'],
    ['brk.b', 'BRK.B'],
    ['^gspc', '^GSPC'],
    ['EURUSD=X', 'EURUSD=X'],
    ['0700.HK', '0700.HK'],
    ['A'.repeat(20), 'A'.repeat(20)],
  ])('reads %j as %s', (text, ticker) => {
    expect(parseTicker(text)).toEqual({ ok: true, value: ticker });
  });

  test.each(['', '   ', '\t\n'])('finds %j empty', (text) => {
    expect(parseTicker(text)).toEqual({ ok: false, error: { reason: 'empty_ticker' } });
  });

  test.each(['A'.repeat(21), '.A', '-A', '..', 'A B', 'A/B', 'A%', 'ſ', 'ıbm', 'Ａ', 'A\u0000', '<A>'])(
    'refuses %j',
    (text) => {
      expect(parseTicker(text)).toEqual({ ok: false, error: { reason: 'invalid_ticker' } });
    },
  );
});

describe('parseHorizon', () => {
  test('reads exactly 1, 7, 14 and 30', () => {
    expect(HORIZON_OPTIONS_DAYS.map(String).map(parseHorizon)).toEqual([1, 7, 14, 30]);
  });

  test.each(['', '0', '3', '07', '7.0', ' 7', '7 ', '1e0', '-7', '300'])('refuses %j', (text) => {
    expect(parseHorizon(text)).toBeNull();
  });

  test('the defaults are AAPL and 7 days', () => {
    expect([DEFAULT_TICKER, DEFAULT_HORIZON_DAYS]).toEqual(['AAPL', 7]);
  });
});

describe('isoDate and parseIsoDate', () => {
  test('are inverse on every date from year 0 to 9999', () => {
    fc.assert(
      fc.property(fc.integer({ min: -719_528, max: 2_932_896 }), (day) => {
        expect(parseIsoDate(isoDate(day * 86_400))).toBe(day * 86_400);
      }),
    );
  });

  test('isoDate is the UTC date of any instant of the day', () => {
    expect(isoDate(1_719_532_799)).toBe('2024-06-27');
    expect(isoDate(1_719_532_800)).toBe('2024-06-28');
  });

  test.each([-719_529 * 86_400, 2_932_897 * 86_400, NaN, Infinity])(
    'isoDate of %s is a RangeError',
    (instant) => {
      expect(() => isoDate(instant)).toThrow(RangeError);
    },
  );

  test.each(['2023-02-29', '2024-02-30', '2024-13-01', '2024-1-1', '2024-01-01T00:00', '', '20240101'])(
    'parseIsoDate refuses %j',
    (text) => {
      expect(parseIsoDate(text)).toBeNull();
    },
  );
});

describe('candles', () => {
  const bar = { open: 1, high: 1, low: 1, close: 1, volume: 0 };

  test.each([
    ['the same', 86_400],
    ['an earlier', 0],
    ['no', NaN],
  ])('candlesFromRows throws a RangeError for a bar with %s time', (_case, time) => {
    expect(() =>
      candlesFromRows([
        { ...bar, time: 86_400 },
        { ...bar, time },
      ]),
    ).toThrow(RangeError);
  });

  test('sliceCandles is a view of the bars from one index up to another', () => {
    const candles = candlesOf([1, 2, 3, 4]);
    const view = sliceCandles(candles, 1, 3);
    expect(Array.from(view.close)).toEqual([2, 3]);
    expect(view.close.buffer).toBe(candles.close.buffer);
    expect(Array.from(sliceCandles(candles, -1).close)).toEqual([4]);
  });
});
