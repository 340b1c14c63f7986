// @vitest-environment node
import { expect, test } from 'vitest';
import { candlesFromRows, formatFor } from '#compute';
import type { IntradayResponse } from '#worker/contract';
import { comingFrom } from '#support/coming-sessions.ts';
import { extendedText } from '#web/features/workbench/chart/chart-texts.ts';
import { onPriceScale, type Compared } from '#web/features/workbench/data/chart-series.ts';
import {
  timeTicks,
  wallClock,
  minuteBars,
  minutesOf,
  regularOf,
} from '#web/features/workbench/data/intraday-series.ts';
import type { IntradayBars } from '#web/features/workbench/data/workbench-data.ts';
import type { PriceScale } from '#web/features/workbench/view/workbench-view.ts';

const MINUTE = 60;
/** Friday and the Monday after it, 9:30 in New York. */
const FRIDAY = Date.parse('2026-11-20T14:30Z') / 1000;
const MONDAY = Date.parse('2026-11-23T14:30Z') / 1000;

interface Part {
  readonly part: 'pre' | 'regular' | 'post';
  readonly start: number;
  readonly bars: number;
}

/** One bar per minute; the closes are 100, 101, … over all parts. */
function barsOf(parts: readonly Part[], change: Partial<IntradayResponse> = {}): IntradayBars {
  const times = parts.flatMap(({ start, bars }) =>
    Array.from({ length: bars }, (_, i) => start + i * MINUTE),
  );
  const candles = candlesFromRows(
    times.map((time, i) => ({ time, open: 100 + i, high: 101 + i, low: 99 + i, close: 100 + i, volume: 5 })),
  );
  let from = 0;
  const sessionParts = parts.map(({ part, bars }) => {
    from += bars;
    return { part, from: from - bars, to: from };
  });
  const response = {
    ticker: 'TEST',
    currency: 'USD',
    exchange_timezone: 'America/New_York',
    interval_seconds: MINUTE,
    previous_close: 80,
    session_parts: sessionParts,
    ...change,
  } as IntradayResponse;
  return { ticker: 'TEST', response, candles, hasSourceFailed: false, isRevalidating: false };
}

const twoDays = barsOf([
  { part: 'regular', start: FRIDAY, bars: 3 },
  { part: 'post', start: FRIDAY + 3 * MINUTE, bars: 2 },
  { part: 'pre', start: MONDAY - 2 * MINUTE, bars: 2 },
  { part: 'regular', start: MONDAY, bars: 4 },
]);
/** As a listing states them: until 16:00, and until 20:00 after hours. */
const hours = {
  listing: { timezone: 'America/New_York', calendar: 'nyse', instrument: 'equity' },
  sessions: { ...comingFrom(Date.UTC(2026, 10, 23) / 1000, 'nyse', [570, 960]), post_minutes: 240 },
} as const;

const seriesOf = (own: IntradayBars, scale: PriceScale = 'linear', others: readonly Compared[] = []) =>
  onPriceScale({ ...minuteBars(own, hours, true), lines: [] }, scale, others);

test('days start where the exchange’s date changes, and the day’s range is that of regular trading', () => {
  const { intraday, forecast } = seriesOf(twoDays);
  expect(intraday?.dayStarts).toEqual([0, 5]);
  expect(intraday?.dayRange).toEqual({ high: 111, low: 106 });
  expect(forecast).toBeNull();
});

test('a bar outside regular trading is named with the close before it', () => {
  const series = seriesOf(twoDays);
  const texts = Array.from(series.candles.time, (_, bar) => extendedText(format, series, bar));
  expect(texts.slice(2, 8)).toEqual([
    null,
    '$102.00 close · $103.00 after hours',
    '$102.00 close · $104.00 after hours',
    '$102.00 close · $105.00 pre-market',
    '$102.00 close · $106.00 pre-market',
    null,
  ]);
});

test('the axis has room until the end of the session, and some margin after a finished day', () => {
  const roomOf = (own: IntradayBars, hasExtended: boolean) => {
    const { dates } = minuteBars(own, hours, hasExtended);
    return { room: dates.length - own.candles.time.length, end: (dates.at(-1) ?? 0) + MINUTE };
  };
  expect(roomOf(twoDays, false)).toEqual({ room: 386, end: MONDAY + 390 * MINUTE });
  expect(roomOf(twoDays, true).end).toBe(MONDAY + 630 * MINUTE);
  expect(roomOf(barsOf([{ part: 'regular', start: MONDAY, bars: 390 }]), false).room).toBe(5);
});

test('without extended hours, bars and latest trade are those of regular trading', () => {
  const own = { ...twoDays, response: { ...twoDays.response, as_of: '2026-11-23T20:00:00Z' } };
  const regular = regularOf(own);
  expect(regular.response.session_parts).toEqual([
    { part: 'regular', from: 0, to: 3 },
    { part: 'regular', from: 3, to: 7 },
  ]);
  expect(regular.candles.close).toEqual(Float64Array.of(100, 101, 102, 107, 108, 109, 110));
  expect(regular.response.as_of).toBe(new Date((MONDAY + 4 * MINUTE) * 1000).toISOString());
  const early = barsOf([{ part: 'pre', start: MONDAY - MINUTE, bars: 1 }]);
  expect(regularOf(early)).toBe(early);
});

test('a day’s change counts from the previous regular close', () => {
  const { intraday } = seriesOf(twoDays);
  expect([0, 4, 5, 10].map((bar) => intraday?.dayBase(bar))).toEqual([80, 80, 102, 102]);
});

const closeBefore = (own: IntradayBars) => seriesOf(own).intraday?.closeBefore;

test('the close before the first bar is called the previous close if all bars are of one day', () => {
  const today = [{ part: 'regular', start: MONDAY, bars: 4 }] as const;
  expect(closeBefore(barsOf(today))).toEqual({ price: 80, name: 'Previous close' });
  expect(closeBefore(twoDays)).toEqual({ price: 80, name: 'Close before the range' });
  expect(closeBefore(barsOf(today, { previous_close: null }))).toBeNull();
});

test('there is no day range before the open, and one range around a lunch break', () => {
  const early = barsOf([{ part: 'pre', start: FRIDAY - 3 * MINUTE, bars: 3 }]);
  const before = seriesOf(early);
  expect(before.intraday?.dayRange).toBeNull();
  const lunch = barsOf([
    { part: 'regular', start: FRIDAY, bars: 2 },
    { part: 'regular', start: FRIDAY + 60 * MINUTE, bars: 2 },
  ]);
  const { intraday } = seriesOf(lunch);
  expect(intraday?.dayStarts).toEqual([0]);
  expect(intraday?.dayRange).toEqual({ high: 104, low: 99 });
});

test('percent counts from each listing’s own previous close', () => {
  const other = barsOf([{ part: 'regular', start: MONDAY, bars: 4 }], { previous_close: 50 });
  const series = seriesOf(twoDays, 'percent', [{ ...other, base: other.response.previous_close }]);
  expect(series.place(100)).toBe(25);
  expect(series.overlays[0]?.percent.slice(6, 8)).toEqual([null, 100]);
  const unknown = barsOf([{ part: 'regular', start: FRIDAY, bars: 3 }], { previous_close: null });
  const own = seriesOf(unknown, 'percent');
  expect(own.place(100)).toBe(0);
});

test('longer bars stay within a part of the day, and marks move with them', () => {
  const two = minutesOf(twoDays, 2);
  expect(two.candles.close).toEqual(Float64Array.of(101, 102, 103, 104, 106, 108, 110));
  const { intraday, candles } = seriesOf(two);
  expect(intraday?.dayStarts).toEqual([0, 4]);
  expect(intraday?.response.interval_seconds).toBe(2 * MINUTE);
  expect(intraday?.dayRange).toEqual({ high: 111, low: 106 });
  expect(candles.time).toHaveLength(7);
  expect(minutesOf(twoDays, 2)).toBe(two);
  expect(minutesOf(twoDays, 1)).toBe(twoDays);
});

test('a wall clock shows the time of its zone, also across the end of summer time', () => {
  const instants = ['2026-10-31T14:30Z', '2026-11-01T05:30Z', '2026-11-01T06:30Z', '2026-11-02T14:30Z'];
  const walls = wallClock(
    Float64Array.from(instants, (instant) => Date.parse(instant) / 1000),
    'America/New_York',
  );
  expect([...walls].map((wall) => new Date(wall * 1000).toISOString().slice(0, 16))).toEqual([
    '2026-10-31T10:30',
    '2026-11-01T01:30',
    '2026-11-01T01:30',
    '2026-11-02T09:30',
  ]);
});

const format = formatFor({ region: 'us', clock: 'exchange' });
/** Labels for five-minute bars from 4:00 on, on each of several days. */
const wallsOf = (days: number, bars: number) =>
  Float64Array.from(
    { length: days * bars },
    (_, i) => Date.UTC(2026, 10, 16 + Math.floor(i / bars), 4) / 1000 + (i % bars) * 300,
  );

test('a day is labelled at full hours, and starts with its date', () => {
  const ticks = timeTicks(format, wallsOf(1, 192), { from: 0, to: 192, limit: 10 });
  expect(ticks.map(({ label }) => label)).toEqual([
    'Nov 16',
    '06:00',
    '08:00',
    '10:00',
    '12:00',
    '14:00',
    '16:00',
    '18:00',
  ]);
});

test.each([2, 5, 7, 12])(
  'five days with %i labels have room for each label, and the last day is named',
  (limit) => {
    const ticks = timeTicks(format, wallsOf(5, 192), { from: 0, to: 960, limit });
    const gaps = ticks.slice(1).map(({ index }, i) => index - (ticks[i]?.index ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual((960 / limit) * 0.5);
    expect(ticks.length).toBeGreaterThanOrEqual(Math.min(limit, 5) / 2);
    expect(ticks.some(({ label }) => label === 'Nov 20')).toBe(true);
  },
);

test('a few bars are labelled by the minute', () => {
  const ticks = timeTicks(format, wallsOf(1, 192), { from: 67, to: 79, limit: 6 });
  expect(ticks.map(({ label }) => label)).toEqual(['09:40', '09:50', '10:00', '10:10', '10:20', '10:30']);
});
