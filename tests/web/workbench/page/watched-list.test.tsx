import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { DrawnChart } from '#web/features/workbench/data/chart-series.ts';
import { WatchedList } from '#web/features/workbench/page/workbench-page.tsx';
import { QueryProvider } from '#web/shared/api/query-client.tsx';
import { edit, replaceWatchlist } from '#support/web/user-store.ts';
import { adasTab, openProvider, renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';
import { ready } from '../../user/quotes.ts';

// uPlot reads the pixel ratio when it loads, and jsdom has no media queries.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => new EventTarget()));

const { provider } = setUpPages();

beforeEach(async () => {
  await (await openProvider()).signOut();
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, window.location.href);
    if (url.pathname !== '/api/quotes') return provider().fetch(input, init);
    const tickers = url.searchParams.get('tickers')?.split(',') ?? [];
    return Response.json({ horizon_days: 7, quotes: tickers.map((ticker) => ready(ticker)), due: 0 });
  };
});

it('names the price of the listing on screen as the chart does, outside regular trading', async () => {
  edit(adasTab(), replaceWatchlist([{ ticker: 'KO', name: '', alerts: [] }]));
  const extendedAt = () => ({ part: 'post', close: 99 });
  const intraday = { response: ready('KO'), extendedAt };
  const candles = { time: Float64Array.of(0), close: Float64Array.of(101) };
  const shown = { listing: { ticker: 'KO' }, series: { candles, intraday } } as unknown as DrawnChart;
  await renderSignedIn(
    <QueryProvider>
      <WatchedList shown={shown} />
    </QueryProvider>,
  );
  expect(await screen.findByText('$99.00 close · $101.00 after hours')).toBeDefined();
});

it('shows the watchlist with prices, and a press shows another listing in the same view', async () => {
  const items = ['KO', 'MC'].map((ticker) => ({ ticker, name: '', alerts: [] }));
  edit(adasTab(), replaceWatchlist(items));
  window.history.replaceState(null, '', '/workbench?ticker=KO&range=1Y&with=MC_NVDA');
  await renderSignedIn(
    <QueryProvider>
      <WatchedList shown={null} />
    </QueryProvider>,
  );
  const link = await screen.findByRole('link', { name: /^MC.*\d.*%/ });
  expect(screen.getByRole('link', { current: true }).textContent).toMatch(/^KO/);
  fireEvent.click(link);
  expect(window.location.search).toBe('?ticker=MC&range=1Y&with=NVDA');
  expect(screen.getByRole('link', { current: true }).textContent).toMatch(/^MC/);
});
