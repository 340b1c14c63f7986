/** Rows and quotes with one wrong number, or without a trade, from public reports and some invented. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { liveBindings, testWorker } from '#support/worker/test-worker.ts';
import {
  NEW_YORK_OPEN_SECONDS,
  chartBody,
  fakeUpstream,
  json,
  risingRows,
} from '#support/worker/yahoo-upstream.ts';
import type { ChartRow } from '#support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());

const DAY = 86_400;
/** Thursday 2026-11-05, with a close of 107.2; the previous close is 107.1. */
const ROW = 71;
const DATE = '2026-11-05';
const LABOR_DAY = '2026-09-07';
const flat = (close: number) => ({ open: close, high: close, low: close, close, volume: 0 });
const dateOf = ({ at }: ChartRow) => new Date(at * 1000).toISOString().slice(0, 10);

async function analysed(rows: readonly ChartRow[], meta: Record<string, unknown> = {}, ticker = 'AAPL') {
  fakeUpstream({ chart: () => json(chartBody(rows, { symbol: ticker, ...meta })) });
  const { body, status } = await testWorker(liveBindings()).request(`/api/stock/${ticker}`);
  const bars: { readonly date: string }[] = body.technical_chart?.candles ?? [];
  return { status, body, barOn: (date: string) => bars.find((bar) => bar.date === date) };
}

const withRow = (row: number, change: Partial<Record<keyof ChartRow, unknown>>) =>
  risingRows().map((bar, index) => (index === row ? { ...bar, ...change } : bar)) as ChartRow[];

const STATED = { open: 107.15, high: 107.7, low: 106.7, close: 107.2, volume: 1_000_000 };

describe('a wrong number loses only that number', () => {
  test.each<[string, Partial<Record<keyof ChartRow, unknown>>, Partial<typeof STATED>]>([
    ['an open of zero: the close before, as far as the day went', { open: 0 }, { open: 107.1 }],
    ['a low of zero', { low: 0 }, { low: 107.15 }],
    ['a high that is null', { high: null }, { high: 107.2 }],
    ['an open as text', { open: '107.15' }, { open: 107.1 }],
    ['an open of three times ten to the twentieth', { open: 3e20 }, { open: 107.1 }],
    ['a negative low', { low: -1 }, { low: 107.15 }],
    ['a low of a cent, which was cancelled', { low: 0.01 }, { low: 107.15 }],
    ['a high of 50 times the price', { high: 5360 }, { high: 107.2 }],
    ['an open of 50 times the price', { open: 5360 }, { open: 107.1 }],
    ['a low above everything', { low: 9000 }, { low: 107.15 }],
    [
      'a halt: a close alone',
      { open: 0, high: 0, low: 0, volume: 0 },
      { open: 107.2, high: 107.2, low: 107.2, volume: 0 },
    ],
    [
      'a halt: nulls beside the close',
      { open: null, high: null, low: null, volume: null },
      { open: 107.2, high: 107.2, low: 107.2, volume: 0 },
    ],
    ['a volume beyond any', { volume: 2e17 }, { volume: 0 }],
    ['a negative volume', { volume: -5 }, { volume: 0 }],
    ['the volume of a coin in dong', { volume: 4e15 }, { volume: 4e15 }],
    [
      'a day on which three quarters were lost',
      { open: 107, high: 107, low: 25, close: 26 },
      { open: 107, high: 107, low: 25, close: 26 },
    ],
    [
      'a day on which 99.9 % were lost',
      { open: 107, high: 107, low: 0.08, close: 0.1 },
      { open: 107, high: 107, low: 0.08, close: 0.1 },
    ],
  ])('%s', async (_, change, expected) => {
    const { body, barOn } = await analysed(withRow(ROW, change));
    expect(barOn(DATE)).toEqual({ date: DATE, ...STATED, ...expected });
    expect(body.historical_data.dates).toHaveLength(80);
    expect(body.corrections).toBeUndefined();
  });

  test.each<[string, Partial<Record<keyof ChartRow, unknown>>]>([
    ['no close', { close: null }],
    ['a date far ahead', { at: NEW_YORK_OPEN_SECONDS * 1000 }],
    ['no date', { at: null }],
  ])('loses only the row with %s', async (_, change) => {
    const { body, barOn } = await analysed(withRow(ROW, change));
    expect(barOn(DATE)).toBeUndefined();
    expect(body.historical_data.dates).toHaveLength(79);
  });

  test('a missing or short column counts as absent', async () => {
    const body = chartBody() as { chart: { result: [{ indicators: { quote: [Record<string, unknown>] } }] } };
    const [columns] = body.chart.result[0].indicators.quote;
    delete columns['open'];
    columns['low'] = [1, 2, 3];
    fakeUpstream({ chart: () => json(body) });
    const { body: answer } = await testWorker(liveBindings()).request('/api/stock/AAPL');
    expect(answer.technical_chart.candles[ROW]).toEqual({ date: DATE, ...STATED, open: 107.2, low: 107.2 });
  });

  test.each([8.1234e-11, 1.2346e-14, 1.9e11])('accepts a price of %d', async (price) => {
    const rows = risingRows().map((row) => ({ ...row, ...flat(price), volume: 5 }));
    const { body } = await analysed(rows);
    expect(body.historical_data.prices.at(-1)).toBe(price);
  });
});

describe('a wrong number in the quote loses only that number', () => {
  test.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['no price', { regularMarketPrice: null }, { current_price: 108 }],
    ['a price of zero', { regularMarketPrice: 0 }, { current_price: 108 }],
    ['a price in no unit', { regularMarketPrice: 1e300 }, { current_price: 108 }],
    ['a price that nothing comes near', { regularMarketPrice: 0.54 }, { current_price: 108 }],
    ['no time: the end of the last session, or now', { regularMarketTime: null }, { current_price: 108 }],
    ['a time in milliseconds', { regularMarketTime: NEW_YORK_OPEN_SECONDS * 1000 }, { current_price: 108 }],
    ['a high of 50 times the price', { regularMarketDayHigh: 5400 }, { day_high: 108.5 }],
    ['a low of nothing', { regularMarketDayLow: 1e-9 }, { day_low: 107.5 }],
    ['a volume beyond any', { regularMarketVolume: 1e18 }, { volume: 1_000_000 }],
    [
      'hours that end before they begin',
      { currentTradingPeriod: { regular: { start: 2, end: 1 } } },
      { current_price: 108 },
    ],
    [
      'hours of the year 9999',
      { currentTradingPeriod: { regular: { start: 253_000_000_000, end: 253_000_001_000 } } },
      {},
    ],
    ['hours that are no object', { currentTradingPeriod: 'closed' }, {}],
  ])('%s', async (_, meta, expected) => {
    const { status, body } = await analysed(risingRows(), meta);
    expect(status).toBe(200);
    expect(body).toMatchObject(expected);
    expect(body.as_of.slice(0, 10)).toBe('2026-11-17');
    expect(body.day_change).toBeCloseTo(0.1, 9);
  });

  test('a quote time that stands still while rows continue leaves the price to the rows', async () => {
    const { body } = await analysed(risingRows(), {
      regularMarketPrice: 105,
      regularMarketTime: NEW_YORK_OPEN_SECONDS - 7 * DAY,
    });
    expect(body).toMatchObject({ current_price: 108, day_high: 108.5 });
    expect(body.day_change).toBeCloseTo(0.1, 9);
  });

  test('a pair in another currency than its name says counts as another pair', async () => {
    const meta = { exchangeName: 'CCY', instrumentType: 'CURRENCY' };
    const { status, body } = await analysed(risingRows(), { ...meta, currency: 'JPY' }, 'EURUSD=X');
    expect([status, body.code]).toEqual([502, 'upstream_bad_payload']);
    expect((await analysed(risingRows(), { ...meta, currency: 'USD' }, 'EURUSD=X')).status).toBe(200);
  });
});

describe('a row of a day without a trade is not a session', () => {
  const today = { at: NEW_YORK_OPEN_SECONDS };
  /** The quote is from yesterday, the last row from today. */
  const yesterdays = { regularMarketTime: NEW_YORK_OPEN_SECONDS - DAY + 23_400, regularMarketPrice: 107.9 };
  const withLast = (bar: object) => [...risingRows().slice(0, -1), { ...today, ...bar }] as ChartRow[];

  test.each([
    ['the last close again', flat(107.9)],
    ['an indicative price', flat(108.4)],
    ['zeros beside the close', { open: 0, high: 0, low: 0, close: 107.9, volume: 0 }],
    ['nulls beside the close', { open: null, high: null, low: null, close: 107.9, volume: null }],
  ])('after the quote’s day: %s', async (_, bar) => {
    const { body } = await analysed(withLast(bar), yesterdays);
    expect(body.historical_data.dates.at(-1)).toBe('2026-11-16');
    expect(body).toMatchObject({ current_price: 107.9, as_of: '2026-11-16T21:00:00.000Z' });
    expect(body.day_change).toBeCloseTo(0.1, 9);
  });

  test('but a row with trades is one, whatever the quote says', async () => {
    const { body } = await analysed(withLast({ ...flat(108.4), volume: 300 }), yesterdays);
    expect(body.historical_data.dates.at(-1)).toBe('2026-11-17');
    expect(body.current_price).toBe(108.4);
  });

  test('nor does a quote of today that repeats the last close make one', async () => {
    const rows = risingRows().slice(0, -1);
    const meta = {
      regularMarketPrice: 107.9,
      regularMarketVolume: 0,
      regularMarketDayHigh: 0,
      regularMarketDayLow: 0,
    };
    const { body } = await analysed(rows, meta);
    expect(body.historical_data.dates.at(-1)).toBe('2026-11-16');
    expect(body).toMatchObject({ current_price: 107.9, as_of: '2026-11-16T21:00:00.000Z' });
    const traded = await analysed(rows, { ...meta, regularMarketVolume: 1 });
    expect(traded.body.historical_data.dates.at(-1)).toBe('2026-11-17');
  });

  test.each([
    ['a holiday that repeats the close before', (before: number) => flat(before), false],
    ['a holiday of zeros beside the close', (before: number) => ({ ...flat(0), close: before }), false],
    ['a holiday with a trade', (before: number) => ({ ...flat(before), volume: 7 }), true],
    ['a holiday with another price', (before: number) => flat(before + 1), true],
  ])('%s', async (_, bar, isSession) => {
    const holiday = risingRows().findIndex((row) => dateOf(row) === LABOR_DAY);
    const { barOn } = await analysed(withRow(holiday, bar(risingRows()[holiday - 1]!.close!)));
    expect(barOn(LABOR_DAY) !== undefined).toBe(isSession);
  });

  test('a Saturday that repeats Friday is not a session, but a quiet weekday is', async () => {
    const rows = risingRows();
    const friday = rows.findIndex((row) => dateOf(row) === '2026-11-06');
    const { at, close } = rows[friday]!;
    const saturday = { at: at + DAY, ...flat(close!) } as ChartRow;
    const quiet = rows.map((row, index) =>
      index === friday ? { ...row, ...flat(rows[friday - 1]!.close!) } : row,
    );
    const { barOn } = await analysed([...rows, saturday]);
    expect(barOn('2026-11-07')).toBeUndefined();
    expect((await analysed(quiet)).barOn('2026-11-06')).toBeDefined();
  });
});
