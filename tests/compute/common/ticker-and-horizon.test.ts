import {
  DEFAULT_HORIZON_DAYS,
  DEFAULT_TICKER,
  HORIZON_OPTIONS_DAYS,
  parseHorizon,
  parseTicker,
} from '#compute';
import { describe, expect, test } from 'vitest';

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

  test.each([
    '',
    '   ',
    '\t\n',
    'A'.repeat(21),
    '.A',
    '-A',
    '..',
    'A B',
    'A/B',
    'A%',
    'ſ',
    'ıbm',
    'Ａ',
    'A\u0000',
    '<A>',
  ])('refuses %j', (text) => {
    expect(parseTicker(text)).toEqual({ ok: false, error: { reason: 'invalid_ticker' } });
  });
});

describe('parseHorizon', () => {
  test('reads exactly 1, 7, 14 and 30', () => {
    expect(HORIZON_OPTIONS_DAYS.map(String).map(parseHorizon)).toEqual([1, 7, 14, 30]);
  });

  test.each(['', '0', '3', '07', '7.0', ' 7', '7 ', '1e0', '-7', '300', null])(
    'reads %j as the default',
    (text) => {
      expect(parseHorizon(text)).toBe(DEFAULT_HORIZON_DAYS);
    },
  );

  test('the defaults are AAPL and 7 days', () => {
    expect([DEFAULT_TICKER, DEFAULT_HORIZON_DAYS]).toEqual(['AAPL', 7]);
  });
});
