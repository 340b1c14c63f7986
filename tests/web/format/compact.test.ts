import { describe, expect, test } from 'vitest';
import { formatMarketCap, formatVolume } from '../../../web/shared/format/compact.ts';

describe('formatMarketCap', () => {
  test.each([
    [999.99, '$999.99'],
    [1e3, '$1.00K'],
    [999_994, '$999.99K'],
    [1e6, '$1.00M'],
    [1e9, '$1.00B'],
    [999_990_000_000, '$999.99B'],
    [1e12, '$1.00T'],
    [2_494_688_000_000, '$2.49T'],
  ])('%d is %s', (value, text) => {
    expect(formatMarketCap(value, 'USD')).toBe(text);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined])('%s is N/A', (value) => {
    expect(formatMarketCap(value, 'USD')).toBe('N/A');
  });
});

test.each([
  ['JPY', '45.00T JPY'],
  ['GBp', '45.00T GBP'],
  ['ZAc', '45.00T ZAR'],
  ['', '45.00T'],
])('a market cap of a listing in %s is no amount of dollars', (currency, text) => {
  expect(formatMarketCap(45e12, currency)).toBe(text);
});

describe('formatVolume', () => {
  test.each([
    [999.99, '999.99'],
    [1e3, '1.00K'],
    [1e6, '1.00M'],
    [1e9, '1.00B'],
  ])('%d is %s', (value, text) => {
    expect(formatVolume(value)).toBe(text);
  });

  test('has no T: a trillion is a thousand B', () => {
    expect(formatVolume(1e12)).toBe('1000.00B');
  });

  test.each([0, -1, Number.NaN, null])('%s is N/A', (value) => {
    expect(formatVolume(value)).toBe('N/A');
  });
});
