import type { DateTick, Format, TickRange } from '#compute';
import type uPlot from 'uplot';

/** One column of a chart, as long as its dates. `null` is a gap; a typed array has none. */
export type ChartColumn = Float64Array | readonly (number | null)[];

export type PriceSpan = readonly [low: number, high: number];

export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Input of a layer's `draw`. Indices count in the whole series, not in the visible part. */
export interface ChartFrame {
  readonly theme: ChartTheme;
  readonly annotations: ChartAnnotations;
  /** Canvas pixels per CSS pixel. */
  readonly pixelRatio: number;
  /** Places of the labels written so far, in canvas pixels; empty at the start of each frame. */
  readonly labels: Box[];
  /** Sessions `[from, to)` are on screen. Beyond the last date the plot is blank. */
  readonly from: number;
  readonly to: number;
  readonly gestures: GestureTarget;
}

export interface ChartAnnotations {
  readonly tag?: {
    readonly value: number;
    readonly text: string;
    readonly tone: 'gain' | 'loss' | 'accent' | 'neutral';
  };
  /** Index of the first estimated session; everything from there on is tinted and labelled. */
  readonly estimateFrom?: number;
  /** Width of an estimated session relative to a past one; default 1. */
  readonly estimateStretch?: number;
  /** Levels labelled on the axis while session `index` is the last on screen. */
  readonly edge?: {
    readonly index: number;
    readonly levels: readonly { readonly value: number; readonly text: string }[];
  };
  /** Width of the price axis, the same in stacked charts and in a picture that the chart replaces. Default: as wide as its labels. */
  readonly axisPx?: number;
  /** Hides the time axis; a chart below shows it. */
  readonly hidesDates?: boolean;
  /** Labels of the time axis, for bars other than daily ones. */
  readonly ticks?: (range: TickRange) => readonly DateTick[];
  /** A bar's date on the time axis, for bars other than daily ones. */
  readonly dateAt?: (index: number) => string;
  /** Layers that depend on the data, drawn after those of the spec. */
  readonly layers?: readonly ChartLayer[];
}

/** Values that the options read at every draw. The owner changes them in place, so a new theme or format needs no new chart. */
export interface LiveChart extends ChartFrame {
  /** Session dates of the whole series, epoch seconds. */
  readonly dates: Float64Array;
  readonly format: Format;
  /** An axis label; `decimals` fits the distance between two labels. Without it, a single value's usual decimals. */
  readonly formatAxis: (price: number, decimals?: number) => string;
  /** Price span chosen by the user; `null` while the axis fits the data automatically. */
  readonly prices: PriceSpan | null;
  /** Called with the session under the crosshair; `null` without one. */
  onCursor(index: number | null): void;
}

export function edgeLevels(
  chart: uPlot,
  { edge }: ChartAnnotations,
): NonNullable<ChartAnnotations['edge']>['levels'] {
  const sessions = columnOf(chart, 0);
  return edge !== undefined && sessions[sessions.length - 1] === edge.index ? edge.levels : [];
}

export interface ChartLayer {
  /** `under`: above the grid and below the lines; `over`: above the lines. */
  readonly at: 'under' | 'over';
  /** Prices that an automatic axis must cover besides the series. */
  readonly covers?: (frame: ChartFrame) => readonly number[];
  /** Canvas state is saved before and restored after each call. */
  readonly draw: (chart: uPlot, frame: ChartFrame) => void;
}

/** The part under the pointer: the plotting area, or the axis beside or below it. */
export type ChartPart = 'plot' | 'prices' | 'times';

export interface GestureTarget {
  /** Shows `factor` times as many sessions; the one at `anchorIndex` stays in place. */
  zoom(factor: number, anchorIndex: number): void;
  /** Moves back in time by sessions. A glide ends at the newest one; a finger may go on. */
  pan(bars: number, isGlide?: boolean): void;
  /** Shows `factor` times the price range, lifted by `up`, a share of the plot's height. */
  setPrices(factor: number, up: number): void;
  reset(part: ChartPart): void;
  readonly isZoomable: boolean;
  /** Whether the axes can be dragged, a finger pans and a plain wheel zooms; otherwise finger and wheel scroll the page. */
  readonly ownsPage: boolean;
}

/** One column's role. Without `line` only layers draw it, but it still counts for its scale. */
export interface ChartSeries {
  readonly scale: 'price' | 'volume';
  readonly line?: {
    readonly color: (theme: ChartTheme, chart: uPlot) => string;
    readonly widthPx: number;
    /** Draws 1 px wide while there are fewer than 2 px per point. */
    readonly isThinWhenDense?: boolean;
    readonly dash?: readonly number[];
    readonly spansGaps?: boolean;
    /** The fill down to the foot of the plot, in the line's colour. */
    readonly fill?: (color: string, chart: uPlot) => CanvasGradient;
  };
}

/** A chart's series and layers. Constant for the life of the chart; defined at module level. */
export interface ChartSpec {
  readonly series: readonly ChartSeries[];
  readonly layers?: readonly ChartLayer[];
  /** Indices of series: the first with a value is where a key puts the crosshair. Default: the first two. */
  readonly cursorSeries?: readonly number[];
  /** Share of the height kept free below the prices, for volume bars. */
  readonly bottomShare?: number;
  /** Values that the price axis must cover, such as an oscillator's levels. */
  readonly contain?: readonly number[];
  /** Draws the plot in a task of its own, after the one that makes it. */
  readonly isDrawnLater?: true;
  /** Makes the price axis logarithmic and returns the prices to label. */
  readonly logSplits?: (min: number, max: number) => number[];
}

/** The visible values of column `index`; 1 is the first after x. */
export function columnOf(chart: uPlot, index: number): ArrayLike<number | null | undefined> {
  return chart.data[index] ?? [];
}

/** Strokes the plot's width at a height in canvas pixels. */
export function lineAcross({ ctx, bbox }: uPlot, y: number): void {
  ctx.beginPath();
  ctx.moveTo(bbox.left, y);
  ctx.lineTo(bbox.left + bbox.width, y);
  ctx.stroke();
}

const TOKENS = [
  'page',
  'surface',
  'line',
  'text',
  'text-2',
  'text-3',
  'control-line',
  'accent',
  'gain',
  'loss',
  'neutral',
  'series-1',
  'series-2',
  'series-3',
  'series-4',
  'series-5',
  'series-6',
] as const;

export type ChartColor = (typeof TOKENS)[number];

export type ChartTheme = Readonly<Record<ChartColor, string>> & {
  readonly fontFamily: string;
  readonly gridOpacity: number;
};

export const FORCED_COLORS = '(forced-colors: active)';

/** Replace the tokens in forced-colours mode, which does not repaint a canvas. All other tokens become `CanvasText`. */
const SYSTEM_COLORS: Partial<Record<ChartColor, string>> = {
  page: 'Canvas',
  surface: 'Canvas',
  accent: 'Highlight',
};

export function readChartTheme(element: Element): ChartTheme {
  const style = getComputedStyle(element);
  const isForced = matchMedia(FORCED_COLORS).matches;
  const token = (name: ChartColor) =>
    isForced ? (SYSTEM_COLORS[name] ?? 'CanvasText') : style.getPropertyValue(`--${name}`).trim();
  const colors = Object.fromEntries(TOKENS.map((name) => [name, token(name)]));
  return {
    ...(colors as Record<ChartColor, string>),
    fontFamily: style.fontFamily,
    // System colours have no quiet tone, so the grid is made transparent.
    gridOpacity: isForced ? 0.2 : 0.5,
  };
}

export function withAlpha(color: string, alpha: number): string {
  return `rgb(from ${color} r g b / ${alpha})`;
}
