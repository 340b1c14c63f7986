import { afterEach, describe, expect, test } from 'vitest';
import { formatMarketCap, formatVolume } from '../../../web/shared/format/compact.ts';
import { conventions, formatFixed, REGIONS } from '../../../web/shared/format/conventions.ts';
import { formatExchangeTime, formatLocalDate, formatSessionDate } from '../../../web/shared/format/dates.ts';
import { formatPrice, formatSignedPrice } from '../../../web/shared/format/money.ts';
import { formatPercent } from '../../../web/shared/format/percent.ts';

const SESSION = Date.UTC(2026, 10, 20) / 1000;
const NOW_MS = Date.UTC(2026, 10, 21);
const { dataset } = document.documentElement;

afterEach(() => {
  delete dataset['region'];
  delete dataset['clock'];
});

/** Spaces and apostrophes of any kind read the same here, and so do weekdays with a comma: they differ between engines. */
function plain(text: string): string {
  return text
    .replaceAll(/\s/g, ' ')
    .replaceAll('’', "'")
    .replace(',', text.startsWith('Fri') ? '' : ',');
}

describe.each([
  ['us', '$1,234,567.89', '-$2.50', '+1.34%', '$2.49T', 'Nov 20, 2026', 'Fri Nov 20'],
  ['uk', 'US$1,234,567.89', '-US$2.50', '+1.34%', '$2.49T', '20 Nov 2026', 'Fri 20 Nov'],
  ['de', '1.234.567,89 $', '-2,50 $', '+1,34%', '$2,49T', '20 Nov 2026', 'Fri 20 Nov'],
  ['fr', '1 234 567,89 $US', '-2,50 $US', '+1,34%', '$2,49T', '20 Nov 2026', 'Fri 20 Nov'],
  ['ch', "$ 1'234'567.89", '-$ 2.50', '+1.34%', '$2.49T', '20 Nov 2026', 'Fri 20 Nov'],
  ['in', '$12,34,567.89', '-$2.50', '+1.34%', '$2.49T', '20 Nov 2026', 'Fri 20 Nov'],
])('in the region %s', (region, price, loss, percent, cap, day, weekday) => {
  test('numbers and dates are written its way, in English', () => {
    dataset['region'] = region;
    expect(plain(formatPrice(1234567.89, 'USD'))).toBe(price);
    expect(plain(formatSignedPrice(-2.5, 'USD'))).toBe(loss);
    expect(formatPercent(1.336, { signed: true })).toBe(percent);
    expect(formatMarketCap(2_494_688_000_000, 'USD')).toBe(cap);
    expect(formatSessionDate(SESSION, 'day')).toBe(day);
    expect(plain(formatSessionDate(SESSION, 'weekday'))).toBe(weekday);
  });
});

test('pence and unknown currencies take the decimal sign of the region', () => {
  dataset['region'] = 'de';
  expect(formatPrice(123.45, 'GBp')).toBe('123,45p');
  expect(formatPrice(5, 'usdt')).toBe('5,00 usdt');
  expect(formatVolume(1500)).toBe('1,50K');
  expect(formatFixed(-1.336, 2)).toBe('-1,34');
});

test('a region that is not known is the default', () => {
  for (const region of ['', 'xx', 'toString', '__proto__']) {
    dataset['region'] = region;
    expect(conventions().numbers).toBe('en-US');
  }
  expect(REGIONS[0]).toBe('us');
});

test('the clock of the reader replaces that of the exchange, and says so', () => {
  dataset['clock'] = 'local';
  expect(formatExchangeTime('2026-11-20T20:59:00Z', 'America/New_York', NOW_MS)).toMatch(
    /^Nov \d+, \d\d:59 local time$/,
  );
  expect(formatExchangeTime('', 'America/New_York', NOW_MS)).toBe('time unknown');
});

test('an account’s date is long', () => {
  expect(formatLocalDate(Date.UTC(2026, 10, 20, 12), 'long')).toBe('November 20, 2026');
  dataset['region'] = 'uk';
  expect(formatLocalDate(Date.UTC(2026, 10, 20, 12), 'long')).toBe('20 November 2026');
});
