import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { candlesFromRows, indicatorLines, intradayBarsInYear } from '#compute';
import { comingFrom } from '#support/coming-sessions.ts';
import { linesOf } from '#web/features/workbench/data/chart-series.ts';
import { withAdded } from '#web/features/workbench/view/changes.ts';
import { useModelVolatility } from '#web/features/workbench/data/shown-chart.ts';
import type { Listing } from '#web/shared/api/listing-queries.ts';

const DAY = 86_400;

function history(sessions: number, lastClose = 100) {
  return candlesFromRows(
    Array.from({ length: sessions }, (_, i) => {
      const close = i === sessions - 1 ? lastClose : 100 + 3 * Math.sin(i * i);
      return { time: i * DAY, open: close, high: close + 1, low: close - 1, close, volume: 1 };
    }),
  );
}

const sma = withAdded([], 'sma', 0);
const two = withAdded(sma, 'rsi', 0);

test('indicators are computed once for the same bars in any order, and separately for other bars', () => {
  const candles = history(60);
  const [mean, strength] = linesOf(candles, two);
  expect(mean).toEqual(indicatorLines(candles, 'sma', [20]));
  const again = linesOf(candles, two.toReversed());
  expect(again[0]).toBe(strength);
  expect(again[1]).toBe(mean);
  const [other] = linesOf(history(60, 120), sma);
  expect(other?.[0]?.at(-1)).toBeGreaterThan(mean?.[0]?.at(-1) ?? Infinity);
});

test('the volatility of intraday bars is annualised by their number in a year', () => {
  const candles = history(60);
  const indicators = withAdded([], 'volatility', 0);
  const listing = { timezone: 'UTC', calendar: 'daily', instrument: 'crypto' } as const;
  const hours = { listing, sessions: comingFrom(0, 'daily') };
  const yearOf = (intervalSeconds: number) =>
    linesOf(candles, indicators, intradayBarsInYear(hours, intervalSeconds))[0]?.[0]?.at(-1);
  expect(yearOf(60)).toBeCloseTo(2 * (yearOf(240) ?? Number.NaN), 10);
});

/** A listing with 400 finished sessions. */
function listingAt(fetchedAt: string, lastClose = 100): Listing {
  return {
    ticker: 'BTC-USD',
    response: {
      fetched_at: fetchedAt,
      source: 'sample',
      instrument: 'equity',
      trading_calendar: 'daily',
      sessions: comingFrom(400 * 86_400, 'daily'),
    },
    finished: history(400, lastClose),
    traded: { listing: { timezone: 'UTC', calendar: 'daily' } },
  } as unknown as Listing;
}

test("the model's volatility stays while prices are refreshed, and is new when a session is over", async () => {
  const client = new QueryClient();
  const { result, rerender } = renderHook(({ listing }) => useModelVolatility(listing), {
    wrapper: ({ children }: { readonly children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
    initialProps: { listing: listingAt('2026-11-20T15:00:00Z') },
  });
  await expect.poll(() => result.current?.length).toBe(400);
  const before = result.current;
  rerender({ listing: listingAt('2026-11-20T15:01:00Z') });
  expect(result.current).toBe(before);
  rerender({ listing: listingAt('2026-11-21T15:00:00Z', 110) });
  expect(result.current).not.toBe(before);
});
