import type uPlot from 'uplot';
import type { ChartFrame, ChartLayer, ChartTheme } from '../../../shared/charts/chart-spec.ts';
import type { Drawing, DrawnPoint } from '../../../shared/user/drawings.ts';
import { writeLabel } from '../chart/layers.ts';
import {
  distance,
  FONT_PX,
  indexOfTime,
  segmentOf,
  type DrawingTextContext,
  type Handle,
  type Label,
  type PixelPoint,
  type PlacedPoint,
  type Plot,
  type Segment,
  type Shape,
} from './shapes.ts';
import { COLORS, inOrder, lookOf, TOOLS } from './tools.ts';

interface PlacedDrawing {
  readonly drawing: Drawing;
  readonly pixels: readonly PixelPoint[];
  readonly shape: Shape;
}

export interface ShownDrawings {
  readonly dates: Float64Array;
  readonly place: (price: number) => number | null;
  readonly textContext: DrawingTextContext;
  /** All drawings; the one being placed is last. */
  readonly drawings: readonly Drawing[];
  readonly selectedId: string | null;
  readonly cursor: DrawnPoint | null;
  /** Called at every draw with whether part of the selected drawing is on screen. */
  readonly onSelected: (isOnPlot: boolean) => void;
}

const DOT_PX = 2.5;
const HANDLE_PX = 5;
const CURSOR_PX = 7;
const WIDTHS_PX = { thin: 1, medium: 2, thick: 3 } as const;
const DASHES_PX = { solid: [], dashed: [6, 4], dotted: [2, 3] };
const GUIDE_PX = [3, 3];
const AREA_OPACITY = 0.12;

/** The drawings, above everything else. One object for the life of a chart, changed in place, so that pointer moves rebuild nothing. */
export class DrawingLayer implements ChartLayer {
  readonly at = 'over';
  chart: uPlot | null = null;
  frame: ChartFrame | null = null;
  shown: ShownDrawings | null = null;
  /** As of the last draw. */
  #plot: Plot | null = null;

  /** Drawings with their pixels, by default all that are shown; without those that are not on screen. */
  placed(drawings = this.shown?.drawings ?? []): readonly PlacedDrawing[] {
    const plot = this.#plot;
    return plot === null ? [] : drawings.flatMap((drawing) => placed(plot, drawing) ?? []);
  }

  /** The newest drawing within `withinPx` of a position, and its handle; `null` if there is none. */
  hit(at: PixelPoint, withinPx: number): { readonly drawing: Drawing; readonly handle: Handle } | null {
    for (const each of this.placed().toReversed()) {
      const handle = handleAt(each, at, withinPx);
      if (handle !== null) return { drawing: each.drawing, handle };
    }
    return null;
  }

  /** Whether an event is on the plotting area. */
  contains({ target }: Event): boolean {
    return target instanceof Node && this.chart?.over.contains(target) === true;
  }

  update(shown: ShownDrawings): void {
    this.shown = shown;
    if (this.chart?.root.isConnected) this.chart.redraw(false, false);
  }

  clear(): void {
    this.chart = null;
    this.frame = null;
    this.shown = null;
    this.#plot = null;
  }

  draw(chart: uPlot, frame: ChartFrame): void {
    this.chart = chart;
    this.frame = frame;
    if (this.shown === null) return;
    const { selectedId, cursor, onSelected } = this.shown;
    const { ctx, bbox } = chart;
    const { theme, pixelRatio } = frame;
    const plot = plotOf(this.shown, chart, `600 ${FONT_PX}px ${theme.fontFamily}`);
    this.#plot = plot;
    ctx.translate(bbox.left, bbox.top);
    ctx.scale(pixelRatio, pixelRatio);
    ctx.beginPath();
    ctx.rect(0, 0, plot.width, plot.height);
    ctx.clip();
    ctx.lineJoin = 'round';
    const onScreen = this.placed();
    const isSelected = ({ drawing }: PlacedDrawing) => drawing.id === selectedId;
    for (const each of onScreen) paintDrawing(ctx, theme, each, isSelected(each));
    // The first label at a place stays there: a text is where its user has put it, and the selected drawing is being looked at.
    const rank = (each: PlacedDrawing) => (each.shape.text ? 0 : isSelected(each) ? 1 : 2);
    for (const each of onScreen.toSorted((a, b) => rank(a) - rank(b))) {
      for (const label of each.shape.labels ?? []) paintLabel(ctx, plot, label, frame, inkOf(each, theme));
    }
    onSelected(onScreen.some(isSelected));
    if (cursor !== null) paintCursor(ctx, theme, plot, cursor);
  }
}

function plotOf({ dates, place, textContext }: ShownDrawings, chart: uPlot, font: string): Plot {
  // Not the element's own size, which a browser would have to lay out while the chart draws.
  const { ctx, bbox } = chart;
  const pixel = chart.width / ctx.canvas.width;
  return {
    width: bbox.width * pixel,
    height: bbox.height * pixel,
    x: (timeSeconds) => chart.valToPos(indexOfTime(dates, timeSeconds), 'x'),
    y(price) {
      const value = place(price);
      return value === null ? null : chart.valToPos(value, 'price');
    },
    textWidth(text) {
      ctx.font = font;
      return ctx.measureText(text).width;
    },
    textContext,
  };
}

function pixelOf(plot: Plot, point: DrawnPoint): PlacedPoint | null {
  const y = plot.y(point.price);
  return y === null ? null : { ...point, x: plot.x(point.time_seconds), y };
}

/** A drawing with its pixels and shape; `null` if the scale cannot show it or no part of it is on screen. */
function placed(plot: Plot, drawing: Drawing): PlacedDrawing | null {
  const { tool, points } = drawing;
  const pixels = points.flatMap((point) => pixelOf(plot, point) ?? []);
  const [a, b = a] = inOrder(tool, pixels);
  if (a === undefined || b === undefined || pixels.length < points.length) return null;
  const shape = TOOLS[tool].shape([a, b], plot, drawing);
  // A text disappears with its point: at another bar it would mislead.
  const reach: readonly Segment[] = shape.lines.length > 0 ? shape.lines : [[a, a]];
  return reach.some((segment) => isOnPlot(plot, segment)) ? { drawing, pixels, shape } : null;
}

function isOnPlot({ width, height }: Plot, [a, b]: Segment): boolean {
  const isBeside = Math.max(a.x, b.x) < 0 || Math.min(a.x, b.x) > width;
  return !isBeside && Math.max(a.y, b.y) >= 0 && Math.min(a.y, b.y) <= height;
}

type Context = CanvasRenderingContext2D;

function inkOf({ drawing, shape }: PlacedDrawing, theme: ChartTheme): string {
  return theme[shape.tone ?? COLORS[lookOf(drawing).color].token];
}

function paintDrawing(ctx: Context, theme: ChartTheme, each: PlacedDrawing, isSelected: boolean): void {
  const { drawing, pixels, shape } = each;
  const { lines, guide, area, dots = [], handle } = shape;
  const { width, dash } = lookOf(drawing);
  ctx.strokeStyle = inkOf(each, theme);
  ctx.fillStyle = ctx.strokeStyle;
  if (area) {
    const [a, b] = area;
    ctx.globalAlpha = AREA_OPACITY;
    ctx.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
    ctx.globalAlpha = 1;
  }
  const widthPx = WIDTHS_PX[width] + (isSelected ? 0.5 : 0);
  for (const segment of lines) line(ctx, segment, widthPx, DASHES_PX[dash]);
  if (guide) line(ctx, guide, 1, GUIDE_PX);
  for (const pixel of dots) circle(ctx, pixel, DOT_PX);
  if (!isSelected) return;
  ctx.strokeStyle = theme.accent;
  ctx.fillStyle = theme.surface;
  ctx.lineWidth = 2;
  for (const pixel of drawing.locked ? [] : handle ? [handle] : pixels) {
    circle(ctx, pixel, HANDLE_PX);
    ctx.stroke();
  }
}

function paintCursor(ctx: Context, theme: ChartTheme, plot: Plot, point: DrawnPoint): void {
  const pixel = pixelOf(plot, point);
  if (pixel === null) return;
  ctx.strokeStyle = theme.accent;
  ctx.fillStyle = 'transparent';
  ctx.lineWidth = 2;
  circle(ctx, pixel, CURSOR_PX);
  ctx.stroke();
  line(ctx, segmentOf(0, pixel.y, plot.width, pixel.y), 1, GUIDE_PX);
}

function line(ctx: Context, [from, to]: Segment, widthPx: number, dash: number[]): void {
  ctx.lineWidth = widthPx;
  ctx.setLineDash(dash);
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
  ctx.setLineDash([]);
}

/** Fills a circle, which remains the current path. */
function circle(ctx: Context, { x, y }: PixelPoint, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

function paintLabel(ctx: Context, plot: Plot, label: Label, frame: ChartFrame, ink: string): void {
  const { text, at, baseline, along } = label;
  const width = plot.textWidth(text);
  ctx.textAlign = 'left';
  ctx.textBaseline = baseline;
  const x = along?.[1] ? Math.max(Math.min(at.x - width / 2, plot.width - width), 0) : at.x;
  writeLabel(ctx, frame, text, { x, y: at.y }, along, ink);
}

function handleAt({ pixels, shape }: PlacedDrawing, at: PixelPoint, withinPx: number): Handle | null {
  const point = pixels.findLastIndex(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= withinPx * 1.25);
  if (pixels.length > 1 && point >= 0) return point === 0 ? 0 : 1;
  const { lines, text } = shape;
  return [...lines, ...(text ? [text] : [])].some((segment) => distance(at, segment) <= withinPx)
    ? 'all'
    : null;
}
