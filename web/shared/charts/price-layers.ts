/** Paints past prices: candles, volume, an area. The forecast chart does not load this code. */
import type uPlot from 'uplot';
import { columnOf, withAlpha, type ChartLayer, type ChartTheme } from './chart-spec.ts';
import { barsLayer, barWidth, fillBelow } from './painting.ts';

/** Narrower bodies have no room to be hollow and are drawn filled. */
const MIN_HOLLOW_PX = 4;

/** Candles from four series: open, high, low, close. Hollow if close ≥ open, else filled, so that the direction needs no colour. */
export function candlesLayer(firstSeries: number): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme, pixelRatio }) {
      const { ctx } = chart;
      const at = (column: number, i: number) => columnOf(chart, firstSeries + column)[i] ?? Number.NaN;
      const index = columnOf(chart, 0);
      const bodyPx = barWidth(chart);
      const linePx = Math.max(1, Math.round(pixelRatio));
      ctx.lineWidth = linePx;
      for (let i = 0; i < index.length; i += 1) {
        const o = at(0, i);
        const h = at(1, i);
        const l = at(2, i);
        const c = at(3, i);
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
}

export function volumeLayer(volumeSeries: number, openSeries: number, closeSeries: number): ChartLayer {
  return barsLayer(
    volumeSeries,
    'volume',
    (chart, i) => (columnOf(chart, closeSeries)[i] ?? 0) >= (columnOf(chart, openSeries)[i] ?? 0),
  );
}

const AREA_TOP_OPACITY = 0.18;

export function trendColor(theme: ChartTheme, chart: uPlot): string {
  const values = columnOf(chart, 1);
  return (values[values.length - 1] ?? 0) >= (values[0] ?? 0) ? theme.gain : theme.loss;
}

export function areaLayer(series: number, colorOf: (theme: ChartTheme, chart: uPlot) => string): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme }) {
      const { ctx, bbox } = chart;
      const color = colorOf(theme, chart);
      const bottom = bbox.top + bbox.height;
      const gradient = ctx.createLinearGradient(0, bbox.top, 0, bottom);
      gradient.addColorStop(0, withAlpha(color, AREA_TOP_OPACITY));
      gradient.addColorStop(1, withAlpha(color, 0));
      ctx.fillStyle = gradient;
      fillBelow(chart, series);
    },
  };
}
