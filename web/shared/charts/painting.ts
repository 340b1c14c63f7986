/** Shapes that several layers paint. Lengths in pixels of the canvas. */
import type uPlot from 'uplot';
import { columnOf } from './chart-spec.ts';

const BAR_SHARE = 0.64;
const MAX_BAR_PX = 14;

/** Width of a bar or a candle, with a gap to its neighbours. */
export function barWidth(chart: uPlot, pixelRatio: number): number {
  const space = chart.bbox.width / Math.max(columnOf(chart, 0).length, 1);
  return Math.max(1, Math.round(Math.min(space * BAR_SHARE, MAX_BAR_PX * pixelRatio)));
}

export function lineAcross({ ctx, bbox }: uPlot, y: number): void {
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
}

/** Fills what is below a series, as far as it goes. */
export function fillBelow(chart: uPlot, series: number): void {
  const { ctx, bbox } = chart;
  const values = columnOf(chart, series);
  const index = columnOf(chart, 0);
  const bottom = bbox.top + bbox.height;
  let right = Number.NaN;
  ctx.beginPath();
  for (let i = 0; i < index.length; i += 1) {
    const value = values[i];
    if (typeof value !== 'number') continue;
    const x = chart.valToPos(index[i] ?? 0, 'x', true);
    if (Number.isNaN(right)) ctx.moveTo(x, bottom);
    ctx.lineTo(x, chart.valToPos(value, 'price', true));
    right = x;
  }
  ctx.lineTo(right, bottom);
  ctx.fill();
}
