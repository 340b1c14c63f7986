import { err, ok } from '#compute';
import type { QuoteEntry, QuotesResponse } from '#worker/contract';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ApiFailure } from '../../../web/shared/api/client.ts';
import type { fetchQuotes } from '../../../web/shared/api/quotes-api.ts';
import { createStore } from '../../../web/shared/state/store.ts';
import { areQuotesDue } from '../../../web/shared/watchlist/quotes-due.ts';
import { createQuotesState, oldestMs } from '../../../web/shared/watchlist/quotes-state.ts';
import { ready } from './quotes.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

type Answer = QuotesResponse | ApiFailure;

const answer = (quotes: readonly QuoteEntry[], due = 0): QuotesResponse => ({ horizon_days: 7, quotes, due });
const pending = (ticker: string): QuoteEntry => ({ status: 'pending', requested_ticker: ticker });
const failed = (ticker: string): QuoteEntry => ({
  status: 'failed',
  requested_ticker: ticker,
  code: 'x',
  error: 'No.',
});

/** A state whose server gives these answers one after the other. */
function setUp(...answers: Answer[]) {
  const store = createStore();
  const fetchRows = vi.fn<typeof fetchQuotes>(async (_tickers, signal) => {
    const next = answers.shift() ?? answer([]);
    await new Promise((resolve) => setTimeout(resolve, 10));
    if (signal.aborted) return err({ reason: 'aborted' });
    return 'quotes' in next ? ok(next) : err(next);
  });
  const onQuotes = vi.fn<(rows: readonly QuoteEntry[]) => void>();
  const state = createQuotesState({ store, fetchQuotes: fetchRows, nowMs: Date.now, onQuotes });
  return { state, fetchRows, onQuotes, load: () => store.get(state.loadAtom) };
}

describe('refresh', () => {
  test('asks for all tickers in one call and keeps their rows', async () => {
    const { state, fetchRows, onQuotes, load } = setUp(answer([ready('A'), failed('B')]));
    const done = state.refresh(['A', 'B']);
    expect(load().status).toBe('loading');
    await vi.runAllTimersAsync();
    await done;
    expect(fetchRows.mock.calls.map(([tickers]) => tickers)).toEqual([['A', 'B']]);
    expect(load().status).toBe('idle');
    expect(oldestMs(['A', 'B'], load())).toBe(Date.now());
    expect([...load().quotes.values()].map(({ status }) => status)).toEqual(['ready', 'failed']);
    expect(onQuotes).toHaveBeenCalledWith([ready('A')]);
  });

  test('asks again a second apart while something is due, twelve times at most', async () => {
    const { state, fetchRows, load } = setUp(
      answer([ready('A'), pending('B')], 1),
      answer([ready('A'), ready('B')]),
    );
    void state.refresh(['A', 'B']);
    await vi.advanceTimersByTimeAsync(20);
    expect(load().quotes.get('B')).toEqual(pending('B'));
    expect(fetchRows).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(980);
    expect(fetchRows).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(30);
    expect(load().quotes.get('B')?.status).toBe('ready');

    const endless = setUp(...Array.from({ length: 40 }, () => answer([pending('A')], 1)));
    void endless.state.refresh(['A']);
    await vi.runAllTimersAsync();
    expect(endless.fetchRows).toHaveBeenCalledTimes(12);
    expect(endless.load().status).toBe('idle');
  });

  test('never replaces a price by none, always by a newer one', async () => {
    const { state, load } = setUp(
      answer([ready('A')]),
      answer([pending('A')]),
      answer([failed('A')]),
      answer([ready('A', { current_price: 7 })]),
    );
    const priceAfterRefresh = async () => {
      void state.refresh(['A']);
      await vi.runAllTimersAsync();
      const row = load().quotes.get('A');
      return row?.status === 'ready' ? row.current_price : null;
    };
    expect(await priceAfterRefresh()).toBe(100);
    expect(await priceAfterRefresh()).toBe(100);
    expect(await priceAfterRefresh()).toBe(100);
    expect(await priceAfterRefresh()).toBe(7);
  });

  test('keeps the time of each row: of none that was not asked for, nor of a price that got no newer one', async () => {
    const { state, load } = setUp(
      answer([ready('A'), ready('B'), ready('C')]),
      answer([ready('B'), failed('C')]),
    );
    expect(oldestMs(['A'], load())).toBeNull();
    void state.refresh(['A', 'B', 'C']);
    await vi.runAllTimersAsync();
    const firstMs = Date.now();
    vi.setSystemTime(firstMs + 60_000);
    void state.refresh(['B', 'C']);
    await vi.runAllTimersAsync();
    expect(oldestMs(['A', 'B'], load())).toBe(firstMs);
    expect(oldestMs(['B', 'C'], load())).toBe(firstMs);
    expect(oldestMs(['B'], load())).toBe(Date.now());
    expect(oldestMs(['B', 'NEW'], load())).toBe(Date.now());
  });

  test('after a refusal waits as long as the server says', async () => {
    const { state, fetchRows, load } = setUp(answer([ready('A')]), {
      reason: 'refused',
      status: 429,
      message: 'Too many requests.',
      code: 'rate_limited',
      retryAfterSeconds: 60,
    });
    void state.refresh(['A']);
    await vi.runAllTimersAsync();
    void state.refresh(['A']);
    await vi.runAllTimersAsync();
    expect(load()).toMatchObject({ status: 'failed', failure: { status: 429 } });
    expect(load().quotes.size).toBe(1);
    await vi.advanceTimersByTimeAsync(59_000);
    void state.refresh(['A']);
    expect(fetchRows).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(1000);
    void state.refresh(['A']);
    await vi.runAllTimersAsync();
    expect(fetchRows).toHaveBeenCalledTimes(3);
    expect(load().status).toBe('idle');
  });

  test('after a failure remembers it until the answer', async () => {
    const { state, load } = setUp({ reason: 'unreachable', cause: 'offline' }, answer([ready('A')]));
    void state.refresh(['A']);
    expect(load()).not.toHaveProperty('failure');
    await vi.runAllTimersAsync();
    void state.refresh(['A']);
    expect(load()).toMatchObject({ status: 'loading', failure: { reason: 'unreachable' } });
    void state.refresh(['A']);
    expect(load()).toMatchObject({ status: 'loading', failure: { reason: 'unreachable' } });
    await vi.runAllTimersAsync();
    expect(load().status).toBe('idle');
  });

  test('is ended by a newer one and by close, and asks nothing for nobody', async () => {
    const { state, fetchRows, load } = setUp(answer([ready('A')]), answer([ready('B')]));
    void state.refresh(['A']);
    void state.refresh(['B']);
    await vi.runAllTimersAsync();
    expect([...load().quotes.keys()]).toEqual(['B']);
    void state.refresh(['C']);
    state.close();
    await vi.runAllTimersAsync();
    expect(load().status).toBe('idle');
    expect([...load().quotes.keys()]).toEqual(['B']);
    fetchRows.mockClear();
    await state.refresh([]);
    expect(fetchRows).not.toHaveBeenCalled();
  });
});

describe('rows are due', () => {
  const minute = 60_000;
  const open = new Map([['A', ready('A')]]);
  const closed = new Map([['A', ready('A', { market_state: 'closed' })]]);
  test.each([
    ['no ticker is wanted', [], open, Infinity, false],
    ['a ticker is not known yet', ['A', 'B'], open, 0, true],
    ['a ticker is pending', ['A'], new Map([['A', pending('A')]]), 0, true],
    ['the market is open and the rows younger than a minute', ['A'], open, minute - 1, false],
    ['the market is open and the rows a minute old', ['A'], open, minute, true],
    ['the market is closed', ['A'], closed, 9 * minute, false],
    ['the market is closed and the rows ten minutes old', ['A'], closed, 10 * minute, true],
    ['a listing does not exist', ['A'], new Map([['A', failed('A')]]), 9 * minute, false],
  ])('when %s', (_when, tickers, quotes, ageMs, expected) => {
    expect(areQuotesDue(tickers, quotes, ageMs)).toBe(expected);
  });
});
