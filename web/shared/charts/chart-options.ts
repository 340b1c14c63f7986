import { axisDecimals, dateTicks } from './axis-labels.ts';
import type uPlot from 'uplot';
import type { Format } from '../format/format.ts';
import { edgeLevels, type ChartFrame, type ChartSpec } from './chart-spec.ts';
import { withAlpha } from './chart-theme.ts';

/** What the options read at every draw, so that a new theme or format needs no new chart. */
export interface LiveChart extends ChartFrame {
  /** Session dates of the whole series, epoch seconds. */
  readonly dates: Float64Array;
  readonly format: Format;
  /** An axis label; `decimals` fits the distance between two labels. */
  readonly formatAxis: (price: number, decimals: number) => string;
}

const FONT_PX = 12;
const TICK_SPACE_PX = { x: 72, y: 44 } as const;
/** Room above and below the prices, as a share of their span. */
const PRICE_PAD_SHARE = 0.06;
/** Gap to the plot plus the tag's own padding. */
const AXIS_PAD_PX = 16;
/** An axis label closer to the tag than this would be half hidden by it. */
const TAG_CLEARANCE_PX = 16;

/** A padded scale; a flat or empty series still gets a span, so that its line stands in the middle. */
function priceRange(
  dataMin: number | null,
  dataMax: number | null,
  { bottomShare = 0, contain }: ChartSpec,
): [number, number] {
  if (dataMin === null || dataMax === null) return [0, 1];
  const min = Math.min(dataMin, contain?.[0] ?? dataMin);
  const max = Math.max(dataMax, contain?.[1] ?? dataMax);
  const span = max - min || Math.abs(max) * 0.02 || 1;
  const pad = span * PRICE_PAD_SHARE;
  const top = max + pad;
  const bottom = min - pad;
  return [bottom - ((top - bottom) * bottomShare) / (1 - bottomShare), top];
}

/** Options for {@link ChartSpec} on an index axis: sessions stand side by side, so weekends leave no holes. */
export function chartOptions(
  spec: ChartSpec,
  size: { width: number; height: number },
  live: () => LiveChart,
  onCursor: (index: number | null) => void,
): uPlot.Options {
  const bottomShare = spec.bottomShare ?? 0;
  // Setting a canvas font is the costliest part of an axis, and the same labels come back.
  const widths = new Map<string, number>();
  const textWidth = ({ ctx }: uPlot, text: string): number => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    ctx.save();
    ctx.font = `600 ${FONT_PX}px ${live().theme.fontFamily}`;
    const { width } = ctx.measureText(text);
    ctx.restore();
    widths.set(text, width);
    return width;
  };
  const drawLayers = (at: 'under' | 'over') => (chart: uPlot) => {
    for (const layer of [...spec.layers, ...(live().marks.layers ?? [])]) {
      if (layer.at === at) layer.draw(chart, live());
    }
  };
  const stretch = () => live().marks.estimateStretch ?? 1;
  const lastPast = () => (live().marks.estimateFrom ?? Infinity) - 1;
  let labels = new Map<number, string>();
  const axisFont = `${FONT_PX}px ${live().theme.fontFamily}`;

  return {
    ...size,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { show: false },
      // The view is ours: uPlot's own reset on double click would undo it.
      bind: { dblclick: () => null },
    },
    scales: {
      x: {
        time: false,
        distr: 100,
        fwd: (index) => index + Math.max(index - lastPast(), 0) * (stretch() - 1),
        bwd: (place) => place - Math.max(place - lastPast(), 0) * (1 - 1 / stretch()),
        range: (_chart, min, max) => [min - 0.5, max + 0.5 / stretch()],
      },
      price: { range: (_chart, min, max) => priceRange(min, max, spec) },
      volume: { range: (_chart, _min, max) => [0, (max || 1) / (bottomShare || 1)] },
    },
    series: [
      {},
      ...spec.series.map(({ scale, line }): uPlot.Series => ({
        scale,
        points: { show: false },
        ...(line === undefined
          ? { paths: () => null }
          : {
              stroke: (chart: uPlot) => line.color(live().theme, chart),
              width: line.widthPx,
              spanGaps: line.spansGaps ?? false,
              ...(line.dash === undefined ? {} : { dash: line.dash.map((px) => px * live().pixelRatio) }),
            }),
      })),
    ],
    axes: [
      {
        stroke: () => live().theme['text-3'],
        font: axisFont,
        size: 28,
        gap: 4,
        grid: { show: false },
        ticks: { show: false },
        splits: (chart, _axis, min, max) => {
          const from = Math.ceil(min);
          const to = Math.floor(max) + 1;
          const limit = Math.max(2, Math.floor(chart.bbox.width / live().pixelRatio / TICK_SPACE_PX.x));
          // A label that would be cut by the left edge is left out.
          const cut = min + ((max - min) * 18) / Math.max(chart.bbox.width / live().pixelRatio, 1);
          const { format, dates, marks } = live();
          const range = { from, to, limit };
          const ticks = (marks.ticks?.(range) ?? dateTicks(format, dates, range)).filter(
            ({ index }) => index >= cut,
          );
          labels = new Map(ticks.map(({ index, label }) => [index, label]));
          return ticks.map(({ index }) => index);
        },
        // For a scale of its own kind uPlot would keep the labels that suit a logarithmic one.
        filter: (_chart, splits) => splits,
        values: (_chart, splits) => splits.map((index) => labels.get(index) ?? ''),
      },
      {
        scale: 'price',
        side: 1,
        stroke: () => live().theme['text-3'],
        font: axisFont,
        gap: 8,
        space: TICK_SPACE_PX.y,
        ticks: { show: false },
        grid: { stroke: (chart) => withAlpha(chart.ctx, live().theme.line, 0.5), width: 1 },
        values: (chart, splits, _axis, _space, increment) => {
          const { marks } = live();
          const tags = [...(marks.tag === undefined ? [] : [marks.tag]), ...edgeLevels(chart, marks)];
          const tagYs = tags.map(({ value }) => chart.valToPos(value, 'price'));
          return splits.map((price) => {
            const y = chart.valToPos(price, 'price');
            return tagYs.some((tagY) => Math.abs(y - tagY) < TAG_CLEARANCE_PX)
              ? ''
              : live().formatAxis(price, axisDecimals(increment));
          });
        },
        size: (chart, values) => {
          const { tag, edge } = live().marks;
          const texts = [...(values ?? []), tag?.text ?? '', ...(edge?.levels ?? []).map(({ text }) => text)];
          return Math.ceil(Math.max(...texts.map((text) => textWidth(chart, text)))) + AXIS_PAD_PX;
        },
      },
    ],
    hooks: {
      drawAxes: [drawLayers('under')],
      draw: [drawLayers('over')],
      setCursor: [
        (chart) => {
          const shown = chart.cursor.idx;
          onCursor(typeof shown === 'number' ? (chart.data[0][shown] ?? null) : null);
        },
      ],
    },
  };
}
