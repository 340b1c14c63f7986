import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { comingFrom } from '#support/coming-sessions.ts';
import { useIntraday } from '#web/features/workbench/data/workbench-data.ts';
import type { Listing } from '#web/shared/api/listing-queries.ts';
import { parseWorkbench } from '#web/features/workbench/view/workbench-view.ts';
import { withSettings } from '#support/web/settings.ts';
import { Provider } from '#web/store.ts';
import { edit, userStore } from '#support/web/user-store.ts';
import { waitingNetwork } from '../../api/network.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const listing = (prices: 'recorded' | undefined) =>
  ({
    response: { prices },
    traded: {
      listing: { timezone: 'UTC', calendar: 'daily' },
      sessions: comingFrom(0, 'daily'),
      asOfSeconds: Infinity,
    },
  }) as unknown as Listing;

const BARS = {
  ticker: 'NVDA',
  requested_ticker: 'NVDA',
  company_name: 'NVIDIA',
  currency: 'USD',
  instrument: 'equity',
  exchange: 'NASDAQ',
  exchange_timezone: 'America/New_York',
  range: '1d',
  interval_seconds: 60,
  previous_close: 100,
  bars: { time: [], open: [], high: [], low: [], close: [], volume: [] },
  session_parts: [],
  source: 'sample',
  as_of: '2026-11-20T16:00:00Z',
  fetched_at: '2026-11-20T16:00:00Z',
  stale: false,
  delayed_minutes: 0,
};

function load(shown: Listing, traffic: 'full' | 'reduced' = 'full') {
  const client = new QueryClient();
  const store = userStore();
  edit(store, withSettings({ traffic }));
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <Provider store={store}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Provider>
  );
  return renderHook(() => useIntraday(parseWorkbench('?ticker=NVDA&range=1D'), shown), { wrapper }).result;
}

test('recorded prices request no minute bars, and the page says why', async () => {
  const asked = vi.fn<typeof fetch>(() => new Promise(() => undefined));
  vi.stubGlobal('fetch', asked);
  const recorded = load(listing('recorded'));
  expect(recorded.current.failure).toEqual({
    message: 'Recorded prices have no minute bars. Showing daily bars instead.',
    remedy: { kind: 'none' },
  });
  expect(asked).not.toHaveBeenCalled();
  const live = load(listing(undefined));
  await expect.poll(() => asked.mock.calls.length).toBe(1);
  expect(live.current.failure).toBeNull();
});

test('refetches bars once after two seconds while the server revalidates them, silently', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const network = waitingNetwork();
  const live = load(listing(undefined));
  const asked = () => network.to('/api/intraday/NVDA');
  const answer = (at: number, detail: string) =>
    asked()[at]!.answer(BARS, { headers: { 'cache-status': `candor; hit; ttl=-1; detail=${detail}` } });
  answer(0, 'revalidating');
  await expect.poll(() => live.current.own).not.toBeNull();
  expect(live.current.refresh).toBe('revalidating');
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(asked()).toHaveLength(2);
  answer(1, 'revalidating');
  await expect.poll(() => live.current.refresh).toBe('idle');
  await act(() => vi.advanceTimersByTimeAsync(50_000));
  expect(asked()).toHaveLength(2);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  answer(2, 'upstream_timeout');
  await expect.poll(() => live.current.own?.hasSourceFailed).toBe(true);
});

test('with reduced data minute bars are not refreshed', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const network = waitingNetwork();
  const live = load(listing(undefined), 'reduced');
  network.calls[0]!.answer(BARS);
  await expect.poll(() => live.current.own).not.toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(660_000));
  expect(network.calls).toHaveLength(1);
});
