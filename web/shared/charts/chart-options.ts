import {
  PRICE_LABEL_SPACE_PX,
  dateTicks,
  decimalsOf,
  priceAxisPx,
  priceRange,
  type DateTick,
} from '#compute';
import uPlot from 'uplot';
import { axisTags, crosshair, cursorSession } from './crosshair.ts';
import {
  edgeLevels,
  withAlpha,
  type ChartLayer,
  type ChartSeries,
  type ChartSpec,
  type LiveChart,
  type PriceSpan,
} from './chart-spec.ts';

const FONT_PX = 12;
const DATES_PX = 28;
const DATE_SPACE_PX = 72;
/** A date closer to the left edge would be cut. */
const HALF_LABEL_PX = 18;
/** An axis label closer to a tag than this is left out. */
const TAG_CLEARANCE_PX = 16;

/** uPlot options for a {@link ChartSpec}. The x axis is the session index, so weekends leave no gaps. */
export function chartOptions(
  spec: ChartSpec,
  size: { width: number; height: number },
  live: LiveChart,
): uPlot.Options {
  return {
    ...size,
    padding: [8, 0, 0, 0],
    legend: { show: false },
    cursor: crosshair(),
    scales: scalesOf(spec, live),
    series: [{}, ...spec.series.map((series) => seriesOf(series, live))],
    axes: [dateAxis(live), priceAxis(spec, live)],
    hooks: {
      init: [(chart) => chart.hooks.setCursor?.push(axisTags(chart, live))],
      drawClear: [(chart) => setLineWidths(chart, spec, live)],
      drawAxes: [() => (live.labels.length = 0), (chart) => drawLayers(chart, 'under', spec, live)],
      draw: [(chart) => drawLayers(chart, 'over', spec, live)],
      setCursor: [(chart) => live.onCursor(cursorSession(chart))],
      setSize: [(chart) => setAxisWidth(chart, live)],
    },
  };
}

/** The width of the price axis, for its tag. */
function setAxisWidth({ over, width, bbox }: uPlot, { pixelRatio }: LiveChart): void {
  over.style.setProperty('--axis', `${width - (bbox.left + bbox.width) / pixelRatio}px`);
}

function scalesOf(spec: ChartSpec, live: LiveChart): uPlot.Scales {
  const stretch = () => live.annotations.estimateStretch ?? 1;
  const estimated = (index: number) => Math.max(index - (live.annotations.estimateFrom ?? Infinity) + 1, 0);
  return {
    x: {
      time: false,
      distr: 100,
      fwd: (index) => index + estimated(index) * (stretch() - 1),
      bwd: (place) => place - estimated(place) * (1 - 1 / stretch()),
      range: () => [live.from - 0.5, live.to - 1 + 0.5 / stretch()],
    },
    price: {
      ...(spec.logSplits && { distr: 3 }),
      range: (_chart, min, max) => [...(live.prices ?? priceSpan(spec, live, min, max))],
    },
    volume: { range: (_chart, _min, max) => [0, (max || 1) / (spec.bottomShare ?? 1)] },
  };
}

function seriesOf({ scale, line }: ChartSeries, live: LiveChart): uPlot.Series {
  const points = { show: false };
  if (line === undefined) return { scale, points, paths: () => null };
  const { color, widthPx, spansGaps = false, dash, fill, isThinWhenDense } = line;
  return {
    scale,
    points,
    ...(isThinWhenDense && {
      paths: (chart, ...of) => inHairlines(straight?.(chart, ...of) ?? null, chart, widthPx, live),
    }),
    stroke: (chart) => color(live.theme, chart),
    width: widthPx,
    spanGaps: spansGaps,
    ...(dash && { dash: dash.map((px) => px * live.pixelRatio) }),
    ...(fill && {
      fill: (chart) => fill(color(live.theme, chart), chart),
      fillTo: (chart) => chart.scales['price']?.min ?? 0,
    }),
  };
}

function drawLayers(chart: uPlot, at: ChartLayer['at'], spec: ChartSpec, live: LiveChart): void {
  for (const layer of [...(spec.layers ?? []), ...(live.annotations.layers ?? [])]) {
    if (layer.at !== at) continue;
    chart.ctx.save();
    chart.ctx.setLineDash([]);
    if (live.prices) clipPrices(chart);
    layer.draw(chart, live);
    chart.ctx.restore();
  }
}

function axisOf(live: LiveChart): uPlot.Axis {
  return {
    stroke: () => live.theme['text-3'],
    font: `${FONT_PX}px ${live.theme.fontFamily}`,
    ticks: { show: false },
    // Keeps every label; on custom and logarithmic scales uPlot would drop some.
    filter: (_chart, splits) => splits,
  };
}

function dateAxis(live: LiveChart): uPlot.Axis {
  let ticks: readonly DateTick[] = [];
  return {
    ...axisOf(live),
    size: () => (live.annotations.hidesDates ? 0 : DATES_PX),
    gap: 4,
    grid: { show: false },
    splits: (chart, _axis, min, max) => {
      ticks = ticksOf(chart, min, max, live);
      return ticks.map(({ index }) => index);
    },
    values: () => ticks.map(({ label }) => label),
  };
}

function ticksOf(chart: uPlot, min: number, max: number, live: LiveChart): readonly DateTick[] {
  const { format, dates, annotations } = live;
  if (annotations.hidesDates) return [];
  const widthPx = Math.max(chart.bbox.width / live.pixelRatio, 1);
  const limit = Math.max(2, Math.floor(widthPx / DATE_SPACE_PX));
  const range = { from: Math.ceil(min), to: Math.min(Math.floor(max) + 1, dates.length), limit };
  const ticks = annotations.ticks?.(range) ?? dateTicks(format, dates, range);
  const firstUncut = min + ((max - min) * HALF_LABEL_PX) / widthPx;
  return ticks.filter(({ index }) => index >= firstUncut);
}

function priceAxis({ logSplits }: ChartSpec, live: LiveChart): uPlot.Axis {
  return {
    ...axisOf(live),
    scale: 'price',
    side: 1,
    gap: 8,
    space: PRICE_LABEL_SPACE_PX,
    ...(logSplits && { splits: (_chart, _axis, min, max) => logSplits(min, max) }),
    grid: { stroke: () => withAlpha(live.theme.line, live.theme.gridOpacity), width: 1 },
    values: (chart, splits, _axis, _space, increment) => {
      const tags = [live.annotations.tag, ...edgeLevels(chart, live.annotations)];
      const tagYs = tags.flatMap((tag) => (tag ? chart.valToPos(tag.value, 'price') : []));
      return splits.map((price) => {
        const y = chart.valToPos(price, 'price');
        if (tagYs.some((tagY) => Math.abs(y - tagY) < TAG_CLEARANCE_PX)) return '';
        return live.formatAxis(price, decimalsOf(logSplits ? price : increment));
      });
    },
    size: (_chart, values) => {
      const { tag, edge, axisPx } = live.annotations;
      const texts = [...(values ?? []), tag?.text ?? '', ...(edge?.levels ?? []).map(({ text }) => text)];
      return axisPx ?? priceAxisPx(texts);
    },
  };
}

/** Clips drawing to the plot's height, since a manually scaled axis can push prices outside it. */
function clipPrices({ ctx, bbox }: uPlot): void {
  ctx.beginPath();
  ctx.rect(0, bbox.top, ctx.canvas.width, bbox.height);
  ctx.clip();
}

/** Below this many pixels per point, a wide line runs together. */
const DENSE_PX = 2;
const THIN_PX = 1;

/** A line's width in canvas pixels. */
function canvasWidth({ data, bbox }: uPlot, widthPx: number, { pixelRatio }: LiveChart): number {
  const isDense = bbox.width / pixelRatio < data[0].length * DENSE_PX;
  return (isDense ? THIN_PX : widthPx) * pixelRatio;
}

/** Whether two hairlines look like one line. A browser without a graphics processor draws them ten times as fast. */
function isSplit(canvasPx: number): boolean {
  return canvasPx > 1 && canvasPx < 2;
}

function setLineWidths(chart: uPlot, spec: ChartSpec, live: LiveChart): void {
  spec.series.forEach(({ line }, i) => {
    const drawn = chart.series[i + 1];
    if (drawn === undefined || !line?.isThinWhenDense) return;
    const widthPx = canvasWidth(chart, line.widthPx, live);
    drawn.width = (isSplit(widthPx) ? 1 : widthPx) / live.pixelRatio;
  });
}

const straight = uPlot.paths.linear?.();

/** Adds the second hairline to the path of a line that two of them stand for. */
export function inHairlines(
  paths: uPlot.Series.Paths | null,
  chart: uPlot,
  widthPx: number,
  live: LiveChart,
) {
  const canvasPx = canvasWidth(chart, widthPx, live);
  if (isSplit(canvasPx) && paths?.stroke instanceof Path2D)
    paths.stroke.addPath(new Path2D(paths.stroke), new DOMMatrix([1, 0, 0, 1, 0, canvasPx - 1]));
  return paths;
}

/** The price span that fits the data, plus the space that the spec keeps free below. */
function priceSpan(
  { bottomShare = 0, contain = [], logSplits }: ChartSpec,
  live: LiveChart,
  dataMin: number | null,
  dataMax: number | null,
): PriceSpan {
  const covered = live.annotations.layers?.flatMap((layer) => layer.covers?.(live) ?? []) ?? [];
  const contained = [...contain, ...covered];
  const min = Math.min(dataMin ?? 1, ...contained);
  const max = Math.max(dataMax ?? 10, ...contained);
  const [bottom, top] = logSplits ? priceRange(Math.log(min), Math.log(max)) : priceRange(min, max);
  const low = bottom - ((top - bottom) * bottomShare) / (1 - bottomShare);
  return logSplits ? [Math.exp(low), Math.exp(top)] : [low, top];
}
