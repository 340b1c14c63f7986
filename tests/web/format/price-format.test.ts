import { describe, expect, test } from 'vitest';
import { formatFor } from '../../../web/shared/format/format.ts';
import { changeDecimals } from '../../../web/shared/format/price-format.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

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

  test('leaves pence, cents and agorot what they are', () => {
    expect(US.price(3228.98, 'GBp')).toBe('3,228.98p');
    expect(US.price(123.45, 'ZAc')).toBe('123.45c (ZA)');
    expect(US.price(123.45, 'ILA')).toBe('123.45 agorot');
  });

  test('names a currency that Intl does not know', () => {
    expect(US.price(5, 'usdt')).toBe('5.00 usdt');
    expect(US.price(5, '')).toBe('5.00');
  });

  test('takes the decimals of an axis', () => {
    expect(US.price(180, 'USD', 0)).toBe('$180');
    expect(US.price(180, 'GBp', 1)).toBe('180.0p');
  });

  test('is N/A for what is not a finite number', () => {
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

  test('a change takes the decimals of its price', () => {
    expect(US.signedPrice(0.0012, 'USD', changeDecimals(0.5))).toBe('+$0.0012');
    expect(US.signedPrice(0.05, 'USD', changeDecimals(1))).toBe('+$0.05');
    expect(US.signedPrice(-0.0000043, 'USD', changeDecimals(0.0004))).toBe('−$0.0000043');
  });
});
