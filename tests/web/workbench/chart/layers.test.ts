// @vitest-environment node
import type uPlot from 'uplot';
import { expect, test } from 'vitest';
import { overlayTagsLayer, priceLevelsLayer } from '#web/features/workbench/chart/layers.ts';
import type { ChartFrame, ChartTheme } from '#web/shared/charts/chart-spec.ts';

const nothing = () => undefined;

/** Position of the name of a level `y` px below the top, on a plot from 100 to 500 px. */
function nameOf(y: number) {
  const written: object[] = [];
  const ctx = {
    textAlign: '',
    textBaseline: '',
    save: nothing,
    restore: nothing,
    beginPath: nothing,
    moveTo: nothing,
    lineTo: nothing,
    stroke: nothing,
    setLineDash: nothing,
    measureText: () => ({ width: 80 }),
    getTransform: () => ({ a: 1, e: 0, f: 0 }),
    strokeText: nothing,
    fillText: (_text: string, x: number, at: number) =>
      void written.push({ isAtRight: ctx.textAlign === 'right' && x > 480, isBelow: at > y }),
  };
  const chart = { ctx, bbox: { left: 100, top: 0, width: 400, height: 200 }, valToPos: () => y };
  const frame = {
    theme: { fontFamily: 'sans-serif' } as ChartTheme,
    pixelRatio: 1,
    labels: [] as ChartFrame['labels'],
  } as ChartFrame;
  priceLevelsLayer([{ value: 1, label: 'Previous close' }]).draw(chart as unknown as uPlot, frame);
  return written;
}

test('a level’s name stands at the right, clear of the first bars, and on the plot', () => {
  expect(nameOf(60)).toEqual([{ isAtRight: true, isBelow: false }]);
  expect(nameOf(5)).toEqual([{ isAtRight: true, isBelow: true }]);
  expect(nameOf(-1)).toEqual([]);
});

test('the tags of compared listings keep clear of each other, the last price and the fan’s edge', () => {
  const tops: number[] = [];
  const known = {
    measureText: () => ({ width: 40 }),
    getTransform: () => ({ a: 1, e: 0, f: 0 }),
    strokeRect: (_x: number, top: number) => tops.push(top),
  };
  const ctx = new Proxy<Record<string, unknown>>(known, { get: (own, name) => own[String(name)] ?? nothing });
  const chart = {
    ctx,
    bbox: { left: 0, top: 0, width: 400, height: 200 },
    data: [[8, 9]],
    valToPos: (value: number) => 100 - value,
  };
  const edge = { index: 9, levels: [{ value: -15, text: '85' }] };
  const frame = { theme: {}, pixelRatio: 1, labels: [], annotations: { tag: { value: 1 }, edge } };
  const tag = (value: number) => ({ ticker: 'MSFT', value, color: 'series-1' }) as const;
  const layer = overlayTagsLayer([tag(-40), tag(0), tag(2)], String);
  layer.draw(chart as unknown as uPlot, frame as unknown as ChartFrame);
  // The last price's tag is from 89 to 109, and the fan's lower price from there to 129.
  expect(tops).toEqual([129, 149, 169]);
});
