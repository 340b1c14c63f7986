import { expect, test } from 'vitest';
import { verdictText } from '#web/features/ledger/ledger-words.ts';
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
