import type { DateTick, TickRange } from '#compute';
import type uPlot from 'uplot';

/** One column of a chart, as long as its dates. `null` is a gap; a typed array has none. */
export type ChartColumn = Float64Array | readonly (number | null)[];

export type PriceSpan = readonly [low: number, high: number];

/** A column of values, in which NaN is a gap. */
export function withGaps(values: Float64Array): ChartColumn {
  return Array.from(values, (value) => (Number.isNaN(value) ? null : value));
}

/** What a layer is drawn with. Indices are global: into the whole series, not into what is on screen. */
export interface ChartFrame {
  readonly theme: ChartTheme;
  readonly annotations: ChartAnnotations;
  /** CSS pixels to canvas pixels. */
  readonly pixelRatio: number;
}

export interface ChartAnnotations {
  /** A price tag on the axis, such as the last price. */
  readonly tag?: {
    readonly value: number;
    readonly text: string;
    readonly tone: 'gain' | 'loss' | 'accent' | 'neutral';
  };
  /** Index of the first estimated session; everything from there on is tinted and labelled. */
  readonly estimateFrom?: number;
  /** How many times as wide as a past session an estimated one is drawn; by default 1. */
  readonly estimateStretch?: number;
  /** Levels at the right end of the session `index`, with their prices on the axis while it is the last on screen. */
  readonly edge?: {
    readonly index: number;
    readonly levels: readonly { readonly value: number; readonly text: string }[];
  };
  /** Width of the price axis, by default what its labels need; the same in charts that stand below each other. */
  readonly priceAxisPx?: number;
  /** Least width of the price axis, for a picture that stood in the chart's place. */
  readonly minPriceAxisPx?: number;
  /** The time axis is that of a chart below. */
  readonly hidesDates?: boolean;
  /** Labels of the time axis, for bars that are not days. */
  readonly ticks?: (range: TickRange) => readonly DateTick[];
  /** Layers that depend on the data, beside those of the spec. */
  readonly layers?: readonly ChartLayer[];
}

/** The levels of {@link ChartAnnotations.edge} that are on screen. */
export function edgeLevels(
  chart: uPlot,
  { edge }: ChartAnnotations,
): NonNullable<ChartAnnotations['edge']>['levels'] {
  const sessions = columnOf(chart, 0);
  return edge !== undefined && sessions[sessions.length - 1] === edge.index ? edge.levels : [];
}

export interface ChartLayer {
  /** `under` the lines (and over the grid), or `over` them. */
  readonly at: 'under' | 'over';
  /** What it changes of the canvas' state is restored after it. */
  readonly draw: (chart: uPlot, frame: ChartFrame) => void;
}

/** One column's role. Without `line` it is only for layers, but still counts for its scale. */
export interface ChartSeries {
  readonly scale: 'price' | 'volume';
  readonly line?: {
    readonly color: (theme: ChartTheme, chart: uPlot) => string;
    readonly widthPx: number;
    /** 1 px wide while there are less than 2 px for each point. */
    readonly isThinWhenDense?: boolean;
    readonly dash?: readonly number[];
    /** Bridges a gap with a straight line between its neighbours. */
    readonly spansGaps?: boolean;
  };
}

/** What a chart is made of. Constant for the life of a chart: made once, at module level. */
export interface ChartSpec {
  readonly series: readonly ChartSeries[];
  readonly layers: readonly ChartLayer[];
  /** Share of the height kept free below the prices, for volume bars. */
  readonly bottomShare?: number;
  /** Values that the price axis covers, such as the levels of an oscillator. */
  readonly contain?: (chart: uPlot) => readonly number[];
  /** For a logarithmic price axis: the prices that are labelled. */
  readonly logSplits?: (min: number, max: number) => number[];
}

/** Values of column `index` (1 is the first after x) that are on screen. */
export function columnOf(chart: uPlot, index: number): ArrayLike<number | null | undefined> {
  return chart.data[index] ?? [];
}

const TOKENS = [
  'page',
  'surface',
  'line',
  'text',
  'text-2',
  'text-3',
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
  /** Of the lines behind the data, 0…1. */
  readonly gridOpacity: number;
};

export const FORCED_COLORS = '(forced-colors: active)';

/**
 * Replaces the tokens in forced-colours mode, which repaints elements but not a canvas; `CanvasText` stands for all others.
 * Gain and loss share one colour; hollow and filled, sign and side of zero still tell them apart.
 */
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
    // System colours are all strong, so a line recedes by transparency alone.
    gridOpacity: isForced ? 0.2 : 0.5,
  };
}

/** A colour with an opacity 0…1. */
export function withAlpha(color: string, alpha: number): string {
  return `rgb(from ${color} r g b / ${alpha})`;
}
