import { afterEach, expect, test } from 'vitest';
import { formatShareTenths } from '../../../web/shared/format/percent.ts';
import { readableSentence } from '../../../web/shared/format/readable-sentence.ts';
import { priceText } from '../../../web/features/record/record-words.ts';

const VERDICT = 'Over 12,480 settled 7-day forecasts from 2016-05-02 to 2018-05-10, the 80% range held.';

afterEach(() => {
  delete document.documentElement.dataset['region'];
});

test.each([
  ['us', 'Over 12,480 settled 7-day forecasts from May 2, 2016 to May 10, 2018, the 80% range held.'],
  ['de', 'Over 12.480 settled 7-day forecasts from 2 May 2016 to 10 May 2018, the 80% range held.'],
])('numbers and dates of a sentence are written by the region %s', (region, shown) => {
  document.documentElement.dataset['region'] = region;
  expect(readableSentence(VERDICT)).toBe(shown);
});

test('a decimal keeps its digits, a percent sign stands at its number, words with digits stay as they are', () => {
  document.documentElement.dataset['region'] = 'de';
  expect(readableSentence('RSI 61.20, above the midpoint of 50')).toBe('RSI 61,20, above the midpoint of 50');
  expect(readableSentence('.957')).toBe('0,957');
  expect(readableSentence('Price 1.3 % above its SMA 20')).toBe('Price 1,3% above its SMA 20');
});

test('figures of the record follow the region too', () => {
  document.documentElement.dataset['region'] = 'de';
  expect(priceText(1234.5)).toBe('1.234,50');
  expect(priceText(0.12345)).toBe('0,1235');
  expect(formatShareTenths(-0.0001)).toBe('0,0%');
  expect(formatShareTenths(-0.012)).toBe('-1,2%');
});
