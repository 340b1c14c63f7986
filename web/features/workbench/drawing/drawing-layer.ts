import type uPlot from 'uplot';
import type { ChartFrame, ChartLayer } from '../../../shared/charts/chart-spec.ts';
import type { PlacedDrawing, PixelPoint } from './hit-test.ts';
import { hasRisen, indexOfTime, measureText, priceText, type Writing } from './drawings.ts';
import type { Drawing, DrawnPoint, Tool } from '../../../shared/user-data/drawings.ts';

/** What is drawn. One object for the life of a chart, changed in place: a pointer that moves must not build anything anew. */
export interface LayerModel {
  /** The chart that the layer was drawn on last. */
  chart: uPlot | null;
  dates: Float64Array;
  place: (price: number) => number | null;
  writing: Writing;
  /** The one that is being drawn comes last. */
  drawings: readonly Drawing[];
  selectedId: string | null;
  /** Where the keyboard would put a point. */
  cursor: DrawnPoint | null;
  /** Widths of texts in CSS pixels, as they were drawn. */
  readonly textWidths: Map<string, number>;
}

const FONT_PX = 12;
const TEXT_FONT_PX = 13;
const LINE_HEIGHT = 1.25;
const GROUND_OPACITY = 0.85;
const GAP_PX = 4;
const DOT_PX = 2.5;
const HANDLE_PX = 5;
const CURSOR_PX = 7;
const MEASURE_OPACITY = 0.14;

/** A point in pixels of the plot, or of the canvas; `null` where the scale has no place for it. */
function pixelOf(
  { dates, place }: LayerModel,
  chart: uPlot,
  point: DrawnPoint,
  isCanvas: boolean,
): PixelPoint | null {
  const value = place(point.price);
  if (value === null) return null;
  return {
    x: chart.valToPos(indexOfTime(dates, point.time_seconds), 'x', isCanvas),
    y: chart.valToPos(value, 'price', isCanvas),
  };
}

function pixelsOf(
  model: LayerModel,
  chart: uPlot,
  points: readonly DrawnPoint[],
  isCanvas: boolean,
): PixelPoint[] {
  return points.flatMap((point) => pixelOf(model, chart, point, isCanvas) ?? []);
}

/** Whether a part of a drawing is on screen. A text goes with its point: beside another bar it would mislead. */
function isOnPlot(
  tool: Tool,
  pixels: readonly PixelPoint[],
  { left, top, width, height }: uPlot.BBox,
): boolean {
  const [xs, ys] = [pixels.map(({ x }) => x), pixels.map(({ y }) => y)];
  const isBeside = Math.max(...xs) < left || Math.min(...xs) > left + width;
  return (tool === 'level' || !isBeside) && Math.max(...ys) >= top && Math.min(...ys) <= top + height;
}

/** The visible drawings in pixels of the plot, for the pointer. */
export function placedDrawings(model: LayerModel): readonly PlacedDrawing[] {
  const { chart } = model;
  if (chart === null) return [];
  const plot = { left: 0, top: 0, width: chart.over.clientWidth, height: chart.over.clientHeight };
  return model.drawings.flatMap(({ id, tool, points, text = '' }) => {
    const pixels = pixelsOf(model, chart, points, false);
    const widthPx = model.textWidths.get(text) ?? 0;
    return isOnPlot(tool, pixels, plot) ? [{ id, tool, pixels, widthPx }] : [];
  });
}

/** Changes what a model shows, and draws it again where it is on screen. */
export function updateLayer(model: LayerModel, shown: Omit<LayerModel, 'chart' | 'textWidths'>): void {
  Object.assign(model, shown);
  if (model.chart?.root.isConnected) model.chart.redraw(false, false);
}

/** Draws a model over everything else. */
export function drawingLayer(model: LayerModel): ChartLayer {
  return {
    at: 'over',
    draw(chart, frame) {
      model.chart = chart;
      const { ctx, bbox } = chart;
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      ctx.setLineDash([]);
      ctx.lineJoin = 'round';
      for (const drawing of model.drawings) draw(model, chart, frame, drawing);
      if (model.cursor !== null) drawCursor(model, chart, frame, model.cursor);
    },
  };
}

function draw(model: LayerModel, chart: uPlot, frame: ChartFrame, drawing: Drawing): void {
  const { ctx, bbox } = chart;
  const { theme, pixelRatio } = frame;
  const pixels = pixelsOf(model, chart, drawing.points, true);
  const [a, b = a] = pixels;
  if (a === undefined || b === undefined || !isOnPlot(drawing.tool, pixels, bbox)) return;
  const isSelected = drawing.id === model.selectedId;
  ctx.strokeStyle = theme.text;
  ctx.fillStyle = theme.text;
  ctx.lineWidth = (isSelected ? 2 : 1.5) * pixelRatio;
  switch (drawing.tool) {
    case 'trend':
      line(ctx, a, b);
      for (const pixel of pixels) disc(ctx, pixel, DOT_PX * pixelRatio);
      break;
    case 'level': {
      line(ctx, { x: bbox.left, y: a.y }, { x: bbox.left + bbox.width, y: a.y });
      const [{ price } = { price: 0 }] = drawing.points;
      const left = { x: bbox.left + GAP_PX * pixelRatio, y: a.y - GAP_PX * pixelRatio };
      label(ctx, frame, priceText(price, model.writing), left, { baseline: 'bottom' });
      break;
    }
    case 'measure':
      drawMeasure(model, chart, frame, drawing, [a, b]);
      break;
    case 'text': {
      const text = drawing.text ?? '';
      disc(ctx, a, DOT_PX * pixelRatio);
      const beside = { x: a.x + 2 * GAP_PX * pixelRatio, y: a.y };
      const widthPx = label(ctx, frame, text, beside, { sizePx: TEXT_FONT_PX });
      model.textWidths.set(text, widthPx / pixelRatio + 2 * GAP_PX);
      break;
    }
  }
  if (!isSelected) return;
  ctx.strokeStyle = theme.accent;
  ctx.fillStyle = theme.surface;
  ctx.lineWidth = 2 * pixelRatio;
  const handles = drawing.tool === 'level' ? [{ x: bbox.left + bbox.width / 2, y: a.y }] : pixels;
  for (const pixel of handles) {
    disc(ctx, pixel, HANDLE_PX * pixelRatio);
    ctx.stroke();
  }
}

function drawMeasure(
  model: LayerModel,
  chart: uPlot,
  frame: ChartFrame,
  drawing: Drawing,
  [a, b]: [PixelPoint, PixelPoint],
): void {
  const { ctx, bbox } = chart;
  const { theme, pixelRatio } = frame;
  const tone = hasRisen(drawing) ? theme.gain : theme.loss;
  const [left, right] = [Math.min(a.x, b.x), Math.max(a.x, b.x)];
  const [top, bottom] = [Math.min(a.y, b.y), Math.max(a.y, b.y)];
  ctx.strokeStyle = tone;
  ctx.fillStyle = tone;
  ctx.globalAlpha = MEASURE_OPACITY;
  ctx.fillRect(left, top, right - left, bottom - top);
  ctx.globalAlpha = 1;
  ctx.lineWidth = pixelRatio;
  ctx.strokeRect(left, top, right - left, bottom - top);
  if (drawing.points.length < 2) return;
  // Above the rectangle, below it where there is no room above.
  const isAbove = top - bbox.top > (FONT_PX + 2 * GAP_PX) * pixelRatio;
  const at = { x: (left + right) / 2, y: isAbove ? top - GAP_PX * pixelRatio : bottom + GAP_PX * pixelRatio };
  label(ctx, frame, measureText(drawing, model.writing), at, {
    baseline: isAbove ? 'bottom' : 'top',
    isCentred: true,
    within: bbox,
  });
}

function drawCursor(
  model: LayerModel,
  chart: uPlot,
  { theme, pixelRatio }: ChartFrame,
  point: DrawnPoint,
): void {
  const { ctx, bbox } = chart;
  const pixel = pixelOf(model, chart, point, true);
  if (pixel === null) return;
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 2 * pixelRatio;
  ctx.beginPath();
  ctx.arc(pixel.x, pixel.y, CURSOR_PX * pixelRatio, 0, 2 * Math.PI);
  ctx.stroke();
  ctx.lineWidth = pixelRatio;
  ctx.setLineDash([3 * pixelRatio, 3 * pixelRatio]);
  line(ctx, { x: bbox.left, y: pixel.y }, { x: bbox.left + bbox.width, y: pixel.y });
  ctx.setLineDash([]);
}

function line(ctx: CanvasRenderingContext2D, from: PixelPoint, to: PixelPoint): void {
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
}

function disc(ctx: CanvasRenderingContext2D, { x, y }: PixelPoint, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

interface LabelStyle {
  readonly baseline?: 'bottom' | 'middle' | 'top';
  readonly sizePx?: number;
  readonly isCentred?: boolean;
  /** Stays inside this, from left to right. */
  readonly within?: uPlot.BBox;
}

/** Writes a text on the colour of the ground, so that what is behind it does not strike it through; returns its width. */
function label(
  ctx: CanvasRenderingContext2D,
  { theme, pixelRatio }: ChartFrame,
  text: string,
  { x, y }: PixelPoint,
  { baseline = 'middle', sizePx = FONT_PX, isCentred = false, within }: LabelStyle,
): number {
  ctx.font = `600 ${sizePx * pixelRatio}px ${theme.fontFamily}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = baseline;
  const { width } = ctx.measureText(text);
  const wanted = isCentred ? x - width / 2 : x;
  const left = within ? Math.max(Math.min(wanted, within.left + within.width - width), within.left) : wanted;
  const ink = ctx.fillStyle;
  const heightPx = sizePx * LINE_HEIGHT * pixelRatio;
  const above = { bottom: 1, top: 0, middle: 0.5 }[baseline];
  ctx.fillStyle = theme.surface;
  ctx.globalAlpha = GROUND_OPACITY;
  ctx.fillRect(left - 2 * pixelRatio, y - above * heightPx, width + 4 * pixelRatio, heightPx);
  ctx.globalAlpha = 1;
  ctx.fillStyle = ink;
  ctx.fillText(text, left, y);
  return width;
}
