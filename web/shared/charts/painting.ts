/** Layers and shapes shared by several charts. Lengths are in canvas pixels. */
import type uPlot from 'uplot';
import { columnOf, lineAcross, type ChartLayer, type ChartSeries } from './chart-spec.ts';

const BAR_SHARE = 0.64;
const MAX_BAR_PX = 14;

export function barWidth(chart: uPlot, pixelRatio: number): number {
  const space = chart.bbox.width / Math.max(columnOf(chart, 0).length, 1);
  return Math.max(1, Math.round(Math.min(space * BAR_SHARE, MAX_BAR_PX * pixelRatio)));
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

const FONT_PX = 12;
const PAD_PX = 4;

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

export function levelsLayer(levels: readonly ChartLevel[]): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      ctx.strokeStyle = theme['text-3'];
      ctx.fillStyle = theme['text-3'];
      ctx.lineWidth = pixelRatio;
      ctx.setLineDash([3 * pixelRatio, 3 * pixelRatio]);
      ctx.font = `${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      for (const { value, label, side } of levels) {
        const y = Math.round(chart.valToPos(value, 'price', true)) + 0.5;
        lineAcross(chart, y);
        ctx.textBaseline = side === 'above' ? 'bottom' : 'top';
        ctx.fillText(label, bbox.left, y + (side === 'above' ? -PAD_PX : PAD_PX) * pixelRatio);
      }
    },
  };
}
