import { act, renderHook } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { Provider } from '#web/store.ts';
import {
  clampViewport,
  createChartLink,
  useViewport,
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
    expect(clampViewport({ bars: 30, hidden: -1 }, TOTAL)).toEqual({ bars: 30, hidden: 0 });
    expect(clampViewport({ bars: 30, hidden: 10_000 }, TOTAL)).toEqual({ bars: 30, hidden: 970 });
    expect(clampViewport({ bars: 5000, hidden: 7 }, TOTAL)).toEqual({ bars: 1000, hidden: 0 });
  });

  test('never ends before the first session of a forecast', () => {
    const dragged = clampViewport({ bars: 30, hidden: 500 }, TOTAL, { firstEnd: 994 });
    expect(viewportIndices(dragged, TOTAL)).toEqual({ from: 964, to: 994 });
  });

  test('adds up moves of less than a bar', () => {
    const zoomed = Array.from({ length: 40 }).reduce<{ bars: number; hidden: number }>(
      (view) => zoomViewport(view, 1.005, TOTAL, TOTAL),
      { bars: 60, hidden: 0 },
    );
    expect(viewportIndices(zoomed, TOTAL)).toEqual({ from: 927, to: 1000 });
  });

  test('may be blank after the last bar by half its width, if the series is open-ended', () => {
    expect(clampViewport({ bars: 30, hidden: -4 }, TOTAL, { ownsPage: true })).toEqual({
      bars: 30,
      hidden: -4,
    });
    expect(clampViewport({ bars: 30, hidden: -40 }, TOTAL, { ownsPage: true })).toEqual({
      bars: 30,
      hidden: -15,
    });
    expect(viewportIndices({ bars: 30, hidden: -15 }, TOTAL)).toEqual({ from: 985, to: 1015 });
  });

  test('shows whole bars of the series only', () => {
    expect(viewportIndices({ bars: 999.5, hidden: 0.5 }, TOTAL)).toEqual({ from: 0, to: 999 });
  });

  test('keeps showing the newest bar when a refresh appends one', () => {
    const view = { bars: 30, hidden: 0 };
    expect(viewportIndices(clampViewport(view, TOTAL + 1), TOTAL + 1)).toEqual({ from: 971, to: 1001 });
  });
});

/** The bars on screen of a chart with this many daily bars, as views move it. */
function shownOn(days: number) {
  const props = { dates: Float64Array.from({ length: days }, (_, i) => i * 86_400) };
  const link = createChartLink();
  const { result, rerender } = renderHook(
    ({ dates }) =>
      useViewport(link, { dates, defaultBars: 30, resetKey: '', isZoomable: true, ownsPage: true }),
    { initialProps: props, wrapper: Provider },
  );
  return {
    pan: (bars: number, isGlide?: boolean) => act(() => result.current.pan(bars, isGlide)),
    zoom: (factor: number, anchor: number) => act(() => result.current.zoom(factor, anchor)),
    addBar: () => rerender({ dates: Float64Array.of(...props.dates, days * 86_400) }),
    range: () => [result.current.from, result.current.to],
  };
}

test('a refresh that appends a bar moves a view of the newest bars, and leaves one of the past', () => {
  const chart = shownOn(100);
  chart.pan(0.1);
  chart.pan(-0.1);
  chart.addBar();
  expect(chart.range()).toEqual([71, 101]);
  const past = shownOn(100);
  for (let i = 0; i < 40; i += 1) past.pan(0.1);
  expect(past.range()).toEqual([66, 96]);
  past.addBar();
  expect(past.range()).toEqual([66, 96]);
});

test('a glide ends at the newest bar, and goes on from the blank space where a finger left it', () => {
  const chart = shownOn(100);
  chart.pan(10);
  chart.pan(-20, true);
  expect(chart.range()).toEqual([70, 100]);
  chart.pan(-5);
  chart.pan(-5, true);
  expect(chart.range()).toEqual([75, 105]);
});

test('zooming out adds no blank space, and keeps what is there', () => {
  const chart = shownOn(100);
  chart.zoom(2, 90);
  expect(chart.range()).toEqual([40, 100]);
  chart.pan(-5);
  chart.zoom(1.2, 90);
  expect(chart.range()).toEqual([33, 105]);
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
