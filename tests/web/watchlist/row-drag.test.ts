import { renderHook } from '@testing-library/react';
import type { PointerEvent as ReactPointerEvent } from 'react';
import { expect, test } from 'vitest';
import { useRowDrag } from '../../../web/features/watchlist/row-drag.ts';
import { withAdded, withMoved } from '../../../web/shared/user-data/watchlist.ts';
import { list, tickersOf } from '../user-data/quotes.ts';

test('Escape puts the row back, and nothing else that has changed meanwhile', () => {
  let items = list('A', 'B', 'C');
  const move = (ticker: string, toIndex: number) => {
    items = withMoved(items, ticker, toIndex);
  };
  const tickers = () => tickersOf(items);
  const rows = document.createElement('div');
  rows.append(...items.map(() => document.createElement('div')));
  rows.setPointerCapture = () => undefined;
  const { result } = renderHook(() => useRowDrag({ move }, items, { current: rows }));
  result.current('A', {
    button: 0,
    clientY: 400,
    pointerId: 1,
    preventDefault: () => undefined,
  } as ReactPointerEvent);
  // No row is under a pointer in a document without layout, so the row goes to the end.
  rows.dispatchEvent(new MouseEvent('pointermove', { clientY: 400 }));
  expect(tickers()).toEqual(['B', 'C', 'A']);
  items = withAdded(items, list('D'));
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
  expect(tickers()).toEqual(['A', 'B', 'C', 'D']);
});
