// @vitest-environment node
import { expect, test } from 'vitest';
import { jointProvenance } from '../../../web/shared/export/provenance.ts';

test('a file of several listings names every source once and the time of the oldest', () => {
  expect(
    jointProvenance('Watchlist', [
      { source: 'yahoo', as_of: '2026-11-20T20:59:00Z' },
      { source: 'twelvedata', as_of: '2026-11-19T20:59:00Z' },
      { source: 'yahoo', as_of: '2026-11-20T21:00:00Z' },
    ]),
  ).toEqual({ subject: 'Watchlist', source: 'Yahoo, Twelve Data', asOf: '2026-11-19T20:59:00Z' });
});

test('simulated prices are called so', () => {
  expect(jointProvenance('A', [{ source: 'sample', as_of: '2026-11-20T20:59:00Z' }]).source).toBe(
    'Sample market: simulated prices',
  );
});
