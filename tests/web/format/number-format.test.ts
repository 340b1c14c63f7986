import { describe, expect, test } from 'vitest';
import { formatFor } from '../../../web/shared/format/format.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

describe('market capitalisation', () => {
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
    expect(US.marketCap(value, 'USD')).toBe(text);
  });

  test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, null, undefined])('%s is N/A', (value) => {
    expect(US.marketCap(value, 'USD')).toBe('N/A');
  });
});

test.each([
  ['JPY', '45.00T JPY'],
  ['GBp', '45.00T GBP'],
  ['ZAc', '45.00T ZAR'],
  ['', '45.00T'],
])('a market cap of a listing in %s is no amount of dollars', (currency, text) => {
  expect(US.marketCap(45e12, currency)).toBe(text);
});

describe('volume', () => {
  test.each([
    [999.99, '999.99'],
    [1e3, '1.00K'],
    [1e6, '1.00M'],
    [1e9, '1.00B'],
  ])('%d is %s', (value, text) => {
    expect(US.volume(value)).toBe(text);
  });

  test('has no T: a trillion is a thousand B', () => {
    expect(US.volume(1e12)).toBe('1000.00B');
  });

  test.each([0, -1, Number.NaN, null])('%s is N/A', (value) => {
    expect(US.volume(value)).toBe('N/A');
  });
});

test.each([
  [1.336, '+1.34%'],
  [-1.336, '−1.34%'],
  [0, '+0.00%'],
])('US.percent(%d, signed) is %s', (value, text) => {
  expect(US.percent(value, { signed: true })).toBe(text);
});

test('an unsigned percentage shows only the minus', () => {
  expect(US.percent(2)).toBe('2.00%');
  expect(US.percent(-2)).toBe('−2.00%');
});

test('a percentage of what is not a finite number is N/A', () => {
  expect(US.percent(Number.NaN)).toBe('N/A');
});

test.each([
  [0, '0%'],
  [0.0049, '<1%'],
  [0.005, '1%'],
  [0.184, '18%'],
  [0.9949, '99%'],
  [0.995, '>99%'],
  [1, '100%'],
])('US.share(%d) is %s: never a certainty that is none', (share, text) => {
  expect(US.share(share)).toBe(text);
});

test('large numbers are grouped, whatever their decimals', () => {
  expect(US.fixed(1234.5, 2)).toBe('1,234.50');
  expect(US.percent(412_345.124, { signed: true })).toBe('+412,345.12%');
  expect(US.count(12_480)).toBe('12,480');
});

test('a signed number has a sign of its own width, and what rounds to a zero share has none', () => {
  expect(US.fixed(0.125, 2, { signed: true })).toBe('+0.13');
  expect(US.fixed(-0.5, 2, { signed: true })).toBe('−0.50');
  expect(US.fixed(Number.NaN, 2)).toBe('N/A');
  expect(US.shareTenths(-0.0001, { signed: true })).toBe('0.0%');
  expect(US.shareTenths(0.012, { signed: true })).toBe('+1.2%');
  expect(US.shareTenths(-0.012)).toBe('−1.2%');
});
