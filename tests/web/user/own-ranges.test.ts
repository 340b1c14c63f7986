import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearJournal,
  journalOnChart,
  settleForecasts,
  trimJournal,
} from '#web/shared/user/forecast-journal.ts';
import {
  ownRangesAtom,
  saveOwnRange,
  spentRangesAtom,
  takeBackOwnRange,
} from '#web/shared/user/own-ranges.ts';
import { modelAccount } from '#support/web/model-account.ts';
import { edit, syncedStore, userStore } from '#support/web/user-store.ts';
import { bars, forecastOf, historyUpTo } from './journal-entries.ts';

const LISTING = {
  ticker: 'AAPL',
  source: 'yahoo',
  stale: false,
  currency: 'USD',
  exchange_timezone: 'UTC',
} as const;
const NOON = Date.parse('2026-03-10T12:00:00Z');
const KEY = 'live AAPL 2026-03-10 1';
const candles = historyUpTo('2026-03-10');
const shown = { listing: LISTING, candles, forecast: forecastOf(candles), nowMs: NOON };
const entered = { ...shown, low: 95, high: 103.5, why: '' };

let ada = userStore();
beforeEach(() => {
  ada = userStore();
  vi.setSystemTime(NOON);
});
afterEach(() => void vi.useRealTimers());
const ranges = () => ada.get(ownRangesAtom);

describe('saveOwnRange', () => {
  it('keeps the range beside the model’s of the same moment, and the reason', () => {
    edit(ada, saveOwnRange({ ...entered, why: '  Earnings were priced in. ' }));
    const target = shown.forecast.points[0]!;
    expect(ranges()).toMatchObject([
      {
        key: KEY,
        low80: target.low80,
        high80: target.high80,
        own_low: 95,
        own_high: 103.5,
        why: 'Earnings were priced in.',
      },
    ]);
  });

  it.each([
    ['the lower price is not below the higher one', { low: 103.5 }],
    ['a price is not positive', { low: 0 }],
    ['a price is not a number', { high: Number.NaN }],
    ['the reason is longer than 200 characters', { why: 'é'.repeat(201) }],
    ['the outcome may be known', { nowMs: NOON + 2 * 86_400_000 }],
  ])('saves nothing if %s', (_when, change) => {
    edit(ada, saveOwnRange({ ...entered, ...change }));
    expect(ranges()).toEqual([]);
  });

  it('keeps the first range of a market, listing, base session and horizon', () => {
    edit(ada, saveOwnRange(entered));
    edit(ada, saveOwnRange({ ...entered, low: 90 }));
    edit(ada, saveOwnRange({ ...entered, listing: { ...LISTING, source: 'twelvedata' }, low: 90 }));
    edit(ada, saveOwnRange({ ...entered, listing: { ...LISTING, source: 'sample' } }));
    expect(ranges().map(({ key, own_low: low }) => [key, low])).toEqual([
      [KEY, 95],
      ['sample AAPL 2026-03-10 1', 95],
    ]);
  });
});

it('ignores a second range of a forecast under another key', () => {
  edit(ada, saveOwnRange(entered));
  edit(ada, (values) => [{ kind: 'own_range', key: `${KEY} again`, value: values('own_range').get(KEY)! }]);
  expect(ranges()).toHaveLength(1);
});

describe('takeBackOwnRange', () => {
  it('removes a range within a minute only, so that another can be entered', () => {
    edit(ada, saveOwnRange(entered));
    edit(ada, takeBackOwnRange(KEY, NOON + 59_999));
    expect(ranges()).toEqual([]);
    edit(ada, saveOwnRange({ ...entered, low: 90 }));
    edit(ada, takeBackOwnRange(KEY, NOON + 60_000));
    expect(ranges()).toMatchObject([{ own_low: 90 }]);
  });

  it('sends a range only once it can no longer be taken back, or if the page is left', async () => {
    const server = modelAccount();
    const { store, round } = syncedStore(server);
    edit(store, saveOwnRange(entered));
    await round();
    expect(server.live().size).toBe(0);
    vi.setSystemTime(NOON + 60_000);
    await round();
    expect(server.live().size).toBe(1);
  });

  it('names a range that the account had as spent, since the account takes no other one', async () => {
    const { store, round } = syncedStore(modelAccount());
    edit(store, saveOwnRange(entered));
    await round(true);
    edit(store, takeBackOwnRange(KEY, NOON));
    await round();
    expect(store.get(spentRangesAtom)).toEqual(new Set([KEY]));
  });
});

describe('an own range', () => {
  it('outlives the clearing of the saved forecasts, and they outlive its own', () => {
    edit(ada, saveOwnRange(entered));
    edit(ada, settleForecasts({ listing: LISTING, candles: bars('2026-03-09', [99.9, 100, 102, 103]) }));
    edit(ada, clearJournal('forecast'));
    edit(ada, trimJournal);
    expect(ranges()).toMatchObject([{ outcome: { date: '2026-03-11', close: 102 } }]);
    edit(ada, clearJournal('own_range'));
    expect(ranges()).toEqual([]);
  });

  it('stands in the chart’s scale after a split', () => {
    edit(ada, saveOwnRange(entered));
    const split = bars('2026-03-09', [9.99, 10, 10.2, 10.3]);
    expect(journalOnChart(ranges(), { listing: LISTING, candles: split })).toMatchObject([
      { key: KEY, base_close: 10, own_low: expect.closeTo(9.5), own_high: expect.closeTo(10.35) },
    ]);
  });
});
