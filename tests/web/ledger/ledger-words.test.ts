import { expect, test } from 'vitest';
import { priceText, verdictText } from '../../../web/features/ledger/ledger-words.ts';
import { formatFor } from '../../../web/shared/format/format.ts';
import { scores } from '../../compute/horizon-scores.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

test('a verdict that the intervals leave open says so, with what it rests on', () => {
  expect(verdictText(US, scores)).toBe(
    'Over 12,480 settled 7-day forecasts from Jan 2, 2025 to Nov 18, 2026, the 80% range held neither clearly more nor clearly less often than promised, and the median did neither clearly better nor clearly worse than assuming no change.',
  );
});

test('a clear verdict is stated', () => {
  const coverage80 = { value: 0.7, low: 0.66, high: 0.74 };
  const skill = { value: 0.03, low: 0.01, high: 0.05 };
  expect(verdictText(US, { ...scores, coverage80, skill })).toMatch(
    /, the 80% range held less often than promised, and the median did better than assuming no change\.$/,
  );
});

test('too few blocks give no verdict', () => {
  const coverage80 = { value: 1, low: null, high: null };
  expect(verdictText(US, { ...scores, n: 4, coverage80 })).toBe(
    '4 settled 7-day forecasts from Jan 2, 2025 to Nov 18, 2026 are too few to judge by: that takes 4 separate stretches of 59 days.',
  );
});

test('figures of the ledger follow the region too', () => {
  const format = formatFor({ region: 'de', clock: 'exchange' });
  expect(priceText(format, 1234.5)).toBe('1.234,50');
  expect(priceText(format, 0.12345)).toBe('0,1235');
  expect(format.shareTenths(-0.0001)).toBe('0,0%');
  expect(format.shareTenths(-0.012)).toBe('−1,2%');
});
