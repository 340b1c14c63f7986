import type uPlot from 'uplot';
import type { DateTick, TickRange } from './axis-labels.ts';
import type { ChartTheme } from './chart-theme.ts';

/** One column of a chart, as long as its dates. `null` is a gap; a typed array has none. */
export type ChartColumn = Float64Array | readonly (number | null)[];

/** What a layer is drawn with. Indices are global: into the whole series, not into what is on screen. */
export interface ChartFrame {
  readonly theme: ChartTheme;
  readonly marks: ChartMarks;
  /** CSS pixels to canvas pixels. */
  readonly pixelRatio: number;
}

export interface ChartMarks {
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
  /** Labels of the time axis, for bars that are not days. */
  readonly ticks?: (range: TickRange) => readonly DateTick[];
  /** Layers that depend on the data, beside those of the spec. */
  readonly layers?: readonly ChartLayer[];
}

/** The levels of {@link ChartMarks.edge} that are on screen. */
export function edgeLevels(chart: uPlot, { edge }: ChartMarks): NonNullable<ChartMarks['edge']>['levels'] {
  const sessions = columnOf(chart, 0);
  return edge !== undefined && sessions[sessions.length - 1] === edge.index ? edge.levels : [];
}

export interface ChartLayer {
  /** `under` the lines (and over the grid), or `over` them. */
  readonly at: 'under' | 'over';
  readonly draw: (chart: uPlot, frame: ChartFrame) => void;
}

/** One column's role. Without `line` it is only for layers, but still counts for its scale. */
export interface ChartSeries {
  readonly scale: 'price' | 'volume';
  readonly line?: {
    readonly color: (theme: ChartTheme, chart: uPlot) => string;
    readonly widthPx: number;
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
  /** Values that the price axis always covers, such as the levels of an oscillator. */
  readonly contain?: readonly [low: number, high: number];
  /** Changes what the chart is made with, such as its price scale. */
  readonly adjust?: (options: uPlot.Options) => void;
}

/** Values of column `index` (1 is the first after x) that are on screen. */
export function columnOf(chart: uPlot, index: number): ArrayLike<number | null | undefined> {
  return chart.data[index] ?? [];
}
