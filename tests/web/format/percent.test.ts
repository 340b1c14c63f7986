import { expect, test } from 'vitest';
import { formatPercent, formatShare } from '../../../web/shared/format/percent.ts';

test.each([
  [1.336, '+1.34%'],
  [-1.336, '-1.34%'],
  [0, '+0.00%'],
])('formatPercent(%d, signed) is %s', (value, text) => {
  expect(formatPercent(value, { signed: true })).toBe(text);
});

test('formatPercent without signed shows only the minus', () => {
  expect(formatPercent(2)).toBe('2.00%');
  expect(formatPercent(-2)).toBe('-2.00%');
});

test('formatPercent of what is not a finite number is N/A', () => {
  expect(formatPercent(Number.NaN)).toBe('N/A');
});

test.each([
  [0, '0%'],
  [0.0049, '<1%'],
  [0.005, '1%'],
  [0.184, '18%'],
  [0.9949, '99%'],
  [0.995, '>99%'],
  [1, '100%'],
])('formatShare(%d) is %s: never a certainty that is none', (share, text) => {
  expect(formatShare(share)).toBe(text);
});
