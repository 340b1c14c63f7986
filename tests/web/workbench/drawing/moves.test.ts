// @vitest-environment node
import type uPlot from 'uplot';
import { describe, expect, test } from 'vitest';
import { pointAt, priceStep, roundPrice, stepped } from '#web/features/workbench/drawing/state.ts';
import { indexOfTime, timeOfIndex } from '#web/features/workbench/drawing/shapes.ts';

const DAY = 86_400;
/** Two weeks of sessions. */
const dates = Float64Array.from([0, 1, 2, 3, 4, 7, 8, 9, 10, 11], (day) => day * DAY);

describe('time among bars', () => {
  test('belongs to the bar that started last', () => {
    expect(
      [0, 4 * DAY, 4.6 * DAY, 6 * DAY, 7 * DAY, 11 * DAY, 11.6 * DAY].map((t) => indexOfTime(dates, t)),
    ).toEqual([0, 4, 4, 4, 5, 9, 9]);
  });

  test('an index reads back, also outside the bars', () => {
    for (let index = -30; index < 40; index += 1)
      expect(indexOfTime(dates, timeOfIndex(dates, index))).toBe(index);
  });
});

describe('a pointer chooses a price with the visible digits', () => {
  test.each([
    [80, 182.34567, 0.5, 182.35],
    [260, -3.001, 2, -3],
    // A currency pair over a year, and intraday.
    [0.17, 1.08234, 0.001, 1.082],
    [0.02, 1.08234, 0.0002, 1.0823],
    [0.0003, 0.000401239, 0.000002, 0.0004012],
    [0, 150.123, 0.01, 150.12],
  ])('a chart of %d units', (span, pointed, step, price) => {
    expect(priceStep(span)).toBe(step);
    expect(roundPrice(pointed, step)).toBe(price);
  });

  test('and a key moves it by one step', () => {
    const bars = { candles: {}, dates, place: (price: number) => price } as Parameters<typeof stepped>[0];
    const chart = { scales: { price: { min: 1.07, max: 1.09 } } } as unknown as uPlot;
    const press = (key: string, shiftKey = false) =>
      stepped(bars, chart, { time_seconds: 0, price: 1.0823 }, { key, shiftKey } as KeyboardEvent)?.price;
    expect([press('ArrowUp'), press('ArrowDown', true)]).toEqual([1.0825, 1.0803]);
  });
});

test('a pointer with the magnet snaps to the nearest price of its bar; without it to none', () => {
  const bar = { open: [10], high: [12], low: [9], close: [11.23456] };
  const bars = { candles: bar, dates: dates.subarray(0, 1), place: (price: number) => price };
  // The top is a price of 20, and each unit is 10 pixels high.
  const chart = {
    posToVal: (px: number, scale: string) => (scale === 'x' ? px : 20 - px / 10),
    valToPos: (price: number) => (20 - price) * 10,
    scales: { price: { min: 0, max: 20 } },
  } as unknown as uPlot;
  const priceAt = (y: number, hasMagnet: boolean) =>
    pointAt(bars as never, { x: 0, y }, chart, hasMagnet ? 8 : -1).price;
  expect([priceAt(84, true), priceAt(84, false)]).toEqual([11.23456, 11.6]);
  expect(priceAt(50, true)).toBe(15);
});

test('a pointer in the blank space after the last bar places a point there', () => {
  const bar = { open: [], high: [], low: [], close: [] };
  const bars = { candles: bar, dates, place: (price: number) => price };
  const chart = {
    posToVal: (px: number) => px,
    valToPos: () => 99,
    scales: { price: { min: 0, max: 20 } },
  } as unknown as uPlot;
  const { time_seconds: time } = pointAt(bars as never, { x: 14, y: 5 }, chart, 8);
  expect(indexOfTime(dates, time)).toBe(14);
});

test('a day after the last bar is a whole day', () => {
  expect([10, 11, 40].map((index) => timeOfIndex(dates, index) % DAY)).toEqual([0, 0, 0]);
});

test('a bar at midnight is an intraday bar, not a date', () => {
  // Tokyo opens at 00:00 UTC.
  const minutes = Float64Array.from({ length: 120 }, (_, i) => 20_000 * 86_400 + (i - 60) * 60);
  const midnight = timeOfIndex(minutes, 60);
  expect(midnight % 86_400).not.toBe(0);
  expect(indexOfTime(minutes, midnight)).toBe(60);
  expect(Array.from(minutes, (_, i) => indexOfTime(minutes, timeOfIndex(minutes, i)))).toEqual(
    Array.from(minutes, (_, i) => i),
  );
});
