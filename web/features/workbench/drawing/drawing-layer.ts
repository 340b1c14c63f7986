import type uPlot from 'uplot';
import type { ChartFrame, ChartLayer } from '../../../shared/charts/chart-spec.ts';
import type { Drawing, DrawnPoint } from '../../../shared/user-data/drawings.ts';
import { indexOfTime, type Writing } from './drawn-points.ts';
import type { PlacedDrawing } from './hit-test.ts';
import { across, FONT_PX, type Label, type PixelPoint, type Plot, type Segment } from './shapes.ts';
import { COLORS, TOOLS } from './tools.ts';

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
  /** Told at every draw whether a part of the selected drawing is on screen. */
  onSelected: (isOnPlot: boolean) => void;
}

const LINE_HEIGHT = 1.25;
const GROUND_OPACITY = 0.85;
const DOT_PX = 2.5;
const HANDLE_PX = 5;
const CURSOR_PX = 7;
const WIDTHS_PX = { thin: 1, medium: 1.5, thick: 3 } as const;
const AREA_OPACITY = 0.12;

/** The plot in pixels of the canvas, which has `canvasRatio` for each of the page; without it in those of the page. */
function plotOf({ dates, place, textWidths }: LayerModel, chart: uPlot, canvasRatio?: number): Plot {
  const isCanvas = canvasRatio !== undefined;
  const unit = canvasRatio ?? 1;
  const { left, top, width, height } = isCanvas
    ? chart.bbox
    : { left: 0, top: 0, width: chart.over.clientWidth, height: chart.over.clientHeight };
  return {
    left,
    right: left + width,
    top,
    bottom: top + height,
    unit,
    x: (timeSeconds) => chart.valToPos(indexOfTime(dates, timeSeconds), 'x', isCanvas),
    y(price) {
      const value = place(price);
      return value === null ? null : chart.valToPos(value, 'price', isCanvas);
    },
    textWidth: (text) => (textWidths.get(text) ?? 0) * unit,
  };
}

function pixelOf(plot: Plot, { time_seconds: time, price }: DrawnPoint): PixelPoint | null {
  const y = plot.y(price);
  return y === null ? null : { x: plot.x(time), y };
}

/** A drawing on the plot; `null` where the scale has no place for it, and where no part of it is on screen. */
function placed(plot: Plot, drawing: Drawing, writing: Writing): PlacedDrawing | null {
  const pixels = drawing.points.flatMap((point) => pixelOf(plot, point) ?? []);
  const [a, b = a] = pixels;
  if (a === undefined || b === undefined || pixels.length < drawing.points.length) return null;
  const shape = TOOLS[drawing.tool].shape([a, b], plot, drawing, writing);
  // A text goes with its point: beside another bar it would mislead.
  const reach: readonly Segment[] = shape.lines.length > 0 ? shape.lines : [[a, a]];
  return reach.some((segment) => isOnPlot(plot, segment)) ? { id: drawing.id, pixels, shape } : null;
}

function isOnPlot({ left, right, top, bottom }: Plot, [a, b]: Segment): boolean {
  const isBeside = Math.max(a.x, b.x) < left || Math.min(a.x, b.x) > right;
  return !isBeside && Math.max(a.y, b.y) >= top && Math.min(a.y, b.y) <= bottom;
}

/** The drawings on screen in pixels of the plot, for the pointer. */
export function placedDrawings(model: LayerModel, drawings = model.drawings): readonly PlacedDrawing[] {
  if (model.chart === null) return [];
  const plot = plotOf(model, model.chart);
  return drawings.flatMap((drawing) => placed(plot, drawing, model.writing) ?? []);
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
      const plot = plotOf(model, chart, frame.pixelRatio);
      ctx.beginPath();
      ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
      ctx.clip();
      ctx.setLineDash([]);
      ctx.lineJoin = 'round';
      let hasSelected = false;
      for (const drawing of model.drawings) {
        const one = placed(plot, drawing, model.writing);
        if (one === null) continue;
        const isSelected = drawing.id === model.selectedId;
        hasSelected ||= isSelected;
        draw({ ctx, frame, plot, textWidths: model.textWidths }, drawing, one, isSelected);
      }
      model.onSelected(hasSelected);
      if (model.cursor !== null) drawCursor(ctx, frame, plot, model.cursor);
    },
  };
}

interface Ground extends Pick<LayerModel, 'textWidths'> {
  readonly ctx: CanvasRenderingContext2D;
  readonly frame: ChartFrame;
  readonly plot: Plot;
}

function draw(
  ground: Ground,
  { color = 'plain', width = 'medium', locked }: Drawing,
  { pixels, shape }: PlacedDrawing,
  isSelected: boolean,
): void {
  const { ctx, frame, textWidths } = ground;
  const { theme, pixelRatio } = frame;
  const { lines, guide, area, dots = [], labels = [], text, tone = COLORS[color].token, handle } = shape;
  ctx.strokeStyle = theme[tone];
  ctx.fillStyle = theme[tone];
  if (area) {
    const [a, b] = area;
    ctx.globalAlpha = AREA_OPACITY;
    ctx.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
    ctx.globalAlpha = 1;
  }
  ctx.lineWidth = (WIDTHS_PX[width] + (isSelected ? 0.5 : 0)) * pixelRatio;
  for (const segment of lines) line(ctx, segment);
  if (guide) dashed(ctx, pixelRatio, guide);
  for (const pixel of dots) disc(ctx, pixel, DOT_PX * pixelRatio);
  for (const one of labels) {
    const widthPx = label(ground, one) / pixelRatio;
    if (text) textWidths.set(one.text, widthPx);
  }
  if (!isSelected) return;
  ctx.strokeStyle = theme.accent;
  ctx.fillStyle = theme.surface;
  ctx.lineWidth = 2 * pixelRatio;
  // What is locked has nothing to hold.
  for (const pixel of locked ? [] : handle ? [handle] : pixels) {
    disc(ctx, pixel, HANDLE_PX * pixelRatio);
    ctx.stroke();
  }
}

function drawCursor(
  ctx: CanvasRenderingContext2D,
  { theme, pixelRatio }: ChartFrame,
  plot: Plot,
  point: DrawnPoint,
): void {
  const pixel = pixelOf(plot, point);
  if (pixel === null) return;
  ctx.strokeStyle = theme.accent;
  ctx.lineWidth = 2 * pixelRatio;
  ctx.beginPath();
  ctx.arc(pixel.x, pixel.y, CURSOR_PX * pixelRatio, 0, 2 * Math.PI);
  ctx.stroke();
  dashed(ctx, pixelRatio, across(pixel.y, plot.left, plot.right));
}

function dashed(ctx: CanvasRenderingContext2D, pixelRatio: number, segment: Segment): void {
  ctx.lineWidth = pixelRatio;
  ctx.setLineDash([3 * pixelRatio, 3 * pixelRatio]);
  line(ctx, segment);
  ctx.setLineDash([]);
}

function line(ctx: CanvasRenderingContext2D, [from, to]: Segment): void {
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

/** Writes a text on the colour of the ground, so that what is behind it does not strike it through; returns its width. */
function label(
  { ctx, frame: { theme, pixelRatio }, plot }: Ground,
  { text, at: { x, y }, baseline, sizePx = FONT_PX, isCentred = false }: Label,
): number {
  ctx.font = `600 ${sizePx * pixelRatio}px ${theme.fontFamily}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = baseline;
  const { width } = ctx.measureText(text);
  const left = isCentred ? Math.max(Math.min(x - width / 2, plot.right - width), plot.left) : x;
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
