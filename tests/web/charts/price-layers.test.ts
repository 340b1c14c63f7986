/** Colours on the canvas that depend on prices. */
import type uPlot from 'uplot';
import { expect, test } from 'vitest';
import { candlesLayer, trendColor } from '#web/shared/charts/price-layers.ts';
import type { ChartFrame, ChartTheme } from '#web/shared/charts/chart-spec.ts';

const THEME = { gain: 'green', loss: 'red' } as ChartTheme;

/** A chart of these columns whose context records what is painted as `shape colour`. */
function fakeChart(data: readonly (readonly number[])[]): { chart: uPlot; painted: string[] } {
  const painted: string[] = [];
  const ctx = {
    fillStyle: '',
    strokeStyle: '',
    lineWidth: 0,
    save: () => undefined,
    restore: () => undefined,
    fillRect: () => void painted.push(`filled ${ctx.fillStyle}`),
    strokeRect: () => void painted.push(`hollow ${ctx.strokeStyle}`),
  };
  const chart = {
    ctx,
    data,
    bbox: { left: 0, top: 0, width: 100, height: 100 },
    valToPos: (value: number, scale: string) => (scale === 'x' ? value * 20 : value),
  };
  return { chart: chart as unknown as uPlot, painted };
}

test.each([
  ['above its open', 12, 'green'],
  ['at its open', 10, 'green'],
  ['below its open', 9, 'red'],
])('a candle that closes %s', (_, close, color) => {
  const { chart, painted } = fakeChart([[0], [10], [15], [5], [close]]);
  candlesLayer.draw(chart, { theme: THEME, pixelRatio: 1 } as ChartFrame);
  expect(new Set(painted.map((entry) => entry.split(' ')[1]))).toEqual(new Set([color]));
  expect(painted.includes('hollow green')).toBe(color === 'green');
});

test.each([
  ['rise', [1, 3, 2], 'green'],
  ['end where they began', [2, 1, 2], 'green'],
  ['fall', [2, 3, 1], 'red'],
])('an area whose prices %s', (_, prices, color) => {
  const { chart } = fakeChart([[0, 1, 2], prices]);
  expect(trendColor(THEME, chart)).toBe(color);
});
