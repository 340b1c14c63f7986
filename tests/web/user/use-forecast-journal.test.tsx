import { cleanup, renderHook } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { journalAtom } from '#web/shared/user/forecast-journal.ts';
import type { ForecastListing } from '#web/shared/api/listing-queries.ts';
import { useVisitRecords } from '#web/features/stock/visit-records.ts';
import { edit, inStore, memoryStorage, userStore } from '#support/web/user-store.ts';
import { forecastOf, historyUpTo, record, replaceJournal } from './journal-entries.ts';
import { sampleData } from '../stock/sample-response.ts';

const sample = await sampleData('AAPL', 7);
const response = { ...sample.response, source: 'yahoo', exchange_timezone: 'UTC' } as const;
const candles = historyUpTo('2026-03-10');
const shownFor = (horizonDays: 1 | 7): ForecastListing => ({
  ...sample,
  response,
  candles,
  analysis: { ...sample.analysis, forecast: forecastOf(candles, horizonDays) },
});

function useVisit(data: ForecastListing | null): void {
  const [loaded] = useState({ submission: 0, requested: 'AAPL', response });
  useVisitRecords({ data, loaded });
}

beforeEach(() => {
  vi.setSystemTime('2026-03-10T12:00:00Z');
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

it('notes each horizon that is shown, and settles earlier forecasts from the history', async () => {
  const due = record({ outcome: null, anchor_date: '2026-03-04', target_date: '2026-03-06' });
  const store = userStore();
  edit(store, replaceJournal([due]));
  const { rerender } = renderHook(({ shown }) => useVisit(shown), {
    wrapper: inStore(store),
    initialProps: { shown: shownFor(7) },
  });
  rerender({ shown: shownFor(1) });
  rerender({ shown: shownFor(7) });
  const noted = () => store.get(journalAtom).map(({ horizon_days: days, outcome }) => [days, outcome?.date]);
  await vi.waitFor(() =>
    expect(noted()).toEqual([
      [1, '2026-03-06'],
      [7, undefined],
      [1, undefined],
    ]),
  );
});

it('notes nothing for a guest, or where no forecast is shown', async () => {
  const storage = memoryStorage();
  renderHook(() => useVisit(shownFor(7)), { wrapper: inStore(userStore(storage, null)) });
  renderHook(() => useVisit(null), { wrapper: inStore(userStore(storage)) });
  // The journal's code has arrived by then.
  await import('#web/shared/user/forecast-journal.ts');
  expect(storage).toHaveLength(0);
});
