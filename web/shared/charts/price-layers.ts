/** Paints past prices and volumes, and names levels. Lengths are in canvas pixels. The forecast chart does not load this code. */
import type uPlot from 'uplot';
import { columnOf, withAlpha, type ChartLayer, type ChartSeries, type ChartTheme } from './chart-spec.ts';

/** Columns of a chart with candles, after its sessions. */
export const [OPEN, HIGH, LOW, CLOSE, VOLUME] = [1, 2, 3, 4, 5] as const;

const BAR_SHARE = 0.64;

/** A bar's width in canvas pixels; it grows with the zoom. */
function barWidth(chart: uPlot): number {
  const first = columnOf(chart, 0)[0] ?? 0;
  const space = chart.valToPos(first + 1, 'x', true) - chart.valToPos(first, 'x', true);
  return Math.max(1, Math.round(space * BAR_SHARE));
}

/** Quieter than candles, and still 3:1 on the surface in both themes (tested). */
export const BAR_OPACITY = 0.7;

function barsLayer(
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

/** Narrower bodies have no room to be hollow and are drawn filled. */
const MIN_HOLLOW_PX = 4;

/** Candles are hollow if close ≥ open, else filled, so that the direction needs no colour. */
export const candlesLayer: ChartLayer = {
  at: 'under',
  draw(chart, { theme, pixelRatio }) {
    const { ctx } = chart;
    const at = (column: number, i: number) => columnOf(chart, column)[i] ?? Number.NaN;
    const index = columnOf(chart, 0);
    const bodyPx = barWidth(chart);
    const linePx = Math.max(1, Math.round(pixelRatio));
    ctx.lineWidth = linePx;
    for (let i = 0; i < index.length; i += 1) {
      const o = at(OPEN, i);
      const h = at(HIGH, i);
      const l = at(LOW, i);
      const c = at(CLOSE, i);
      const isUp = c >= o;
      const color = isUp ? theme.gain : theme.loss;
      const x = Math.round(chart.valToPos(index[i] ?? 0, 'x', true));
      const yTop = Math.round(chart.valToPos(Math.max(o, c), 'price', true));
      const yBottom = Math.round(chart.valToPos(Math.min(o, c), 'price', true));
      const yHigh = Math.round(chart.valToPos(h, 'price', true));
      const yLow = Math.round(chart.valToPos(l, 'price', true));
      ctx.fillStyle = color;
      ctx.strokeStyle = color;
      const left = x - Math.floor(bodyPx / 2);
      const wickLeft = x - Math.floor(linePx / 2);
      if (isUp && bodyPx >= MIN_HOLLOW_PX * pixelRatio) {
        ctx.fillRect(wickLeft, yHigh, linePx, yTop - yHigh);
        ctx.fillRect(wickLeft, yBottom, linePx, yLow - yBottom);
        const half = linePx / 2;
        ctx.strokeRect(left + half, yTop + half, bodyPx - linePx, Math.max(yBottom - yTop - linePx, 0));
      } else {
        ctx.fillRect(wickLeft, yHigh, linePx, yLow - yHigh);
        ctx.fillRect(left, yTop, bodyPx, Math.max(yBottom - yTop, linePx));
      }
    }
  },
};

export const volumeLayer = barsLayer(
  VOLUME,
  'volume',
  (chart, i) => (columnOf(chart, CLOSE)[i] ?? 0) >= (columnOf(chart, OPEN)[i] ?? 0),
);

const AREA_TOP_OPACITY = 0.18;

export function trendColor(theme: ChartTheme, chart: uPlot): string {
  const values = columnOf(chart, 1);
  return (values[values.length - 1] ?? 0) >= (values[0] ?? 0) ? theme.gain : theme.loss;
}

/** A fill below a line that fades towards the bottom of the plot. */
export function areaFill(color: string, { ctx, bbox }: uPlot): CanvasGradient {
  const gradient = ctx.createLinearGradient(0, bbox.top, 0, bbox.top + bbox.height);
  gradient.addColorStop(0, withAlpha(color, AREA_TOP_OPACITY));
  gradient.addColorStop(1, withAlpha(color, 0));
  return gradient;
}

export interface ChartLevel {
  /** On the chart's scale. */
  readonly value: number;
  readonly label: string;
  /** The side of the line on which the label stands, away from most values; by default above if there is room. */
  readonly side?: 'above' | 'below';
}

export function extremeLevels(overbought: number, oversold: number): readonly ChartLevel[] {
  return [
    { value: overbought, label: `Overbought (${overbought})`, side: 'above' },
    { value: oversold, label: `Oversold (${oversold})`, side: 'below' },
  ];
}
