import { cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readJournal } from '../../../web/shared/user/forecast-journal.ts';
import { useForecastJournal, type ForUser } from '../../../web/shared/user/use-forecast-journal.ts';
import { forecastOf, historyUpTo, record, storeJournal } from './journal-entries.ts';
import type { SnapshotReading } from '../../../web/shared/api/stock-api.ts';

const EMAIL = 'ada@example.com';
const forAda: ForUser = (work) => work(EMAIL);
const forNobody: ForUser = () => undefined;
const response = {
  ticker: 'AAPL',
  source: 'yahoo',
  stale: false,
  market_state: 'closed',
  exchange_timezone: 'UTC',
} as SnapshotReading;
const candles = historyUpTo('2026-03-10');
const shownFor = (horizonDays: 1 | 7) => ({
  response,
  candles,
  analysis: { forecast: forecastOf(candles, horizonDays) },
});

beforeEach(() => {
  localStorage.clear();
  vi.setSystemTime('2026-03-10T12:00:00Z');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('notes each horizon that is shown, and settles earlier forecasts from the history', async () => {
  const due = record({ outcome: null, anchor_date: '2026-03-04', target_date: '2026-03-06' });
  storeJournal(localStorage, EMAIL, [due]);
  const { rerender } = renderHook(({ shown }) => useForecastJournal(forAda, shown), {
    initialProps: { shown: shownFor(7) },
  });
  rerender({ shown: shownFor(1) });
  rerender({ shown: shownFor(7) });
  const noted = () => readJournal(EMAIL).map(({ horizon_days: days, outcome }) => [days, outcome?.date]);
  await vi.waitFor(() =>
    expect(noted()).toEqual([
      [1, '2026-03-06'],
      [7, undefined],
      [1, undefined],
    ]),
  );
});

it('notes nothing for a guest, or where no forecast is shown', async () => {
  renderHook(() => useForecastJournal(forNobody, shownFor(7)));
  renderHook(() => useForecastJournal(forAda, null));
  // The record's code has arrived by then.
  await import('../../../web/shared/user/forecast-journal.ts');
  expect(localStorage).toHaveLength(0);
});
