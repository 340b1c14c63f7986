import type uPlot from 'uplot';
import { columnOf, type ChartLayer } from './chart-spec.ts';
import { withAlpha, type ChartTheme } from './chart-theme.ts';

const TOP_OPACITY = 0.18;

/** Gain when the last price on screen ≥ the first (spec section 2), else loss. */
export function trendColor(theme: ChartTheme, chart: uPlot): string {
  const values = columnOf(chart, 1);
  return (values[values.length - 1] ?? 0) >= (values[0] ?? 0) ? theme.gain : theme.loss;
}

/** A fading ground under the first series, in the tone of {@link trendColor}. Needs a series without gaps. */
export const areaLayer: ChartLayer = {
  at: 'under',
  draw(chart, { theme }) {
    const { ctx, bbox } = chart;
    const values = columnOf(chart, 1);
    const index = columnOf(chart, 0);
    if (index.length === 0) return;
    const color = trendColor(theme, chart);
    const bottom = bbox.top + bbox.height;
    const gradient = ctx.createLinearGradient(0, bbox.top, 0, bottom);
    gradient.addColorStop(0, withAlpha(ctx, color, TOP_OPACITY));
    gradient.addColorStop(1, withAlpha(ctx, color, 0));
    ctx.save();
    ctx.fillStyle = gradient;
    ctx.beginPath();
    ctx.moveTo(chart.valToPos(index[0] ?? 0, 'x', true), bottom);
    for (let i = 0; i < index.length; i += 1) {
      ctx.lineTo(chart.valToPos(index[i] ?? 0, 'x', true), chart.valToPos(values[i] ?? 0, 'price', true));
    }
    ctx.lineTo(chart.valToPos(index[index.length - 1] ?? 0, 'x', true), bottom);
    ctx.fill();
    ctx.restore();
  },
};
