import { columnOf, type ChartLayer } from './chart-spec.ts';

const BODY_SHARE = 0.64;
const MAX_BODY_PX = 14;
/** Below this a body has no room to be hollow: the candle becomes a stroke. */
const MIN_HOLLOW_PX = 4;

/**
 * Candles from the columns open, high, low, close: hollow when close ≥ open, filled otherwise, both outlined, so that
 * direction does not hang on colour. Needs four series in that order, starting at `firstSeries`.
 */
export function candlesLayer(firstSeries: number): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      const open = columnOf(chart, firstSeries);
      const high = columnOf(chart, firstSeries + 1);
      const low = columnOf(chart, firstSeries + 2);
      const close = columnOf(chart, firstSeries + 3);
      const index = columnOf(chart, 0);
      const spacePx = bbox.width / Math.max(index.length, 1);
      const bodyPx = Math.max(1, Math.round(Math.min(spacePx * BODY_SHARE, MAX_BODY_PX * pixelRatio)));
      const linePx = Math.max(1, Math.round(pixelRatio));
      ctx.save();
      ctx.lineWidth = linePx;
      for (let i = 0; i < index.length; i += 1) {
        // Complete bars only reach a chart; the fallback keeps the types honest and draws nothing.
        const o = open[i] ?? Number.NaN;
        const h = high[i] ?? Number.NaN;
        const l = low[i] ?? Number.NaN;
        const c = close[i] ?? Number.NaN;
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
      ctx.restore();
    },
  };
}
