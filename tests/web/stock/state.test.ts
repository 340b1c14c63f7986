// @vitest-environment node
import { forecast, ok, sliceCandles, type HorizonDays, type Result } from '#compute';
import type { Article, SearchResult, SentimentResponse, StockColumnsResponse } from '#worker/contract';
import { describe, expect, test } from 'vitest';
import type { ApiFailure, Refusal } from '../../../web/shared/api/client.ts';
import { createComputeClient } from '../../../web/shared/offthread/compute-client.ts';
import { createStore } from '../../../web/shared/state/store.ts';
import { createStockState, hasForecast } from '../../../web/features/stock/state.ts';
import { parseView } from '../../../web/features/stock/view-url.ts';
import { sampleResponse } from './sample-response.ts';

interface Call<T> {
  readonly ticker: string;
  readonly horizonDays?: HorizonDays;
  readonly signal: AbortSignal;
  readonly answer: (value: T) => void;
}

/** A server whose answers the test gives one by one, in any order. */
function setUp() {
  const stock: Call<Result<StockColumnsResponse, ApiFailure>>[] = [];
  const guesses: Call<StockColumnsResponse | null>[] = [];
  const sentiment: Call<SentimentResponse | null>[] = [];
  const news: Call<readonly Article[]>[] = [];
  const searches: string[] = [];
  const found = new Map<string, readonly SearchResult[]>();
  const analysed: string[] = [];
  const clock = { nowMs: 1000 };
  const store = createStore();
  const state = createStockState({
    store,
    api: {
      fetchStock: (ticker, horizonDays, signal) =>
        new Promise((answer) => stock.push({ ticker, horizonDays, signal, answer })),
      prefetchStock: (ticker, horizonDays, signal) =>
        new Promise((answer) => guesses.push({ ticker, horizonDays, signal, answer })),
      fetchSentiment: (ticker, signal) => new Promise((answer) => sentiment.push({ ticker, signal, answer })),
      fetchNews: (ticker, signal) => new Promise((answer) => news.push({ ticker, signal, answer })),
      searchListings: (text) => {
        searches.push(text);
        return Promise.resolve(ok(found.get(text) ?? []));
      },
    },
    compute: createComputeClient(() => Promise.resolve(null)),
    nowMs: () => clock.nowMs,
    onAnalysed: ({ ticker }) => analysed.push(ticker),
  });
  const load = () => store.get(state.loadAtom);
  const points = () => {
    const { data } = load();
    return data !== null && hasForecast(data) ? data.analysis.forecast.points.length : null;
  };
  return { store, state, stock, guesses, sentiment, news, searches, found, analysed, clock, load, points };
}

function refusal(change: Partial<Refusal>): Result<never, ApiFailure> {
  const error: Refusal = {
    reason: 'refused',
    status: 404,
    message: 'No listing was found for X.',
    code: 'unknown_symbol',
    retryAfterSeconds: null,
    ...change,
  };
  return { ok: false, error };
}

const refused = refusal({});

function listing(symbol: string): SearchResult {
  return { symbol, name: `${symbol} Inc.`, exchange: 'NASDAQ', country: '', currency: 'USD' };
}

const article: Article = { id: '1', datetime: 1, url: '', image: '', headline: 'H', summary: '', source: '' };

/** The page after its first load has fully arrived. */
async function loaded() {
  const set = setUp();
  const done = set.state.open(parseView(''));
  set.stock[0]?.answer(ok(sampleResponse('AAPL')));
  set.news[0]?.answer([article]);
  set.sentiment[0]?.answer(null);
  await done;
  await expect.poll(() => set.load().data?.news).toEqual([article]);
  return set;
}

describe('a first load', () => {
  test('asks for stock, sentiment and news at once', () => {
    const { state, stock, sentiment, news, load } = setUp();
    void state.open(parseView(''));
    expect([stock, sentiment, news].map(([call]) => call?.ticker)).toEqual(['AAPL', 'AAPL', 'AAPL']);
    expect(load()).toMatchObject({ status: 'loading', data: null });
  });

  test('shows the prices without waiting for sentiment and news, which follow', async () => {
    const { state, stock, sentiment, news, load, points, analysed } = setUp();
    const done = state.open(parseView(''));
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await done;
    expect(load()).toMatchObject({ status: 'ready', data: { sentiment: 'loading', news: 'loading' } });
    expect(points()).toBe(7);
    expect(analysed).toEqual(['AAPL']);
    sentiment[0]?.answer(null);
    news[0]?.answer([article]);
    await expect.poll(() => load().data?.news).toEqual([article]);
    expect(load().data?.sentiment).toBeNull();
  });

  test('of a running session makes its forecast from the finished bars and what is left', async () => {
    const { state, stock, load } = setUp();
    const done = state.open(parseView(''));
    const response = { ...sampleResponse('AAPL'), session_left: 0.5 };
    stock[0]?.answer(ok(response));
    await done;
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

  test('that fails shows the sentence of the server and has no data', async () => {
    const { state, stock, load, analysed } = setUp();
    const done = state.open(parseView('?ticker=X'));
    stock[0]?.answer(refused);
    await done;
    expect(load()).toMatchObject({ status: 'failed', message: 'No listing was found for X.', data: null });
    expect(analysed).toEqual([]);
  });

  test.each([
    [60, 7],
    [59, null],
    [1, null],
  ])('of a history of %d days is shown, with %o days of forecast', async (bars, forecastDays) => {
    const { state, stock, load, points } = setUp();
    const done = state.open(parseView('?ticker=NEW'));
    stock[0]?.answer(ok(sampleResponse('NEW', bars)));
    await done;
    expect(load().status).toBe('ready');
    expect(load().data?.candles.close).toHaveLength(bars);
    expect(points()).toBe(forecastDays);
  });
});

describe('a newer load', () => {
  test('aborts the older one, whose late answer is dropped', async () => {
    const { state, stock, load } = setUp();
    const first = state.open(parseView('?ticker=AAPL'));
    const second = state.open(parseView('?ticker=MSFT'));
    expect(stock[0]?.signal.aborted).toBe(true);
    stock[1]?.answer(ok(sampleResponse('MSFT')));
    await second;
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await first;
    expect(load()).toMatchObject({ status: 'ready', ticker: 'MSFT', data: { response: { ticker: 'MSFT' } } });
  });

  test('keeps the old data on screen and clears the error while it runs', async () => {
    const { state, stock, load } = setUp();
    const first = state.open(parseView('?ticker=AAPL'));
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await first;
    const second = state.open(parseView('?ticker=X'));
    stock[1]?.answer(refused);
    await second;
    expect(load()).toMatchObject({ status: 'failed', data: { response: { ticker: 'AAPL' } } });
    void state.open(parseView('?ticker=MSFT'));
    expect(load()).toMatchObject({ status: 'loading', data: { response: { ticker: 'AAPL' } } });
    expect(load()).not.toHaveProperty('message');
  });

  test('drops the sentiment and news of the older one', async () => {
    const { state, stock, news, load } = setUp();
    const first = state.open(parseView('?ticker=AAPL'));
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await first;
    const second = state.open(parseView('?ticker=MSFT'));
    stock[1]?.answer(ok(sampleResponse('MSFT')));
    await second;
    news[0]?.answer([article]);
    news[1]?.answer([]);
    await expect.poll(() => load().data?.news).toEqual([]);
  });
});

describe('a guess', () => {
  test('that the server had at hand shows at once when it is chosen, and is refreshed behind', async () => {
    const { state, stock, guesses, load } = await loaded();
    const guessed = state.prefetch('MSFT');
    expect(guesses[0]).toMatchObject({ ticker: 'MSFT', horizonDays: 7 });
    guesses[0]?.answer(sampleResponse('MSFT'));
    await guessed;
    expect(load()).toMatchObject({ status: 'ready', ticker: 'AAPL' });
    void state.open(parseView('?ticker=MSFT'));
    expect(load()).toMatchObject({ status: 'loading', data: { response: { ticker: 'MSFT' } } });
    expect(stock.at(-1)?.ticker).toBe('MSFT');
  });

  test('that the server did not have changes nothing', async () => {
    const { state, guesses, load } = await loaded();
    const guessed = state.prefetch('MSFT');
    guesses[0]?.answer(null);
    await guessed;
    void state.open(parseView('?ticker=MSFT'));
    expect(load().data?.response.ticker).toBe('AAPL');
  });

  test('ends when another follows or a listing is opened; a listing seen before is not guessed', async () => {
    const { state, guesses } = await loaded();
    void state.prefetch('AAPL');
    expect(guesses).toHaveLength(0);
    void state.prefetch('MSFT');
    void state.prefetch('TSLA');
    expect(guesses[0]?.signal.aborted).toBe(true);
    void state.open(parseView('?ticker=NVDA'));
    expect(guesses[1]?.signal.aborted).toBe(true);
  });
});

test('a ticker seen in this session shows at once and is refreshed behind', async () => {
  const { state, stock, load } = setUp();
  const first = state.open(parseView('?ticker=AAPL'));
  stock[0]?.answer(ok(sampleResponse('AAPL')));
  await first;
  const second = state.open(parseView('?ticker=MSFT'));
  stock[1]?.answer(ok(sampleResponse('MSFT')));
  await second;
  void state.open(parseView('?ticker=AAPL'));
  expect(load()).toMatchObject({ status: 'loading', data: { response: { ticker: 'AAPL' } } });
  expect(stock).toHaveLength(3);
});

describe('the input', () => {
  test('follows the view', () => {
    const { state, store } = setUp();
    void state.open(parseView('?ticker=msft'));
    expect(store.get(state.inputAtom)).toBe('MSFT');
  });

  test("is replaced with the server's ticker where that differs", async () => {
    const { state, store, stock } = setUp();
    const done = state.open(parseView('?ticker=BRK.B'));
    stock[0]?.answer(ok({ ...sampleResponse('BRK-B'), requested_ticker: 'BRK.B' }));
    await done;
    expect(store.get(state.inputAtom)).toBe('BRK-B');
  });

  test('is left alone when the user has typed on meanwhile', async () => {
    const { state, store, stock } = setUp();
    const done = state.open(parseView('?ticker=BRK.B'));
    store.set(state.inputAtom, 'NV');
    stock[0]?.answer(ok({ ...sampleResponse('BRK-B'), requested_ticker: 'BRK.B' }));
    await done;
    expect(store.get(state.inputAtom)).toBe('NV');
  });
});

describe('another horizon', () => {
  test('is computed from the data already there, without the network', async () => {
    const { state, stock, points, analysed } = setUp();
    const done = state.open(parseView('?days=7'));
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await done;
    await state.open(parseView('?days=30'));
    expect(points()).toBe(30);
    expect(stock).toHaveLength(1);
    expect(analysed).toHaveLength(1);
  });

  test('chosen while the data is under way is the one that is shown', async () => {
    const { state, stock, points } = setUp();
    const done = state.open(parseView('?days=7'));
    await state.open(parseView('?days=14'));
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await done;
    expect(points()).toBe(14);
  });

  test('a second choice wins over a first that is still being computed', async () => {
    const { state, stock, points } = setUp();
    const done = state.open(parseView('?days=7'));
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await done;
    await Promise.all([state.open(parseView('?days=30')), state.open(parseView('?days=1'))]);
    expect(points()).toBe(1);
  });

  test('and the button still fetches', async () => {
    const { state, stock } = setUp();
    const done = state.open(parseView('?days=7'));
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await done;
    void state.fetch('AAPL', parseView('?days=7'));
    expect(stock).toHaveLength(2);
  });
});

describe('a background refresh', () => {
  test('asks for prices only, keeps the news, and is not counted', async () => {
    const { state, stock, news, load, analysed } = await loaded();
    const done = state.refresh();
    stock[1]?.answer(ok({ ...sampleResponse('AAPL'), current_price: 123 }));
    await done;
    expect(load()).toMatchObject({
      status: 'ready',
      data: { response: { current_price: 123 }, news: [article] },
    });
    expect(news).toHaveLength(1);
    expect(analysed).toEqual(['AAPL']);
  });

  test('that fails is marked as such and may be tried again', async () => {
    const { state, stock, load } = await loaded();
    const done = state.refresh();
    stock[1]?.answer(refused);
    await done;
    expect(load()).toMatchObject({
      status: 'failed',
      isBackground: true,
      data: { response: { ticker: 'AAPL' } },
    });
    void state.refresh();
    expect(stock).toHaveLength(3);
  });

  test('does not disturb a running load, nor take a banner away', async () => {
    const { state, stock, load } = await loaded();
    const done = state.open(parseView('?ticker=X'));
    await state.refresh();
    expect(stock).toHaveLength(2);
    stock[1]?.answer(refused);
    await done;
    await state.refresh();
    expect(stock).toHaveLength(2);
    expect(load()).toMatchObject({ status: 'failed', isBackground: false });
  });
});

test('leaving the page aborts what runs', () => {
  const { state, stock, load } = setUp();
  void state.open(parseView(''));
  state.close();
  expect(stock[0]?.signal.aborted).toBe(true);
  expect(load().status).toBe('idle');
});

describe('an unknown ticker', () => {
  test('is answered with listings spelt like it', async () => {
    const { state, stock, found, searches, load } = setUp();
    found.set('APPL', [listing('AAPL')]);
    const done = state.open(parseView('?ticker=APPL'));
    stock[0]?.answer(refused);
    await done;
    expect(load()).toMatchObject({ remedy: { kind: 'similar', items: [{ symbol: 'AAPL' }] } });
    expect(searches).toEqual(['APPL']);
  });

  test('that nothing resembles is looked up once more by its first two letters', async () => {
    const { state, stock, found, searches, load } = setUp();
    found.set('AM', [listing('AMZN')]);
    const done = state.open(parseView('?ticker=AMXXX'));
    stock[0]?.answer(refused);
    await done;
    expect(searches).toEqual(['AMXXX', 'AM']);
    expect(load()).toMatchObject({ remedy: { items: [{ symbol: 'AMZN' }] } });
  });

  test('that a newer load has replaced offers nothing', async () => {
    const { state, stock, found, load } = setUp();
    found.set('X', [listing('XOM')]);
    const first = state.open(parseView('?ticker=X'));
    stock[0]?.answer(refused);
    void state.open(parseView('?ticker=MSFT'));
    await first;
    expect(load()).toMatchObject({ status: 'loading', ticker: 'MSFT' });
  });
});

describe('a retry', () => {
  test('asks for the same listing once the server allows it, not before', async () => {
    const { state, stock, clock, load } = setUp();
    const done = state.open(parseView('?ticker=MSFT&days=14'));
    stock[0]?.answer(refusal({ status: 429, code: 'rate_limited', retryAfterSeconds: 60 }));
    await done;
    expect(load()).toMatchObject({ remedy: { kind: 'retry', notBeforeMs: 61_000 } });
    clock.nowMs = 60_999;
    void state.retry();
    expect(stock).toHaveLength(1);
    clock.nowMs = 61_000;
    void state.retry();
    expect(stock[1]).toMatchObject({ ticker: 'MSFT', horizonDays: 14 });
  });

  test('does nothing where asking again cannot help, nor without a failure', async () => {
    const { state, stock } = setUp();
    const done = state.open(parseView('?ticker=X'));
    void state.retry();
    stock[0]?.answer(refused);
    await done;
    void state.retry();
    expect(stock).toHaveLength(1);
  });
});

describe('a head start', () => {
  const view = parseView('?ticker=AAPL&days=7');

  test('its answers are taken over by the first load of the same view, and asked for once', async () => {
    const { state, stock, sentiment, news, load } = setUp();
    state.begin(view);
    expect(load().status).toBe('idle');
    const opened = state.open(view);
    expect([stock, sentiment, news].map(({ length }) => length)).toEqual([1, 1, 1]);
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await opened;
    expect(load().status).toBe('ready');
    news[0]?.answer([article]);
    await expect.poll(() => load().data?.news).toEqual([article]);
    void state.fetch('AAPL', view);
    expect(stock).toHaveLength(2);
  });

  test.each([
    ['another listing', '?ticker=MSFT&days=7', 0],
    ['another horizon', '?ticker=AAPL&days=14', 0],
    ['the same view, more than ten seconds later', '?ticker=AAPL&days=7', 10_001],
  ])('%s asks anew', (_what, search, laterMs) => {
    const { state, stock, clock } = setUp();
    state.begin(view);
    clock.nowMs += laterMs;
    const wanted = parseView(search);
    void state.open(wanted);
    expect(stock).toHaveLength(2);
    expect(stock[1]).toMatchObject({ ticker: wanted.ticker, horizonDays: wanted.horizonDays });
  });

  test('that comes after the page has asked for itself asks nothing, and leaves nothing for a press', async () => {
    const { state, stock, load } = setUp();
    const opened = state.open(view);
    state.begin(view);
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await opened;
    state.begin(view);
    expect([stock.length, load().status]).toEqual([1, 'ready']);
    void state.fetch('AAPL', view);
    expect(stock).toHaveLength(2);
  });

  test('is not for a press, which always asks anew', () => {
    const { state, stock } = setUp();
    state.begin(view);
    void state.fetch('AAPL', view);
    expect(stock).toHaveLength(2);
  });

  test('a page that is left meanwhile does not show what was asked ahead', async () => {
    const { state, stock, load } = setUp();
    state.begin(view);
    const opened = state.open(view);
    state.close();
    stock[0]?.answer(ok(sampleResponse('AAPL')));
    await opened;
    expect(load().status).toBe('idle');
  });
});
