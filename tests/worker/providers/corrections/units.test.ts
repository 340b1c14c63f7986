/** Prices of one listing in two units, from public reports and some invented. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { liveBindings, testWorker } from '#support/worker/test-worker.ts';
import {
  chartBody,
  chartCalls,
  fakeUpstream,
  json,
  risingRows,
  sparkBody,
} from '#support/worker/yahoo-upstream.ts';
import type { ChartRow } from '#support/worker/yahoo-upstream.ts';

afterEach(() => vi.restoreAllMocks());
beforeEach(() => vi.spyOn(console, 'warn').mockImplementation(() => undefined));

const LONDON = {
  symbol: 'SHEL.L',
  currency: 'GBp',
  exchangeName: 'LSE',
  exchangeTimezoneName: 'Europe/London',
};
const JOHANNESBURG = {
  symbol: 'SSW.JO',
  currency: 'ZAc',
  exchangeName: 'JNB',
  exchangeTimezoneName: 'Africa/Johannesburg',
};
const TEL_AVIV = {
  symbol: 'TEVA.TA',
  currency: 'ILA',
  exchangeName: 'TLV',
  exchangeTimezoneName: 'Asia/Jerusalem',
};
const KUWAIT = {
  symbol: 'NBK.KW',
  currency: 'KWF',
  exchangeName: 'KUW',
  exchangeTimezoneName: 'Asia/Kuwait',
};
const CORN = { symbol: 'ZC=F', currency: 'USX', exchangeName: 'CBT', instrumentType: 'FUTURE' };
const IN_POUNDS = { ...LONDON, symbol: 'TENT.L', currency: 'GBP' };

type Cell = 'open' | 'high' | 'low' | 'close';
const CELLS: readonly Cell[] = ['open', 'high', 'low', 'close'];

/** Rows with some cells of the rows `[from, to)` times a factor. */
function scaled(factor: number, from: number, to = from + 1, cells = CELLS, rows = risingRows()): ChartRow[] {
  return rows.map((row, index) => {
    if (index < from || index >= to) return row;
    return { ...row, ...Object.fromEntries(cells.map((cell) => [cell, Number(row[cell]) * factor])) };
  });
}

async function analysed(rows: readonly ChartRow[], meta: Record<string, unknown>, events?: unknown) {
  const body = chartBody(rows, meta) as { chart: { result: [Record<string, unknown>] } };
  if (events !== undefined) body.chart.result[0]['events'] = events;
  fakeUpstream({ chart: () => json(body) });
  const ticker = encodeURIComponent(String(meta['symbol']));
  return (await testWorker(liveBindings()).request(`/api/stock/${ticker}`)).body;
}

const CANDLES = risingRows().map(({ open, high, low, close }) => ({ open, high, low, close }));
/** The normal quote. */
const QUOTE = { regularMarketPrice: 108, regularMarketDayHigh: 108.5, regularMarketDayLow: 107.5 };
const inUnit = (factor: number) =>
  Object.fromEntries(Object.entries(QUOTE).map(([name, price]) => [name, price * factor]));

/** The response for rows whose bars must equal {@link CANDLES}. */
async function whole(rows: readonly ChartRow[], meta: Record<string, unknown>) {
  const body = await analysed(rows, { ...QUOTE, ...meta });
  const bars = body.technical_chart.candles as Record<Cell, number>[];
  for (const [index, bar] of bars.entries())
    for (const cell of CELLS)
      expect(bar[cell], `${cell} of row ${index}`).toBeCloseTo(CANDLES[index]![cell]!, 3);
  return body;
}

describe('rows in another unit are converted to the listing’s', () => {
  test.each<[string, readonly ChartRow[], Record<string, unknown>, string]>([
    ['one row in pounds', scaled(0.01, 40), LONDON, '1 row in pounds read as pence'],
    ['three rows in pounds', scaled(0.01, 40, 43), LONDON, '3 rows in pounds read as pence'],
    [
      'two runs of them',
      scaled(0.01, 60, 62, CELLS, scaled(0.01, 20, 24)),
      LONDON,
      '6 rows in pounds read as pence',
    ],
    ['a history that began in pounds', scaled(0.01, 0, 50), LONDON, '50 rows in pounds read as pence'],
    ['a close alone', scaled(0.01, 40, 41, ['close']), LONDON, '1 row in pounds read as pence'],
    ['an open alone', scaled(0.01, 40, 41, ['open']), LONDON, '1 row in pounds read as pence'],
    ['a low and a close', scaled(0.01, 40, 41, ['low', 'close']), LONDON, '1 row in pounds read as pence'],
    ['a high alone, on the first row', scaled(0.01, 0, 1, ['high']), LONDON, '1 row in pounds read as pence'],
    ['one row 100 times too high', scaled(100, 40), LONDON, '1 row divided by 100'],
    ['the last three rows', scaled(0.01, 77, 80), LONDON, '3 rows in pounds read as pence'],
    ['rand among cents', scaled(0.01, 30, 33), JOHANNESBURG, '3 rows in rand read as cents'],
    ['shekels among agorot', scaled(0.01, 30, 33), TEL_AVIV, '3 rows in shekels read as agorot'],
    ['dinars among fils', scaled(0.001, 30, 33), KUWAIT, '3 rows in dinars read as fils'],
    ['dollars among cents', scaled(0.01, 30, 33), CORN, '3 rows in dollars read as cents'],
    ['pence among pounds', scaled(100, 30, 33), IN_POUNDS, '3 rows in pence read as pounds'],
  ])('%s', async (_, rows, meta, correction) => {
    expect((await whole(rows, meta)).corrections).toEqual([correction]);
  });

  // Closes as sent by Yahoo in 2020, 2022 and 2023 (ranaroussi/yfinance #280, tests/data).
  test.each<[string, readonly number[], readonly number[], Record<string, unknown>]>([
    [
      'EZJ.L',
      [612.2, 609.6, 5.854, 5.872, 5.73],
      [612.2, 609.6, 585.4, 587.2, 573],
      { ...LONDON, symbol: 'EZJ.L' },
    ],
    [
      'SSW.JO',
      [3423, 3501, 35.35, 34.97, 34.7, 34.46, 35.09, 34.36, 33.62],
      [3423, 3501, 3535, 3497, 3470, 3446, 3509, 3436, 3362],
      JOHANNESBURG,
    ],
    [
      'AET.L',
      [0.1455, 0.1455, 14.55, 14.55, 14.55, 0.1455, 0.1455],
      [14.55, 14.55, 14.55, 14.55, 14.55, 14.55, 14.55],
      { ...LONDON, symbol: 'AET.L' },
    ],
  ])('%s as it was sent', async (_, closes, right, meta) => {
    const rows = risingRows(closes.length).map((row, index) => {
      const close = closes[index]!;
      return { ...row, open: close, high: close * 1.01, low: close * 0.99, close };
    });
    const body = await analysed(rows, meta);
    expect(body.historical_data.prices).toEqual(right);
  });
});

describe('a quote in another unit', () => {
  test('is converted to its row’s unit', async () => {
    const body = await whole(risingRows(), { ...LONDON, ...inUnit(0.01) });
    expect(body.corrections).toEqual(['latest price in pounds read as pence']);
    expect(body).toMatchObject({ current_price: 108, day_high: 108.5, day_low: 107.5 });
    expect(body.day_change).toBeCloseTo(0.1, 9);
  });

  test('is converted only in the number of its range that is affected', async () => {
    const body = await whole(risingRows(), { ...LONDON, regularMarketDayLow: 1.075 });
    expect(body.day_low).toBeCloseTo(107.5, 9);
  });

  test.each([0.01, 100])('is left out without a row of its day (times %d)', async (factor) => {
    const body = await analysed(risingRows().slice(0, -1), { ...LONDON, ...inUnit(factor) });
    expect(body).toMatchObject({
      current_price: 107.9,
      corrections: ['latest price left out: its unit is unclear'],
    });
    expect(body.historical_data.dates.at(-1)).toBe('2026-11-16');
    expect(body.as_of.slice(0, 10)).toBe('2026-11-16');
  });

  test('in a batch is left to the chart', async () => {
    const upstream = fakeUpstream({
      chart: () => json(chartBody(risingRows(), { ...LONDON, ...QUOTE })),
      spark: () => json(sparkBody(['SHEL.L'], risingRows(), { ...LONDON, ...inUnit(0.01) })),
    });
    const worker = testWorker(liveBindings());
    const quotes = async () => (await worker.request('/api/quotes?tickers=SHEL.L')).body.quotes[0];
    expect((await quotes()).current_price).toBe(108);
    worker.clock.ms += 120_000;
    expect((await quotes()).current_price).toBe(108);
    expect(chartCalls(upstream)).toBe(2);
  });
});

describe('real moves are kept', () => {
  const collapse = (volume: number, from = 60) =>
    scaled(0.01, from).map((row, index) =>
      index < from ? row : { ...scaled(0.01, index)[index]!, volume: index === from ? volume : 1_000_000 },
    );

  test.each<[string, readonly ChartRow[], Record<string, unknown>]>([
    ['a collapse of 99 % with much trading', collapse(8_000_000), LONDON],
    ['one of the last session', collapse(8_000_000, 79), LONDON],
    ['one that has lasted a month', collapse(1_000_000, 55), LONDON],
    [
      'one through the day',
      collapse(9_000_000).map((row, i) => (i === 60 ? { ...row, open: 105.5, high: 106 } : row)),
      LONDON,
    ],
    ['a step of 80', scaled(1 / 80, 40), LONDON],
    ['a step of 100 where there is one unit', scaled(0.01, 40), { symbol: 'AAPL' }],
    ['a step of 100 in fils', scaled(0.01, 40), KUWAIT],
    ['a step of 100 in London, in dollars', scaled(0.01, 40), { ...LONDON, currency: 'USD' }],
  ])('%s', async (_, rows, meta) => {
    const body = await analysed(rows, meta);
    const bars = body.technical_chart.candles;
    expect(bars.map(({ close }: { close: number }) => close)).toEqual(
      rows.map(({ close }) => expect.closeTo(close!, 3)),
    );
    expect(bars[60].high).toBeCloseTo(rows[60]!.high!, 3);
    expect(body.corrections).toBeUndefined();
  });

  test('a merger of 100 shares into one, adjusted for by the vendor or not', async () => {
    const rows = risingRows();
    const { at } = rows[40]!;
    const events = { splits: { [at]: { date: at, numerator: 1, denominator: 100 } } };
    const body = await analysed(scaled(0.01, 0, 40), LONDON, events);
    expect(body.historical_data.prices[10]).toBeCloseTo(rows[10]!.close!, 3);
    expect(body.corrections).toEqual(['40 rows adjusted for a 1:100 split']);
  });
});

describe('dividends in another unit than the price', () => {
  // Amount, previous close and correct amount, as sent by Yahoo (ranaroussi/yfinance, tests/data); in pounds except the last.
  test.each<[string, number, number, number | null, string | null]>([
    ['PSH.L 2024-05-16', 14.56, 40.58, 0.1456, '1 dividend in pence read as pounds'],
    ['REL.L 2022-04-28', 35.5, 24.15, 0.355, '1 dividend in pence read as pounds'],
    ['ELCO.L 2023-09-21', 0.25, 0.82, 0.0025, '1 dividend in pence read as pounds'],
    ['ABDP.L 2022-05-05', 1.76, 14.35, 0.0176, '1 dividend in pence read as pounds'],
    ['NVT.L 2023-07-20', 0.0002, 0.59, 0.02, '1 dividend multiplied by 100'],
    ['TENT.L 2022-03-03', 0.0001375, 0.9375, 0.01375, '1 dividend multiplied by 100'],
    ['SERE.L 2022-07-14', 0.055955, 1.015, 0.055955, null],
    ['a dividend of everything', 45, 0.4, null, null],
  ])('%s', async (_, amount, close, right, correction) => {
    const rows = risingRows().map((row) => ({ ...row, open: close, high: close, low: close, close }));
    const { at } = rows[40]!;
    const body = await analysed(rows, IN_POUNDS, { dividends: { [at]: { date: at, amount } } });
    expect(body.corporate_actions.dividends.map((paid: { amount: number }) => paid.amount)).toEqual(
      right === null ? [] : [right],
    );
    expect(body.corrections).toEqual(correction === null ? undefined : [correction]);
  });

  test('pounds among pence', async () => {
    const [first, second] = [risingRows()[30]!, risingRows()[50]!];
    const dividends = { a: { date: first.at, amount: 0.0102 }, b: { date: second.at, amount: 1.04 } };
    const body = await analysed(risingRows(), LONDON, { dividends });
    expect(body.corporate_actions.dividends).toMatchObject([{ amount: 1.02 }, { amount: 1.04 }]);
    expect(body.corrections).toEqual(['1 dividend in pounds read as pence']);
  });
});

describe('a split applied to all but a few rows', () => {
  const { at } = risingRows()[70]!;
  const splitOf = (numerator: number, denominator: number) => ({
    splits: { [at]: { date: at, numerator, denominator } },
  });

  test.each<[string, readonly ChartRow[], unknown, string]>([
    ['one row months before', scaled(4, 20), splitOf(4, 1), '1 row adjusted for a 4:1 split'],
    ['three rows', scaled(4, 20, 23), splitOf(4, 1), '3 rows adjusted for a 4:1 split'],
    ['a row that was adjusted twice', scaled(0.1, 20), splitOf(10, 1), '1 row adjusted for a 10:1 split'],
    ['a row before a merger', scaled(0.1, 20), splitOf(1, 10), '1 row adjusted for a 1:10 split'],
    ['the row before it', scaled(4, 69), splitOf(4, 1), '1 row adjusted for a 4:1 split'],
    ['none at all', scaled(4, 0, 70), splitOf(4, 1), '70 rows adjusted for a 4:1 split'],
  ])('%s', async (_, rows, events, correction) => {
    const body = await analysed(rows, { symbol: 'AAPL' }, events);
    const shown = body.technical_chart.candles.map(({ close }: { close: number }) => close);
    expect(shown).toEqual(CANDLES.map(({ close }) => expect.closeTo(close!, 3)));
    expect(body.corrections).toEqual([correction]);
  });

  test.each<[string, readonly ChartRow[]]>([
    ['a day of much trading', scaled(2, 20).map((row, i) => (i === 20 ? { ...row, volume: 9e6 } : row))],
    ['a day that began where the last one ended', scaled(2, 20, 21, ['high', 'close'])],
    ['a rise by another ratio', scaled(2.5, 20)],
    ['a rise that stays for two weeks', scaled(2, 20, 30)],
  ])('but not %s', async (_, rows) => {
    const body = await analysed(rows, { symbol: 'AAPL' }, splitOf(2, 1));
    expect(body.historical_data.prices[20]).toBeCloseTo(rows[20]!.close!, 3);
    expect(body.corrections).toBeUndefined();
  });
});

test('a correction is recorded in the snapshot and stored with it', async () => {
  fakeUpstream({ chart: () => json(chartBody(scaled(0.01, 40), LONDON)) });
  const worker = testWorker(liveBindings());
  for (const _ of ['from the vendor', 'from memory']) {
    const { body } = await worker.request('/api/stock/SHEL.L?view=columns&v=2');
    expect(body.corrections).toEqual(['1 row in pounds read as pence']);
  }
});
