// @vitest-environment node
import { err, ok } from '#compute';
import { describe, expect, test, vi } from 'vitest';
import { createCompareState } from '../../../web/features/compare/compare-state.ts';
import { parseCompareView } from '../../../web/features/compare/compare-url.ts';
import type { fetchStock } from '../../../web/shared/api/stock-api.ts';
import { createComputeClient } from '../../../web/shared/offthread/compute-client.ts';
import { createStore } from '../../../web/shared/state/store.ts';
import { sampleResponse } from '../stock/sample-response.ts';

const view = (query: string) => parseCompareView(`?${query}`);

/** A page whose server knows every ticker but `NOSUCH`; `bars` says how many each has. */
function setUp(bars: Record<string, number> = {}) {
  const store = createStore();
  const clock = { ms: 0 };
  const fetchHistory = vi.fn<typeof fetchStock>(async (ticker, _days, signal) => {
    await new Promise((resolve) => setTimeout(resolve));
    if (signal.aborted) return err({ reason: 'aborted' });
    return ticker === 'NOSUCH'
      ? err({
          reason: 'refused',
          status: 404,
          message: 'No listing.',
          code: 'unknown_symbol',
          retryAfterSeconds: null,
        })
      : ok(sampleResponse(ticker, bars[ticker] ?? 400));
  });
  const compute = createComputeClient(() => Promise.resolve(null));
  const state = createCompareState({ store, fetchStock: fetchHistory, compute, nowMs: () => clock.ms });
  return {
    state,
    clock,
    asked: () => fetchHistory.mock.calls.map(([ticker]) => ticker),
    loads: () => [...store.get(state.loadsAtom)].map(([ticker, { status }]) => `${ticker} ${status}`),
    compared() {
      const compared = store.get(state.comparedAtom);
      if (compared.status !== 'ready') throw new Error(compared.status);
      return compared;
    },
    status: () => store.get(state.comparedAtom).status,
  };
}

describe('opening a view', () => {
  test('loads every listing and the benchmark, and compares them once all are there', async () => {
    const { state, asked, compared, status } = setUp();
    const opening = state.open(view('tickers=A,B&range=1M'));
    expect(status()).toBe('waiting');
    await opening;
    expect(asked()).toEqual(['A', 'B', 'SPY']);
    const { members, comparison } = compared();
    expect(members.map(({ ticker }) => ticker)).toEqual(['A', 'B', 'SPY']);
    expect(comparison.rebased.map((index) => index[0])).toEqual([100, 100, 100]);
    expect(members[0]?.data.analysis).toHaveProperty('trackRecord');
  });

  test('on another range asks for nothing and compares again', async () => {
    const { state, asked, compared } = setUp();
    await state.open(view('tickers=A&range=1M'));
    const month = compared().comparison.time.length;
    await state.open(view('tickers=A&range=1Y'));
    expect(asked()).toEqual(['A', 'SPY']);
    expect(compared().comparison.time.length).toBeGreaterThan(month);
    expect(compared().view.range).toBe('1Y');
  });

  test('on another horizon looks further ahead from the same histories', async () => {
    const { state, asked, compared } = setUp({ Y: 40 });
    const lastDays = () =>
      compared().members.map(({ data }) =>
        'forecast' in data.analysis ? data.analysis.forecast.points.length : null,
      );
    await state.open(view('tickers=A,Y'));
    expect(lastDays()).toEqual([7, null, 7]);
    await state.open(view('tickers=A,Y&horizon=30'));
    expect(lastDays()).toEqual([30, null, 30]);
    expect(compared().members[0]?.data.analysis).toMatchObject({ trackRecord: { horizonDays: 30 } });
    expect(asked()).toEqual(['A', 'Y', 'SPY']);
    await state.open(view('tickers=A,B&horizon=30'));
    expect(lastDays()).toEqual([30, 30, 30]);
  });

  test('that is followed at once by another shows the later one alone', async () => {
    const { state, compared } = setUp();
    await state.open(view('tickers=A'));
    await Promise.all([state.open(view('tickers=A&horizon=30')), state.open(view('tickers=A&horizon=1'))]);
    expect(compared().view.horizonDays).toBe(1);
    expect(compared().members[0]?.data.horizonDays).toBe(1);
  });

  test('asks only for what is new, and again for all after a minute', async () => {
    const { state, asked, clock } = setUp();
    await state.open(view('tickers=A'));
    await state.open(view('tickers=A,B'));
    expect(asked()).toEqual(['A', 'SPY', 'B']);
    clock.ms = 60_001;
    await state.open(view('tickers=A,B&range=1M'));
    expect(asked()).toHaveLength(6);
  });

  test('leaves out a listing that does not exist and says why', async () => {
    const { state, loads, compared } = setUp();
    await state.open(view('tickers=A,NOSUCH'));
    expect(loads()).toEqual(['A ready', 'NOSUCH failed', 'SPY ready']);
    expect(compared().members.map(({ ticker }) => ticker)).toEqual(['A', 'SPY']);
  });

  test('keeps a young listing, without a forecast, and names it as the reason of a shorter range', async () => {
    const { state, compared } = setUp({ Y: 40 });
    await state.open(view('tickers=A,Y&range=1Y'));
    const { members, comparison } = compared();
    expect(members[1]?.data.analysis).not.toHaveProperty('forecast');
    expect(comparison.isLate).toEqual([false, true, false]);
    expect(comparison.time).toHaveLength(40);
  });

  test('with nothing that has prices waits', async () => {
    const { state, status } = setUp();
    await state.open(view('tickers=NOSUCH&benchmark=none'));
    expect(status()).toBe('waiting');
  });

  test('that share fewer than two days is said', async () => {
    const { state, status } = setUp({ Y: 1 });
    await state.open(view('tickers=A,Y'));
    expect(status()).toBe('failed');
  });
});

test('leaving the page ends what runs and keeps what has arrived', async () => {
  const { state, loads, asked } = setUp();
  await state.open(view('tickers=A'));
  const opening = state.open(view('tickers=A,B'));
  state.close();
  await opening;
  expect(loads()).toEqual(['A ready', 'SPY ready']);
  await state.open(view('tickers=A'));
  expect(asked()).toEqual(['A', 'SPY', 'B']);
});
