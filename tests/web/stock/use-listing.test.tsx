import { forecast, sliceCandles } from '#compute';
import type { SnapshotResponse } from '#worker/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { comingFrom } from '#support/coming-sessions.ts';
import { hasForecast } from '#web/shared/api/listing-queries.ts';
import { useHeadlines, useListing } from '#web/features/stock/use-listing.ts';
import { parseView, type StockView } from '#web/features/stock/use-stock-view.ts';
import { createQueryClient } from '#web/shared/api/query-client.tsx';
import { withSettings } from '#support/web/settings.ts';
import type { Settings } from '#web/shared/user/settings.ts';
import { Provider } from '#web/store.ts';
import { edit, userStore } from '#support/web/user-store.ts';
import { waitingNetwork } from '../api/network.ts';
import { SAMPLE_NOW, sampleSnapshot } from './sample-response.ts';

beforeEach(() => void vi.setSystemTime(SAMPLE_NOW));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function setUp(search = '', settings: Partial<Settings> = {}) {
  const network = waitingNetwork();
  const client = createQueryClient();
  const store = userStore();
  edit(store, withSettings(settings));
  const wrapper = ({ children }: { children: ReactNode }) => (
    <Provider store={store}>
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    </Provider>
  );
  const usePage = (view: Pick<StockView, 'ticker' | 'horizonDays'>) => {
    const load = useListing(view);
    return { ...load, ...useHeadlines(load.data?.ticker ?? view.ticker) };
  };
  const hook = renderHook(({ view }) => usePage(view), {
    wrapper,
    initialProps: { view: parseView(search) as Pick<StockView, 'ticker' | 'horizonDays'> },
  });
  const load = () => hook.result.current;
  return {
    client,
    load,
    stock: (ticker: string) => network.to(`/api/stock/${ticker}?`),
    news: (ticker: string) => network.to(`/api/news/${ticker}?`),
    sentiment: (ticker: string) => network.to(`/api/sentiment/${ticker}`),
    searches: () => network.to('/api/search'),
    open: (to: string | Pick<StockView, 'ticker' | 'horizonDays'>) =>
      hook.rerender({ view: typeof to === 'string' ? parseView(to) : to }),
    leave: hook.unmount,
    /** The ticker on screen and its forecast's days. */
    shown: () => {
      const { data } = load();
      if (data === null) return null;
      return [data.response.ticker, hasForecast(data) ? data.analysis.forecast.points.length : null];
    },
    until: (check: () => void) => waitFor(check),
  };
}

const etag = (value: string) => ({ headers: { etag: value } });

/** The page once AAPL has fully loaded. */
async function loadedPage(
  response: SnapshotResponse = sampleSnapshot('AAPL'),
  settings: Partial<Settings> = {},
) {
  const page = setUp('', settings);
  page.stock('AAPL')[0]!.answer(response, etag('"1"'));
  page.news('AAPL')[0]!.answer({ news: [ARTICLE] });
  page.sentiment('AAPL')[0]!.answer({ score: 0.4, label: 'Bullish', headlines: [] });
  await page.until(() => expect(page.load()).toMatchObject({ news: [ARTICLE], sentiment: { score: 0.4 } }));
  return page;
}

const ARTICLE = { id: '1', datetime: 1, url: '', image: '', headline: 'H', summary: '', source: '' };

async function withClock(change: Partial<SnapshotResponse> = {}, settings: Partial<Settings> = {}) {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: Date.parse('2026-11-20T20:59:30Z') });
  return loadedPage(sampleSnapshot('AAPL', 300, change), settings);
}
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));

const listing = (symbol: string) => ({
  symbol,
  name: `${symbol} Inc.`,
  exchange: '',
  country: '',
  currency: '',
});

describe('a first load', () => {
  test('requests stock, sentiment and news at once, each once', () => {
    const { load, stock, news, sentiment } = setUp();
    expect([stock('AAPL'), sentiment('AAPL'), news('AAPL')].map(({ length }) => length)).toEqual([1, 1, 1]);
    expect(load()).toMatchObject({ isLoading: true, data: null, failure: null });
  });

  test('shows the prices without waiting for sentiment and news', async () => {
    const { load, stock, news, sentiment, until, shown } = setUp();
    stock('AAPL')[0]!.answer(sampleSnapshot('AAPL'));
    await until(() => expect(shown()).toEqual(['AAPL', 7]));
    expect(load()).toMatchObject({ isLoading: false, sentiment: 'loading', news: 'loading' });
    expect(load().loaded?.response.ticker).toBe('AAPL');
    sentiment('AAPL')[0]!.refuse(500, 'internal');
    news('AAPL')[0]!.answer({ news: [ARTICLE] });
    await until(() => expect(load()).toMatchObject({ news: [ARTICLE], sentiment: null }));
  });

  test('shows a stored copy while the response is loading, and counts only the response', async () => {
    const { load, stock, until, shown } = setUp();
    const copy = { headers: { etag: '"1"', 'x-candor-source': 'cache' } };
    stock('AAPL')[0]!.answer(sampleSnapshot('AAPL', 300, { current_price: 100 }), copy);
    await until(() => expect(shown()).toEqual(['AAPL', 7]));
    expect(load()).toMatchObject({ isLoading: true, loaded: null, failure: null, data: { isCopy: true } });
    expect(stock('AAPL')).toHaveLength(2);
    stock('AAPL')[1]!.answer(sampleSnapshot('AAPL', 300, { current_price: 101 }), etag('"2"'));
    await until(() => expect(load().data).toMatchObject({ isCopy: false, response: { current_price: 101 } }));
    await until(() => expect(load()).toMatchObject({ isLoading: false }));
    expect(load().loaded?.response.current_price).toBe(101);
  });

  test('keeps a stored copy, marked as a copy, without a network', async () => {
    const { load, stock, until, shown } = setUp();
    const copy = { headers: { etag: '"1"', 'x-candor-source': 'cache' } };
    stock('AAPL')[0]!.answer(sampleSnapshot('AAPL'), copy);
    await until(() => expect(stock('AAPL')).toHaveLength(2));
    stock('AAPL')[1]!.answer(sampleSnapshot('AAPL'), copy);
    await until(() =>
      expect(load()).toMatchObject({ isLoading: false, data: { isCopy: true }, failure: null }),
    );
    expect(shown()).toEqual(['AAPL', 7]);
    expect(stock('AAPL')).toHaveLength(2);
  });

  test('of a running session is forecast from the finished bars and the rest of the session', async () => {
    const { load, stock, until } = setUp();
    const response = sampleSnapshot('AAPL', 300, { session_left: 0.5 });
    stock('AAPL')[0]!.answer(response);
    await until(() => expect(load().data).not.toBeNull());
    const { data } = load();
    if (data === null || !hasForecast(data)) throw new Error('expected a forecast');
    expect(data.finished).toEqual(sliceCandles(data.candles, 0, -1));
    const made = forecast({
      candles: data.candles,
      quote: { price: response.current_price, sessionLeft: 0.5 },
      horizonDays: 7,
      calendar: 'daily',
    });
    expect(made).toEqual({ ok: true, value: data.analysis.forecast });
  });

  test('that fails shows the server’s message and has no data', async () => {
    const { load, stock, until } = setUp('?ticker=X');
    stock('X')[0]!.refuse(404, 'no_data');
    await until(() => expect(load().failure?.message).toBe('Refused: no_data.'));
    expect(load()).toMatchObject({ isLoading: false, data: null, loaded: null });
  });

  test.each([
    [60, 7],
    [59, null],
    [1, null],
  ])('of a history of %d sessions is shown with a forecast of %o days', async (bars, days) => {
    const { load, stock, until, shown } = setUp('?ticker=NEW');
    stock('NEW')[0]!.answer(sampleSnapshot('NEW', bars));
    await until(() => expect(shown()).toEqual(['NEW', days]));
    expect(load().data?.candles.close).toHaveLength(bars);
  });
});

describe('another listing', () => {
  test('aborts the current load, whose late response is dropped', async () => {
    const { load, stock, open, until, shown } = setUp();
    open('?ticker=MSFT');
    await until(() => expect(stock('AAPL')[0]!.signal?.aborted).toBe(true));
    stock('MSFT')[0]!.answer(sampleSnapshot('MSFT'));
    await until(() => expect(shown()).toEqual(['MSFT', 7]));
    expect(load().loaded?.response.ticker).toBe('MSFT');
  });

  test('keeps the old one on screen while it loads and if it fails, and clears the previous error', async () => {
    const { load, stock, open, until, shown } = await loadedPage();
    open('?ticker=X');
    expect(load()).toMatchObject({ isLoading: true, isCurrent: false });
    expect(shown()).toEqual(['AAPL', 7]);
    stock('X')[0]!.refuse(502, 'upstream_unavailable');
    await until(() => expect(load().failure).not.toBeNull());
    expect(load()).toMatchObject({ data: { response: { ticker: 'AAPL' } }, news: [ARTICLE] });
    open('?ticker=MSFT');
    expect(load()).toMatchObject({ isLoading: true, failure: null });
  });

  test('that fails before the old one’s news arrived leaves no card waiting', async () => {
    const { load, stock, news, open, until } = setUp();
    stock('AAPL')[0]!.answer(sampleSnapshot('AAPL'));
    await until(() => expect(load().data).not.toBeNull());
    open('?ticker=X');
    stock('X')[0]!.refuse(404, 'no_data');
    await until(() => expect(load().failure).not.toBeNull());
    news('AAPL')
      .at(-1)!
      .answer({ news: [ARTICLE] });
    await until(() =>
      expect(load()).toMatchObject({ data: { response: { ticker: 'AAPL' } }, news: [ARTICLE] }),
    );
  });

  test('seen before shows at once; the button fetches it again in the background', async () => {
    const { load, stock, open, until, shown } = await loadedPage();
    open('?ticker=MSFT');
    stock('MSFT')[0]!.answer(sampleSnapshot('MSFT'));
    await until(() => expect(shown()).toEqual(['MSFT', 7]));
    open('?ticker=AAPL');
    await until(() => expect(shown()).toEqual(['AAPL', 7]));
    expect(stock('AAPL')).toHaveLength(1);
    act(() => load().submit('AAPL'));
    expect(stock('AAPL')).toHaveLength(2);
    expect(load()).toMatchObject({ isLoading: true, isCurrent: true });
  });
});

describe('a prefetch', () => {
  test('of a listing in the server’s cache shows it at once when opened', async () => {
    const { load, stock, news, sentiment, open, until, shown } = await loadedPage();
    act(() => load().prefetch('MSFT'));
    expect(stock('MSFT')[0]!.headers.get('purpose')).toBe('prefetch');
    stock('MSFT')[0]!.answer(sampleSnapshot('MSFT'));
    await until(() => expect(load().data?.response.ticker).toBe('AAPL'));
    await new Promise((resolve) => setTimeout(resolve));
    open('?ticker=MSFT');
    await until(() => expect(shown()).toEqual(['MSFT', 7]));
    news('MSFT')[0]!.refuse(500, 'internal');
    sentiment('MSFT')[0]!.refuse(500, 'internal');
    await until(() => expect(load()).toMatchObject({ news: null, sentiment: null }));
  });

  test('of any other listing changes nothing', async () => {
    const { load, stock, open, shown } = await loadedPage();
    act(() => load().prefetch('MSFT'));
    stock('MSFT')[0]!.refuse(404, 'unknown_symbol');
    open('?ticker=MSFT');
    expect(shown()).toEqual(['AAPL', 7]);
    expect(load().isLoading).toBe(true);
  });

  test('ends when another one starts, and skips listings that were seen before', async () => {
    const { load, stock } = await loadedPage();
    act(() => load().prefetch('AAPL'));
    expect(stock('AAPL')).toHaveLength(1);
    act(() => load().prefetch('MSFT'));
    act(() => load().prefetch('TSLA'));
    expect(stock('MSFT')[0]!.signal?.aborted).toBe(true);
    expect(stock('TSLA')[0]!.signal?.aborted).toBe(false);
  });
});

describe('another horizon', () => {
  test('is computed from the loaded data, without the network', async () => {
    const { load, stock, open, until, shown } = await loadedPage();
    const { loaded } = load();
    open('?days=30');
    await until(() => expect(shown()).toEqual(['AAPL', 30]));
    expect(stock('AAPL')).toHaveLength(1);
    expect(load().loaded).toBe(loaded);
  });

  test('chosen while the data is loading is the one that is shown', async () => {
    const { stock, open, until, shown } = setUp();
    open('?days=14');
    await until(() => expect(stock('AAPL')[0]!.signal?.aborted).toBe(true));
    stock('AAPL')[1]!.answer(sampleSnapshot('AAPL'));
    await until(() => expect(shown()).toEqual(['AAPL', 14]));
  });

  test('changed twice in a row ends at the second choice', async () => {
    const { open, until, shown } = await loadedPage();
    open('?days=30');
    open('?days=1');
    await until(() => expect(shown()).toEqual(['AAPL', 1]));
  });

  test('chosen during a refresh is shown at once, then with the newer prices', async () => {
    const { stock, open, until, shown, load } = await withClock();
    await pass(61_000);
    open('?days=30');
    await until(() => expect(shown()).toEqual(['AAPL', 30]));
    stock('AAPL')[2]!.answer(sampleSnapshot('AAPL', 300, { current_price: 101 }), etag('"2"'));
    await until(() => expect(load().data?.response.current_price).toBe(101));
    expect(shown()).toEqual(['AAPL', 30]);
  });
});

describe('a refresh', () => {
  test('refreshes prices after one minute without counting as a new load', async () => {
    const { load, stock, news, until } = await withClock();
    const { loaded } = load();
    await pass(58_000);
    expect(stock('AAPL')).toHaveLength(1);
    await pass(3000);
    stock('AAPL')[1]!.answer(sampleSnapshot('AAPL', 300, { current_price: 123 }), etag('"2"'));
    await until(() => expect(load().data?.response.current_price).toBe(123));
    expect(load()).toMatchObject({ isLoading: false, news: [ARTICLE] });
    expect(news('AAPL')).toHaveLength(1);
    expect(load().loaded).toBe(loaded);
  });

  test('of a closed market runs every ten minutes', async () => {
    const sessions = comingFrom(Date.UTC(2026, 10, 20) / 1000, 'weekday', [570, 900]);
    const { stock } = await withClock({ trading_calendar: 'weekday', sessions });
    await pass(598_000);
    expect(stock('AAPL')).toHaveLength(1);
    await pass(3000);
    expect(stock('AAPL')).toHaveLength(2);
  });

  test('that fails is shown quietly and retried after half a minute', async () => {
    const { load, stock, until } = await withClock();
    await pass(61_000);
    stock('AAPL')[1]!.refuse(502, 'upstream_unavailable');
    await until(() => expect(load().refresh).toBe('failed'));
    expect(load()).toMatchObject({ failure: null, data: { response: { ticker: 'AAPL' } } });
    await pass(31_000);
    expect(stock('AAPL')).toHaveLength(3);
    stock('AAPL')[2]!.answer(sampleSnapshot('AAPL'));
    await until(() => expect(load().refresh).toBe('idle'));
  });

  test('does not run while the error banner is shown', async () => {
    const { load, stock, open, until } = await withClock();
    open('?ticker=X');
    stock('X')[0]!.refuse(404, 'no_data');
    await until(() => expect(load().failure).not.toBeNull());
    await pass(300_000);
    expect([stock('X').length, stock('AAPL').length]).toEqual([1, 1]);
  });

  test('does not run with reduced data', async () => {
    const { stock } = await withClock({}, { traffic: 'reduced' });
    await pass(300_000);
    expect(stock('AAPL')).toHaveLength(1);
  });

  test('pauses in a hidden tab and catches up when it is shown', async () => {
    const { stock, until } = await withClock();
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    await pass(300_000);
    expect(stock('AAPL')).toHaveLength(1);
    visibility.mockReturnValue('visible');
    act(() => void window.dispatchEvent(new Event('visibilitychange')));
    await until(() => expect(stock('AAPL')).toHaveLength(2));
  });
});

test('leaving the page aborts running requests', async () => {
  const { stock, leave, until } = setUp();
  leave();
  await until(() => expect(stock('AAPL')[0]!.signal?.aborted).toBe(true));
});

/** A page with an unknown ticker that has requested one search. */
async function unknown(ticker: string) {
  const page = setUp(`?ticker=${ticker}`);
  page.stock(ticker)[0]!.refuse(404, 'unknown_symbol');
  await page.until(() => expect(page.searches()).toHaveLength(1));
  return page;
}

describe('an unknown ticker', () => {
  test('is answered with similar listings', async () => {
    const { load, searches, until } = await unknown('APPL');
    searches()[0]!.answer([{ ...listing('AAPL'), name: 'Apple Inc.' }]);
    await until(() =>
      expect(load().failure?.remedy).toMatchObject({ kind: 'similar', items: [{ symbol: 'AAPL' }] }),
    );
    expect(searches().map(({ path }) => path)).toEqual(['/api/search?q=APPL&limit=5']);
  });

  test('without matches is looked up again by its first two letters', async () => {
    const { load, searches, until } = await unknown('AMXXX');
    searches()[0]!.answer([]);
    await until(() => expect(searches()).toHaveLength(2));
    expect(searches()[1]!.path).toBe('/api/search?q=AM&limit=5');
    searches()[1]!.answer([listing('AMZN')]);
    await until(() => expect(load().failure?.remedy).toMatchObject({ items: [{ symbol: 'AMZN' }] }));
  });

  test('that is a company name leads to the first result', async () => {
    const { load, searches, until } = await unknown('MICRO');
    searches()[0]!.answer([{ ...listing('MSFT'), name: 'Microsoft Corporation' }, listing('MU')]);
    await until(() => expect(load().failure?.remedy).toEqual({ kind: 'named', symbol: 'MSFT' }));
  });

  test('is an error without suggestions if the search takes too long', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const { load } = await unknown('MICRO');
    await pass(2500);
    expect(load().failure).toEqual({ message: 'Refused: unknown_symbol.', remedy: { kind: 'none' } });
  });
});

test('an existing listing takes one request and no lookup', async () => {
  const { stock, searches } = await loadedPage();
  expect([stock('AAPL').length, searches().length]).toEqual([1, 0]);
});

describe('a retry', () => {
  test('requests the same listing', async () => {
    const { load, stock, until } = setUp('?ticker=MSFT&days=14');
    stock('MSFT')[0]!.refuse(429, 'rate_limited', { 'retry-after': '60' });
    await until(() => expect(load().failure?.remedy.kind).toBe('retry'));
    act(() => load().retry());
    expect(stock('MSFT')[1]!.path).toContain('days=14');
    await until(() => expect(load().failure).toBeNull());
  });

  test('happens automatically when the network is back', async () => {
    const { load, stock, until, shown } = setUp('?ticker=MSFT');
    window.dispatchEvent(new Event('offline'));
    stock('MSFT')[0]!.drop();
    await until(() => expect(load().failure?.message).toBe('Failed to fetch data'));
    window.dispatchEvent(new Event('online'));
    await until(() => expect(stock('MSFT')).toHaveLength(2));
    stock('MSFT')[1]!.answer(sampleSnapshot('MSFT'));
    await until(() => expect(shown()).toEqual(['MSFT', 7]));
  });
});

test('sends a text that is not a ticker to the server', async () => {
  const { load, stock, searches, open, until, shown } = await loadedPage();
  act(() => load().submit('NOT A TICKER'));
  open({ ticker: 'NOT A TICKER', horizonDays: 7 });
  expect(load()).toMatchObject({ isLoading: true, failure: null });
  expect(stock('NOT%20A%20TICKER')).toHaveLength(1);
  stock('NOT%20A%20TICKER')[0]!.refuse(400, 'invalid_ticker');
  await until(() => expect(searches()).toHaveLength(1));
  searches()[0]!.answer([]);
  await until(() => expect(load().failure?.message).toBe('Refused: invalid_ticker.'));
  expect(shown()).toEqual(['AAPL', 7]);
});

test('a listing that the server answers under its own symbol loads once for both', async () => {
  const { load, stock, open, until, shown } = setUp('?ticker=BRK.B');
  stock('BRK.B')[0]!.answer(sampleSnapshot('BRK-B', 300, { requested_ticker: 'BRK.B' }), etag('"1"'));
  await until(() => expect(shown()).toEqual(['BRK-B', 7]));
  const { loaded } = load();
  expect(loaded?.response.ticker).toBe('BRK-B');
  // The page replaces the ticker in its URL.
  open('?ticker=BRK-B');
  expect(load()).toMatchObject({ isLoading: false, data: { response: { ticker: 'BRK-B' } } });
  await until(() => expect(load().isCurrent).toBe(true));
  expect(stock('BRK-B')).toEqual([]);
  // Statistics and journal count each loaded listing once.
  expect(load().loaded).toBe(loaded);
});

test('newer prices drop the analyses of older ones on other horizons', async () => {
  const { client, load, stock, open, until, shown } = await withClock();
  open('?days=30');
  await until(() => expect(shown()).toEqual(['AAPL', 30]));
  expect(client.getQueryData(['listing', 'AAPL', 7])).toBeDefined();
  await pass(61_000);
  stock('AAPL')[1]!.answer(sampleSnapshot('AAPL', 300, { current_price: 123 }), etag('"2"'));
  await until(() => expect(load().data?.response.current_price).toBe(123));
  expect(client.getQueryData(['listing', 'AAPL', 7])).toBeUndefined();
});
