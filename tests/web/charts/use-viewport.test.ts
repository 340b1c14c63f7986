import { describe, expect, test } from 'vitest';
import {
  clampViewport,
  panViewport,
  viewportIndices,
  zoomViewport,
} from '#web/shared/charts/use-viewport.ts';

const TOTAL = 1000;

describe('a viewport', () => {
  test('counts from the newest bar', () => {
    expect(viewportIndices({ bars: 30, hidden: 0 }, TOTAL)).toEqual({ from: 970, to: 1000 });
    expect(viewportIndices({ bars: 30, hidden: 100 }, TOTAL)).toEqual({ from: 870, to: 900 });
  });

  test('shows at least ten bars, and all of a shorter series', () => {
    expect(clampViewport({ bars: 9, hidden: 0 }, TOTAL).bars).toBe(10);
    expect(clampViewport({ bars: 10, hidden: 0 }, TOTAL).bars).toBe(10);
    expect(clampViewport({ bars: 30, hidden: 0 }, 5)).toEqual({ bars: 5, hidden: 0 });
  });

  test('never leaves the series', () => {
    expect(panViewport({ bars: 30, hidden: 0 }, -1, TOTAL)).toEqual({ bars: 30, hidden: 0 });
    expect(panViewport({ bars: 30, hidden: 0 }, 10_000, TOTAL)).toEqual({ bars: 30, hidden: 970 });
    expect(clampViewport({ bars: 5000, hidden: 7 }, TOTAL)).toEqual({ bars: 1000, hidden: 0 });
  });

  test('adds up moves of less than a bar', () => {
    const slow = Array.from({ length: 40 }).reduce<{ bars: number; hidden: number }>(
      (view) => panViewport(view, 0.1, TOTAL),
      { bars: 30, hidden: 0 },
    );
    expect(viewportIndices(slow, TOTAL)).toEqual({ from: 966, to: 996 });
    const zoomed = Array.from({ length: 40 }).reduce<{ bars: number; hidden: number }>(
      (view) => zoomViewport(view, 1.005, TOTAL, TOTAL),
      { bars: 60, hidden: 0 },
    );
    expect(viewportIndices(zoomed, TOTAL)).toEqual({ from: 927, to: 1000 });
  });

  test('shows whole bars of the series only', () => {
    expect(viewportIndices({ bars: 999.5, hidden: 0.5 }, TOTAL)).toEqual({ from: 0, to: 999 });
  });

  test('keeps showing the newest bar when a refresh appends one', () => {
    const view = { bars: 30, hidden: 0 };
    expect(viewportIndices(clampViewport(view, TOTAL + 1), TOTAL + 1)).toEqual({ from: 971, to: 1001 });
  });
});

describe('zoomViewport', () => {
  test.each([0.5, 2])('by %d keeps the anchor where it is on screen', (factor) => {
    const view = { bars: 100, hidden: 400 };
    const anchor = 525;
    const zoomed = zoomViewport(view, factor, anchor, TOTAL);
    const share = (v: { bars: number; hidden: number }) => (anchor - viewportIndices(v, TOTAL).from) / v.bars;
    expect(zoomed.bars).toBe(100 * factor);
    expect(share(zoomed)).toBeCloseTo(share(view), 1);
  });

  test('at the newest bar stays there', () => {
    expect(zoomViewport({ bars: 30, hidden: 0 }, 2, TOTAL - 1, TOTAL).hidden).toBe(0);
  });
});
