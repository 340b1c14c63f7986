import type uPlot from 'uplot';
import { axisDecimals } from '../../shared/charts/axis-labels.ts';
import { columnOf, type ChartLayer } from '../../shared/charts/chart-spec.ts';

const FILL_OPACITY = 0.1;

/** Tints what is below a line, as far as it goes. */
export function fillBelow(series: number): ChartLayer {
  return {
    at: 'under',
    draw(chart, { theme }) {
      const { ctx, bbox } = chart;
      const values = columnOf(chart, series);
      const index = columnOf(chart, 0);
      const bottom = bbox.top + bbox.height;
      ctx.save();
      ctx.beginPath();
      let right = Number.NaN;
      for (let i = 0; i < index.length; i += 1) {
        const value = values[i];
        if (typeof value !== 'number') continue;
        const x = chart.valToPos(index[i] ?? 0, 'x', true);
        if (Number.isNaN(right)) ctx.moveTo(x, bottom);
        ctx.lineTo(x, chart.valToPos(value, 'price', true));
        right = x;
      }
      ctx.lineTo(right, bottom);
      ctx.fillStyle = theme.text;
      ctx.globalAlpha = FILL_OPACITY;
      ctx.fill();
      ctx.restore();
    },
  };
}

const FONT_PX = 12;
const TICK_PX = 14;
const GAP_PX = 4;
const HALO_PX = 4;

/** Marks the highest and the lowest value on screen, each with its text. */
export function extremesLayer(
  highSeries: number,
  lowSeries: number,
  write: (side: 'High' | 'Low', value: number) => string,
): ChartLayer {
  return {
    at: 'over',
    draw(chart, { theme, pixelRatio }) {
      const { ctx, bbox } = chart;
      const index = columnOf(chart, 0);
      ctx.save();
      ctx.font = `${FONT_PX * pixelRatio}px ${theme.fontFamily}`;
      ctx.fillStyle = theme['text-2'];
      ctx.lineJoin = 'round';
      ctx.setLineDash([]);
      for (const side of ['High', 'Low'] as const) {
        const values = columnOf(chart, side === 'High' ? highSeries : lowSeries);
        const at = extremeIndex(values, side);
        const value = values[at];
        if (typeof value !== 'number') continue;
        const x = Math.round(chart.valToPos(index[at] ?? 0, 'x', true));
        const away = (side === 'High' ? -1 : 1) * GAP_PX * pixelRatio;
        const y = Math.round(chart.valToPos(value, 'price', true)) + away;
        // Towards the middle, where there is room.
        const isLeft = x < bbox.left + bbox.width / 2;
        const end = x + (isLeft ? 1 : -1) * TICK_PX * pixelRatio;
        ctx.strokeStyle = theme['text-3'];
        ctx.lineWidth = pixelRatio;
        ctx.beginPath();
        ctx.moveTo(x, y);
        ctx.lineTo(end, y);
        ctx.stroke();
        ctx.textAlign = isLeft ? 'left' : 'right';
        ctx.textBaseline = 'middle';
        const left = end + (isLeft ? 1 : -1) * GAP_PX * pixelRatio;
        // A margin in the colour of the ground, so that lines behind it do not strike it through.
        ctx.strokeStyle = theme.surface;
        ctx.lineWidth = HALO_PX * pixelRatio;
        ctx.strokeText(write(side, value), left, y);
        ctx.fillText(write(side, value), left, y);
      }
      ctx.restore();
    },
  };
}

/** Where the highest or lowest value is, the newest of several; −1 where there is none. */
function extremeIndex(values: ArrayLike<number | null | undefined>, side: 'High' | 'Low'): number {
  let found = -1;
  for (let i = 0; i < values.length; i += 1) {
    const [value, best] = [values[i], values[found]];
    if (typeof value !== 'number') continue;
    if (typeof best !== 'number' || (side === 'High' ? value >= best : value <= best)) found = i;
  }
  return found;
}

const PAD_SHARE = 0.06;
/** Labels of a decade, from sparse to dense. */
const STEPS = [[1], [1, 3], [1, 2, 5], [1, 1.5, 2, 3, 5, 7]] as const;
const MIN_LABELS = 4;
const MAX_LABELS = 12;

/** Round numbers between two positive ones for a logarithmic axis. */
export function logSplits(min: number, max: number): number[] {
  const decades = Array.from(
    { length: Math.ceil(Math.log10(max)) - Math.floor(Math.log10(min)) + 1 },
    (_, i) => 10 ** (Math.floor(Math.log10(min)) + i),
  );
  const within = (steps: readonly number[]) =>
    decades
      .flatMap((decade) => steps.map((step) => Number((step * decade).toPrecision(3))))
      .filter((value) => value >= min && value <= max);
  const dense = STEPS.map(within).find((splits) => splits.length >= MIN_LABELS);
  if (dense && dense.length <= MAX_LABELS) return dense;
  // Less than a decade: evenly spaced, as on a linear axis.
  const rough = (max - min) / 6;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((size) => size * power >= rough) ?? 10) * power;
  const first = Math.ceil(min / step);
  return Array.from({ length: Math.floor(max / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(6)),
  );
}

/** Puts prices on a logarithmic scale, with `bottomShare` of the height kept free below them. */
export function logScale(options: uPlot.Options, bottomShare: number): void {
  options.scales = {
    ...options.scales,
    price: {
      distr: 3,
      range(_chart, dataMin: number | null, dataMax: number | null) {
        if (dataMin === null || dataMax === null) return [1, 10];
        const [low, high] = [Math.log(dataMin), Math.log(dataMax)];
        const pad = (high - low || 0.02) * PAD_SHARE;
        const free = ((high - low + 2 * pad) * bottomShare) / (1 - bottomShare);
        return [Math.exp(low - pad - free), Math.exp(high + pad)];
      },
    },
  };
  const prices = options.axes?.[1];
  if (prices === undefined) return;
  const { values } = prices;
  prices.splits = (_chart, _axis, min, max) => logSplits(min, max);
  prices.filter = (_chart, splits) => splits;
  if (typeof values === 'function') {
    // Each label with the decimals that it needs itself: there is no one distance between them.
    prices.values = (chart, splits, axis, space) =>
      splits.flatMap((split) => values(chart, [split], axis, space, 10 ** -axisDecimals(split)));
  }
}

/** Keeps a value on the price axis while the first of all bars is on screen. */
export function containAtFirst(options: uPlot.Options, value: number): void {
  const prices = options.scales?.['price'];
  const range = prices?.range;
  if (prices === undefined || typeof range !== 'function') return;
  prices.range = (chart, min: number | null, max: number | null, key) => {
    const isFirstShown = chart.data[0][0] === 0 && min !== null && max !== null;
    return isFirstShown
      ? range(chart, Math.min(min, value), Math.max(max, value), key)
      : range(chart, min as number, max as number, key);
  };
}
