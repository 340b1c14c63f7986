// @vitest-environment node
import { expect, test } from 'vitest';
import { COLUMNS, commonTimeMs, watchlistExport } from '#web/features/watchlist/watchlist-rows.ts';
import { watchedListings } from '#web/shared/alerts/watched-quotes.tsx';
import { nextSort, sortedBy, type Sort } from '#web/shared/ui/sort.ts';
import { list, ready, rowsOf, tickersOf } from '../user/quotes.ts';

const ITEMS = list('M', 'X', 'A', 'B');
const ROWS = rowsOf(
  ready('M', {
    current_price: 5,
    day_change_percent: -1,
    move_rarity: { sessions: 1000, as_large: 100 },
    ai_signal: 'BUY',
    probability_buy: 0.2,
    probability_sell: 0.4,
  }),
  ready('A', {
    current_price: 50,
    day_change_percent: 3,
    ai_signal: 'STRONG SELL',
    move_rarity: { sessions: 60, as_large: 1 },
  }),
  ready('B', {
    current_price: 7,
    day_change_percent: null,
    move_rarity: null,
    ai_signal: null,
    probability_buy: null,
    probability_sell: null,
    as_of: '2026-11-20T20:30:00Z',
  }),
);

const order = (sort: Sort) => tickersOf(sortedBy(watchedListings(ITEMS, ROWS), COLUMNS, sort));

test('without a sort, rows are in the list’s order', () => {
  expect(order(null)).toEqual(['M', 'X', 'A', 'B']);
});

test.each([
  ['ticker', 'ascending', ['A', 'B', 'M', 'X']],
  ['ticker', 'descending', ['X', 'M', 'B', 'A']],
  ['price', 'descending', ['A', 'B', 'M', 'X']],
  ['change', 'descending', ['A', 'M', 'X', 'B']],
  ['change', 'ascending', ['M', 'A', 'X', 'B']],
  ['rarity', 'ascending', ['A', 'M', 'X', 'B']],
  ['signal', 'descending', ['M', 'A', 'X', 'B']],
  ['chanceUp', 'ascending', ['M', 'A', 'X', 'B']],
  ['chanceDown', 'descending', ['M', 'A', 'X', 'B']],
] as const)(
  'sorts by %s, %s; rows without the value come last in both directions',
  (key, direction, expected) => {
    expect(order({ key, direction })).toEqual(expected);
  },
);

test.each(COLUMNS.filter(({ value }) => value !== undefined))(
  'presses on $label go through its directions and back to the own order',
  (column) => {
    const { key, first = 'descending' } = column;
    const once = nextSort(null, column);
    const twice = nextSort(once, column);
    expect(once).toEqual({ key, direction: first });
    expect(twice?.direction).not.toBe(first);
    expect(nextSort(twice, column)).toBeNull();
    const other = COLUMNS[key === 'price' ? 0 : 1];
    expect(nextSort(once, other!)?.key).toBe(other!.key);
  },
);

test('the list’s time is that of most of its prices, the newest of them', () => {
  const at = (ticker: string, asOf: string) => ready(ticker, { as_of: asOf });
  const quotes = [
    at('A', '2026-11-20T20:05:00Z'),
    at('B', '2026-11-20T20:10:00Z'),
    at('C', '2026-11-21T01:00:00Z'),
  ];
  expect(commonTimeMs(quotes)).toBe(Date.parse('2026-11-20T20:10:00Z'));
});

const LISTED = ['B', 'A', 'C'].map((ticker) => ({
  ticker,
  name: `${ticker} plc`,
  group: 'Tech',
  alerts: [],
}));
const LISTED_ROWS = rowsOf(ready('A', { source: 'sample' }), { status: 'pending', requested_ticker: 'B' });

test('a listing without a quote keeps its row, in the list’s order', async () => {
  const { kind, rows } = watchlistExport(watchedListings(LISTED, LISTED_ROWS));
  expect(kind).toBe('estimate');
  const [head, ...listings] = await rows();
  expect(listings).toEqual([
    ['B', 'B plc', ...Array.from({ length: 11 }, () => null), 'Tech'],
    [
      'A',
      'A Inc.',
      'USD',
      { prices: [100], quoted: expect.objectContaining({ ticker: 'A' }) },
      1,
      0.48,
      'HOLD',
      'HOLD',
      0.3,
      0.2,
      '2026-11-20T20:59:00Z',
      'sample',
      { prices: [99, 100], quoted: expect.anything() },
      'Tech',
    ],
    ['C', 'C plc', ...Array.from({ length: 11 }, () => null), 'Tech'],
  ]);
  expect(head).toHaveLength(14);
});
