import { expect, test } from 'vitest';
import {
  nextSort,
  SORT_COLUMNS,
  sortedRows,
  type Sort,
} from '../../../web/features/watchlist/watchlist-table.tsx';
import { ready, rowsOf } from './quotes.ts';

const ITEMS = ['M', 'X', 'A', 'B'].map((ticker) => ({ ticker, name: '', alerts: [] }));
const ROWS = rowsOf(
  ready('M', { current_price: 5, day_change_percent: -1, ai_signal: 'BUY', probability_buy: 0.2 }),
  ready('A', { current_price: 50, day_change_percent: 3, ai_signal: 'STRONG SELL' }),
  ready('B', {
    current_price: 7,
    day_change_percent: null,
    ai_signal: null,
    probability_buy: null,
    as_of: '2026-11-20T21:30:00Z',
  }),
);

const order = (sort: Sort) => sortedRows(ITEMS, ROWS, sort).map(({ item }) => item.ticker);

test('without a sort the rows are in the order of the list', () => {
  expect(order(null)).toEqual(['M', 'X', 'A', 'B']);
});

test.each([
  ['ticker', 'ascending', ['A', 'B', 'M', 'X']],
  ['ticker', 'descending', ['X', 'M', 'B', 'A']],
  ['price', 'descending', ['A', 'B', 'M', 'X']],
  ['change', 'descending', ['A', 'M', 'X', 'B']],
  ['change', 'ascending', ['M', 'A', 'X', 'B']],
  ['signal', 'descending', ['M', 'A', 'X', 'B']],
  ['probability', 'ascending', ['M', 'A', 'X', 'B']],
  ['age', 'ascending', ['B', 'M', 'A', 'X']],
] as const)('by %s, %s; what lacks the value stands last in both directions', (key, direction, expected) => {
  expect(order({ key, direction })).toEqual(expected);
});

test.each(SORT_COLUMNS)(
  'presses on $label go through its directions and back to the own order',
  ({ key, first }) => {
    const once = nextSort(null, key);
    const twice = nextSort(once, key);
    expect(once).toEqual({ key, direction: first });
    expect(twice?.direction).not.toBe(first);
    expect(nextSort(twice, key)).toBeNull();
    const other = key === 'price' ? 'age' : 'price';
    expect(nextSort(once, other)?.key).toBe(other);
  },
);
