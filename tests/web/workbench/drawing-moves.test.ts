// @vitest-environment node
import { describe, expect, test } from 'vitest';
import {
  drawingAt,
  priceStep,
  roundPrice,
  snapPrice,
  type PlacedDrawing,
} from '../../../web/features/workbench/drawing-moves.ts';
import { indexOfTime, timeOfIndex } from '../../../web/features/workbench/drawings.ts';

const DAY = 86_400;
/** Two weeks of sessions. */
const dates = Float64Array.from([0, 1, 2, 3, 4, 7, 8, 9, 10, 11], (day) => day * DAY);

describe('time among bars', () => {
  test('falls into the bar that has begun last', () => {
    expect(
      [0, 4 * DAY, 4.6 * DAY, 6 * DAY, 7 * DAY, 11 * DAY, 11.6 * DAY].map((t) => indexOfTime(dates, t)),
    ).toEqual([0, 4, 4, 4, 5, 9, 9]);
  });

  test('an index comes back, outside the bars too', () => {
    for (let index = -30; index < 40; index += 1)
      expect(indexOfTime(dates, timeOfIndex(dates, index))).toBe(index);
  });
});

test('a price is aimed at with the digits that can be seen', () => {
  expect([182.34567, 0.000401239, -3.001].map(roundPrice)).toEqual([182.35, 0.0004012, -3]);
  expect([80, 100, 260, 0.3, 0].map((span) => priceStep(span, 150))).toEqual([0.5, 1, 2, 0.01, 0.01]);
  expect([0.3, 0.00001].map((span) => priceStep(span, 0.5))).toEqual([0.002, 0.0005]);
});

test("a price snaps to the nearest of its bar's", () => {
  const candidates = [
    { price: 10, y: 100 },
    { price: 11, y: 90 },
    { price: 12, y: 80 },
  ];
  expect(snapPrice({ price: 10.6, y: 94 }, candidates, 8)).toBe(11);
  expect(snapPrice({ price: 10.6, y: 60 }, candidates, 8)).toBe(10.6);
  expect(snapPrice({ price: 10.123456, y: 60 }, [], 8)).toBe(10.12);
});

describe('what is under the pointer', () => {
  const placed: readonly PlacedDrawing[] = [
    {
      id: 'trend',
      tool: 'trend',
      spots: [
        { x: 0, y: 0 },
        { x: 100, y: 100 },
      ],
      widthPx: 0,
    },
    { id: 'level', tool: 'level', spots: [{ x: 50, y: 200 }], widthPx: 0 },
    {
      id: 'measure',
      tool: 'measure',
      spots: [
        { x: 200, y: 20 },
        { x: 300, y: 120 },
      ],
      widthPx: 0,
    },
    { id: 'text', tool: 'text', spots: [{ x: 20, y: 160 }], widthPx: 60 },
  ];
  test.each([
    [{ x: 50, y: 52 }, 'trend', 'all'],
    [{ x: 99, y: 102 }, 'trend', 1],
    [{ x: 2, y: 0 }, 'trend', 0],
    [{ x: 900, y: 203 }, 'level', 'all'],
    [{ x: 250, y: 21 }, 'measure', 'all'],
    [{ x: 300, y: 119 }, 'measure', 1],
    [{ x: 70, y: 166 }, 'text', 'all'],
  ])('%j is %s, %s', (at, id, grip) => {
    expect(drawingAt(placed, at, 8)).toEqual({ id, grip });
  });

  test('the middle of a measure, and what is beside a line, are free', () => {
    for (const at of [
      { x: 250, y: 70 },
      { x: 120, y: 120 },
      { x: 100, y: 160 },
    ])
      expect(drawingAt(placed, at, 8)).toBeNull();
  });

  test('of two in one place it is the newer', () => {
    const twice = [...placed, { ...placed[1]!, id: 'newer' }];
    expect(drawingAt(twice, { x: 10, y: 200 }, 8)?.id).toBe('newer');
  });
});

test('a minute at midnight is a minute and no date', () => {
  // Tokyo opens at 00:00 UTC.
  const minutes = Float64Array.from({ length: 120 }, (_, i) => 20_000 * 86_400 + (i - 60) * 60);
  const midnight = timeOfIndex(minutes, 60);
  expect(midnight % 86_400).not.toBe(0);
  expect(indexOfTime(minutes, midnight)).toBe(60);
  expect(Array.from(minutes, (_, i) => indexOfTime(minutes, timeOfIndex(minutes, i)))).toEqual(
    Array.from(minutes, (_, i) => i),
  );
});
