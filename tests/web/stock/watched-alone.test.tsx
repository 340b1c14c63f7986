/** A page on the real Worker without other visitors: its cache keeps a price exactly as long as the page waits for the next one. */
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { createRef } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createApp } from '#worker/app.ts';
import { Freshness } from '#web/features/stock/load-state.tsx';
import { useListing } from '#web/features/stock/use-listing.ts';
import { parseView } from '#web/features/stock/use-stock-view.ts';
import type { ShownWorkbench } from '#web/features/workbench/data/shown-chart.ts';
import { useDailyListings } from '#web/features/workbench/data/workbench-data.ts';
import { WorkbenchHead } from '#web/features/workbench/page/workbench-head.tsx';
import { parseWorkbench } from '#web/features/workbench/view/workbench-view.ts';
import type { Snapshot } from '#web/shared/api/snapshot.ts';
import { createQueryClient } from '#web/shared/api/query-client.tsx';
import { Provider } from '#web/store.ts';
import { edit, userStore } from '#support/web/user-store.ts';
import { withSettings } from '#support/web/settings.ts';
import { chartBody, down, json, risingRows } from '#support/worker/yahoo-upstream.ts';

/** Real time, not fake time. */
const later = globalThis.setTimeout;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A Tuesday in New York. */
const NOON = Date.parse('2026-11-17T17:00:00Z');
const BEFORE_OPENING = Date.parse('2026-11-17T14:25:00Z');
const CLOSE = Date.parse('2026-11-17T21:00:00Z');
const NIGHT = NOON + 12 * HOUR_MS;

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => undefined));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function StockStrip() {
  const { data, isLoading, refresh } = useListing(parseView(''));
  return <Freshness data={data} isLoading={isLoading} refresh={refresh} />;
}

function Workbench() {
  const view = parseWorkbench('');
  const { listing, refresh } = useDailyListings(view);
  const { ticker } = view;
  const shown = { ticker, chart: null, listing, minutes: null, refresh } as unknown as ShownWorkbench;
  return <WorkbenchHead shown={shown} root={createRef()} figure={createRef()} />;
}

/** Opens a page at an instant; the server cached an entry `cachedBeforeMs` earlier, unless that is 0. */
async function watch(
  startMs: number,
  { Page = StockStrip, cachedBeforeMs = 0, traffic = 'full' as 'full' | 'reduced' } = {},
) {
  vi.useFakeTimers({ now: startMs - cachedBeforeMs });
  const bindings = { MARKET_DATA: 'live', YAHOO_BASE_URL: 'https://yahoo.test' };
  const app = createApp({ now: () => Date.now(), random: () => 0 });
  const vendor = {
    chart: () => json(chartBody(risingRows(), { regularMarketTime: Math.min(Date.now(), CLOSE) / 1000 })),
  };
  const page = { vendor, asked: 0, said: [] as string[], pass, fetchedAtMs };
  const running = new Set<Promise<unknown>>();
  const waitUntil = (background: Promise<unknown>) => {
    running.add(background);
    void background.finally(() => running.delete(background));
  };
  const work = { waitUntil, passThroughOnException: () => undefined, props: {} };
  const fetched = async (input: string) => {
    const url = new URL(input, 'https://candor.test');
    if (url.pathname.includes('/v8/finance/chart/')) return vendor.chart();
    if (url.host !== 'candor.test') return json({ timeseries: { result: [], error: null } });
    if (url.pathname.startsWith('/api/stock/')) page.asked += 1;
    return app.fetch(new Request(url), bindings, work);
  };
  vi.stubGlobal('fetch', fetched);
  if (cachedBeforeMs > 0) {
    await fetched('/api/stock/AAPL?view=columns&v=2');
    await vi.advanceTimersByTimeAsync(cachedBeforeMs);
    page.asked = 0;
  }
  const client = createQueryClient();
  const store = userStore();
  edit(store, withSettings({ traffic }));
  render(
    <Provider store={store}>
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>
    </Provider>,
  );
  return page;

  /** When the server fetched the data on screen. */
  function fetchedAtMs(): number {
    return Date.parse(client.getQueryData<Snapshot>(['listing', 'AAPL', 7])?.response.fetched_at ?? '');
  }

  /** Waits for requests and the server work that they start, since hashing takes real time. */
  async function settled(): Promise<void> {
    while (client.isFetching() > 0 || running.size > 0) await new Promise((resolve) => later(resolve));
  }

  /** Lets time pass and records the strip's text each second if it has changed. */
  async function pass(ms: number) {
    for (let left = ms; left > 0; left -= 1000) {
      await act(() => vi.advanceTimersByTimeAsync(999));
      await act(settled);
      await act(() => vi.advanceTimersByTimeAsync(1));
      const text = screen.queryAllByRole('status').at(-1)?.textContent ?? '';
      if (text !== (page.said.at(-1) ?? '')) page.said.push(text);
    }
  }
}

test.each([
  ['an open market', NOON, StockStrip],
  ['an open market, on the workbench,', NOON, Workbench],
  ['a closed market', NIGHT, StockStrip],
  ['a market that opens meanwhile', BEFORE_OPENING, StockStrip],
])('of %s never calls its prices stale within ten minutes', async (_market, startMs, Page) => {
  const page = await watch(startMs, { Page });
  await page.pass(10 * MINUTE_MS);
  expect(page.said).toEqual([]);
  expect(Date.now() - page.fetchedAtMs()).toBeLessThan(startMs === NIGHT ? 11 * MINUTE_MS : 65_000);
});

test('gets the server’s newer prices two seconds after an old entry, with one more request', async () => {
  const page = await watch(NOON, { cachedBeforeMs: HOUR_MS });
  await page.pass(3000);
  expect(page.said).toEqual([]);
  expect(page.fetchedAtMs()).toBeGreaterThanOrEqual(NOON);
  expect(page.asked).toBe(2);
});

test.each([
  ['the stock page', StockStrip, 'Stale: prices from Nov 17, 12:00 New York; the source isn’t responding'],
  ['the workbench', Workbench, 'Stale: prices from Nov 17, 12:00 New York'],
])('%s says so while the source is failing, and stops once it is back', async (_page, Page, text) => {
  const page = await watch(NOON, { Page });
  await page.pass(30_000);
  const { chart } = page.vendor;
  page.vendor.chart = down;
  await page.pass(2 * MINUTE_MS);
  expect(page.said).toEqual([text]);
  page.vendor.chart = chart;
  // The server pauses before it calls a failed source again.
  await page.pass(5 * MINUTE_MS);
  expect(page.said.slice(1)).toEqual(['']);
});

test('with reduced data it says that automatic refresh is off', async () => {
  const page = await watch(NOON, { traffic: 'reduced' });
  await page.pass(3 * MINUTE_MS);
  expect(page.said).toEqual([
    'Stale: prices from Nov 17, 12:00 New York. Automatic refresh is off (Data use: Reduced).',
  ]);
  expect(page.asked).toBe(1);
});
