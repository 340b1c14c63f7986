import { ok } from '#compute';
import type { QuoteReady } from '#worker/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { fetchQuotes } from '../../../web/shared/api/quotes-api.ts';
import { createStore } from '../../../web/shared/state/store.ts';
import { createWatchlist } from '../../../web/shared/watchlist/watchlist.ts';
import { watchlistKey, writeWatchlist } from '../../../web/shared/watchlist/watchlist-storage.ts';
import { ready } from './quotes.ts';

const OWNER = 'ada@example.com';
const MINUTE_MS = 60_000;

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: Date.parse('2026-11-20T21:00:00Z') });
});
afterEach(() => vi.useRealTimers());

/** A watchlist whose server knows every ticker; `prices` can be changed. */
function setUp(prices: Record<string, Partial<QuoteReady>> = {}) {
  const store = createStore();
  const asked: string[] = [];
  const fetchRows: typeof fetchQuotes = async (tickers) => {
    asked.push(tickers.join(','));
    return ok({ horizon_days: 7, quotes: tickers.map((ticker) => ready(ticker, prices[ticker])), due: 0 });
  };
  const page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  const world = { isReduced: false };
  const notify = vi.fn<(title: string, body: string, tag: string) => void>();
  const watchlist = createWatchlist({
    store,
    storage: localStorage,
    owner: OWNER,
    fetchQuotes: fetchRows,
    nowMs: Date.now,
    isReducedData: () => world.isReduced,
    notify,
    window,
    document: page as unknown as Document,
  });
  return {
    watchlist,
    asked,
    notify,
    page,
    world,
    prices,
    tickers: () => store.get(watchlist.itemsAtom).map(({ ticker }) => ticker),
    notices: () => store.get(watchlist.noticesAtom),
    isKept: () => store.get(watchlist.isKeptAtom),
  };
}

const add = (ticker: string) => [{ ticker, name: '', alerts: [] }];
const above = (value: number) => ({ on: 'price', direction: 'above', value }) as const;

describe('the list', () => {
  test('survives the page, and follows what another tab does', () => {
    const { watchlist } = setUp();
    watchlist.toggle('AAPL', 'Apple Inc.');
    watchlist.add(add('MSFT'));
    const again = setUp();
    expect(again.tickers()).toEqual(['AAPL', 'MSFT']);
    writeWatchlist(localStorage, OWNER, add('NVDA'));
    const key = watchlistKey(OWNER);
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: localStorage.getItem(key) }));
    expect(again.tickers()).toEqual(['NVDA']);
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'light' }));
    expect(again.tickers()).toEqual(['NVDA']);
    window.dispatchEvent(new StorageEvent('storage', { key: null, newValue: null }));
    expect(again.tickers()).toEqual([]);
    again.watchlist.close();
    window.dispatchEvent(new StorageEvent('storage', { key, newValue: '["AMD"]' }));
    expect(again.tickers()).toEqual([]);
  });

  test('toggles, and goes back to an earlier state', () => {
    const { watchlist, tickers } = setUp();
    watchlist.add([...add('A'), ...add('B')]);
    watchlist.toggle('A', '');
    expect(tickers()).toEqual(['B']);
    watchlist.restore([...add('A'), ...add('B')]);
    expect(tickers()).toEqual(['A', 'B']);
  });

  test('a full one takes no more', () => {
    const { watchlist, tickers } = setUp();
    expect(watchlist.add(Array.from({ length: 55 }, (_, i) => add(`T${i}`)).flat())).toBe(50);
    expect(watchlist.toggle('AAPL', '')).toBe(false);
    expect(tickers()).not.toContain('AAPL');
    expect(watchlist.toggle('T0', '')).toBe(true);
    expect(watchlist.toggle('AAPL', '')).toBe(true);
    expect(tickers()).toContain('AAPL');
  });

  test('works on when storage refuses, and says that it is not kept', () => {
    const { watchlist, tickers, isKept } = setUp();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    watchlist.toggle('AAPL', '');
    expect([tickers(), isKept()]).toEqual([['AAPL'], false]);
    watchlist.toggle('MSFT', '');
    expect(isKept()).toBe(true);
  });
});

describe('rows', () => {
  test('are asked for while the list is on screen: at once, for what is new, and each minute', async () => {
    const { watchlist, asked } = setUp();
    watchlist.add([...add('A'), ...add('B')]);
    expect(asked).toEqual([]);
    const stop = watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(0);
    watchlist.add(add('C'));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['A,B', 'A,B,C']);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toHaveLength(3);
    stop();
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(asked).toHaveLength(3);
  });

  test('that a server does not answer are asked for by the clock, not in a circle', async () => {
    const { watchlist, asked, prices } = setUp();
    watchlist.add(add('A'));
    // A row for another ticker than the one that was asked for.
    prices['A'] = { requested_ticker: 'Z' };
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(29_000);
    expect(asked).toEqual(['A']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked).toEqual(['A', 'A']);
  });

  test('of a hidden page are asked for only where an alert waits for them', async () => {
    const { watchlist, asked, page } = setUp();
    watchlist.add([...add('A'), ...add('B')]);
    watchlist.addAlert('B', above(500));
    watchlist.watch('alerts');
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toBe('A,B');
    page.visibilityState = 'hidden';
    asked.length = 0;
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked).toEqual(['B']);
    page.visibilityState = 'visible';
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(asked.at(-1)).toBe('A,B');
  });

  test('are not asked for on other pages without an alert', async () => {
    const { watchlist, asked } = setUp();
    watchlist.add(add('A'));
    watchlist.watch('alerts');
    await vi.advanceTimersByTimeAsync(20 * MINUTE_MS);
    expect(asked).toEqual([]);
  });

  test('are due by the oldest: what alerts ask for does not make the others newer', async () => {
    const { watchlist, asked } = setUp();
    watchlist.add([...add('A'), ...add('B')]);
    watchlist.addAlert('B', above(500));
    watchlist.watch('alerts');
    const leave = watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(0);
    leave();
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS);
    expect(asked.at(-1)).toBe('B');
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toBe('A,B');
  });

  test('are not refreshed by themselves with reduced data, but for alerts', async () => {
    const { watchlist, asked, page, world } = setUp();
    world.isReduced = true;
    watchlist.add([...add('A'), ...add('B')]);
    watchlist.addAlert('B', above(500));
    watchlist.watch('alerts');
    await vi.advanceTimersByTimeAsync(0);
    const leave = watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['B', 'A,B']);
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    page.dispatchEvent(new Event('visibilitychange'));
    window.dispatchEvent(new Event('online'));
    expect(asked.slice(2)).toEqual(['B', 'B', 'B']);
    watchlist.add(add('C'));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toBe('B,C');
    leave();
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.at(-1)).toBe('A,B,C');
  });
});

describe('an alert', () => {
  test('that comes true is told once, on the page and through the browser', async () => {
    const { watchlist, prices, notices, notify } = setUp({ A: { current_price: 90 } });
    watchlist.add(add('A'));
    watchlist.addAlert('A', above(100));
    watchlist.watch('alerts');
    await vi.advanceTimersByTimeAsync(0);
    expect(notices()).toEqual([]);
    prices['A'] = { current_price: 101 };
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(notices()).toMatchObject([{ ticker: 'A', text: 'price is at or above $100.00. Now $101.00.' }]);
    expect(notify.mock.calls).toEqual([
      ['A: price is at or above $100.00', 'Now $101.00.', 'A price above 100'],
    ]);
    watchlist.dismiss(notices()[0]!.id);
    await vi.advanceTimersByTimeAsync(3 * MINUTE_MS);
    expect(notices()).toEqual([]);
  });

  test('on simulated prices says so', async () => {
    const { watchlist, notices } = setUp({ A: { source: 'sample' } });
    watchlist.add(add('A'));
    watchlist.addAlert('A', above(1));
    watchlist.watch('alerts');
    await vi.advanceTimersByTimeAsync(0);
    expect(notices()[0]?.text).toBe('price is at or above $1.00. Now $100.00. Simulated prices.');
  });

  test('is checked against a known price as soon as it is set', async () => {
    const { watchlist, notices, asked } = setUp();
    watchlist.add(add('A'));
    watchlist.watch('list');
    await vi.advanceTimersByTimeAsync(0);
    asked.length = 0;
    watchlist.addAlert('A', above(50));
    expect(notices()).toHaveLength(1);
    watchlist.removeAlert('A', above(50));
    watchlist.addAlert('A', above(50));
    expect(notices()).toHaveLength(1);
    expect(asked).toEqual([]);
  });
});
