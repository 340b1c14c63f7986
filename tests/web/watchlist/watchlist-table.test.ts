import { renderHook } from '@testing-library/react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { expect, test } from 'vitest';
import { ready, rowsOf } from '../user-data/quotes.ts';
import {
  withAdded,
  withMoved,
  type WatchlistItem,
  type WatchlistItems,
} from '../../../web/shared/user-data/watchlist.ts';
import {
  edgeScrollPx,
  nextSort,
  SORT_COLUMNS,
  sortedRows,
  useRowDrag,
  type Sort,
} from '../../../web/features/watchlist/watchlist-table.tsx';

const ITEMS = ['M', 'X', 'A', 'B'].map((ticker) => ({ ticker, name: '', alerts: [] }));
const ROWS = rowsOf(
  ready('M', {
    current_price: 5,
    day_change_percent: -1,
    ai_signal: 'BUY',
    probability_buy: 0.2,
    probability_sell: 0.4,
  }),
  ready('A', { current_price: 50, day_change_percent: 3, ai_signal: 'STRONG SELL' }),
  ready('B', {
    current_price: 7,
    day_change_percent: null,
    ai_signal: null,
    probability_buy: null,
    probability_sell: null,
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
  ['chanceUp', 'ascending', ['M', 'A', 'X', 'B']],
  ['chanceDown', 'descending', ['M', 'A', 'X', 'B']],
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

test.each([
  ['in the middle the page rests', 400, 0],
  ['just inside the upper zone it begins', 110, -4],
  ['under the header it is as fast as it gets', 20, -14],
  ['at the lower end it scrolls down', 800, 14],
  ['beyond the window no faster', 2000, 14],
])('%s', (_, pointerY, byPx) => {
  expect(edgeScrollPx(pointerY, 64, 800)).toBe(byPx);
});

function watched(ticker: string): WatchlistItem {
  return { ticker, name: '', alerts: [] };
}

test('Escape puts the row back, and nothing else that has changed meanwhile', () => {
  let items: WatchlistItems = ['A', 'B', 'C'].map(watched);
  const move = (ticker: string, toIndex: number) => {
    items = withMoved(items, ticker, toIndex);
  };
  const tickers = () => items.map(({ ticker }) => ticker);
  const list = document.createElement('div');
  list.append(...items.map(() => document.createElement('div')));
  list.setPointerCapture = () => undefined;
  const { result } = renderHook(() => useRowDrag({ move }, items, { current: list }));
  result.current('A', {
    button: 0,
    clientY: 400,
    pointerId: 1,
    preventDefault: () => undefined,
  } as ReactPointerEvent);
  // No row is under a pointer in a document without layout, so the row goes to the end.
  list.dispatchEvent(new MouseEvent('pointermove', { clientY: 400 }));
  expect(tickers()).toEqual(['B', 'C', 'A']);
  items = withAdded(items, [watched('D')]);
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(tickers()).toEqual(['A', 'B', 'C', 'D']);
});
