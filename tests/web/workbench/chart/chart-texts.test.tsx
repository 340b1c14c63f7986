import { renderHook } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { candlesFromRows } from '#compute';
import { oneOfEachLabel, useReadout } from '#web/features/workbench/chart/chart-texts.ts';
import type { ShownChart } from '#web/features/workbench/data/annotations.tsx';
import { dailyBars, onPriceScale } from '#web/features/workbench/data/chart-series.ts';
import { useBarClock } from '#web/features/workbench/data/intraday-series.ts';
import { parseWorkbench } from '#web/features/workbench/view/workbench-view.ts';

// uPlot reads the pixel ratio when it loads, and jsdom has no media queries.
vi.hoisted(() => vi.stubGlobal('matchMedia', () => new EventTarget()));

test('facts with the same label are joined, since a week may have several dividends or forecasts', () => {
  expect(
    oneOfEachLabel([
      { label: 'Date', value: 'Fri, Nov 20', isPlain: true },
      { label: 'Dividend', value: '$0.25' },
      { label: 'Your 7-day forecast', value: 'open' },
      { label: 'Dividend', value: '$1.00' },
    ]),
  ).toEqual([
    { label: 'Date', value: 'Fri, Nov 20', isPlain: true },
    { label: 'Dividend', value: '$0.25; $1.00' },
    { label: 'Your 7-day forecast', value: 'open' },
  ]);
});

/** The facts of a bar of daily closes 100, 101, … from Jan 5, 2026, while bar `from` is the first on screen. */
function factsOf(search: string, index: number, from: number) {
  const view = parseWorkbench(search);
  const candles = candlesFromRows(
    Array.from({ length: 20 }, (_, i) => {
      const close = 100 + i;
      const time = Date.UTC(2026, 0, 5 + i) / 1000;
      return { time, open: close, high: close, low: close, close, volume: 1 };
    }),
  );
  const series = onPriceScale({ ...dailyBars(candles, null, view), lines: [] }, view.scale, []);
  const listing = { response: { ticker: 'NVDA', currency: 'USD' } };
  const chart = { listing, view, series, replayed: null, annotations: { events: [], forecasts: [] } };
  const { result } = renderHook(() =>
    useReadout(chart as unknown as ShownChart, useBarClock(series, view.interval)),
  );
  return result.current(index, from).map(({ label, value }) => `${label} ${value}`);
}

test('a bar has its date with the year, and its change since the first bar on screen', () => {
  const facts = factsOf('?range=1W', 15, 10);
  expect(facts[0]).toBe('Date Tue, Jan 20, 2026');
  expect(facts.at(-1)).toBe('Since Jan 15, 2026 +4.55%');
  expect(factsOf('?range=1W', 9, 10).join()).not.toContain('Since');
});

test('on the percent scale the change is the axis’s, from the first bar of the range', () => {
  expect(factsOf('?range=1W&scale=percent', 15, 14).at(-1)).toBe('Since Jan 17, 2026 +2.68%');
});
