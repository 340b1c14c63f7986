import { beforeEach, describe, expect, it } from 'vitest';
import {
  clearJournal,
  journalAtom,
  journalOnChart,
  MAX_ENTRIES,
  saveForecast,
  settleForecasts,
  trimJournal,
  type JournalEntry,
} from '#web/shared/user/forecast-journal.ts';
import { edit, memoryStorage, userStore } from '#support/web/user-store.ts';
import { bars, forecastOf, historyUpTo, record, replaceJournal } from './journal-entries.ts';

const LISTING = {
  ticker: 'AAPL',
  source: 'yahoo',
  currency: 'USD',
  stale: false,
  exchange_timezone: 'UTC',
} as const;
const noon = (date: string) => Date.parse(`${date}T12:00:00Z`);
let ada = userStore();
beforeEach(() => void (ada = userStore()));
const store = (entries: readonly JournalEntry[]) => edit(ada, replaceJournal(entries));
const journal = () => ada.get(journalAtom);
function settled(newer: Parameters<typeof settleForecasts>[0]) {
  edit(ada, settleForecasts(newer));
  return journal();
}

function show(lastDate: string, change: Partial<Parameters<typeof saveForecast>[0]> = {}) {
  const candles = historyUpTo(lastDate);
  const shown = { listing: LISTING, candles, forecast: forecastOf(candles), nowMs: noon(lastDate) };
  edit(ada, saveForecast({ ...shown, ...change }));
}

describe('saveForecast', () => {
  it('notes what was shown, with base, target, median, ranges and model', () => {
    const candles = historyUpTo('2026-03-10');
    const forecast = forecastOf(candles, 7);
    show('2026-03-10', { candles, forecast });
    const target = forecast.points[6]!;
    expect(journal()).toEqual([
      {
        ticker: 'AAPL',
        source: 'yahoo',
        currency: 'USD',
        base_date: '2026-03-10',
        base_close: 100,
        anchor_date: '2026-03-09',
        anchor_close: candles.close[78],
        horizon_days: 7,
        target_date: '2026-03-17',
        exchange_timezone: 'UTC',
        median: target.price,
        low80: target.low80,
        high80: target.high80,
        low95: target.low95,
        high95: target.high95,
        model: `${forecast.model} ${forecast.version}`,
        made_at: '2026-03-10T12:00:00.000Z',
        key: 'live AAPL 2026-03-10 7',
        outcome: null,
      },
    ]);
  });

  it('notes one forecast per ticker, base day and horizon, and the first one stays', () => {
    show('2026-03-10');
    show('2026-03-10', { nowMs: noon('2026-03-10') + 1000 });
    expect(journal().map(({ made_at }) => made_at)).toEqual(['2026-03-10T12:00:00.000Z']);
    const candles = historyUpTo('2026-03-10');
    show('2026-03-10', { candles, forecast: forecastOf(candles, 7) });
    show('2026-03-10', { listing: { ...LISTING, ticker: 'NVDA' } });
    show('2026-03-11');
    expect(journal()).toHaveLength(4);
  });

  it('keeps the simulated market apart from the real one, whichever live source it comes from', () => {
    show('2026-03-10');
    show('2026-03-10', { listing: { ...LISTING, source: 'sample' } });
    show('2026-03-10', { listing: { ...LISTING, source: 'twelvedata' } });
    expect(journal().map(({ source }) => source)).toEqual(['yahoo', 'sample']);
  });

  it.each([
    ['on the target day from fresh data', '2026-03-11', false, 1],
    ['on the target day from stale data', '2026-03-11', true, 0],
    ['after the target day', '2026-03-12', false, 0],
  ])('shown %s is noted %s', (_when, today, stale, count) => {
    show('2026-03-10', { nowMs: noon(today), listing: { ...LISTING, stale } });
    expect(journal()).toHaveLength(count);
  });

  it('reads the day on the exchange’s calendar', () => {
    const nowMs = Date.parse('2026-03-12T02:00:00Z');
    show('2026-03-10', { nowMs });
    expect(journal()).toHaveLength(0);
    show('2026-03-10', { nowMs, listing: { ...LISTING, exchange_timezone: 'America/New_York' } });
    expect(journal()).toHaveLength(1);
  });

  it('drops the oldest beyond the limit with the next sync', () => {
    store(Array.from({ length: MAX_ENTRIES }, (_, index) => record({ ticker: `T${index}` })));
    show('2026-03-10');
    edit(ada, trimJournal);
    const tickers = journal().map(({ ticker }) => ticker);
    expect(tickers).toHaveLength(MAX_ENTRIES);
    expect([tickers[0], tickers.at(-1)]).toEqual(['T1', 'AAPL']);
  });
});

describe('settleForecasts', () => {
  const open = record({ outcome: null });

  it('never settles on the last bar of a history, which a stale copy of a session that is now over may hold', () => {
    store([open]);
    // Fetched at 14:00 on the target day and looked at in the evening, when the market is no longer open.
    const stale = { ...LISTING, stale: true, market_state: 'post' } as const;
    const passing = bars('2026-01-04', [99, 100, 103.5]);
    expect(settled({ listing: stale, candles: passing })[0]?.outcome).toBeNull();
    expect(journal()[0]?.outcome).toBeNull();
    const nextDay = bars('2026-01-04', [99, 100, 101, 102]);
    expect(settled({ listing: LISTING, candles: nextDay })[0]?.outcome).toEqual({
      date: '2026-01-06',
      close: 101,
    });
  });

  it('takes the close of the target date', () => {
    store([open]);
    const candles = bars('2026-01-04', [99, 100, 103, 104]);
    expect(settled({ listing: LISTING, candles })[0]?.outcome).toEqual({
      date: '2026-01-06',
      close: 103,
    });
    expect(journal()[0]?.outcome?.close).toBe(103);
  });

  it('takes the first close after it when the market was closed on that day', () => {
    store([record({ outcome: null, target_date: '2026-01-06', base_date: '2026-01-04' })]);
    const before = bars('2026-01-04', [99]);
    const after = bars('2026-01-08', [104, 105]);
    const candles = Object.fromEntries(
      Object.entries(before).map(([name, column]) => [
        name,
        Float64Array.of(...column, ...(after[name as keyof typeof after] ?? [])),
      ]),
    ) as unknown as typeof before;
    expect(settled({ listing: LISTING, candles })[0]?.outcome).toEqual({
      date: '2026-01-08',
      close: 104,
    });
  });

  it('reads the close in the scale of the forecast when the listing was split since', () => {
    store([open]);
    // Four for one: every earlier close is a quarter of what it was.
    const candles = bars('2026-01-04', [24.75, 25, 25.75, 26]);
    expect(settled({ listing: LISTING, candles })[0]?.outcome?.close).toBeCloseTo(103, 9);
  });

  it('takes the close as it is when a vendor corrected the anchor by less than half a percent, as the public ledger does', () => {
    store([open]);
    const candles = bars('2026-01-04', [98.7, 100, 103, 104]);
    expect(settled({ listing: LISTING, candles })[0]?.outcome?.close).toBe(103);
  });

  it('leaves a forecast open when its anchor is not in the history, so that a split cannot be ruled out', () => {
    store([open]);
    const candles = bars('2026-01-05', [100, 103, 104]);
    expect(settled({ listing: LISTING, candles })[0]?.outcome).toBeNull();
  });

  it('never settles a forecast with prices of another market or listing', () => {
    store([open, record({ outcome: null, source: 'sample' }), record({ outcome: null, ticker: 'NVDA' })]);
    const candles = bars('2026-01-04', [99, 100, 103, 104]);
    const entries = settled({ listing: { ...LISTING, source: 'sample' }, candles });
    expect(entries.map(({ outcome }) => outcome !== null)).toEqual([false, true, false]);
  });

  it('never changes a settled forecast', () => {
    store([record()]);
    const candles = bars('2026-01-04', [99, 100, 50, 51]);
    expect(settled({ listing: LISTING, candles })).toEqual([record()]);
  });
});

describe('journalOnChart', () => {
  it('settles a listing’s forecasts without storing that, so that drawing a chart changes nothing', () => {
    store([record({ outcome: null }), record({ ticker: 'NVDA' }), record({ source: 'sample' })]);
    const before = journal();
    const candles = bars('2026-01-04', [99, 100, 102, 103]);
    expect(journalOnChart(journal(), { listing: LISTING, candles })).toEqual([
      record({ outcome: { date: '2026-01-06', close: 102 } }),
    ]);
    expect(journal()).toBe(before);
  });

  it('gives every price in the scale of the chart when the listing was split since', () => {
    store([record()]);
    // Ten new shares for an old one, after the forecast was settled.
    const candles = bars('2026-01-04', [9.9, 10, 10.2, 10.3]);
    expect(journalOnChart(journal(), { listing: LISTING, candles })).toMatchObject([
      { base_close: 10, low80: 9.5, high80: expect.closeTo(10.7), outcome: { close: expect.closeTo(10.2) } },
    ]);
  });
});

it('a bad entry is left out, and the good ones stay', () => {
  const bad = record({ ticker: 'NVDA', median: null as never });
  store([bad, record()]);
  expect(journal()).toEqual([record()]);
});

it('clearJournal forgets one user’s forecasts only', () => {
  const storage = memoryStorage();
  const [first, second] = ['ada', 'grace'].map((uid) => userStore(storage, uid));
  for (const one of [first!, second!]) edit(one, replaceJournal([record()]));
  edit(first!, clearJournal('forecast'));
  expect([first!, second!].map((one) => one.get(journalAtom))).toEqual([[], [record()]]);
});
