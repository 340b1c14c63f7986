import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { candlesFromRows, indicatorLines } from '#compute';
import { withAdded } from '../../../../web/features/workbench/chart/chosen-indicators.ts';
import {
  createIndicatorApi,
  type IndicatorRequest,
} from '../../../../web/features/workbench/indicator-api.ts';
import {
  useIndicatorLines,
  useModelVolatility,
} from '../../../../web/features/workbench/chart/use-indicator-lines.ts';
import type { Listing } from '../../../../web/features/workbench/use-workbench-data.ts';

const DAY = 86_400;

function history(sessions: number, lastClose = 100) {
  return candlesFromRows(
    Array.from({ length: sessions }, (_, i) => {
      const close = i === sessions - 1 ? lastClose : 100 + 3 * Math.sin(i * i);
      return { time: i * DAY, open: close, high: close + 1, low: close - 1, close, volume: 1 };
    }),
  );
}

function withQueries() {
  const client = new QueryClient();
  return ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
}

const sma = withAdded([], 'sma');
const two = withAdded(sma, 'rsi');
const view = (candles: ReturnType<typeof history>, indicators: typeof sma) => ({ candles, indicators });

function renderLines(first: ReturnType<typeof view>) {
  return renderHook(({ candles, indicators }) => useIndicatorLines(candles, indicators, null), {
    wrapper: withQueries(),
    initialProps: first,
  });
}

/** A worker whose answers come when the test says so. */
class LateWorker extends EventTarget {
  static readonly asked: { readonly finish: () => void }[] = [];
  postMessage({ id, argumentList }: { id: string; argumentList: readonly { value: IndicatorRequest }[] }) {
    const finish = () => {
      const value = argumentList.map(({ value: request }) => createIndicatorApi().linesOf(request))[0];
      this.dispatchEvent(new MessageEvent('message', { data: { id, type: 'RAW', value } }));
    };
    LateWorker.asked.push({ finish });
  }
  terminate() {
    return undefined;
  }
}

test('an answer that comes late is not drawn over what was asked for since', async () => {
  vi.stubGlobal('Worker', LateWorker);
  const [old, latest] = [history(60, 50), history(60, 150)];
  const { asked } = LateWorker;
  const { result, rerender, unmount } = renderLines(view(old, sma));
  await expect.poll(() => asked.length).toBe(1);
  rerender(view(latest, sma));
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.finish();
  await expect.poll(() => result.current?.[0]).toEqual(indicatorLines(latest, 'sma', [20]));
  asked[0]?.finish();
  await new Promise((resolve) => setTimeout(resolve));
  expect(result.current?.[0]).toEqual(indicatorLines(latest, 'sma', [20]));
  unmount();
  vi.unstubAllGlobals();
});

test('a workbench that is left before the answer asks again when it is back', async () => {
  vi.stubGlobal('Worker', LateWorker);
  const candles = history(60);
  const wrapper = withQueries();
  const { asked } = LateWorker;
  asked.length = 0;
  const useLines = () => useIndicatorLines(candles, sma, null);
  const left = renderHook(useLines, { wrapper });
  await expect.poll(() => asked.length).toBe(1);
  left.unmount();
  const { result, unmount } = renderHook(useLines, { wrapper });
  await expect.poll(() => asked.length).toBe(2);
  asked[1]?.finish();
  await expect.poll(() => result.current?.[0]).toEqual(indicatorLines(candles, 'sma', [20]));
  unmount();
  vi.unstubAllGlobals();
});

test('a browser that refuses a worker computes on the page', async () => {
  const refuse = vi.fn<() => void>(() => {
    throw new Error('Refused by a policy.');
  });
  vi.stubGlobal('Worker', refuse);
  const candles = history(60);
  const { result, unmount } = renderLines(view(candles, sma));
  await expect.poll(() => result.current?.[0]).toEqual(indicatorLines(candles, 'sma', [20]));
  expect(refuse).toHaveBeenCalledTimes(1);
  unmount();
  vi.unstubAllGlobals();
});

// From here on on the page.

/** A listing with 400 sessions that are over, as an answer of some minute has it. */
function listingAt(fetchedAt: string, lastClose = 100): Listing {
  return {
    ticker: 'BTC-USD',
    response: { fetched_at: fetchedAt, source: 'sample' },
    finished: history(400, lastClose),
    traded: { listing: { timezone: 'UTC', calendar: 'daily' } },
  } as unknown as Listing;
}

test("the model's volatility stays while prices are refreshed, and is new when a session is over", async () => {
  const { result, rerender } = renderHook(({ listing }) => useModelVolatility(listing, true), {
    wrapper: withQueries(),
    initialProps: { listing: listingAt('2026-11-20T15:00:00Z') },
  });
  await expect.poll(() => result.current?.length).toBe(400);
  const before = result.current;
  rerender({ listing: listingAt('2026-11-20T15:01:00Z') });
  expect(result.current).toBe(before);
  rerender({ listing: listingAt('2026-11-21T15:00:00Z', 110) });
  expect(result.current).not.toBe(before);
});

test('what is known of the same bars is there at once, in any order; other bars are computed', async () => {
  const candles = history(60);
  const { result, rerender } = renderLines(view(candles, two));
  expect(result.current).toBeNull();
  await expect.poll(() => result.current?.length).toBe(2);
  expect(result.current?.[0]).toEqual(indicatorLines(candles, 'sma', [20]));
  const [mean, strength] = result.current ?? [];
  rerender(view(candles, two.toReversed()));
  expect(result.current).toEqual([strength, mean]);
  rerender(view(candles, sma));
  expect(result.current?.[0]).toBe(mean);
  rerender(view(history(60, 120), sma));
  expect(result.current).toBeNull();
  await expect.poll(() => result.current?.[0]?.[0]?.at(-1)).toBeGreaterThan(mean?.[0]?.at(-1) ?? Infinity);
});
