// @vitest-environment node
import { expect, test } from 'vitest';
import { ledgerProvenance } from '../../../web/features/ledger/ledger-export.ts';
import { emptySummary } from './empty-summary.ts';

test.each([
  ['live', /^Public record/],
  ['sample', /simulated prices/],
  ['replay', /^Replay of recorded prices/],
] as const)('a file of the %s ledger says what it is made of', (ledger, source) => {
  const record = { ...emptySummary, ledger, as_of: '2026-11-20T22:30:00Z' };
  expect(ledgerProvenance(record, null)).toMatchObject({
    subject: 'Track record',
    asOf: '2026-11-20T22:30:00Z',
    source: expect.stringMatching(source),
  });
  expect(ledgerProvenance(record, 'AAPL').subject).toBe('Track record AAPL');
});
