// @vitest-environment node
import { expect, test } from 'vitest';
import { candlesFromRows, formatFor, parseIsoDate, resample } from '#compute';
import {
  alertLevels,
  eventsAtBars,
  forecastsAtBars,
  marksAt,
  type ShownChart,
} from '#web/features/workbench/data/annotations.tsx';
import { priceEvents } from '#web/shared/charts/price-events.ts';
import type { JournalEntry } from '#web/shared/user/forecast-journal.ts';

const format = formatFor({ region: 'us', clock: 'exchange' });

/** The sessions of three weeks, from a Monday on. */
const sessions = ['02', '03', '04', '05', '06', '09', '10', '11', '12', '13', '16', '17'];
const candles = candlesFromRows(
  sessions.map((day) => ({
    time: parseIsoDate(`2026-11-${day}`) ?? Number.NaN,
    open: 100,
    high: 101,
    low: 99,
    close: 100,
    volume: 1,
  })),
);
const days = { days: candles.time, starts: candles.time };
const weeks = { days: candles.time, starts: resample(candles, 'week').time };

const made = (change: Partial<JournalEntry>): JournalEntry => ({
  key: 'sample NVDA 2026-11-05 7',
  ticker: 'NVDA',
  source: 'sample',
  currency: 'USD',
  base_date: '2026-11-05',
  base_close: 100,
  anchor_date: '2026-11-04',
  anchor_close: 100,
  horizon_days: 7,
  target_date: '2026-11-16',
  exchange_timezone: 'America/New_York',
  median: 101,
  low80: 95,
  high80: 106,
  low95: 90,
  high95: 110,
  model: 'm',
  made_at: '2026-11-05T12:00:00Z',
  outcome: null,
  ...change,
});
const came = (close: number) => ({ outcome: { date: '2026-11-16', close } });

test('a dividend, a split and earnings are marked at the bar that contains them, on days and on weeks', () => {
  const actions = {
    // The second one is on a Saturday, so it is marked at the next session.
    dividends: [
      { date: '2026-11-05', amount: 0.25 },
      { date: '2026-11-07', amount: 0.5 },
    ],
    splits: [{ date: '2026-11-17', numerator: 10, denominator: 1 }],
  };
  const at = (bars: typeof days) =>
    eventsAtBars(bars, priceEvents(format, bars.days, actions, 'USD', ['2026-11-06'])).map(
      ({ index, letter }) => [letter, index],
    );
  expect(at(days)).toEqual([
    ['S', 11],
    ['D', 3],
    ['D', 5],
    ['E', 4],
  ]);
  expect(at(weeks)).toEqual([
    ['S', 2],
    ['D', 0],
    ['D', 1],
    ['E', 0],
  ]);
});

test('forecasts from the same day are one mark, which states each outcome', () => {
  const entries = [
    made({ horizon_days: 14, ...came(107) }),
    made({ ...came(95) }),
    made({ base_date: '2026-11-12' }),
    made({ base_date: '2026-11-10', ...came(100) }),
  ];
  const forecasts = forecastsAtBars(format, days, entries, 'USD');
  expect(forecasts.map(({ index, state }) => [index, state])).toEqual([
    [3, 'outside'],
    [6, 'inside'],
    [8, 'open'],
  ]);
  expect(forecasts[0]?.facts.map(({ label, value }) => [label, value])).toEqual([
    ['Your 7-day forecast', '$95.00 to $106.00 on Nov 16, 2026; closed inside at $95.00'],
    ['Your 14-day forecast', '$95.00 to $106.00 on Nov 16, 2026; closed outside at $107.00'],
  ]);
  expect(forecastsAtBars(format, weeks, entries, 'USD').map(({ index }) => index)).toEqual([0, 1]);
});

test('a forecast from before the history or after it has no mark', () => {
  const entries = [made({ base_date: '2026-10-30' }), made({ base_date: '2026-11-18' })];
  expect(forecastsAtBars(format, days, entries, 'USD')).toEqual([]);
});

test('only price alerts are levels, lowest first', () => {
  const levels = alertLevels(
    format,
    [
      { on: 'price', direction: 'above', value: 200 },
      { on: 'day_change', direction: 'below', value: -5 },
      { on: 'price', direction: 'below', value: 120 },
      { on: 'signal' },
      {
        on: 'price',
        direction: 'above',
        value: 140,
        anchor: { source: 'yahoo', date: '2026-01-02', close: 120 },
      },
    ],
    'USD',
    // A 10-for-1 split since the last of these alerts was set.
    { source: 'twelvedata', year_closes: { dates: ['2026-01-02'], prices: [12] } },
  );
  expect(levels).toEqual([
    { price: 14, text: 'Alert at $14.00 or above' },
    { price: 120, text: 'Alert at $120.00 or below' },
    { price: 200, text: 'Alert at $200.00 or above' },
  ]);
});

test('a press names the marks under it: letters at the foot, forecasts at their close, alert lines anywhere', () => {
  const chart = {
    series: { place: (price: number) => price, candles },
    annotations: {
      events: [{ index: 3, letter: 'D', label: 'Dividend', value: '$0.25' }],
      forecasts: [{ index: 3, state: 'open', facts: [{ label: 'Your 7-day forecast', value: 'open' }] }],
      alerts: [{ price: 150, text: 'Alert at $150.00 or above' }],
    },
  } as unknown as ShownChart;
  const plot = {
    over: { clientHeight: 200 } as HTMLDivElement,
    valToPos: (value: number, scale: string) => (scale === 'x' ? value * 20 : 200 - value),
  };
  const at = (x: number, y: number) => marksAt(chart, plot, { x, y }, 8, (bar) => `Bar ${bar}`);
  expect(at(62, 195)).toEqual(['Bar 3: Dividend $0.25']);
  expect(at(62, 104)).toEqual(['Bar 3: Your 7-day forecast open']);
  expect(at(10, 52)).toEqual(['Alert at $150.00 or above']);
  expect([at(80, 195), at(62, 150), at(80, 100)]).toEqual([[], [], []]);
});
