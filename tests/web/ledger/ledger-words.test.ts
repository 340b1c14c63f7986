import { expect, test } from 'vitest';
import { priceTexts, verdictText } from '#web/features/ledger/ledger-words.ts';
import { formatFor } from '#compute';
import { scores } from '../../compute/horizon-scores.ts';

const US = formatFor({ region: 'us', clock: 'exchange' });

test('a verdict uses the chosen formats', () => {
  expect(verdictText(US, 7, scores)).toBe(
    'Over 12,480 settled 7-day forecasts from Jan 2, 2025 to Nov 18, 2026, the 80% range held neither clearly more nor clearly less often than stated, and the median did neither clearly better nor clearly worse than “no change”.',
  );
});

test('the ledger’s figures follow the region', () => {
  const format = formatFor({ region: 'de', clock: 'exchange' });
  expect(format.shareTenths(-0.0001)).toBe('0,0%');
  expect(format.shareTenths(-0.012)).toBe('−1,2%');
});

test('prices of a ledger row are written in the listing’s currency', () => {
  const row = { base_close: 2815, median: 2816.2, low80: 2744.6, high80: 2890.1, outcome_close: 2850 };
  expect(priceTexts(US, { ...row, ticker: '7203.T' }, { '7203.T': 'JPY' })).toEqual({
    close: '¥2,815',
    median: '¥2,816',
    range: '¥2,745 to ¥2,890',
    outcome: '¥2,850',
  });
  expect(priceTexts(US, { ...row, ticker: '^N225' }, {}).close).toBe('2,815.00');
});
