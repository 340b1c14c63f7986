/** What is marked on a chart: sessions, levels, and where forecasts were made. */
import { columnOf, type ChartLayer } from '../../shared/charts/chart-spec.ts';
import type { ForecastState } from './chart-marks.ts';

const FONT_PX = 12;
const GAP_PX = 4;
const HALO_PX = 4;
const EXTENDED_TINT = 0.12;

/** Shades runs of bars, and divides days by a thin line. Indices of all bars. */
export function sessionsLayer(
  shaded: readonly { readonly from: number; readonly to: number }[],
  dayStarts: readonly number[],
): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      const right = bbox.left + bbox.width;
      const edge = (index: number) =>
        Math.round(Math.min(Math.max(chart.valToPos(index - 0.5, 'x', true), bbox.left), right));
      ctx.save();
      ctx.fillStyle = theme['text-3'];
      ctx.globalAlpha = EXTENDED_TINT;
      for (const { from, to } of shaded) {
        const left = edge(from);
        ctx.fillRect(left, bbox.top, edge(to) - left, bbox.height);
      }
      ctx.globalAlpha = 1;
      ctx.fillStyle = theme.line;
      for (const start of dayStarts) {
        const x = edge(start);
        if (x > bbox.left && x < right) ctx.fillRect(x, bbox.top, pixelRatio, bbox.height);
      }
      ctx.restore();
    },
  };
}

/** A price to look at, such as the close of the day before. */
export interface PriceLevel {
  /** On the chart's scale. */
  readonly value: number;
  readonly text: string;
}

/** Dashed levels across the plot, each with its name at the left; none outside the prices on screen. */
export function priceLevelsLayer(levels: readonly PriceLevel[]): ChartLayer {
  return {
    at: 'over',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      ctx.save();
      ctx.font = `${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      ctx.textBaseline = 'bottom';
      ctx.lineJoin = 'round';
      for (const { value, text } of levels) {
        const y = Math.round(chart.valToPos(value, 'price', true)) + 0.5;
        if (!(y > bbox.top && y < bbox.top + bbox.height)) continue;
        ctx.strokeStyle = theme['text-3'];
        ctx.lineWidth = pixelRatio;
        ctx.setLineDash([6 * pixelRatio, 4 * pixelRatio]);
        ctx.beginPath();
        ctx.moveTo(bbox.left, y);
        ctx.lineTo(bbox.left + bbox.width, y);
        ctx.stroke();
        ctx.setLineDash([]);
        ctx.strokeStyle = theme.surface;
        ctx.lineWidth = HALO_PX * pixelRatio;
        ctx.fillStyle = theme['text-2'];
        const left = bbox.left + GAP_PX * pixelRatio;
        ctx.strokeText(text, left, y - pixelRatio);
        ctx.fillText(text, left, y - pixelRatio);
      }
      ctx.restore();
    },
  };
}

const MARK_RADIUS_PX = 4;

interface PlacedForecast {
  readonly index: number;
  readonly state: ForecastState;
  /** On the chart's scale. */
  readonly value: number;
}

/** A circle, or a cross where the outcome was outside. */
function markShape(
  state: ForecastState,
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): Path2D {
  const shape = new Path2D();
  if (state === 'outside') {
    shape.moveTo(x - radius, y - radius);
    shape.lineTo(x + radius, y + radius);
    shape.moveTo(x + radius, y - radius);
    shape.lineTo(x - radius, y + radius);
  } else {
    shape.arc(x, y, radius, 0, 2 * Math.PI);
  }
  return shape;
}

/** Where forecasts were made: hollow while open, filled where the outcome was in its range, crossed where it was not. */
export function forecastMarksLayer(placed: readonly PlacedForecast[]): ChartLayer {
  return {
    at: 'over',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      const shown = columnOf(chart, 0);
      const [first, last] = [shown[0] ?? 0, shown[shown.length - 1] ?? -1];
      const radius = MARK_RADIUS_PX * pixelRatio;
      ctx.save();
      ctx.setLineDash([]);
      for (const { index, state, value } of placed) {
        const y = chart.valToPos(value, 'price', true);
        if (index < first || index > last || y < bbox.top || y > bbox.top + bbox.height) continue;
        const x = chart.valToPos(index, 'x', true);
        const shape = markShape(state, { x, y, radius });
        // Apart from the candles and lines behind it.
        ctx.strokeStyle = theme.surface;
        ctx.lineWidth = 5 * pixelRatio;
        ctx.stroke(shape);
        ctx.fillStyle = state === 'inside' ? theme.accent : theme.surface;
        if (state !== 'outside') ctx.fill(shape);
        ctx.strokeStyle = theme.accent;
        ctx.lineWidth = 2 * pixelRatio;
        ctx.stroke(shape);
      }
      ctx.restore();
    },
  };
}
