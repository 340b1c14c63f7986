import * as fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { conventions, REGIONS } from '../../../web/shared/format/conventions.ts';
import { parseDecimal } from '../../../web/shared/format/parse-decimal.ts';

const { dataset } = document.documentElement;

afterEach(() => {
  delete dataset['region'];
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
])('in the region %s %j is %d', (region, text, value) => {
  dataset['region'] = region;
  expect(parseDecimal(text)).toBe(value);
});

test.each([
  ['us', ''],
  ['us', ' '],
  ['us', '.'],
  ['us', '-'],
  ['us', '1e3'],
  ['us', '0x10'],
  ['us', 'Infinity'],
  // The signs of another region, or thousands that are none.
  ['us', '182,5'],
  ['us', '0,500'],
  ['us', '1,2345'],
  ['us', '1 234'],
  ['us', '1.234,5'],
  ['us', '12,34,567'],
  ['us', '1.234.567'],
  ['us', '1.5,000'],
  ['de', '182.50'],
  ['de', '1,234.5'],
  ['fr', '182.50'],
  ['in', '1,234,567'],
])('in the region %s %j is refused', (region, text) => {
  dataset['region'] = region;
  expect(parseDecimal(text)).toBeNull();
});

test('whatever the app prints in a region reads back there', () => {
  fc.assert(
    fc.property(fc.constantFrom(...REGIONS), fc.integer({ min: -1e12, max: 1e12 }), (region, cents) => {
      dataset['region'] = region;
      const value = cents / 100;
      const printed = value.toLocaleString(conventions().numbers, { maximumFractionDigits: 2 });
      expect(parseDecimal(printed)).toBe(value);
    }),
  );
});
