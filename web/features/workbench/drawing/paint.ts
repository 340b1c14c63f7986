import type uPlot from 'uplot';
import type { ChartFrame, ChartLayer, ChartTheme } from '../../../shared/charts/chart-spec.ts';
import type { Drawing, DrawnPoint } from '../../../shared/user/drawings.ts';
import {
  across,
  FONT_PX,
  indexOfTime,
  type DrawingTextContext,
  type Handle,
  type Label,
  type PixelPoint,
  type Plot,
  type Segment,
  type Shape,
} from './shapes.ts';
import { COLORS, TOOLS } from './tools.ts';

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
const WIDTHS_PX = { thin: 1, medium: 1.5, thick: 3 } as const;
const AREA_OPACITY = 0.12;

const TEXT_WIDTHS = new Map<string, number>();

/** The drawings, above everything else. One object for the life of a chart, changed in place, so that pointer moves rebuild nothing. */
export class DrawingLayer implements ChartLayer {
  readonly at = 'over';
  chart: uPlot | null = null;
  shown: ShownDrawings | null = null;

  /** Drawings with their pixels, by default all that are shown; without those that are not on screen. */
  placed(drawings = this.shown?.drawings ?? []): readonly PlacedDrawing[] {
    const { chart, shown } = this;
    if (chart === null || shown === null) return [];
    const plot = plotOf(shown, chart);
    return drawings.flatMap((drawing) => placed(plot, drawing, shown.textContext) ?? []);
  }

  /** The newest drawing within `withinPx` of a position, and its handle; `null` if there is none. */
  hit(at: PixelPoint, withinPx: number): { readonly drawing: Drawing; readonly handle: Handle } | null {
    for (const each of this.placed().toReversed()) {
      const handle = handleAt(each, at, withinPx);
      if (handle !== null) return { drawing: each.drawing, handle };
    }
    return null;
  }

  update(shown: ShownDrawings): void {
    this.shown = shown;
    if (this.chart?.root.isConnected) this.chart.redraw(false, false);
  }

  clear(): void {
    this.chart = null;
    this.shown = null;
  }

  draw(chart: uPlot, { theme, pixelRatio }: ChartFrame): void {
    this.chart = chart;
    if (this.shown === null) return;
    const { selectedId, cursor, onSelected } = this.shown;
    const { ctx, bbox } = chart;
    const plot = plotOf(this.shown, chart);
    ctx.translate(bbox.left, bbox.top);
    ctx.scale(pixelRatio, pixelRatio);
    ctx.beginPath();
    ctx.rect(0, 0, plot.width, plot.height);
    ctx.clip();
    ctx.lineJoin = 'round';
    const onScreen = this.placed();
    const isSelected = ({ drawing }: PlacedDrawing) => drawing.id === selectedId;
    for (const each of onScreen) paintDrawing(ctx, theme, plot, each, isSelected(each));
    onSelected(onScreen.some(isSelected));
    if (cursor !== null) paintCursor(ctx, theme, plot, cursor);
  }
}

function plotOf({ dates, place }: ShownDrawings, chart: uPlot): Plot {
  return {
    width: chart.over.clientWidth,
    height: chart.over.clientHeight,
    x: (timeSeconds) => chart.valToPos(indexOfTime(dates, timeSeconds), 'x'),
    y(price) {
      const value = place(price);
      return value === null ? null : chart.valToPos(value, 'price');
    },
    textWidth: (text) => TEXT_WIDTHS.get(text) ?? 0,
  };
}

function pixelOf(plot: Plot, { time_seconds: time, price }: DrawnPoint): PixelPoint | null {
  const y = plot.y(price);
  return y === null ? null : { x: plot.x(time), y };
}

/** A drawing with its pixels and shape; `null` if the scale cannot show it or no part of it is on screen. */
function placed(plot: Plot, drawing: Drawing, textContext: DrawingTextContext): PlacedDrawing | null {
  const pixels = drawing.points.flatMap((point) => pixelOf(plot, point) ?? []);
  const [a, b = a] = pixels;
  if (a === undefined || b === undefined || pixels.length < drawing.points.length) return null;
  const shape = TOOLS[drawing.tool].shape([a, b], plot, drawing, textContext);
  // A text disappears with its point: at another bar it would mislead.
  const reach: readonly Segment[] = shape.lines.length > 0 ? shape.lines : [[a, a]];
  return reach.some((segment) => isOnPlot(plot, segment)) ? { drawing, pixels, shape } : null;
}

function isOnPlot({ width, height }: Plot, [a, b]: Segment): boolean {
  const isBeside = Math.max(a.x, b.x) < 0 || Math.min(a.x, b.x) > width;
  return !isBeside && Math.max(a.y, b.y) >= 0 && Math.min(a.y, b.y) <= height;
}

type Context = CanvasRenderingContext2D;

function paintDrawing(
  ctx: Context,
  theme: ChartTheme,
  plot: Plot,
  { drawing, pixels, shape }: PlacedDrawing,
  isSelected: boolean,
): void {
  const { color = 'plain', width = 'medium', locked } = drawing;
  const { lines, guide, area, dots = [], labels = [], text, tone = COLORS[color].token, handle } = shape;
  ctx.strokeStyle = theme[tone];
  ctx.fillStyle = theme[tone];
  if (area) {
    const [a, b] = area;
    ctx.globalAlpha = AREA_OPACITY;
    ctx.fillRect(a.x, a.y, b.x - a.x, b.y - a.y);
    ctx.globalAlpha = 1;
  }
  ctx.lineWidth = WIDTHS_PX[width] + (isSelected ? 0.5 : 0);
  for (const segment of lines) line(ctx, segment);
  if (guide) dashed(ctx, guide);
  for (const pixel of dots) circle(ctx, pixel, DOT_PX);
  for (const each of labels) {
    const widthPx = paintLabel(ctx, theme, plot, each, theme[tone]);
    if (text) TEXT_WIDTHS.set(each.text, widthPx);
  }
  if (!isSelected) return;
  ctx.strokeStyle = theme.accent;
  ctx.fillStyle = theme.surface;
  ctx.lineWidth = 2;
  for (const pixel of locked ? [] : handle ? [handle] : pixels) {
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
  dashed(ctx, across(pixel.y, 0, plot.width));
}

function dashed(ctx: Context, segment: Segment): void {
  ctx.lineWidth = 1;
  ctx.setLineDash([3, 3]);
  line(ctx, segment);
  ctx.setLineDash([]);
}

function line(ctx: Context, [from, to]: Segment): void {
  ctx.beginPath();
  ctx.moveTo(from.x, from.y);
  ctx.lineTo(to.x, to.y);
  ctx.stroke();
}

/** Fills a circle, which remains the current path. */
function circle(ctx: Context, { x, y }: PixelPoint, radius: number): void {
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, 2 * Math.PI);
  ctx.fill();
}

function paintLabel(
  ctx: Context,
  theme: ChartTheme,
  plot: Plot,
  { text, at: { x, y }, baseline, isCentred = false }: Label,
  ink: string,
): number {
  ctx.font = `600 ${FONT_PX}px ${theme.fontFamily}`;
  ctx.textAlign = 'left';
  ctx.textBaseline = baseline;
  const { width } = ctx.measureText(text);
  const left = isCentred ? Math.max(Math.min(x - width / 2, plot.width - width), 0) : x;
  writeOver(ctx, { theme, pixelRatio: 1 }, text, { x: left, y }, ink);
  return width;
}

function handleAt({ pixels, shape }: PlacedDrawing, at: PixelPoint, withinPx: number): Handle | null {
  const point = pixels.findLastIndex(({ x, y }) => Math.hypot(x - at.x, y - at.y) <= withinPx * 1.25);
  if (pixels.length > 1 && point >= 0) return point === 0 ? 0 : 1;
  const { lines, text } = shape;
  return [...lines, ...(text ? [text] : [])].some((segment) => distance(at, segment) <= withinPx)
    ? 'all'
    : null;
}

function distance(at: PixelPoint, [from, to]: Segment): number {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const length = dx * dx + dy * dy;
  const share = length === 0 ? 0 : ((at.x - from.x) * dx + (at.y - from.y) * dy) / length;
  const along = Math.min(Math.max(share, 0), 1);
  return Math.hypot(from.x + along * dx - at.x, from.y + along * dy - at.y);
}

const HALO_PX = 4;

/** Writes text with a margin in the background colour, so that lines behind it do not cross it out. */
export function writeOver(
  ctx: CanvasRenderingContext2D,
  { theme, pixelRatio }: Pick<ChartFrame, 'theme' | 'pixelRatio'>,
  text: string,
  { x, y }: { readonly x: number; readonly y: number },
  ink = theme['text-2'],
): void {
  ctx.lineJoin = 'round';
  ctx.strokeStyle = theme.surface;
  ctx.lineWidth = HALO_PX * pixelRatio;
  ctx.fillStyle = ink;
  ctx.strokeText(text, x, y);
  ctx.fillText(text, x, y);
}
