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
      drawAxes: [() => (live.labels.length = 0), (chart) => drawLayers(chart, 'under', spec, live)],
      draw: [(chart) => drawLayers(chart, 'over', spec, live)],
      setCursor: [(chart) => live.onCursor(cursorSession(chart))],
    },
  };
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
    // A manually scaled axis can push prices out of the plot's height.
    if (live.prices) {
      chart.ctx.beginPath();
      chart.ctx.rect(0, chart.bbox.top, chart.ctx.canvas.width, chart.bbox.height);
      chart.ctx.clip();
    }
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

const straight = uPlot.paths.linear?.();

/** Gives paths their width. Without a graphics processor two hairlines are drawn ten times as fast as 1.5 px. */
export function inHairlines(
  paths: uPlot.Series.Paths | null,
  chart: uPlot,
  widthPx: number,
  { pixelRatio }: LiveChart,
) {
  // With less than 2 px per point, a wide line runs together.
  const isDense = chart.bbox.width / pixelRatio < chart.data[0].length * 2;
  const canvasPx = (isDense ? 1 : widthPx) * pixelRatio;
  const isSplit = canvasPx > 1 && canvasPx < 2;
  if (isSplit && paths?.stroke instanceof Path2D)
    paths.stroke.addPath(new Path2D(paths.stroke), new DOMMatrix([1, 0, 0, 1, 0, canvasPx - 1]));
  // uPlot prefers it to the series' width.
  return paths && { ...paths, _width: (isSplit ? 1 : canvasPx) / pixelRatio };
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
