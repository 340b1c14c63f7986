import type uPlot from 'uplot';
import { columnOf, type ChartLayer } from './chart-spec.ts';

/** Where one interval's bounds are, and how strongly it is painted; intervals are nested, so opacities add up. */
export interface FanBand {
  readonly lowSeries: number;
  readonly highSeries: number;
  readonly opacity: number;
}

/** The outline of a band: along its upper bound and back along the lower one, over the sessions that have both. */
function bandPath(chart: uPlot, { lowSeries, highSeries }: FanBand): Path2D {
  const low = columnOf(chart, lowSeries);
  const high = columnOf(chart, highSeries);
  const index = columnOf(chart, 0);
  const path = new Path2D();
  for (let i = 0; i < index.length; i += 1) {
    const value = high[i];
    if (typeof value === 'number')
      path.lineTo(chart.valToPos(index[i] ?? 0, 'x', true), chart.valToPos(value, 'price', true));
  }
  for (let i = index.length - 1; i >= 0; i -= 1) {
    const value = low[i];
    if (typeof value === 'number')
      path.lineTo(chart.valToPos(index[i] ?? 0, 'x', true), chart.valToPos(value, 'price', true));
  }
  path.closePath();
  return path;
}

/** Nested forecast intervals in the accent colour, widest first. */
export function fanLayer(bands: readonly FanBand[]): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme }) {
      const { ctx } = chart;
      ctx.save();
      ctx.fillStyle = theme.accent;
      for (const band of bands) {
        ctx.globalAlpha = band.opacity;
        ctx.fill(bandPath(chart, band));
      }
      ctx.restore();
    },
  };
}
