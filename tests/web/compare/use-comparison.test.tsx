import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { useMemo, type ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { parseCompareView } from '#web/features/compare/compare-view.ts';
import { useComparison, type ComparisonLoad } from '#web/features/compare/use-comparison.ts';
import { createQueryClient } from '#web/shared/api/query-client.tsx';
import { answeringNetwork } from '../api/network.ts';
import { listing } from '../search/listing.ts';
import { SAMPLE_NOW, sampleSnapshot } from '../stock/sample-response.ts';

beforeEach(() => void vi.setSystemTime(SAMPLE_NOW));
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  vi.unstubAllGlobals();
});

const VISA = listing('V', 'Visa Inc.');

/** The server knows every ticker except `NOSUCH` and `VISA`; `bars` sets how many bars each has, 400 by default. */
function setUp(query: string, bars: Record<string, number> = {}) {
  const paths = answeringNetwork((path) => {
    const ticker = /^\/api\/stock\/(\w+)/.exec(path)?.[1] ?? '';
    if (path.startsWith('/api/search?q=VISA')) return [VISA];
    if (ticker === 'GOOG') return { ...sampleSnapshot('GOOGL', 400), requested_ticker: 'GOOG' };
    return ticker === 'NOSUCH' || ticker === 'VISA' ? null : sampleSnapshot(ticker, bars[ticker] ?? 400);
  });
  const client = createQueryClient();
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const seen: ComparisonLoad[] = [];
  const { result, rerender, unmount } = renderHook(
    ({ search }) => {
      const load = useComparison(useMemo(() => parseCompareView(`?${search}`), [search]));
      seen.push(load);
      return load;
    },
    { wrapper, initialProps: { search: query } },
  );
  const compared = () => {
    const { compared: outcome } = result.current;
    if (outcome === null) throw new Error('There is nothing to show.');
    return outcome;
  };
  return {
    compared,
    leave: unmount,
    load: () => result.current,
    seen,
    asked: () => paths.map((path) => path.split(/[/?]/)[3]),
    open: (search: string) => rerender({ search }),
    tickers: () => compared().members.map(({ ticker }) => ticker),
    lastDays: () =>
      compared().members.map((data) =>
        'forecast' in data.analysis ? data.analysis.forecast.points.length : null,
      ),
    until: (check: () => void) => waitFor(check),
  };
}

describe('a view', () => {
  test('loads every listing and the benchmark, and compares them once all have loaded', async () => {
    const { load, asked, compared, tickers, until } = setUp('tickers=A,B&range=1M');
    expect(load()).toMatchObject({ isLoading: true, compared: null });
    await until(() => expect(tickers()).toEqual(['A', 'B', 'SPY']));
    expect(asked()).toEqual(['A', 'B', 'SPY']);
    const { members, comparison } = compared();
    expect(comparison.rebased.map((index) => index[0])).toEqual([100, 100, 100]);
    expect(members[0]?.analysis).toHaveProperty('trackRecord');
  });

  test('counts as loading until compared, so that it never seems to have no prices', async () => {
    const { seen, tickers, until } = setUp('tickers=A,B&range=1M');
    await until(() => expect(tickers()).toEqual(['A', 'B', 'SPY']));
    expect(seen.filter(({ isLoading, compared }) => !isLoading && compared === null)).toEqual([]);
  });

  test('whose listing the server answers under its own symbol is to use that, which takes no other request', async () => {
    const { load, asked, open, tickers, until } = setUp('tickers=GOOG,B&benchmark=none');
    await until(() => expect(load().nameMatch).toEqual({ text: 'GOOG', symbol: 'GOOGL', isSpelling: true }));
    open('tickers=GOOGL,B&benchmark=none');
    await until(() => expect(tickers()).toEqual(['GOOGL', 'B']));
    expect(asked()).toEqual(['GOOG', 'B']);
  });

  test('on another range compares again without fetching', async () => {
    const { asked, compared, open, until } = setUp('tickers=A&range=1M');
    await until(() => expect(compared().view.range).toBe('1M'));
    const month = compared().comparison.time.length;
    open('tickers=A&range=1Y');
    await until(() => expect(compared().view.range).toBe('1Y'));
    expect(compared().comparison.time.length).toBeGreaterThan(month);
    expect(asked()).toEqual(['A', 'SPY']);
  });

  test('on another horizon forecasts again from the same histories', async () => {
    const { asked, compared, lastDays, open, until } = setUp('tickers=A,Y', { Y: 40 });
    await until(() => expect(lastDays()).toEqual([7, null, 7]));
    open('tickers=A,Y&horizon=30');
    await until(() => expect(lastDays()).toEqual([30, null, 30]));
    expect(compared().members[0]?.analysis).toMatchObject({ trackRecord: { horizonDays: 30 } });
    expect(asked()).toEqual(['A', 'Y', 'SPY']);
  });

  test('is dropped if another view follows at once', async () => {
    const { compared, lastDays, open, until } = setUp('tickers=A');
    await until(() => expect(lastDays()).toEqual([7, 7]));
    open('tickers=A&horizon=30');
    open('tickers=A&horizon=1');
    await until(() => expect(lastDays()).toEqual([1, 1]));
    expect(compared().view.horizonDays).toBe(1);
  });

  test('with one more listing fetches only that, and keeps the old lines until it has loaded', async () => {
    const { asked, load, tickers, open, until } = setUp('tickers=A');
    await until(() => expect(tickers()).toEqual(['A', 'SPY']));
    open('tickers=A,B');
    expect(load().isLoading).toBe(true);
    expect(tickers()).toEqual(['A', 'SPY']);
    await until(() => expect(tickers()).toEqual(['A', 'B', 'SPY']));
    expect(asked()).toEqual(['A', 'SPY', 'B']);
  });

  test('leaves out a listing that does not exist and says why', async () => {
    const { load, tickers, until } = setUp('tickers=A,NOSUCH');
    await until(() => expect(tickers()).toEqual(['A', 'SPY']));
    expect([...load().errors]).toEqual([['NOSUCH', 'No listing was found.']]);
  });

  test('resolves a company name to a listing that is still loading, without an error', async () => {
    const { load, until } = setUp('tickers=A,VISA');
    await until(() => expect(load().nameMatch).toEqual({ text: 'VISA', symbol: 'V' }));
    expect([load().errors.size, load().isLoading]).toEqual([0, true]);
  });

  test('keeps a young listing without a forecast, and marks it as the reason for a shorter range', async () => {
    const { compared, tickers, until } = setUp('tickers=A,Y&range=1Y', { Y: 40 });
    await until(() => expect(tickers()).toEqual(['A', 'Y', 'SPY']));
    const { members, comparison } = compared();
    expect(members[1]?.analysis).not.toHaveProperty('forecast');
    expect(comparison.isLate).toEqual([false, true, false]);
    expect(comparison.time).toHaveLength(40);
  });

  test('without any prices shows nothing', async () => {
    const { load, until } = setUp('tickers=NOSUCH&benchmark=none');
    await until(() => expect(load().errors.size).toBe(1));
    expect(load()).toMatchObject({ isLoading: false, compared: null });
  });

  test('fails for listings that share fewer than two days', async () => {
    const { load, until } = setUp('tickers=A,Y', { Y: 1 });
    await until(() => expect(load().error?.message).toBe('no_shared_days'));
  });
});

test('a listing that failed offline is fetched again once back online', async () => {
  const { load, open, tickers, until } = setUp('tickers=A&benchmark=none');
  await until(() => expect(tickers()).toEqual(['A']));
  const answer = vi.mocked(fetch).getMockImplementation();
  vi.mocked(fetch).mockImplementation(() => Promise.reject(new TypeError('Failed to fetch')));
  window.dispatchEvent(new Event('offline'));
  open('tickers=&benchmark=none');
  open('tickers=B&benchmark=none');
  await until(() => expect([...load().errors]).toEqual([['B', 'Failed to fetch data']]));
  if (answer) vi.mocked(fetch).mockImplementation(answer);
  window.dispatchEvent(new Event('online'));
  await until(() => expect(tickers()).toEqual(['B']));
});
