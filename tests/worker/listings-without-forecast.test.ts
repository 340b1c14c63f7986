/** A listing that no longer trades or is too young has everything except a forecast. */
import * as v from 'valibot';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { quotesSchema, stockSchema } from '#worker/contract';
import { liveBindings, NOON_MS, testWorker } from '../support/worker/test-worker.ts';
import {
  chartBody,
  fakeUpstream,
  json,
  NEW_YORK_OPEN_SECONDS,
  risingRows,
} from '../support/worker/yahoo-upstream.ts';
import type { ChartRow } from '../support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

const DAY = 86_400;

const NO_FORECAST = {
  predicted_price: null,
  profit_loss: null,
  profit_loss_percent: null,
  is_profit: null,
  ai_signal: null,
  forecast: null,
  track_record: null,
  future_predictions: [],
};

/** A Worker whose source sends these rows; the last trade belongs to the last row. */
function workerOf(rows: readonly ChartRow[], bindings: object = {}, instrumentType = 'EQUITY') {
  const at = rows.at(-1)?.at ?? 0;
  const session = { start: at, end: at + 23_400 };
  const currentTradingPeriod = { pre: null, regular: session, post: null };
  const meta = {
    instrumentType,
    regularMarketTime: Math.min(session.end, NOON_MS / 1000),
    currentTradingPeriod,
  };
  fakeUpstream({ chart: () => json(chartBody(rows, meta)) });
  return testWorker({ ...liveBindings(), ...bindings });
}

/** The rows of a listing that has been silent for that many days. */
const silentFor = (days: number, bars?: number) =>
  risingRows(bars).map((row) => ({ ...row, at: row.at - days * DAY }));

/** Rows that close at 1 on most days. */
const stillRows = () =>
  risingRows().map((row, i) => ({ ...row, open: 1, high: 1, low: 1, close: i % 9 === 0 ? 1.0001 : 1 }));

test.each([
  ['an option', 'OPTION', risingRows(), 'not_forecast'],
  ['an instrument without a name of its own', 'ECNQUOTE', risingRows(), 'not_forecast'],
  ['a money fund', 'MONEYMARKET', stillRows(), 'set_price'],
  ['a fund whose price stands still', 'MUTUALFUND', stillRows(), 'set_price'],
] as const)('%s keeps its history and has no forecast', async (_, type, rows, reason) => {
  const worker = workerOf(rows, {}, type);
  const { status, body } = await worker.request('/api/stock/AAPL');
  expect(status).toBe(200);
  expect(v.parse(stockSchema, body)).toEqual(body);
  expect(body).toMatchObject({ ...NO_FORECAST, forecast_absent_reason: reason });
  expect(body.historical_data.dates).toHaveLength(80);
  const [quote] = (await worker.request('/api/quotes?tickers=AAPL')).body.quotes;
  expect(quote).toMatchObject({ status: 'ready', ai_signal: null, probability_buy: null });
});

describe('a listing that has missed ten sessions over two weeks', () => {
  test('is served without a forecast, with its history and the reason', async () => {
    const { status, body } = await workerOf(silentFor(700)).request('/api/stock/AAPL?days=30');
    expect(status).toBe(200);
    expect(v.parse(stockSchema, body)).toEqual(body);
    expect(body).toMatchObject({ ...NO_FORECAST, forecast_absent_reason: 'not_trading', current_price: 108 });
    expect(body.market_state).toBe('closed');
    expect(body.day_change).toBeCloseTo(0.1, 9);
    expect(body.historical_data.dates).toHaveLength(80);
    expect(body.performance['1M']).toEqual(expect.any(Number));
    expect(body.indicators.rsi).toEqual(expect.any(Number));
    expect(body.as_of.slice(0, 10)).toBe(body.historical_data.dates.at(-1));
  });

  test('has no signal in a list', async () => {
    const { body } = await workerOf(silentFor(700)).request('/api/quotes?tickers=AAPL');
    expect(v.parse(quotesSchema, body)).toEqual(body);
    expect(body.quotes[0]).toMatchObject({
      status: 'ready',
      ai_signal: null,
      probability_buy: null,
      probability_sell: null,
    });
    expect(body.quotes[0].current_price).toBe(108);
  });

  test('has a forecast again once it trades', async () => {
    expect(
      (await workerOf(risingRows()).request('/api/stock/AAPL')).body.forecast_absent_reason,
    ).toBeUndefined();
  });

  test('loses its forecast while a cached entry is served, by the reader’s clock', async () => {
    const worker = workerOf(risingRows());
    expect((await worker.request('/api/stock/AAPL')).body.forecast).not.toBeNull();
    fakeUpstream({ chart: () => new Response('down', { status: 503 }) });
    worker.clock.ms += 16 * DAY * 1000;
    const { body } = await worker.request('/api/stock/AAPL');
    expect(body).toMatchObject({ ...NO_FORECAST, stale: true, forecast_absent_reason: 'not_trading' });
  });
});

describe('a listing of under 60 finished sessions', () => {
  test.each([2, 59, 60])('has no forecast with %i bars, the last of a running session', async (bars) => {
    const { status, body } = await workerOf(risingRows(bars)).request('/api/stock/AAPL');
    expect(status).toBe(200);
    expect(v.parse(stockSchema, body)).toEqual(body);
    expect(body).toMatchObject({ ...NO_FORECAST, forecast_absent_reason: 'short_history' });
  });

  test('has a forecast with 61 bars', async () => {
    const { body } = await workerOf(risingRows(61)).request('/api/stock/AAPL');
    expect(body.future_predictions).toHaveLength(7);
    expect(body.ai_signal).toEqual(expect.any(String));
  });
});

describe('with REPLAY=true', () => {
  const REPLAY = { REPLAY: 'true', ENVIRONMENT: 'local' };

  test('a recording is analysed as of its last bar and labelled as one', async () => {
    const { body } = await workerOf(silentFor(3000), REPLAY).request('/api/stock/AAPL');
    expect(body.forecast_absent_reason).toBeUndefined();
    expect(body.prices).toBe('recorded');
    expect(body.future_predictions).toHaveLength(7);
    expect(body.forecast.base_date).toBe(body.historical_data.dates.at(-1));
    expect(body.future_predictions[0].date > body.forecast.base_date).toBe(true);
    expect(body.corporate_actions).toBeNull();
  });

  test.each([
    ['of the dates that the model was fitted on is marked in-sample', 3000, true],
    ['of later dates is not', 1000, false],
  ])('a recording %s', async (_, days, inSample) => {
    const { body } = await workerOf(silentFor(days, 120), REPLAY).request('/api/stock/AAPL');
    expect(body.forecast.in_sample).toBe(inSample);
    expect(body.track_record.in_sample).toBe(inSample);
  });

  test('its snapshot is labelled too, even from the store', async () => {
    const bindings = { ...liveBindings(), ...REPLAY };
    workerOf(silentFor(3000));
    const path = '/api/stock/AAPL?view=columns&v=2';
    expect((await testWorker(bindings).request(path)).body.prices).toBe('recorded');
    expect((await testWorker(bindings).request('/api/stock/AAPL')).body).toMatchObject({
      prices: 'recorded',
    });
  });

  test('live prices are never labelled so', async () => {
    const { body } = await workerOf(risingRows()).request('/api/stock/AAPL?view=columns&v=2');
    expect(body.prices).toBeUndefined();
    expect(body.as_of > new Date((NEW_YORK_OPEN_SECONDS - DAY) * 1000).toISOString()).toBe(true);
  });
});
