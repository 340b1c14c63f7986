import {
  FAN_BOUNDS,
  FAN_OPACITY,
  histogramBars,
  linearPlace,
  predictionSeries,
  TINT,
  type CloseSeries,
  type FanForecast,
  type PriceToScale,
} from '#compute';
import type uPlot from 'uplot';
import {
  columnOf,
  edgeLevels,
  lineAcross,
  type ChartAnnotations,
  type ChartFrame,
  type ChartLayer,
  type ChartSeries,
  type ChartSpec,
} from './chart-spec.ts';

const FONT_PX = 12;

/** Tints and labels the estimated part of the plot, so that nobody takes an estimate for history. */
const estimateLayer: ChartLayer = {
  at: 'under',
  draw(chart, { theme, annotations, pixelRatio }) {
    if (annotations.estimateFrom === undefined) return;
    const { ctx, bbox } = chart;
    const sessions = columnOf(chart, 0);
    const end = chart.valToPos((sessions[sessions.length - 1] ?? 0) + 0.5, 'x', true);
    const right = Math.min(end, bbox.left + bbox.width);
    const left = Math.max(chart.valToPos(annotations.estimateFrom - 1, 'x', true), bbox.left);
    if (left >= right) return;
    ctx.fillStyle = theme.accent;
    ctx.globalAlpha = TINT;
    ctx.fillRect(left, bbox.top, right - left, bbox.height);
    ctx.globalAlpha = 1;
    ctx.font = `500 ${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
    ctx.textBaseline = 'top';
    const padPx = 6 * pixelRatio;
    const fits = ctx.measureText('Estimate').width + 2 * padPx <= right - left;
    // A zoomed-out region may be narrower than the word, which then extends to the left over the history.
    ctx.textAlign = fits ? 'left' : 'right';
    ctx.fillText('Estimate', fits ? left + padPx : right - padPx, bbox.top + padPx);
  },
};

function fanBands(medianSeries: number) {
  return ([95, 80, 50] as const).map((percent, i) => {
    const lowSeries = medianSeries + 5 - 2 * i;
    return { percent, lowSeries, highSeries: lowSeries + 1 };
  });
}

type FanBand = ReturnType<typeof fanBands>[number];

function bandPath(chart: uPlot, { lowSeries, highSeries }: FanBand): Path2D {
  const sessions = columnOf(chart, 0);
  const path = new Path2D();
  const follow = (series: number, i: number) => {
    const value = columnOf(chart, series)[i];
    if (typeof value === 'number')
      path.lineTo(chart.valToPos(sessions[i] ?? 0, 'x', true), chart.valToPos(value, 'price', true));
  };
  for (let i = 0; i < sessions.length; i += 1) follow(highSeries, i);
  for (let i = sessions.length - 1; i >= 0; i -= 1) follow(lowSeries, i);
  path.closePath();
  return path;
}

/** The price distribution at `session` as a histogram: one path of two bars for each range. */
function histogramPaths(chart: uPlot, bands: readonly FanBand[], median: number, session: number): Path2D[] {
  const last = columnOf(chart, 0).length - 1;
  const place = (series: number) => chart.valToPos(columnOf(chart, series)[last] ?? NaN, 'price', true);
  const right = chart.valToPos(session, 'x', true);
  const longest = right - chart.valToPos(session - 1, 'x', true);
  const intervals = bands.map(({ percent, lowSeries, highSeries }) => ({
    percent,
    from: place(highSeries),
    to: place(lowSeries),
  }));
  return histogramBars(intervals, place(median)).map((bars) => {
    const path = new Path2D();
    for (const bar of bars)
      path.rect(right - bar.length * longest, bar.from, bar.length * longest, bar.to - bar.from);
    return path;
  });
}

/** Nested forecast ranges in the accent colour; for a single session, its price distribution. */
function fanLayer(medianSeries: number): ChartLayer {
  const bands = fanBands(medianSeries);
  return {
    at: 'under',
    draw(chart, { theme, annotations: { estimateFrom, edge }, pixelRatio }) {
      const { ctx } = chart;
      ctx.fillStyle = theme.accent;
      ctx.strokeStyle = theme.accent;
      ctx.lineWidth = pixelRatio;
      ctx.lineJoin = 'round';
      const sessions = columnOf(chart, 0);
      const last = sessions[sessions.length - 1];
      const isSingle = typeof last === 'number' && last === estimateFrom && last === edge?.index;
      const histogram = isSingle ? histogramPaths(chart, bands, medianSeries, last) : null;
      let opacity = 0;
      for (const [i, band] of bands.entries()) {
        const path = histogram?.[i] ?? bandPath(chart, band);
        // Histogram bars lie side by side, so opacities add up; areas overlap and add up by themselves.
        opacity = FAN_OPACITY[band.percent] + (histogram ? opacity : 0);
        ctx.globalAlpha = opacity;
        ctx.fill(path);
        ctx.globalAlpha = 1;
        if (band.percent === 80 || (histogram && band.percent === 50)) ctx.stroke(path);
      }
    },
  };
}

/** The series of {@link FAN_BOUNDS}. Only the median is a line. */
export const FAN_SERIES: readonly ChartSeries[] = FAN_BOUNDS.map((bound) =>
  bound === 'price'
    ? { scale: 'price', line: { color: (theme) => theme.accent, widthPx: 2 } }
    : { scale: 'price' },
);

/** The layers of a forecast whose {@link FAN_SERIES} start at `medianSeries`. */
export function forecastLayers(medianSeries: number): readonly ChartLayer[] {
  return [estimateLayer, fanLayer(medianSeries), edgeLayer];
}

/** The 80 % range at the forecast's end, which is session `index` of the chart, with the texts of its bounds. */
export function fanEdge(
  { points }: Pick<FanForecast, 'points'>,
  index: number,
  texts: readonly string[],
  place: PriceToScale = linearPlace,
): NonNullable<ChartAnnotations['edge']> {
  const end = points.at(-1);
  const levels = (end === undefined ? [] : [end.low80, end.high80]).flatMap((price, i) => {
    const value = place(price);
    return value === null ? [] : [{ value, text: texts[i] ?? '' }];
  });
  return { index, levels };
}

const TAG_PAD_PX = 6;
const TAG_HEIGHT_PX = 20;
const TAG_RADIUS_PX = 4;

export const priceTagLayer: ChartLayer = {
  at: 'over',
  draw(chart, { theme, annotations, pixelRatio }) {
    const { tag } = annotations;
    if (tag === undefined) return;
    const { ctx, bbox } = chart;
    const y = Math.round(chart.valToPos(tag.value, 'price', true));
    if (y < bbox.top || y > bbox.top + bbox.height) return;
    const right = bbox.left + bbox.width;
    const heightPx = TAG_HEIGHT_PX * pixelRatio;
    ctx.strokeStyle = theme[tag.tone];
    ctx.globalAlpha = 0.6;
    ctx.lineWidth = pixelRatio;
    ctx.setLineDash([2 * pixelRatio, 3 * pixelRatio]);
    lineAcross(chart, y);
    ctx.globalAlpha = 1;
    ctx.font = `600 ${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    const widthPx = ctx.measureText(tag.text).width + 2 * TAG_PAD_PX * pixelRatio;
    ctx.fillStyle = theme[tag.tone];
    ctx.beginPath();
    ctx.roundRect(right + pixelRatio, y - heightPx / 2, widthPx, heightPx, TAG_RADIUS_PX * pixelRatio);
    ctx.fill();
    ctx.fillStyle = theme.page;
    ctx.fillText(tag.text, right + (1 + TAG_PAD_PX) * pixelRatio, y + pixelRatio / 2);
  },
};

/** The prices of the fan's right edge and their places on the axis, away from the last price's tag. */
export function edgeTexts(chart: uPlot, { annotations, pixelRatio }: ChartFrame) {
  const heightPx = TAG_HEIGHT_PX * pixelRatio;
  const tagY =
    annotations.tag === undefined ? Number.NaN : chart.valToPos(annotations.tag.value, 'price', true);
  return edgeLevels(chart, annotations).map(({ value, text }) => {
    const y = chart.valToPos(value, 'price', true);
    const away = y < tagY ? -heightPx : heightPx;
    return { text, y: Math.round(Math.abs(y - tagY) < heightPx ? tagY + away : y) };
  });
}

const edgeLayer: ChartLayer = {
  at: 'over',
  draw(chart, frame) {
    const { theme, pixelRatio } = frame;
    const { ctx, bbox } = chart;
    const right = bbox.left + bbox.width;
    ctx.font = `600 ${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
    ctx.textAlign = 'left';
    ctx.textBaseline = 'middle';
    ctx.fillStyle = theme.accent;
    for (const { text, y } of edgeTexts(chart, frame)) {
      ctx.fillText(text, right + (1 + TAG_PAD_PX) * pixelRatio, y);
    }
  },
};

/** The line of a history, the fan after it (in the order of `predictionSeries`), and a price's tag. */
export const FORECAST_SPEC: ChartSpec = {
  series: [{ scale: 'price', line: { color: (theme) => theme.text, widthPx: 1.5 } }, ...FAN_SERIES],
  layers: [...forecastLayers(2), priceTagLayer],
};

/** What {@link FORECAST_SPEC} draws. `tags`: the texts of the last price and of the 80 % range at the end. */
export function forecastFigure(
  history: CloseSeries,
  forecast: FanForecast,
  [text = '', ...edges]: readonly string[],
  axisPx: number,
) {
  const { dates, columns, defaultBars, ...estimated } = predictionSeries(history, forecast);
  const edge = fanEdge(forecast, dates.length - 1, edges);
  const tag = { value: forecast.basePrice, text, tone: 'neutral' } as const;
  return { dates, columns, defaultBars, annotations: { ...estimated, edge, tag, axisPx } };
}
