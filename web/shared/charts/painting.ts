/** Layers and shapes shared by several charts. Lengths are in canvas pixels. */
import type uPlot from 'uplot';
import { columnOf, type ChartLayer, type ChartSeries } from './chart-spec.ts';

const BAR_SHARE = 0.64;

/** A bar's width in canvas pixels; it grows with the zoom. */
export function barWidth(chart: uPlot): number {
  const first = columnOf(chart, 0)[0] ?? 0;
  const space = chart.valToPos(first + 1, 'x', true) - chart.valToPos(first, 'x', true);
  return Math.max(1, Math.round(space * BAR_SHARE));
}

/** Quieter than candles, and still 3:1 on the surface in both themes (tested). */
export const BAR_OPACITY = 0.7;

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
      const widthPx = barWidth(chart);
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

/** Bars from zero, gain above and loss below. The price axis must contain zero. */
export function histogramLayer(series: number): ChartLayer {
  return barsLayer(series, 'price', (chart, i) => (columnOf(chart, series)[i] ?? 0) > 0);
}

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

export interface ChartLevel {
  readonly value: number;
  readonly label: string;
  /** The side of the line on which the label stands, away from most values. */
  readonly side: 'above' | 'below';
}

export function extremeLevels(overbought: number, oversold: number): readonly ChartLevel[] {
  return [
    { value: overbought, label: `Overbought (${overbought})`, side: 'above' },
    { value: oversold, label: `Oversold (${oversold})`, side: 'below' },
  ];
}

export const RSI_LEVELS = extremeLevels(70, 30);
