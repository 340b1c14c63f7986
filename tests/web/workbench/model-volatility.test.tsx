import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { candlesFromRows } from '#compute';
import { useModelVolatility, type Listing } from '../../../web/features/workbench/use-workbench-data.ts';

const DAY = 86_400;

/** A listing with 400 sessions that are over, as an answer of some minute has it. */
function listingAt(fetchedAt: string, lastClose = 100): Listing {
  const rows = Array.from({ length: 400 }, (_, i) => {
    const close = i === 399 ? lastClose : 100 + 3 * Math.sin(i * i);
    return { time: i * DAY, open: close, high: close + 1, low: close - 1, close, volume: 1 };
  });
  return {
    ticker: 'BTC-USD',
    response: { fetched_at: fetchedAt, source: 'sample' },
    finished: candlesFromRows(rows),
    traded: { listing: { timezone: 'UTC', calendar: 'daily' } },
  } as unknown as Listing;
}

test("the model's volatility stays while prices are refreshed, and is new when a session is over", async () => {
  const client = new QueryClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const { result, rerender } = renderHook(({ listing }) => useModelVolatility(listing, true), {
    wrapper,
    initialProps: { listing: listingAt('2026-11-20T15:00:00Z') },
  });
  await expect.poll(() => result.current?.length).toBe(400);
  const before = result.current;
  rerender({ listing: listingAt('2026-11-20T15:01:00Z') });
  expect(result.current).toBe(before);
  rerender({ listing: listingAt('2026-11-21T15:00:00Z', 110) });
  expect(result.current).not.toBe(before);
});
