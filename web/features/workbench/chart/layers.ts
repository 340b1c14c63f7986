import {
  columnOf,
  lineAcross,
  type Box,
  type ChartColor,
  type ChartFrame,
  type ChartLayer,
} from '../../../shared/charts/chart-spec.ts';
import { edgeTexts } from '../../../shared/charts/forecast-layers.ts';
import type { ChartLevel } from '../../../shared/charts/price-layers.ts';
import type { ForecastState } from '../data/annotations.tsx';
import type { Along, PixelPoint } from '../drawing/shapes.ts';

function overlap(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

const HALO_PX = 4;
/** Places of a label that may move. */
const STEPS = [0, 1, 2, 3];

/**
 * Writes text with a margin in the background colour, so that lines behind it do not cross it out. If another label is in its
 * place, it moves along its line; without a free place it is left out. Uses the context's font, alignment and transform.
 */
export function writeLabel(
  ctx: CanvasRenderingContext2D,
  { theme, pixelRatio, labels }: Pick<ChartFrame, 'theme' | 'pixelRatio' | 'labels'>,
  text: string,
  at: PixelPoint,
  along?: Along,
  ink = theme['text-2'],
): void {
  const size = ctx.measureText(text);
  const { a: scale, e: left, f: top } = ctx.getTransform();
  // A CSS pixel in the transform's units.
  const px = pixelRatio / scale;
  const [gap, height] = [GAP_PX * px, (FONT_PX + GAP_PX) * px];
  const boxAt = ({ x, y }: PixelPoint) => ({
    left: (x - size.actualBoundingBoxLeft - gap / 2) * scale + left,
    right: (x + size.actualBoundingBoxRight + gap / 2) * scale + left,
    top: (y - size.actualBoundingBoxAscent - gap / 2) * scale + top,
    bottom: (y + size.actualBoundingBoxDescent + gap / 2) * scale + top,
  });
  const isFree = (place: PixelPoint) => !labels.some((other) => overlap(other, boxAt(place)));
  const [widths, heights] = along ?? [0, 0];
  const place = STEPS.map((step) => ({
    x: at.x + step * widths * (size.width + 2 * gap),
    y: at.y + step * heights * height,
  })).find((each) => along === undefined || isFree(each));
  if (place === undefined) return;
  labels.push(boxAt(place));
  ctx.lineJoin = 'round';
  ctx.strokeStyle = theme.surface;
  ctx.lineWidth = HALO_PX * px;
  ctx.fillStyle = ink;
  ctx.strokeText(text, place.x, place.y);
  ctx.fillText(text, place.x, place.y);
}

export const FONT_PX = 12;
const TICK_PX = 14;
const GAP_PX = 4;
const EXTENDED_TINT = 0.12;

/** Shades runs of bars and separates days by a thin line. Indices count all bars. */
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
      ctx.fillStyle = theme['text-3'];
      ctx.globalAlpha = EXTENDED_TINT;
      for (const { from, to } of shaded) {
        const left = edge(from);
        ctx.fillRect(left, bbox.top, edge(to) - left, bbox.height);
      }
      ctx.globalAlpha = theme.gridOpacity * 2;
      ctx.fillStyle = theme.line;
      for (const start of dayStarts) {
        const x = edge(start);
        if (x > bbox.left && x < right) ctx.fillRect(x, bbox.top, pixelRatio, bbox.height);
      }
    },
  };
}

/** Dashed levels across the plot, labelled at the right. Levels outside the visible prices are not drawn. */
export function priceLevelsLayer(levels: readonly ChartLevel[]): ChartLayer {
  return {
    at: 'over',
    draw(chart, frame) {
      const { theme, pixelRatio } = frame;
      const { ctx, bbox } = chart;
      ctx.font = `${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      // At the left the labels would cover the first bars and the label of the high.
      ctx.textAlign = 'right';
      for (const { value, label, side } of levels) {
        const y = Math.round(chart.valToPos(value, 'price', true)) + 0.5;
        if (!(y > bbox.top && y < bbox.top + bbox.height)) continue;
        ctx.strokeStyle = theme['text-3'];
        ctx.lineWidth = pixelRatio;
        ctx.setLineDash([6 * pixelRatio, 4 * pixelRatio]);
        lineAcross(chart, y);
        ctx.setLineDash([]);
        const isAbove = side !== 'below' && y - bbox.top > FONT_PX * pixelRatio;
        ctx.textBaseline = isAbove ? 'bottom' : 'top';
        const x = bbox.left + bbox.width - GAP_PX * pixelRatio;
        writeLabel(ctx, frame, label, { x, y: y + (isAbove ? -pixelRatio : 2 * pixelRatio) }, [-1, 0]);
      }
    },
  };
}

const FORECAST_RADIUS_PX = 4;

function forecastShape(state: ForecastState, x: number, y: number, radius: number): Path2D {
  const shape = new Path2D();
  if (state !== 'outside') {
    shape.arc(x, y, radius, 0, 2 * Math.PI);
    return shape;
  }
  for (const slope of [-1, 1]) {
    shape.moveTo(x - radius, y - slope * radius);
    shape.lineTo(x + radius, y + slope * radius);
  }
  return shape;
}

/** Marks bars with saved forecasts: hollow while open, filled if the close was inside the range, a cross if outside. */
export function forecastsLayer(
  forecasts: readonly { readonly index: number; readonly state: ForecastState }[],
  valueAt: (bar: number) => number | null,
): ChartLayer {
  return {
    at: 'over',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      const shown = columnOf(chart, 0);
      const [first, last] = [shown[0] ?? 0, shown[shown.length - 1] ?? -1];
      const radius = FORECAST_RADIUS_PX * pixelRatio;
      for (const { index, state } of forecasts) {
        const value = valueAt(index);
        if (value === null || index < first || index > last) continue;
        const y = chart.valToPos(value, 'price', true);
        if (y < bbox.top || y > bbox.top + bbox.height) continue;
        const x = chart.valToPos(index, 'x', true);
        const shape = forecastShape(state, x, y, radius);
        // A margin separates it from the candles and lines behind it.
        ctx.strokeStyle = theme.surface;
        ctx.lineWidth = 5 * pixelRatio;
        ctx.stroke(shape);
        ctx.fillStyle = state === 'inside' ? theme.accent : theme.surface;
        if (state !== 'outside') ctx.fill(shape);
        ctx.strokeStyle = theme.accent;
        ctx.lineWidth = 2 * pixelRatio;
        ctx.stroke(shape);
      }
    },
  };
}

export function extremesLayer(
  highSeries: number,
  lowSeries: number,
  write: (side: 'High' | 'Low', value: number) => string,
): ChartLayer {
  return {
    at: 'over',
    draw(chart, frame) {
      const { theme, pixelRatio } = frame;
      const { ctx, bbox } = chart;
      const index = columnOf(chart, 0);
      ctx.font = `${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      for (const side of ['High', 'Low'] as const) {
        const values = Array.from(columnOf(chart, side === 'High' ? highSeries : lowSeries));
        const numbers = values.filter((each) => typeof each === 'number');
        if (numbers.length === 0) continue;
        const value = side === 'High' ? Math.max(...numbers) : Math.min(...numbers);
        // The latest of equal values.
        const at = values.lastIndexOf(value);
        const x = Math.round(chart.valToPos(index[at] ?? 0, 'x', true));
        const away = (side === 'High' ? -1 : 1) * GAP_PX * pixelRatio;
        const y = Math.round(chart.valToPos(value, 'price', true)) + away;
        // Towards the middle of the plot, where there is room.
        const isLeft = x < bbox.left + bbox.width / 2;
        const end = x + (isLeft ? 1 : -1) * TICK_PX * pixelRatio;
        ctx.strokeStyle = theme['text-3'];
        ctx.lineWidth = pixelRatio;
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.lineTo(end, y);
        ctx.stroke();
        ctx.textAlign = isLeft ? 'left' : 'right';
        ctx.textBaseline = 'middle';
        const start = { x: end + (isLeft ? 1 : -1) * GAP_PX * pixelRatio, y };
        writeLabel(ctx, frame, write(side, value), start, [isLeft ? 1 : -1, 0]);
      }
    },
  };
}

type OverlayTag = { readonly ticker: string; readonly value: number; readonly color: ChartColor };

/** The last values of compared listings on the axis, with their names, clear of each other, the last price and the fan's edge. */
export function overlayTagsLayer(tags: readonly OverlayTag[], write: (value: number) => string): ChartLayer {
  return {
    at: 'over',
    draw(chart, frame) {
      const { theme, pixelRatio, annotations } = frame;
      const { ctx, bbox } = chart;
      const left = bbox.left + bbox.width + pixelRatio;
      const [height, pad] = [20 * pixelRatio, 6 * pixelRatio];
      const placeOf = (value: number) => Math.round(chart.valToPos(value, 'price', true));
      const taken = edgeTexts(chart, frame).map(({ y }) => y);
      if (annotations.tag) taken.push(placeOf(annotations.tag.value));
      ctx.font = `600 ${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      ctx.textBaseline = 'middle';
      for (const { ticker, value, color } of tags.toSorted((a, b) => b.value - a.value)) {
        const y = taken
          .toSorted((a, b) => a - b)
          .reduce((free, other) => (Math.abs(free - other) < height ? other + height : free), placeOf(value));
        taken.push(y);
        const text = write(value);
        ctx.lineWidth = pixelRatio;
        ctx.strokeStyle = theme[color];
        ctx.fillStyle = theme.surface;
        const width = ctx.measureText(text).width + 2 * pad;
        ctx.fillRect(left, y - height / 2, width, height);
        ctx.strokeRect(left, y - height / 2, width, height);
        ctx.fillStyle = theme.text;
        ctx.textAlign = 'left';
        ctx.fillText(text, left + pad, y);
        ctx.textAlign = 'right';
        writeLabel(ctx, frame, ticker, { x: left - pad, y }, [-1, 0], theme[color]);
      }
    },
  };
}
