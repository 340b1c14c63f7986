import { err, ok, type Result, type Notice } from '#compute';
import type { QuoteEntry, QuoteReady, QuotesResponse } from '#worker/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiFailure } from '#web/shared/api/client.ts';
import { queryClientAtom } from '#web/shared/api/query-client.tsx';
import { quotesQuery } from '#web/shared/api/quotes-query.ts';
import { addAlert } from '#web/shared/user/alerts.ts';
import { withSettings } from '#support/web/settings.ts';
import { QuoteWatch, refusedTickersAtom, removedTickersAtom } from '#web/shared/alerts/quote-watch.ts';
import { alertEventsAtom } from '#web/shared/user/alert-events.ts';
import { overlayAtom } from '#web/shared/ui/overlay.ts';
import { areItemsStoredAtom } from '#web/shared/user/user-items.ts';
import {
  watchlistAtom,
  addListings,
  toggleStarAtom,
  type Alert,
  type Watchlist,
} from '#web/shared/user/watchlist.ts';
import { edit, tickers as watched, userStore } from '#support/web/user-store.ts';
import { above, item, list, ready } from './quotes.ts';

/** What the server answers, and the notices of the system. */
const edge = vi.hoisted(() => ({
  answer: (_tickers: readonly string[]): unknown => undefined,
  notify: (_notice: unknown): void => undefined,
}));
vi.mock('#web/shared/api/client.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  getJson: async (url: string) =>
    edge.answer(new URL(url, location.href).searchParams.get('tickers')?.split(',') ?? []),
}));
vi.mock('#web/shared/alerts/push.ts', () => ({
  notify: async (notice: unknown) => edge.notify(notice),
}));

const UID = 'ada';
const MINUTE_MS = 60_000;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: Date.parse('2026-11-20T21:00:00Z') });
});
const stops = new Set<() => void>();
afterEach(() => {
  for (const stop of stops) stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A watchlist whose server knows every ticker; `prices` can be changed, and `server` made to answer otherwise. */
function setUp(prices: Record<string, Partial<QuoteReady>> = {}) {
  const asked: string[] = [];
  const server = {
    due: 0,
    failure: null as ApiFailure | null,
    row: (ticker: string): QuoteEntry =>
      ready(ticker, { as_of: new Date().toISOString(), ...prices[ticker] }),
  };
  edge.answer = (tickers): Result<QuotesResponse, ApiFailure> => {
    asked.push(tickers.join(','));
    if (server.failure !== null) return err(server.failure);
    return ok({ horizon_days: 7, quotes: tickers.map(server.row), due: server.due });
  };
  const page = { visibility: 'visible' as DocumentVisibilityState };
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => page.visibility);
  const notify = vi.fn<(notice: Notice) => void>();
  edge.notify = (notice) => notify(notice as Notice);
  const store = userStore(localStorage, UID);
  const quoteWatch = new QuoteWatch(store, UID);
  const watch: QuoteWatch['watch'] = (what) => {
    const stopWatching = quoteWatch.watch(what);
    const stop = () => void (stops.delete(stop) && stopWatching());
    stops.add(stop);
    return stop;
  };
  const watchlist = {
    watch,
    refresh: () => quoteWatch.refresh(),
    add: (listings: Watchlist) => edit(store, addListings(listings)),
    addAlert: (ticker: string, alert: Alert) => edit(store, addAlert(ticker, alert, ready(ticker))),
  };
  const cache = store.get(queryClientAtom);
  const { queryKey } = quotesQuery(UID);
  return {
    watchlist,
    asked,
    notify,
    page,
    prices,
    server,
    store,
    rows: () => cache.getQueryData(queryKey)?.rows ?? new Map(),
    error: () => cache.getQueryState(queryKey)?.error ?? null,
    refused: () => [...store.get(refusedTickersAtom).keys()],
    removed: () => store.get(removedTickersAtom),
    tickers: () => watched(store),
    fired: () => store.get(alertEventsAtom),
  };
}

const failed = (ticker: string, code = 'upstream_unavailable'): QuoteEntry => ({
  status: 'failed',
  requested_ticker: ticker,
  code,
  error: 'No.',
});
const pending = (ticker: string): QuoteEntry => ({ status: 'pending', requested_ticker: ticker });
const start = async (...tickers: string[]) => {
  const set = setUp();
  set.watchlist.add(list(...tickers));
  set.watchlist.watch('list');
  await vi.advanceTimersByTimeAsync(1);
  return set;
};
const closed = (ticker: string) => ready(ticker, { market_state: 'closed' });

test('a full list takes no more', () => {
  const { store, watchlist, tickers: listed } = setUp();
  watchlist.add(Array.from({ length: 55 }, (_, i) => item(`T${i}`)));
  expect(listed()).toHaveLength(50);
  expect(store.set(toggleStarAtom, 'AAPL', '')).toEqual([]);
  store.set(toggleStarAtom, 'T0', '');
  store.set(toggleStarAtom, 'AAPL', '');
  expect([listed().includes('T0'), listed().includes('AAPL')]).toEqual([false, true]);
});

test('a removed star can be brought back, to its place and with its group and alerts', () => {
  const { store, watchlist } = setUp();
  const before = [item('A'), { ...item('B', [{ rule: above(120) }]), group: 'Tech' }, item('C')];
  watchlist.add(before);
  const full = store.get(watchlistAtom);
  store.set(toggleStarAtom, 'B', '');
  expect(store.get(watchlistAtom)).toHaveLength(2);
  const notice = store.get(overlayAtom);
  expect(notice).toMatchObject({ text: 'B removed from your watchlist.' });
  if (typeof notice === 'object' && notice !== null && 'undo' in notice) notice.undo?.();
  expect(store.get(watchlistAtom)).toEqual(full);
});

test('a list that full storage refuses keeps working, and says that it is not stored', () => {
  const { store, tickers: listed } = setUp();
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  store.set(toggleStarAtom, 'AAPL', '');
  expect([listed(), store.get(areItemsStoredAtom)]).toEqual([['AAPL'], false]);
  vi.mocked(Storage.prototype.setItem).mockRestore();
  store.set(toggleStarAtom, 'MSFT', '');
  expect([listed(), store.get(areItemsStoredAtom)]).toEqual([['AAPL', 'MSFT'], true]);
});

describe('rows', () => {
  test('are asked for while the list is on screen: at once, for what is new, and each minute', async () => {
    const { watchlist, asked } = setUp();
    watchlist.add(list('A', 'B'));
    expect(asked).toEqual([]);
    const stop = watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1);
    watchlist.add(list('C'));
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['A,B', 'A,B,C']);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toHaveLength(3);
    stop();
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(asked).toHaveLength(3);
  });

  test('that the server leaves out are fetched on schedule, not in a loop', async () => {
    const { watchlist, asked, prices } = setUp();
    watchlist.add(list('A'));
    // A row for another ticker than the one that was asked for.
    prices['A'] = { requested_ticker: 'Z' };
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(59_000);
    expect(asked).toEqual(['A']);
    await vi.advanceTimersByTimeAsync(1001);
    expect(asked).toEqual(['A', 'A']);
  });

  test('of a hidden page are fetched only for listings with alerts', async () => {
    const { watchlist, asked, page } = setUp();
    watchlist.add(list('A', 'B'));
    watchlist.addAlert('B', { rule: above(500) });
    watchlist.watch('alerts');
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.at(-1)).toBe('A,B');
    page.visibility = 'hidden';
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toEqual(['B']);
    page.visibility = 'visible';
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked.at(-1)).toBe('A,B');
  });

  test('without alerts are not fetched on other pages', async () => {
    const { watchlist, asked } = setUp();
    watchlist.add(list('A'));
    watchlist.watch('alerts');
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
    expect(asked).toEqual([]);
  });

  test('are due by the oldest: those fetched for alerts do not postpone the others', async () => {
    const { watchlist, asked } = setUp();
    watchlist.add(list('A', 'B'));
    watchlist.addAlert('B', { rule: above(500) });
    watchlist.watch('alerts');
    const leave = watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1);
    leave();
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(asked.at(-1)).toBe('B');
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.at(-1)).toBe('A,B');
  });

  test('are refreshed only for alerts with reduced data', async () => {
    const { store, watchlist, asked } = setUp();
    edit(store, withSettings({ traffic: 'reduced' }));
    watchlist.add(list('A', 'B'));
    watchlist.addAlert('B', { rule: above(500) });
    watchlist.watch('alerts');
    await vi.advanceTimersByTimeAsync(1);
    const leave = watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['B', 'A,B']);
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    document.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    expect(asked.slice(2)).toEqual(['B', 'B', 'B']);
    watchlist.add(list('C'));
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.at(-1)).toBe('B,C');
    leave();
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.at(-1)).toBe('A,B,C');
  });

  test('without a price are asked for again with reduced data, those with one are not', async () => {
    const { store, watchlist, server, asked } = setUp();
    edit(store, withSettings({ traffic: 'reduced' }));
    server.due = 1;
    server.row = (ticker) => (ticker === 'A' ? ready(ticker) : pending(ticker));
    watchlist.add(list('A', 'B'));
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1001);
    expect(asked).toEqual(['A,B', 'B']);
    server.due = 0;
    server.row = ready;
    await vi.advanceTimersByTimeAsync(1001);
    expect(asked).toEqual(['A,B', 'B', 'B']);
    server.failure = { reason: 'unreachable' };
    await watchlist.refresh();
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked.slice(3)).toEqual(['A,B']);
  });
});

describe('an answer', () => {
  test('that leaves rows due is followed by another a second later, twelve calls at most', async () => {
    const set = setUp();
    set.server.due = 1;
    set.server.row = (ticker) => (ticker === 'A' ? ready(ticker) : pending(ticker));
    set.watchlist.add(list('A', 'B'));
    set.watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(500);
    expect(set.asked).toHaveLength(1);
    expect(set.rows().get('B')?.quote.status).toBe('pending');
    await vi.advanceTimersByTimeAsync(501);
    expect(set.asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(50_000);
    expect(set.asked).toHaveLength(12);
  });

  test('without a newer price keeps the old one with its time, and says so', async () => {
    const { server, rows, prices } = await start('A');
    server.row = failed;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(rows().get('A')).toMatchObject({ quote: { current_price: 100 }, error: 'No.' });
    server.row = pending;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(rows().get('A')).toMatchObject({ quote: { current_price: 100 }, error: 'No.' });
    server.row = (ticker) => ready(ticker, prices[ticker]);
    prices['A'] = { current_price: 7 };
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(rows().get('A')).toMatchObject({ quote: { current_price: 7 }, error: null });
  });

  test.each([
    ['never had a price', true],
    ['has an old one', false],
  ])(
    'with one failed row, which %s, leads to at most seven calls an hour on closed markets',
    async (_which, atOnce) => {
      const set = setUp();
      const oneFails = (ticker: string) => (ticker === 'B' ? failed(ticker) : closed(ticker));
      set.server.row = atOnce ? oneFails : closed;
      set.watchlist.add(list('A', 'B'));
      set.watchlist.watch('list');
      await vi.advanceTimersByTimeAsync(1);
      set.server.row = oneFails;
      await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
      expect(set.asked.length).toBeGreaterThanOrEqual(6);
      expect(set.asked.length).toBeLessThanOrEqual(7);
      expect(set.rows().get('B')).toMatchObject(atOnce ? { quote: { status: 'failed' } } : { error: 'No.' });
    },
  );

  test('that fails is retried when the server allows it, by hand too, and keeps the rows', async () => {
    const { watchlist, server, asked, rows, error } = await start('A');
    server.failure = {
      reason: 'refused',
      status: 429,
      message: 'Too many requests.',
      code: 'rate_limited',
      retryAfterSeconds: 90,
    };
    await watchlist.refresh();
    expect(error()).toMatchObject({ failure: { status: 429 } });
    await vi.advanceTimersByTimeAsync(89_000);
    await watchlist.refresh();
    expect(asked).toHaveLength(2);
    server.failure = null;
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toHaveLength(3);
    expect([rows().size, error()]).toEqual([1, null]);
  });

  test('that failed without a network is fetched again when it is back', async () => {
    const { server, asked, error } = await start('A');
    server.failure = { reason: 'unreachable' };
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(error()).not.toBeNull();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(asked).toHaveLength(2);
    server.failure = null;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(1);
    expect([asked.length, error()]).toEqual([3, null]);
  });

  test('that knows no such listing removes what was typed after a second refusal, but never a listing with a name', async () => {
    const set = setUp();
    set.server.row = (ticker) => (ticker === 'A' ? ready(ticker) : failed(ticker, 'unknown_symbol'));
    set.watchlist.add([...list('A', 'HELLO'), { ticker: 'GONE', name: 'Gone Inc.', alerts: [] }]);
    set.watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1);
    expect(set.tickers()).toEqual(['A', 'HELLO', 'GONE']);
    expect(set.refused()).toEqual(['HELLO']);
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
    expect(set.tickers()).toEqual(['A', 'GONE']);
    expect([set.refused(), set.removed()]).toEqual([[], ['HELLO']]);
  });

  test('that knows a listing after all keeps it', async () => {
    const set = setUp();
    set.server.row = (ticker) => failed(ticker, 'unknown_symbol');
    set.watchlist.add(list('NEW'));
    set.watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1);
    set.server.row = (ticker) => ready(ticker);
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
    expect([set.tickers(), set.refused(), set.removed()]).toEqual([['NEW'], [], []]);
  });

  test('under another symbol renames the star, with its alerts, and joins two stars of one listing', async () => {
    const set = setUp();
    set.server.row = (ticker) => ({ ...ready(ticker), ticker: ticker.replace('.', '-') });
    set.watchlist.add(list('BRK.B', 'A', 'BF.B', 'BF-B'));
    set.watchlist.addAlert('BRK.B', { rule: above(1e9) });
    set.watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(1);
    expect(set.tickers()).toEqual(['BRK-B', 'A', 'BF-B']);
    expect(set.store.get(watchlistAtom)[0]?.alerts).toHaveLength(1);
  });
});

describe('an alert', () => {
  test('that is crossed is recorded once, and reported through the browser', async () => {
    const { watchlist, prices, fired, notify } = setUp({ A: { current_price: 90 } });
    watchlist.add(list('A'));
    watchlist.addAlert('A', { rule: above(100) });
    watchlist.watch('alerts');
    await vi.advanceTimersByTimeAsync(1);
    expect(fired()).toEqual([]);
    for (const current_price of [101, 99, 102]) {
      prices['A'] = { current_price };
      await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    }
    expect(fired().map(([key]) => key)).toEqual([expect.stringMatching(/^A price above 100.* above$/)]);
    const tag = fired()[0]![0];
    expect(notify.mock.calls).toEqual([
      [
        {
          title: 'A rose to or above $100.00',
          body: expect.stringMatching(/^\$101\.00 · /),
          tag,
          url: `/prediction?ticker=A&alert=${encodeURIComponent(tag)}`,
        },
      ],
    ]);
  });

  test('is not crossed by a split, and fires at the price that it has since', async () => {
    const { watchlist, prices, fired } = setUp({ A: { current_price: 90 } });
    watchlist.add(list('A'));
    watchlist.addAlert('A', { rule: above(100) });
    watchlist.addAlert('A', { rule: { on: 'price', direction: 'below', value: 50 } });
    watchlist.watch('alerts');
    await vi.advanceTimersByTimeAsync(1);
    const year_closes = { dates: ['2026-01-02'], prices: [12] };
    prices['A'] = { current_price: 9, year_closes };
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(fired()).toEqual([]);
    prices['A'] = { current_price: 10, year_closes };
    await vi.advanceTimersByTimeAsync(2 * MINUTE_MS);
    expect(fired()).toMatchObject([[expect.any(String), { level: 10, value: 10 }]]);
  });

  test('on simulated prices says so', async () => {
    const { watchlist, prices, notify } = setUp({ A: { source: 'sample' } });
    watchlist.add(list('A'));
    watchlist.addAlert('A', { rule: above(101) });
    watchlist.watch('alerts');
    await vi.advanceTimersByTimeAsync(1);
    prices['A'] = { source: 'sample', current_price: 102 };
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(notify.mock.calls[0]?.[0].body).toMatch(/^\$102\.00 · .*\. Simulated prices\.$/);
  });
});
