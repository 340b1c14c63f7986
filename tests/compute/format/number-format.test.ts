import { describe, expect, test } from 'vitest';
import { formatFor } from '#compute';

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
  ['KWF', '45.00T KWD'],
  ['USX', '$45.00T'],
  ['ZAc', '45.00T ZAR'],
  ['', '45.00T'],
])('the market cap of a listing in %s is not in dollars', (currency, text) => {
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

  test('has no T: a trillion is 1,000B', () => {
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

test('a value rounded up to a thousand is grouped like one', () => {
  expect(US.fixed(999.996, 2)).toBe('1,000.00');
  expect(US.percent(-999.996)).toBe('−1,000.00%');
  expect(US.fixed(999.994, 2)).toBe('999.99');
  expect(formatFor({ region: 'de', clock: 'exchange' }).fixed(999.996, 2)).toBe('1.000,00');
});

test('an unsigned percentage shows only a minus', () => {
  expect(US.percent(2)).toBe('2.00%');
  expect(US.percent(-2)).toBe('−2.00%');
});

describe('a value that rounds to zero has no sign', () => {
  test.each([
    ['a percentage', US.percent(-0.001), '0.00%'],
    ['a signed loss in percent', US.percent(-0.001, { signed: true }), '0.00%'],
    ['a signed gain in percent', US.percent(0.001, { signed: true }), '0.00%'],
    ['a number', US.fixed(-0.0004, 3), '0.000'],
    ['a count', US.count(-0.4), '0'],
    ['an axis label', US.price(-0.3, 'USD', 0), '$0'],
    ['pence', US.price(-0.3, 'GBp', 0), '0p'],
  ])('%s', (_, written, expected) => {
    expect(written).toBe(expected);
  });

  test('a number that does not round to zero keeps its sign', () => {
    expect(US.percent(-0.006, { signed: true })).toBe('−0.01%');
    expect(US.signedPrice(0.006, 'USD')).toBe('+$0.01');
  });
});

test('a percentage that is not finite is N/A', () => {
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
])('US.share(%d) is %s, never a false certainty', (share, text) => {
  expect(US.share(share)).toBe(text);
});

test('large numbers are grouped, whatever their decimals', () => {
  expect(US.fixed(1234.5, 2)).toBe('1,234.50');
  expect(US.percent(412_345.124, { signed: true })).toBe('+412,345.12%');
  expect(US.count(12_480)).toBe('12,480');
});

test('a signed number has a sign as wide as the plus', () => {
  expect(US.fixed(0.125, 2, { signed: true })).toBe('+0.13');
  expect(US.fixed(-0.5, 2, { signed: true })).toBe('−0.50');
  expect(US.fixed(Number.NaN, 2)).toBe('N/A');
  expect(US.shareTenths(-0.0001, { signed: true })).toBe('0.0%');
  expect(US.shareTenths(0.012, { signed: true })).toBe('+1.2%');
  expect(US.shareTenths(-0.012)).toBe('−1.2%');
});

describe('a price', () => {
  test.each([
    [182.34, 'USD', '$182.34'],
    [1234567.891, 'USD', '$1,234,567.89'],
    [-2.5, 'USD', '−$2.50'],
    [1500, 'JPY', '¥1,500'],
    [0.99994, 'USD', '$0.9999'],
    [0.04567, 'USD', '$0.04567'],
    [0.00040123, 'USD', '$0.0004012'],
    [0.00000853, 'USD', '$0.000008530'],
    [-0.5, 'USD', '−$0.5000'],
    [0, 'USD', '$0.00'],
    [1, 'USD', '$1.00'],
  ])('%d in %s is %s', (value, currency, text) => {
    expect(US.price(value, currency)).toBe(text);
  });

  test('leaves pence, cents, agorot and fils what they are', () => {
    expect(US.price(800, 'KWF')).toBe('800.0 fils');
    expect(US.price(450.25, 'USX')).toBe('450.25¢');
    expect(US.price(3228.98, 'GBp')).toBe('3,228.98p');
    expect(US.price(123.45, 'ZAc')).toBe('123.45c (ZA)');
    expect(US.price(123.45, 'ILA')).toBe('123.45 agorot');
  });

  test('names a currency unknown to Intl', () => {
    expect(US.price(5, 'usdt')).toBe('5.00 usdt');
    expect(US.price(5, '')).toBe('5.00');
  });

  test('uses an axis’s decimals', () => {
    expect(US.price(180, 'USD', 0)).toBe('$180');
    expect(US.price(180, 'GBp', 1)).toBe('180.0p');
  });

  test('is N/A if it is not finite', () => {
    expect(US.price(Number.NaN, 'USD')).toBe('N/A');
  });
});

describe('a price change', () => {
  test.each([
    [2.41, '+$2.41'],
    [-2.41, '−$2.41'],
    [0, '+$0.00'],
  ])('%d is %s', (value, text) => {
    expect(US.signedPrice(value, 'USD')).toBe(text);
  });
});
