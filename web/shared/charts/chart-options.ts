import { AXIS_PAD_PX, PRICE_LABEL_SPACE_PX, dateTicks, decimalsOf, priceRange, type Format } from '#compute';
import type uPlot from 'uplot';
import { edgeLevels, withAlpha, type ChartFrame, type ChartSpec, type PriceSpan } from './chart-spec.ts';

/** Values that the options read at every draw. The owner changes them in place, so a new theme or format needs no new chart. */
export interface LiveChart extends ChartFrame {
  /** Session dates of the whole series, epoch seconds. */
  readonly dates: Float64Array;
  readonly format: Format;
  /** An axis label; `decimals` fits the distance between two labels. */
  readonly formatAxis: (price: number, decimals: number) => string;
  /** Price span chosen by the user; `null` while the axis fits the data automatically. */
  readonly prices: PriceSpan | null;
}

const FONT_PX = 12;
const DATES_PX = 28;
const DATE_SPACE_PX = 72;
/** An axis label closer to a tag than this is left out. */
const TAG_CLEARANCE_PX = 16;

/** uPlot options for a {@link ChartSpec}. The x axis is the session index, so weekends leave no gaps. */
export function chartOptions(
  spec: ChartSpec,
  size: { width: number; height: number },
  live: LiveChart,
  onCursor: (index: number | null) => void,
): uPlot.Options {
  const { logSplits } = spec;
  // Cached: setting a canvas font is the slowest part of an axis, and labels repeat.
  const widths = new Map<string, number>();
  const textWidth = ({ ctx }: uPlot, text: string): number => {
    const known = widths.get(text);
    if (known !== undefined) return known;
    ctx.save();
    ctx.font = `600 ${FONT_PX}px ${live.theme.fontFamily}`;
    const { width } = ctx.measureText(text);
    ctx.restore();
    widths.set(text, width);
    return width;
  };
  const drawLayers = (at: 'under' | 'over') => (chart: uPlot) => {
    for (const layer of [...spec.layers, ...(live.annotations.layers ?? [])]) {
      if (layer.at !== at) continue;
      chart.ctx.save();
      chart.ctx.setLineDash([]);
      if (live.prices) clipPrices(chart);
      layer.draw(chart, live);
      chart.ctx.restore();
    }
  };
  const stretch = () => live.annotations.estimateStretch ?? 1;
  const lastPast = () => (live.annotations.estimateFrom ?? Infinity) - 1;
  let labels = new Map<number, string>();
  const axisFont = `${FONT_PX}px ${live.theme.fontFamily}`;

  return {
    ...size,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: false, y: false, setScale: false },
      points: { show: false },
      // uPlot's own reset on double click would undo our view.
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
      price: {
        ...(logSplits && { distr: 3 }),
        range: (chart, min, max) => [...(live.prices ?? priceSpan(chart, spec, min, max))],
      },
      volume: { range: (_chart, _min, max) => [0, (max || 1) / (spec.bottomShare ?? 1)] },
    },
    series: [
      {},
      ...spec.series.map(({ scale, line }): uPlot.Series => ({
        scale,
        points: { show: false },
        ...(line === undefined
          ? { paths: () => null }
          : {
              stroke: (chart: uPlot) => line.color(live.theme, chart),
              width: line.widthPx,
              spanGaps: line.spansGaps ?? false,
              ...(line.dash === undefined ? {} : { dash: line.dash.map((px) => px * live.pixelRatio) }),
            }),
      })),
    ],
    axes: [
      {
        stroke: () => live.theme['text-3'],
        font: axisFont,
        size: () => (live.annotations.hidesDates ? 0 : DATES_PX),
        gap: 4,
        grid: { show: false },
        ticks: { show: false },
        splits: (chart, _axis, min, max) => {
          const { format, dates, annotations } = live;
          if (annotations.hidesDates) return [];
          const from = Math.ceil(min);
          const to = Math.floor(max) + 1;
          const limit = Math.max(2, Math.floor(chart.bbox.width / live.pixelRatio / DATE_SPACE_PX));
          // Leaves out a label that the left edge would cut.
          const cut = min + ((max - min) * 18) / Math.max(chart.bbox.width / live.pixelRatio, 1);
          const range = { from, to, limit };
          const ticks = (annotations.ticks?.(range) ?? dateTicks(format, dates, range)).filter(
            ({ index }) => index >= cut,
          );
          labels = new Map(ticks.map(({ index, label }) => [index, label]));
          return ticks.map(({ index }) => index);
        },
        filter: keepAll,
        values: (_chart, splits) => splits.map((index) => labels.get(index) ?? ''),
      },
      {
        scale: 'price',
        side: 1,
        stroke: () => live.theme['text-3'],
        font: axisFont,
        gap: 8,
        space: PRICE_LABEL_SPACE_PX,
        filter: keepAll,
        ...(logSplits && { splits: (_chart, _axis, min, max) => logSplits(min, max) }),
        ticks: { show: false },
        grid: { stroke: () => withAlpha(live.theme.line, live.theme.gridOpacity), width: 1 },
        values: (chart, splits, _axis, _space, increment) => {
          const { annotations } = live;
          const tagYs = [annotations.tag, ...edgeLevels(chart, annotations)].flatMap((tag) =>
            tag ? chart.valToPos(tag.value, 'price') : [],
          );
          return splits.map((price) => {
            const y = chart.valToPos(price, 'price');
            return tagYs.some((tagY) => Math.abs(y - tagY) < TAG_CLEARANCE_PX)
              ? ''
              : live.formatAxis(price, decimalsOf(logSplits ? price : increment));
          });
        },
        size: (chart, values) => {
          const { tag, edge, priceAxisPx, minPriceAxisPx = 0 } = live.annotations;
          if (priceAxisPx !== undefined) return priceAxisPx;
          const texts = [...(values ?? []), tag?.text ?? '', ...(edge?.levels ?? []).map(({ text }) => text)];
          const px = Math.ceil(Math.max(...texts.map((text) => textWidth(chart, text)))) + AXIS_PAD_PX;
          return Math.max(px, minPriceAxisPx);
        },
      },
    ],
    hooks: {
      drawClear: [(chart) => setLineWidths(chart, spec, live.pixelRatio)],
      drawAxes: [drawLayers('under')],
      draw: [drawLayers('over')],
      setCursor: [(chart) => onCursor(cursorSession(chart))],
    },
  };
}

/** Keeps every label; on custom and logarithmic scales uPlot would drop some. */
const keepAll: uPlot.Axis.Filter = (_chart, splits) => splits;

/** Clips drawing to the plot's height, since a manually scaled axis can push prices outside it. */
function clipPrices({ ctx, bbox }: uPlot): void {
  ctx.beginPath();
  ctx.rect(0, bbox.top, ctx.canvas.width, bbox.height);
  ctx.clip();
}

/** Below this many pixels per point, a wide line runs together and takes ten times as long to draw as a thin one. */
const DENSE_PX = 2;
const THIN_PX = 1;

function setLineWidths({ data, series, bbox }: uPlot, spec: ChartSpec, pixelRatio: number): void {
  const isDense = bbox.width / pixelRatio < data[0].length * DENSE_PX;
  spec.series.forEach(({ line }, i) => {
    const drawn = series[i + 1];
    if (drawn !== undefined && line?.isThinWhenDense) drawn.width = isDense ? THIN_PX : line.widthPx;
  });
}

/** The price span that fits the data, plus the space that the spec keeps free below. */
function priceSpan(
  chart: uPlot,
  { bottomShare = 0, contain, logSplits }: ChartSpec,
  dataMin: number | null,
  dataMax: number | null,
): PriceSpan {
  const contained = contain?.(chart) ?? [];
  const min = Math.min(dataMin ?? 1, ...contained);
  const max = Math.max(dataMax ?? 10, ...contained);
  const [bottom, top] = logSplits ? priceRange(Math.log(min), Math.log(max)) : priceRange(min, max);
  const low = bottom - ((top - bottom) * bottomShare) / (1 - bottomShare);
  return logSplits ? [Math.exp(low), Math.exp(top)] : [low, top];
}

/** The session of the whole series under the crosshair; `null` without one. */
export function cursorSession(chart: uPlot): number | null {
  const shown = chart.cursor.idx;
  return typeof shown === 'number' ? (chart.data[0][shown] ?? null) : null;
}
