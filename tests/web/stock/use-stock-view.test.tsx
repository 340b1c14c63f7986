import { cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { withSettings } from '#web/shared/user/change-settings.ts';
import { edit, inStore, userStore } from '#support/web/user-store.ts';
import { parseView, useShortcuts, viewUrl } from '#web/features/stock/use-stock-view.ts';

afterEach(cleanup);

function setUp(shortcuts: 'on' | 'off' = 'on') {
  const focusSearch = vi.fn<() => void>();
  const setRange = vi.fn<(range: string) => void>();
  const store = userStore();
  edit(store, withSettings({ shortcuts }));
  renderHook(() => useShortcuts({ focusSearch, setRange }), { wrapper: inStore(store) });
  fireEvent.keyDown(document.body, { key: '/' });
  fireEvent.keyDown(document.body, { key: '6' });
  return { focusSearch, setRange };
}

test('/ focuses the search field, and a digit chooses a range', () => {
  const { focusSearch, setRange } = setUp();
  expect(focusSearch).toHaveBeenCalledOnce();
  expect(setRange.mock.calls).toEqual([['ALL']]);
});

test('neither does anything if single-key shortcuts are off', () => {
  const { focusSearch, setRange } = setUp('off');
  expect(focusSearch).not.toHaveBeenCalled();
  expect(setRange).not.toHaveBeenCalled();
});

test('without a query the view is AAPL, 7 days, 1M', () => {
  expect(parseView('')).toEqual({ ticker: 'AAPL', horizonDays: 7, range: '1M' });
});

test('a query is read', () => {
  expect(parseView('?ticker=nvda&days=14&range=6M')).toEqual({
    ticker: 'NVDA',
    horizonDays: 14,
    range: '6M',
  });
});

test.each([
  ['?ticker=<script>&days=14&range=6M', { ticker: 'AAPL', horizonDays: 14, range: '6M' }],
  ['?ticker=NVDA&days=8&range=6M', { ticker: 'NVDA', horizonDays: 7, range: '6M' }],
  ['?ticker=NVDA&days=14&range=5Y', { ticker: 'NVDA', horizonDays: 14, range: '1M' }],
])('%s: each invalid part falls back on its own', (search, view) => {
  expect(parseView(search)).toEqual(view);
});

test.each(['?ticker=%5EGSPC&days=1&range=ALL', '?ticker=EURUSD%3DX&days=30&range=1W'])(
  'the URL of a view reads back as the view: %s',
  (search) => {
    const view = parseView(search);
    const url = new URL(viewUrl(view), 'http://localhost');
    expect(url.pathname).toBe('/prediction');
    expect(parseView(url.search)).toEqual(view);
  },
);
