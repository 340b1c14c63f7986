import type uPlot from 'uplot';
import { columnOf, type ChartLayer } from './chart-spec.ts';

const TINT = 0.05;
const LABEL_PX = 12;

/** Tints the estimated part of the time axis and says so, so that no estimate can be read as history. */
export const estimateLayer: ChartLayer = {
  at: 'under',
  draw(chart, { theme, marks, pixelRatio }) {
    if (marks.estimateFrom === undefined) return;
    const { ctx, bbox } = chart;
    const right = bbox.left + bbox.width;
    const left = Math.max(chart.valToPos(marks.estimateFrom - 1, 'x', true), bbox.left);
    if (left >= right) return;
    ctx.save();
    ctx.fillStyle = theme.accent;
    ctx.globalAlpha = TINT;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.globalAlpha = 1;
    ctx.font = `500 ${LABEL_PX * pixelRatio}px ${theme.fontFamily}`;
    ctx.textBaseline = 'top';
    const padPx = 6 * pixelRatio;
    const fits = ctx.measureText('Estimate').width + 2 * padPx <= right - left;
    // A horizon of one day is narrower than the word: then it ends at the region's right edge, over the history.
    ctx.textAlign = fits ? 'left' : 'right';
    ctx.fillText('Estimate', fits ? left + padPx : right - padPx, bbox.top + padPx);
    ctx.restore();
  },
};

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
