import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  CONVENTIONS,
  formatFor,
  numberInput,
  readNumber,
  usualMovePercent,
  type QuotedListing,
  type Region,
} from '#compute';

const US = formatFor({ region: 'us', clock: 'exchange' });

const quoted = (ticker: string, currency: string, known: Partial<QuotedListing> = {}): QuotedListing => ({
  ticker,
  currency,
  ...known,
});

test.each([
  ['a pair under 20', quoted('EURUSD=X', 'USD'), 1.0823, '$1.0823'],
  [
    'a pair that hardly moves',
    quoted('USDAED=X', 'AED', { usual_move_percent: 0.002 }),
    3.67295,
    'AED 3.67295',
  ],
  ['a pair of 20 and more', quoted('USDINR=X', 'INR'), 88.123, '₹88.12'],
  ['a yen cross', quoted('USDJPY=X', 'JPY'), 156.789, '¥156.79'],
  ['a yen cross by its short name', quoted('JPY=X', 'JPY'), 156.789, '¥156.79'],
  ['a pair under 1', quoted('EURGBP=X', 'GBP'), 0.86124, '£0.8612'],
  ['a pair far under 1', quoted('JPYUSD=X', 'USD'), 0.0063812, '$0.006381'],
  ['a yen share that moves in whole yen', quoted('7203.T', 'JPY'), 2750, '¥2,750'],
  ['a yen share that moves in tenths', quoted('9432.T', 'JPY'), 152.4, '¥152.4'],
  ['a yen share that hardly moves', quoted('1306.T', 'JPY', { usual_move_percent: 0.1 }), 310.25, '¥310.25'],
  ['a Chilean share', quoted('CHILE.SN', 'CLP'), 118.5, 'CLP 118.5'],
  ['an Argentine share', quoted('GGAL.BA', 'ARS'), 6780, 'ARS 6,780'],
  ['a share in dollars', quoted('AAPL', 'USD'), 182.3412, '$182.34'],
  ['a share class, which is no coin', quoted('BRK-B', 'USD'), 452.5, '$452.50'],
  ['a share under a dollar', quoted('PENNY', 'USD'), 0.04567, '$0.04567'],
  ['a share in pence', quoted('SHEL.L', 'GBp'), 2650.5, '2,650.50p'],
  ['a share in reais', quoted('PETR4.SA', 'BRL'), 31.4, 'R$31.40'],
  ['a share in Kuwaiti dinars', quoted('X.KW', 'KWD'), 1.2345, 'KWD 1.235'],
  ['a coin', quoted('BTC-USD', 'USD'), 67_123.456, '$67,123.46'],
  ['a coin just above 1', quoted('ADA-USD', 'USD'), 1.0234, '$1.02'],
  ['a coin below 1', quoted('DOGE-USD', 'USD'), 0.123456, '$0.1235'],
  ['a coin far below 1', quoted('SHIB-USD', 'USD'), 0.000012345, '$0.00001235'],
  ['an index', quoted('^GSPC', 'USD'), 5431.6, '5,431.60'],
  ['an index by its instrument', quoted('000001.SS', 'CNY', { instrument: 'index' }), 3100.5, '3,100.50'],
  ['a yield', quoted('^TNX', 'USD', { instrument: 'index' }), 4.2131, '4.213%'],
  ['a future on currencies', quoted('6E=F', 'USD', { usual_move_percent: 0.4 }), 1.0823, '$1.0823'],
  ['a future on gold', quoted('GC=F', 'USD', { usual_move_percent: 0.8 }), 2400.3, '$2,400.30'],
] as const)('%s', (_, listing, price, text) => {
  expect(US.price(price, listing).replaceAll(/\s/gu, ' ')).toBe(text);
});

describe('prices shown together', () => {
  test('have the decimals of the current price, on both sides of a limit', () => {
    const coin = quoted('ADA-USD', 'USD', { current_price: 1.02 });
    expect(US.price(0.9534, coin)).toBe('$0.95');
    expect(US.price(0.00123, coin)).toBe('$0.001230');
  });

  test('read differently if they differ', () => {
    expect(US.prices([1.10512, 1.10514], quoted('EURUSD=X', 'USD'))).toEqual(['$1.10512', '$1.10514']);
    expect(US.prices([182.1, 187.25], quoted('AAPL', 'USD'))).toEqual(['$182.10', '$187.25']);
    expect(US.prices([5, 5], quoted('AAPL', 'USD'))).toEqual(['$5.00', '$5.00']);
    expect(US.prices([0.95, 1.02], quoted('ADA-USD', 'USD'))).toEqual(['$0.9500', '$1.0200']);
    expect(US.prices([Number.NaN, 1], quoted('AAPL', 'USD'))).toEqual(['N/A', '$1.00']);
  });
});

describe('a change', () => {
  test.each([
    [2.41, quoted('AAPL', 'USD'), 182.34, '+$2.41'],
    [-0.004, quoted('AAPL', 'USD'), 182.34, '−$0.004'],
    [0.00003, quoted('EURUSD=X', 'USD'), 1.08, '+$0.00003'],
    [0.4, quoted('7203.T', 'JPY'), 2750, '+¥0.4'],
    [-12, quoted('7203.T', 'JPY'), 2750, '−¥12'],
    [-0.64, quoted('USDJPY=X', 'JPY'), 156.8, '−¥0.64'],
    [0.034, quoted('^TNX', 'USD'), 4.213, '+0.034 pp'],
    [-12.3, quoted('^GSPC', 'USD'), 5431.6, '−12.30'],
    [0, quoted('^GSPC', 'USD'), 5431.6, '+0.00'],
    [0.0000012, quoted('SHIB-USD', 'USD'), 0.000012345, '+$0.00000120'],
    // Slightly less than half a unit of the sixth decimal.
    [-4.999999999999994e-7, quoted('^TNX', 'USD'), 0.0000010000000000000006, '−0.0000005 pp'],
    // The rounding error of 0.3 − 0.2 − 0.1.
    [-2.8e-17, quoted('AAPL', 'USD'), 182.34, '+$0.00'],
  ])('of %d for %o at %d is %s', (change, listing, price, text) => {
    expect(US.signedPrice(change, listing, price)).toBe(text);
    expect(US.signedPrice(change, { ...listing, current_price: price })).toBe(text);
  });

  test('never reads as zero unless it is', () => {
    const writes = () =>
      fc.assert(
        fc.property(
          fc.constantFrom('AAPL', 'EURUSD=X', 'USDJPY=X', 'BTC-USD', '^GSPC', '^TNX'),
          fc.double({ min: 1e-6, max: 1e5, noNaN: true }),
          fc.double({ min: 1e-8, max: 0.5, noNaN: true }),
          (ticker, price, share) => {
            fc.pre(price * share > 1e-11);
            return /^−.*[1-9]/.test(US.signedPrice(-price * share, quoted(ticker, 'USD'), price));
          },
        ),
      );
    expect(writes).not.toThrow();
  });
});

test('a level that a user chose keeps its decimals', () => {
  expect(US.level(1.08235, quoted('EURUSD=X', 'USD'))).toBe('$1.08235');
  expect(US.level(1.1, quoted('EURUSD=X', 'USD'))).toBe('$1.1000');
  expect(US.level(64.125, quoted('KO', 'USD'))).toBe('$64.125');
  expect(US.level(2750, quoted('7203.T', 'JPY'))).toBe('¥2,750');
});

test.each(Object.keys(CONVENTIONS) as Region[])(
  'a field’s prefilled price in the region %s is parsed as the same number',
  (region) => {
    const values = [
      64.125, 1234.5, 64_125, 0.0063812, 0.00001235, 67_123.46, 1e-9, 1_234_567.891, -2.5, 0.1, 7, 0,
    ];
    for (const value of values) expect(readNumber(region, numberInput(region, value))).toBe(value);
    fc.assert(
      fc.property(fc.integer({ min: -1e13, max: 1e13 }), fc.integer({ min: 0, max: 8 }), (units, places) => {
        const value = units / 10 ** places;
        expect(readNumber(region, numberInput(region, value))).toBe(value);
      }),
    );
  },
);

test('the usual move is the median of the last 60 sessions', () => {
  const closes = Float64Array.from({ length: 100 }, (_, i) =>
    i < 39 ? 1000 ** (i % 2) : i % 2 === 0 ? 100 : 101,
  );
  expect(usualMovePercent(closes)).toBeCloseTo(1, 1);
  expect(usualMovePercent(new Float64Array([5]))).toBe(0);
  expect(usualMovePercent(new Float64Array([1, 1, 1]))).toBe(0);
});
