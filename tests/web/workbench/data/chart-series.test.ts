// @vitest-environment node
import { expect, test } from 'vitest';
import { candlesFromRows, fanColumns, type Forecast } from '#compute';
import { logSplits } from '#web/features/workbench/chart/chart-spec.ts';
import {
  barsOf,
  closesIn,
  dailyBars,
  onPriceScale,
  onScale,
  withModel,
  type IndicatorLines,
} from '#web/features/workbench/data/chart-series.ts';
import type { PriceScale } from '#web/features/workbench/view/workbench-view.ts';

const DAY = 86_400;
/** Every day from a Monday on; the closes are 100, 101, … */
const START = Date.UTC(2026, 0, 5) / 1000;
const history = (days: number, step = 1) =>
  candlesFromRows(
    Array.from({ length: days }, (_, i) => {
      const close = 100 + i * step;
      return { time: START + i * DAY, open: close, high: close + 1, low: close - 1, close, volume: 10 };
    }),
  );
const point = (date: string, price: number) => ({
  date,
  price,
  low50: price - 1,
  high50: price + 1,
  low80: price - 2,
  high80: price + 2,
  low95: price - 3,
  high95: price + 3,
});
const forecast = {
  basePrice: 119,
  points: [point('2026-01-26', 120), point('2026-01-27', 121)],
} as unknown as Forecast;
const bars = history(20);
const others = [{ ticker: 'MSFT', candles: history(20, 2) }];
const plain = { range: '1W', interval: 'day', hasFan: true } as const;
const seriesOn = (scale: PriceScale) =>
  onPriceScale({ ...dailyBars(bars, forecast, plain), lines: [] }, scale, others);

test('the fan starts at the last bar, and past bars have none', () => {
  const series = seriesOn('linear');
  const [median, low50] = fanColumns(forecast, 20, series.place);
  expect(series.dates).toHaveLength(22);
  expect(median?.slice(17)).toEqual([null, null, 119, 120, 121]);
  expect(low50?.slice(19)).toEqual([119, 119, 120]);
  expect(onScale(series, series.candles.close).slice(18)).toEqual([118, 119, null, null]);
});

test('weekly bars and a hidden fan have no estimate', () => {
  expect(dailyBars(bars, forecast, { ...plain, hasFan: false }).dates).toHaveLength(20);
  expect(dailyBars(bars, forecast, { ...plain, interval: 'week' }).forecast).toBeNull();
});

test('percent counts from the first close of the range, for every listing', () => {
  const series = seriesOn('percent');
  const base = series.candles.close[series.baseIndex] ?? Number.NaN;
  expect(base).toBe(112);
  expect(series.place(base)).toBe(0);
  expect(series.place(base * 1.1)).toBeCloseTo(10);
  const [other] = series.overlays;
  expect(other?.percent[series.baseIndex]).toBe(0);
  expect(other?.percent[19]).toBeCloseTo((138 / 124 - 1) * 100);
  expect(other?.percent[20]).toBeNull();
  expect(seriesOn('linear').overlays).toEqual([]);
});

test('a logarithmic scale cannot show zero', () => {
  const { place } = seriesOn('log');
  expect([place(0), place(-3), place(Number.NaN), place(5)]).toEqual([null, null, null, 5]);
});

test('a listing with another calendar has its last close at each bar, and none at bars without a trade', () => {
  const other = history(10);
  const starts = Float64Array.of(START - 7 * DAY, START, START + 7 * DAY, START + 30 * DAY);
  expect([...closesIn(starts, other)]).toEqual([Number.NaN, 106, 109, Number.NaN]);
});

test.each([
  [100, 200],
  [87, 193],
  [0.002, 0.0021],
  [1, 60_000],
  [3, 40],
])('an axis from %d to %d has a few labels, all within it and ascending', (min, max) => {
  const splits = logSplits(min, max);
  expect(splits.length).toBeGreaterThanOrEqual(3);
  expect(splits.length).toBeLessThanOrEqual(12);
  expect(splits.every((value) => value >= min * 0.999 && value <= max * 1.001)).toBe(true);
  expect(splits).toEqual(splits.toSorted((a, b) => a - b));
});

test('an interval’s bars are the same object each time, so that nothing is computed twice', () => {
  const daily = history(20);
  expect(barsOf(daily, 'week')).toBe(barsOf(daily, 'week'));
  expect(barsOf(daily, 'week').close.at(0)).toBe(106);
  expect(barsOf(daily, 'day')).toBe(daily);
});

test('the model’s volatility is added to the realised one once it is known', () => {
  const indicators = [{ kind: 'sma' }, { kind: 'volatility' }] as const;
  const [mean, realised, none] = [1, 2, Number.NaN].map((value) => new Float64Array(20).fill(value));
  const lines = [[mean], [realised, none]] as unknown as IndicatorLines;
  expect(withModel(lines, indicators, null)).toBe(lines);
  // Only finished sessions have a value.
  const [own, volatility] = withModel(lines, indicators, new Float64Array(19).fill(0.3));
  expect(own).toBe(lines[0]);
  expect(volatility?.[0]).toBe(realised);
  expect([...(volatility?.[1] ?? [])].slice(17)).toEqual([0.3, 0.3, Number.NaN]);
});
