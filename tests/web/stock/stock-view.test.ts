// @vitest-environment node
import { expect, test } from 'vitest';
import { parseView, viewUrl } from '../../../web/features/stock/stock-view.ts';

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
])('%s: each bad part falls back on its own', (search, view) => {
  expect(parseView(search)).toEqual(view);
});

test.each(['?ticker=%5EGSPC&days=1&range=ALL', '?ticker=EURUSD%3DX&days=30&range=1W'])(
  'the address of a view gives the view back: %s',
  (search) => {
    const view = parseView(search);
    const url = new URL(viewUrl(view), 'http://localhost');
    expect(url.pathname).toBe('/prediction');
    expect(parseView(url.search)).toEqual(view);
  },
);
