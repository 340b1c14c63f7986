import { candlesFromRows, isoDate, parseTicker } from '#compute';
import type { Candles, CorporateActions, Split, Ticker } from '#compute';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { decodeActions, reconcile } from '#worker/providers/corrections/corporate-actions.ts';
import { liveBindings, testWorker } from '#support/worker/test-worker.ts';
import { chartBody, fakeUpstream, json, risingRows } from '#support/worker/yahoo-upstream.ts';
import wrongSplits from '../../../vectors/wrong-splits.json' with { type: 'json' };

const DAY = 86_400;
const FIRST = Date.UTC(2026, 0, 1) / 1000;
const AAPL = ticker('AAPL');

function ticker(text: string): Ticker {
  const parsed = parseTicker(text);
  if (!parsed.ok) throw new Error(text);
  return parsed.value;
}

function candlesOf(closes: readonly number[], first = FIRST): Candles {
  return candlesFromRows(
    closes.map((close, i) => ({
      time: first + i * DAY,
      open: close,
      high: close * 1.01,
      low: close * 0.99,
      close,
      volume: 1000,
    })),
  );
}

const dateOf = (bar: number) => isoDate(FIRST + bar * DAY) as string;
const splitOn = (bar: number, numerator: number, denominator: number): Split => ({
  date: dateOf(bar),
  numerator,
  denominator,
});
const closesAfter = (closes: readonly number[], ...splits: readonly Split[]) => {
  const reconciled = reconcile(candlesOf(closes), { dividends: [], splits }, AAPL);
  return reconciled && Array.from(reconciled.candles.close);
};

let warn: ReturnType<typeof vi.spyOn>;
beforeEach(() => {
  warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

describe('U29 a history checked against its splits', () => {
  test.each([
    ['2:1', 2, 1, [200, 204, 102, 101], [100, 102, 102, 101]],
    ['3:2', 3, 2, [150, 153, 102, 101], [100, 102, 102, 101]],
    ['a reverse 1:10', 1, 10, [10, 10.2, 102, 101], [100, 102, 102, 101]],
    ['a reverse 1:10 on a day that fell by a third', 1, 10, [10, 10.2, 68, 67], [100, 102, 68, 67]],
  ])('adjusts for %s that the vendor did not adjust for', (_, numerator, denominator, raw, corrected) => {
    expect(closesAfter(raw, splitOn(2, numerator, denominator))).toEqual(corrected);
  });

  test.each([
    ['2:1', 2, 1],
    ['3:2', 3, 2],
    ['a reverse 1:10', 1, 10],
  ])('is unchanged for %s that the vendor adjusted for', (_, numerator, denominator) => {
    const closes = [100, 102, 97, 101];
    expect(closesAfter(closes, splitOn(2, numerator, denominator))).toEqual(closes);
  });

  test('keeps a day of −50 % without a split', () => {
    const closes = [100, 102, 51, 50];
    expect(closesAfter(closes)).toEqual(closes);
    expect(closesAfter(closes, splitOn(60, 2, 1))).toEqual(closes);
  });

  test('keeps a fall after a reverse split, since a special dividend may explain it', () => {
    const closes = [100, 102, 51, 50];
    expect(closesAfter(closes, splitOn(2, 1, 2))).toEqual(closes);
  });

  test('ignores a split on the first bar, and rescales all earlier bars for one on the last', () => {
    expect(closesAfter([100, 101, 102], splitOn(0, 2, 1))).toEqual([100, 101, 102]);
    expect(closesAfter([200, 202, 102], splitOn(2, 2, 1))).toEqual([100, 101, 102]);
  });

  test('handles a split of today, before and after the vendor’s adjustment', () => {
    // Before the open: the last bar is yesterday's.
    expect(closesAfter([200, 202, 204], splitOn(3, 2, 1))).toEqual([200, 202, 204]);
    // The quote is from today, the history from before the split.
    expect(closesAfter([200, 202, 204, 101], splitOn(3, 2, 1))).toEqual([100, 101, 102, 101]);
    // The history is adjusted, the quote is not: everything is shown as before the split.
    expect(closesAfter([100, 101, 204], splitOn(3, 2, 1))).toEqual([200, 202, 204]);
    // With a small reverse split the same looks like a fall, so the response is refused.
    expect(closesAfter([200, 202, 101], splitOn(3, 1, 2))).toBeNull();
  });

  test('a corrected history begins where its prices are within range', () => {
    const splits = [splitOn(2, 10_000, 1), splitOn(12, 10_000, 1)];
    const before = [1e-9, 1e5, ...Array.from({ length: 10 }, () => 10), 1e-3];
    expect(closesAfter(before, ...splits)).toEqual(Array.from({ length: 12 }, () => 0.001));
  });

  test('multiplies volumes and divides earlier dividends along with the prices, but not later ones', () => {
    const dividends = [1, 3].map((bar) => ({ date: dateOf(bar), amount: 2 }));
    const reconciled = reconcile(
      candlesOf([200, 204, 102, 101]),
      { dividends, splits: [splitOn(2, 2, 1)] },
      AAPL,
    );
    expect(Array.from(reconciled?.candles.volume ?? [])).toEqual([2000, 2000, 1000, 1000]);
    expect(reconciled?.actions.dividends.map(({ amount }) => amount)).toEqual([1, 2]);
  });

  test.each(Object.entries(wrongSplits.listings))(
    'corrects %s as sent to the values corrected by hand',
    (_, { split, rows }) => {
      const candles = candlesFromRows(
        rows.map((row) => {
          const [date, close] = row as [string, number, number];
          const time = Date.parse(date) / 1000;
          return { time, open: close, high: close, low: close, close, volume: 1 };
        }),
      );
      const { date, ratio } = split;
      const actions = { dividends: [], splits: [{ date, numerator: ratio, denominator: 1 }] };
      const corrected = reconcile(candles, actions, AAPL)?.candles.close ?? [];
      for (const [i, row] of rows.entries()) expect((corrected[i] ?? 0) / Number(row[2])).toBeCloseTo(1, 1);
    },
  );
});

describe('U28 the rows of a vendor', () => {
  const apple = { symbol: AAPL, timezone: 'America/New_York' };
  const now = FIRST + 300 * DAY;
  const opening = (bar: number) => FIRST + bar * DAY + 14.5 * 3600;
  const none: CorporateActions = { dividends: [], splits: [] };

  test('are sorted by their dates at the exchange', () => {
    const events = {
      dividends: { b: { amount: 0.25, date: opening(90) }, a: { amount: 0.24, date: opening(1) } },
      splits: { c: { date: opening(9), numerator: 4, denominator: 1, splitRatio: '4:1' } },
    };
    expect(decodeActions(events, apple, now)).toEqual({
      dividends: [
        { date: dateOf(1), amount: 0.24 },
        { date: dateOf(90), amount: 0.25 },
      ],
      splits: [{ date: dateOf(9), numerator: 4, denominator: 1 }],
    });
    expect(warn).not.toHaveBeenCalled();
  });

  test.each([undefined, null, {}, { dividends: null }])('give no actions for events of %j', (events) => {
    expect(decodeActions(events, apple, now)).toEqual(none);
  });

  test.each([
    { amount: -1, date: opening(1) },
    { amount: 0, date: opening(1) },
    { amount: 1e12, date: opening(1) },
    { amount: '0.25', date: opening(1) },
    { amount: 0.25, date: opening(400) },
    { amount: 0.25, date: 1e18 },
    { amount: 0.25 },
    null,
  ])('lose a dividend of %j, which is logged', (row) => {
    expect(decodeActions({ dividends: { row } }, apple, now)).toEqual(none);
    expect(JSON.parse(String(warn.mock.calls[0]?.[0]))).toEqual({
      event: 'bad_corporate_action',
      ticker: 'AAPL',
      rows: 1,
    });
  });

  test.each([
    { numerator: 1, denominator: 0, date: opening(1) },
    { numerator: 1, denominator: 1, date: opening(1) },
    { numerator: 1e9, denominator: 1, date: opening(1) },
    { numerator: -2, denominator: 1, date: opening(1) },
    { numerator: 1e5, denominator: 1e-5, date: opening(1) },
    { numerator: 10_001, denominator: 1, date: opening(1) },
    { numerator: 1, denominator: 10_001, date: opening(1) },
  ])('lose a split of %j', (row) => {
    expect(decodeActions({ splits: { row } }, apple, now)).toEqual(none);
  });

  test.each([
    [10_000, 1],
    [1, 10_000],
    [1.0281, 1],
    [1e-5, 1e-4],
  ])('keep a split of %d:%d', (numerator, denominator) => {
    const row = { numerator, denominator, date: opening(1) };
    expect(decodeActions({ splits: { row } }, apple, now)?.splits).toHaveLength(1);
  });

  // As sent by Yahoo: amount, previous close, close on the ex-date.
  test.each([
    ['PSH.L 2024-05-16', 14.56, 40.58, 41],
    ['REL.L 2024-08-01', 18.2, 36.88, 35.9],
    ['SCR.TO 2023-06-14', 0.441, 2.42, 2.35],
    ['KME.MI 2023-05-22', 0.21723, 0.975, 0.972],
  ])('%s: lose an amount in the wrong unit, which the price does not confirm', (_, amount, before, after) => {
    const actions = { dividends: [{ date: dateOf(1), amount }], splits: [] };
    expect(reconcile(candlesOf([before, after]), actions, AAPL)?.actions).toEqual(none);
  });

  test.each([
    ['TENT.L 2024-09-19', 0.25, 0.718, 0.464],
    ['ADIG.L 2024-07-03', 0.38, 0.828, 0.455],
    ['HSBK.IL 2023-05-30', 2.250997, 14.02, 12.64],
    ['a usual one on a day that rose', 0.5, 50, 52],
  ])('%s: keep a large amount that the price confirms', (_, amount, before, after) => {
    const actions = { dividends: [{ date: dateOf(1), amount }], splits: [] };
    expect(reconcile(candlesOf([before, after]), actions, AAPL)?.actions).toEqual(actions);
  });

  test('lose a dividend that is not below the previous close, and the second of two on one day', () => {
    const dividends = { a: { amount: 100, date: opening(2) }, b: { amount: 1, date: opening(1) } };
    const again = { ...dividends, c: { amount: 2, date: opening(1) } };
    const actions = decodeActions({ dividends: again }, apple, now) ?? none;
    expect(reconcile(candlesOf([100, 100, 100]), actions, AAPL)?.actions.dividends).toEqual([
      { date: dateOf(1), amount: 1 },
    ]);
    expect(warn).toHaveBeenCalledTimes(2);
  });
});

describe('a response with events', () => {
  const rows = risingRows();
  const at = rows[40]?.at ?? 0;

  async function answered(events: unknown, meta: Record<string, unknown> = {}, shown = rows) {
    const body = chartBody(shown, meta) as { chart: { result: Record<string, unknown>[] } };
    const [result] = body.chart.result;
    if (result !== undefined) result['events'] = events;
    fakeUpstream({ chart: () => json(body) });
    const worker = testWorker(liveBindings());
    return Promise.all(
      ['?days=7', '?view=columns&v=2'].map(
        async (query) => (await worker.request(`/api/stock/AAPL${query}`)).body,
      ),
    );
  }

  test('has the events in every view', async () => {
    const expected = {
      dividends: [{ date: isoDate(at), amount: 0.25 }],
      splits: [{ date: isoDate(at), numerator: 4, denominator: 1 }],
    };
    const events = {
      dividends: { [at]: { amount: 0.25, date: at } },
      splits: { [at]: { date: at, numerator: 4, denominator: 1 } },
    };
    for (const body of await answered(events)) expect(body.corporate_actions).toEqual(expected);
  });

  test('keeps its bars for any events', async () => {
    for (const events of [7, 'none', [], { dividends: 7 }]) {
      const [body] = await answered(events);
      expect(body.historical_data.prices).toHaveLength(rows.length);
    }
    const [body] = await answered({ dividends: 7 });
    expect(body.corporate_actions).toBeNull();
  });

  test('for a coin states none', async () => {
    const [body] = await answered(undefined, { instrumentType: 'CRYPTOCURRENCY' });
    expect(body).toMatchObject({ ticker: 'AAPL', corporate_actions: null });
  });

  test('is cached whatever ratio its prices seem to confirm', async () => {
    const absurd = rows.map((row, i) => {
      const close = i === 0 ? 1e-6 : i < 40 ? 1e4 : 1e-6;
      return { ...row, open: close, high: close, low: close, close };
    });
    const events = { splits: { [at]: { date: at, numerator: 1e5, denominator: 1e-5 } } };
    const [body] = await answered(events, {}, absurd);
    expect(body.historical_data.prices).toEqual(absurd.map(({ close }) => close));
  });

  test('never shows the jump of an unadjusted split', async () => {
    const cliff = rows.map((row, i) =>
      i < 40
        ? {
            ...row,
            open: Number(row.open) * 4,
            high: Number(row.high) * 4,
            low: Number(row.low) * 4,
            close: Number(row.close) * 4,
          }
        : row,
    );
    const events = { splits: { [at]: { date: at, numerator: 4, denominator: 1 } } };
    const [body] = await answered(events, {}, cliff);
    const prices: number[] = body.historical_data.prices;
    expect(prices).toEqual(rows.map(({ close }) => close));
  });
});
