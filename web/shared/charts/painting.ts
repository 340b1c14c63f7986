/** Shapes that several layers paint. Lengths in pixels of the canvas. */
import type uPlot from 'uplot';
import { columnOf, type ChartLayer, type ChartSeries } from './chart-spec.ts';

const BAR_SHARE = 0.64;
const MAX_BAR_PX = 14;

/** Width of a bar or a candle, with a gap to its neighbours. */
export function barWidth(chart: uPlot, pixelRatio: number): number {
  const space = chart.bbox.width / Math.max(columnOf(chart, 0).length, 1);
  return Math.max(1, Math.round(Math.min(space * BAR_SHARE, MAX_BAR_PX * pixelRatio)));
}

/** Behind the lines, quieter than candles, and still 3:1 on the surface in both themes (tested). */
export const BAR_OPACITY = 0.7;

/** Bars from zero of a scale, in the tone of gain or loss. */
export function barsLayer(
  series: number,
  scale: ChartSeries['scale'],
  isGain: (chart: uPlot, i: number) => boolean,
): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme, pixelRatio }) {
      const { ctx } = chart;
      const values = columnOf(chart, series);
      const index = columnOf(chart, 0);
      const widthPx = barWidth(chart, pixelRatio);
      const zero = Math.round(chart.valToPos(0, scale, true));
      ctx.globalAlpha = BAR_OPACITY;
      for (let i = 0; i < index.length; i += 1) {
        const value = values[i];
        if (!value) continue;
        const y = Math.round(chart.valToPos(value, scale, true));
        const left = Math.round(chart.valToPos(index[i] ?? 0, 'x', true)) - Math.floor(widthPx / 2);
        ctx.fillStyle = isGain(chart, i) ? theme.gain : theme.loss;
        ctx.fillRect(left, Math.min(y, zero), widthPx, Math.max(Math.abs(y - zero), pixelRatio));
      }
    },
  };
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
