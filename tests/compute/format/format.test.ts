import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CONVENTIONS, formatFor, readNumber, regionOf, type Region } from '#compute';

const REGIONS = Object.keys(CONVENTIONS) as Region[];

const SESSION = Date.UTC(2026, 10, 20) / 1000;

/** Unifies spaces, apostrophes and commas after weekdays, which differ between engines. */
function plain(text: string): string {
  return text
    .replaceAll(/\s/g, ' ')
    .replaceAll('’', "'")
    .replace(',', text.startsWith('Fri') ? '' : ',');
}

describe.each([
  ['us', '$1,234,567.89', '−$2.50', '+1.34%', '$2.49T', 'Nov 20, 2026', 'Fri Nov 20'],
  ['uk', 'US$1,234,567.89', '−US$2.50', '+1.34%', '$2.49T', '20 Nov 2026', 'Fri 20 Nov'],
  ['de', '1.234.567,89 $', '−2,50 $', '+1,34%', '$2,49T', '20 Nov 2026', 'Fri 20 Nov'],
  ['fr', '1 234 567,89 $US', '−2,50 $US', '+1,34%', '$2,49T', '20 Nov 2026', 'Fri 20 Nov'],
  ['ch', "$ 1'234'567.89", '−$ 2.50', '+1.34%', '$2.49T', '20 Nov 2026', 'Fri 20 Nov'],
  ['in', '$12,34,567.89', '−$2.50', '+1.34%', '$2.49T', '20 Nov 2026', 'Fri 20 Nov'],
] as const)('in the region %s', (region, price, loss, percent, cap, day, weekday) => {
  test('numbers and dates follow its conventions, in English', () => {
    const format = formatFor({ region, clock: 'exchange' });
    expect(plain(format.price(1234567.89, 'USD'))).toBe(price);
    expect(plain(format.signedPrice(-2.5, 'USD'))).toBe(loss);
    expect(format.percent(1.336, { signed: true })).toBe(percent);
    expect(format.marketCap(2_494_688_000_000, 'USD')).toBe(cap);
    expect(format.sessionDate(SESSION, 'day')).toBe(day);
    expect(plain(format.sessionDate(SESSION, 'weekday'))).toBe(weekday);
  });
});

test('pence and unknown currencies use the region’s decimal sign', () => {
  const format = formatFor({ region: 'de', clock: 'exchange' });
  expect(format.price(123.45, 'GBp')).toBe('123,45p');
  expect(format.price(5, 'usdt')).toBe('5,00 usdt');
  expect(format.volume(1500)).toBe('1,50K');
  expect(format.fixed(-1.336, 2)).toBe('−1,34');
});

test('an account’s date is long', () => {
  const format = formatFor({ region: 'us', clock: 'exchange' });
  expect(format.date(Date.UTC(2026, 10, 20, 12), null, 'long')).toBe('November 20, 2026');
  const british = formatFor({ region: 'uk', clock: 'exchange' });
  expect(british.date(Date.UTC(2026, 10, 20, 12), null, 'long')).toBe('20 November 2026');
});

const VERDICT = 'Over 12,480 settled 7-day forecasts from 2016-05-02 to 2018-05-10, the 80% range held.';

test.each([
  ['us', 'Over 12,480 settled 7-day forecasts from May 2, 2016 to May 10, 2018, the 80% range held.'],
  ['de', 'Over 12.480 settled 7-day forecasts from 2 May 2016 to 10 May 2018, the 80% range held.'],
] as const)('numbers and dates in a sentence follow the region %s', (region, shown) => {
  expect(formatFor({ region, clock: 'exchange' }).sentence(VERDICT)).toBe(shown);
});

test('a decimal keeps its digits, a percent sign follows its number directly, words with digits are unchanged', () => {
  const format = formatFor({ region: 'de', clock: 'exchange' });
  expect(format.sentence('RSI 61.20, above the midpoint of 50')).toBe('RSI 61,20, above the midpoint of 50');
  expect(format.sentence('.957')).toBe('0,957');
  expect(format.sentence('Price 1.3 % above its SMA 20')).toBe('Price 1,3% above its SMA 20');
});

test.each([
  ['us', '182.50', 182.5],
  ['us', '1,234', 1234],
  ['us', '1,234,567.5', 1_234_567.5],
  ['us', ' +2.5 ', 2.5],
  ['us', '-3', -3],
  ['us', '−3', -3],
  ['us', '.5', 0.5],
  ['us', '5.', 5],
  ['de', '1.234,5', 1234.5],
  ['de', '182,5', 182.5],
  ['fr', '1 234', 1234],
  ['fr', '1\u{202F}234,5', 1234.5],
  ['ch', "1'234.5", 1234.5],
  ['ch', '1’234.5', 1234.5],
  ['in', '12,34,567.5', 1_234_567.5],
  // Files and foreign brokers group by thousands in India too.
  ['in', '100,000', 100_000],
  ['in', '1,234,567', 1_234_567],
  // A lone separator that cannot group thousands is the decimal sign: some phone keyboards have only a comma.
  ['us', '182,5', 182.5],
  ['us', '0,500', 0.5],
  ['us', '1,2345', 1.2345],
  ['us', '64,125', 64_125],
  ['uk', '-2,5', -2.5],
  ['de', '182.50', 182.5],
  ['de', '64.125', 64_125],
  ['de', '0.125', 0.125],
  ['fr', '182.50', 182.5],
  ['ch', '182,50', 182.5],
  ['in', '1,5', 1.5],
] as const)('in the region %s %j is %d', (region, text, value) => {
  expect(readNumber(region, text)).toBe(value);
});

test.each([
  ['us', ''],
  ['us', ' '],
  ['us', '.'],
  ['us', '-'],
  ['us', '1e3'],
  ['us', '0x10'],
  ['us', 'Infinity'],
  // Another region's separators, or misplaced groups.
  ['us', '1 234'],
  ['us', '1.234,5'],
  ['us', '12,34,567'],
  ['us', '1.234.567'],
  ['us', '1.5,000'],
  ['de', '1,234.5'],
  ['de', '1.23.4'],
  ['fr', '1.234.567'],
  ['in', '12,345,67'],
] as const)('in the region %s %j is refused', (region, text) => {
  expect(readNumber(region, text)).toBeNull();
});

test.each([
  ['en-US', 'us'],
  ['en', 'us'],
  ['ja', 'us'],
  ['en-GB', 'uk'],
  ['en-AU', 'uk'],
  ['de-DE', 'de'],
  ['de-AT', 'de'],
  ['es-ES', 'de'],
  ['pt-BR', 'de'],
  ['fr-FR', 'fr'],
  ['pl', 'fr'],
  ['sv-SE', 'fr'],
  ['de-CH', 'ch'],
  ['en-IN', 'in'],
  ['hi', 'in'],
  ['', 'us'],
  ['*', 'us'],
  ['not a language', 'us'],
] as const)('a browser in %j gets the region %s', (language, region) => {
  expect(regionOf(language)).toBe(region);
});

test('whatever the app writes in a region can be parsed there', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REGIONS), fc.integer({ min: -1e12, max: 1e12 }), (region, cents) => {
      const format = formatFor({ region, clock: 'exchange' });
      const value = cents / 100;
      const printed = format.fixed(value, 2);
      expect(readNumber(region, printed)).toBe(value);
    }),
  );
});
