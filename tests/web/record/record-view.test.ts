import { expect, test } from 'vitest';
import { parseRecordView, printRecordView } from '../../../web/features/record/record-view.ts';

test('an address without a query shows the whole record at the default horizon', () => {
  expect(parseRecordView('')).toEqual({ ledger: null, ticker: null, horizonDays: 7 });
});

test('what is wrong falls back', () => {
  expect(parseRecordView('?ledger=live&ticker=%3Cb%3E&days=8')).toEqual({
    ledger: null,
    ticker: null,
    horizonDays: 7,
  });
});

test('a view survives its address, and defaults are left out', () => {
  for (const search of ['', '?ledger=replay', '?ticker=BTC-USD', '?ledger=replay&ticker=SPY&days=30']) {
    expect(printRecordView(parseRecordView(search))).toBe(search);
  }
  expect(printRecordView(parseRecordView('?ticker=spy&days=7'))).toBe('?ticker=SPY');
});
