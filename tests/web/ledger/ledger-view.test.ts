import { expect, test } from 'vitest';
import { parseLedgerView, formatLedgerView } from '../../../web/features/ledger/ledger-view.ts';

test('an address without a query shows the whole record at the default horizon', () => {
  expect(parseLedgerView('')).toEqual({ ledger: null, ticker: null, horizonDays: 7 });
});

test('what is wrong falls back', () => {
  expect(parseLedgerView('?ledger=live&ticker=%3Cb%3E&days=8')).toEqual({
    ledger: null,
    ticker: null,
    horizonDays: 7,
  });
});

test('a view survives its address, and defaults are left out', () => {
  for (const search of ['', '?ledger=replay', '?ticker=BTC-USD', '?ledger=replay&ticker=SPY&days=30']) {
    expect(formatLedgerView(parseLedgerView(search))).toBe(search);
  }
  expect(formatLedgerView(parseLedgerView('?ticker=spy&days=7'))).toBe('?ticker=SPY');
});
