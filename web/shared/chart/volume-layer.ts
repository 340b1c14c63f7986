import { columnOf, type ChartLayer } from './chart-spec.ts';

const BAR_SHARE = 0.64;
const MAX_BAR_PX = 14;
/** Quieter than the candles, and still 3:1 on the surface in both themes (held by a test). */
export const VOLUME_OPACITY = 0.7;

/** Volume bars in the tone of their session's candle. Indices of the series volume, open and close. */
export function volumeLayer(volumeSeries: number, openSeries: number, closeSeries: number): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      const volume = columnOf(chart, volumeSeries);
      const open = columnOf(chart, openSeries);
      const close = columnOf(chart, closeSeries);
      const index = columnOf(chart, 0);
      const spacePx = bbox.width / Math.max(index.length, 1);
      const widthPx = Math.max(1, Math.round(Math.min(spacePx * BAR_SHARE, MAX_BAR_PX * pixelRatio)));
      const bottom = bbox.top + bbox.height;
      ctx.save();
      ctx.globalAlpha = VOLUME_OPACITY;
      for (let i = 0; i < index.length; i += 1) {
        const value = volume[i];
        if (typeof value !== 'number' || value <= 0) continue;
        const top = Math.round(chart.valToPos(value, 'volume', true));
        const left = Math.round(chart.valToPos(index[i] ?? 0, 'x', true)) - Math.floor(widthPx / 2);
        ctx.fillStyle = (close[i] ?? 0) >= (open[i] ?? 0) ? theme.gain : theme.loss;
        ctx.fillRect(left, top, widthPx, bottom - top);
      }
      ctx.restore();
    },
  };
}
