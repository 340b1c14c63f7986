// @vitest-environment node
import { expect, test } from 'vitest';
import { readyQuotes, watchlistExport } from '../../../web/features/watchlist/watched-listings.tsx';
import { ready, rowsOf } from '../user-data/quotes.ts';

const ITEMS = ['B', 'A', 'C'].map((ticker) => ({ ticker, name: `${ticker} plc`, group: 'Tech', alerts: [] }));
const ROWS = rowsOf(ready('A', { source: 'sample' }), { status: 'pending', requested_ticker: 'B' });

test('a listing without a quote keeps its row, in the order of the list', async () => {
  const { kind, rows } = watchlistExport(ITEMS, ROWS);
  expect(kind).toBe('estimate');
  const [head, ...listings] = await rows();
  expect(listings).toEqual([
    ['B', 'B plc', null, null, null, null, null, null, null, null, null, 'Tech'],
    ['A', 'A Inc.', 'USD', 100, 1, 'HOLD', 0.3, 0.2, '2026-11-20T20:59:00Z', 'sample', '99 100', 'Tech'],
    ['C', 'C plc', null, null, null, null, null, null, null, null, null, 'Tech'],
  ]);
  expect(head).toHaveLength(12);
});

test('only loaded rows name the list’s sources', () => {
  expect(readyQuotes(ITEMS, ROWS).map(({ ticker }) => ticker)).toEqual(['A']);
});
