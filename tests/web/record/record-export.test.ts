// @vitest-environment node
import { expect, test } from 'vitest';
import { recordProvenance } from '../../../web/features/record/record-export.ts';
import { emptyRecord } from './records.ts';

test.each([
  ['live', /^Public record/],
  ['sample', /simulated prices/],
  ['replay', /^Replay of recorded prices/],
] as const)('a file of the %s ledger says what it is made of', (ledger, source) => {
  const record = { ...emptyRecord, ledger, as_of: '2026-11-20T22:30:00Z' };
  expect(recordProvenance(record, null)).toMatchObject({
    subject: 'Track record',
    asOf: '2026-11-20T22:30:00Z',
    source: expect.stringMatching(source),
  });
  expect(recordProvenance(record, 'AAPL').subject).toBe('Track record AAPL');
});
