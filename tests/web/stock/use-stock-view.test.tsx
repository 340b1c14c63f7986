import { act, cleanup, fireEvent, renderHook } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { followAddress } from '#web/shared/browser/browser-state.ts';
import { withSettings } from '#support/web/settings.ts';
import { edit, inStore, userStore } from '#support/web/user-store.ts';
import {
  parseView,
  showViewAtom,
  type StockView,
  useShortcuts,
  useStockView,
  viewQuery,
} from '#web/features/stock/use-stock-view.ts';

afterEach(cleanup);

async function setUp(shortcuts: 'on' | 'off' = 'on') {
  history.replaceState(null, '', '/prediction');
  const search = document.createElement('input');
  document.body.append(search);
  const store = userStore();
  edit(store, withSettings({ shortcuts }));
  renderHook(() => useShortcuts({ current: search }), { wrapper: inStore(store) });
  fireEvent.keyDown(document.body, { key: '/' });
  const isFocused = document.activeElement === search;
  search.remove();
  fireEvent.keyDown(document.body, { key: '6' });
  await painted();
  return { isFocused, range: parseView(location.search).range };
}

test('/ focuses the search field, and a digit chooses a range', async () => {
  expect(await setUp()).toEqual({ isFocused: true, range: 'ALL' });
});

test('neither does anything if single-key shortcuts are off', async () => {
  expect(await setUp('off')).toEqual({ isFocused: false, range: '1M' });
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
  ['?ticker=&days=14&range=6M', { ticker: 'AAPL', horizonDays: 14, range: '6M' }],
  ['?ticker=NVDA&days=8&range=6M', { ticker: 'NVDA', horizonDays: 7, range: '6M' }],
  ['?ticker=NVDA&days=14&range=5Y', { ticker: 'NVDA', horizonDays: 14, range: '1M' }],
])('%s: each invalid part falls back on its own', (search, view) => {
  expect(parseView(search)).toEqual(view);
});

test.each(['?ticker=%5EGSPC&days=1&range=ALL', '?ticker=EURUSD%3DX&days=30&range=1W'])(
  'the query of a view reads back as the view: %s',
  (search) => {
    const view = parseView(search);
    expect(parseView(viewQuery(view))).toEqual(view);
  },
);

/** After a frame and a task. */
const painted = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

/** The view of a URL, and what changes made of view and URL. */
async function choose(search: string, ...changes: [change: Partial<StockView>, isStep?: boolean][]) {
  history.replaceState(null, '', `/prediction${search}`);
  const steps = history.length;
  const store = userStore();
  const stop = followAddress(store);
  const { result } = renderHook(useStockView, { wrapper: inStore(store) });
  for (const change of changes) act(() => store.set(showViewAtom, ...change));
  const shown = result.current;
  await act(painted);
  expect(result.current).toEqual(shown);
  stop();
  return { view: shown, search: location.search, added: history.length - steps };
}

test('a chosen view is in the URL, in a history entry of its own unless it replaces a spelling', async () => {
  const chosen = await choose('?ticker=AAPL', [{ ticker: 'MSFT' }]);
  expect(chosen).toMatchObject({ search: '?ticker=MSFT&days=7&range=1M', added: 1 });
  const replaced = await choose('?ticker=BRK.B', [{ ticker: 'BRK-B' }, false]);
  expect(replaced).toMatchObject({ search: '?ticker=BRK-B&days=7&range=1M', added: 0 });
});

test('choosing what is chosen adds no history entry', async () => {
  expect(await choose('?ticker=AAPL', [{ ticker: 'AAPL' }])).toMatchObject({
    search: '?ticker=AAPL',
    added: 0,
  });
});

test('a name or other text in the URL stays in the view until its listing replaces it', async () => {
  expect(await choose('?ticker=%20%3Cb%3E')).toMatchObject({ view: { ticker: '<B>' } });
  const replaced = await choose('?ticker=coca+cola', [{ ticker: 'KO' }, false]);
  expect(replaced).toMatchObject({ search: '?ticker=KO&days=7&range=1M', added: 0 });
  const typed = await choose('?ticker=AAPL', [{ ticker: 'COCA COLA' }], [{ ticker: 'KO' }, false]);
  expect(typed).toMatchObject({ view: { ticker: 'KO' }, search: '?ticker=KO&days=7&range=1M', added: 1 });
});

test('a choice does not reach the URL of a page that is opened before its paint', async () => {
  history.replaceState(null, '', '/prediction');
  const store = userStore();
  store.set(showViewAtom, { range: 'ALL' });
  history.pushState(null, '', '/about');
  await painted();
  expect(location.pathname + location.search).toBe('/about');
});
