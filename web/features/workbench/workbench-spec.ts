/** What the charts of a view are made of. */
import { INDICATORS, type IndicatorKind } from '#compute';
import type uPlot from 'uplot';
import type { ChartLayer, ChartSeries, ChartSpec } from '../../shared/charts/chart-spec.ts';
import type { ChartColor } from '../../shared/charts/chart-theme.ts';
import { edgeLayer, estimateLayer, fanLayer } from '../../shared/charts/forecast-layers.ts';
import { histogramLayer, levelsLayer, type ChartLevel } from '../../shared/charts/indicator-layers.ts';
import { candlesLayer, priceTagLayer, volumeLayer } from '../../shared/charts/price-layers.ts';
import { INDICATOR_COLORS, type ChosenIndicator } from './chosen-indicators.ts';
import { containAtFirst, fillBelow, logScale } from './workbench-layers.ts';
import type { ChartStyle, PriceScale } from './workbench-url.ts';

/** Columns of the price chart: open, high, low, close, volume, then the fan, the overlays and the indicators. */
export const CLOSE = 4;
const VOLUME = 5;
const FAN = 6;
const VOLUME_SHARE = 0.16;

const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3]];
const BAND_DASHES: readonly (readonly number[])[] = [[], [6, 4], []];
/** An overlay beside the indicators is told apart by its dash. */
const OVERLAY_DASHES: readonly (readonly number[])[] = [
  [8, 3],
  [2, 3],
  [10, 3, 2, 3],
  [5, 5],
];

/** How a listing over the price looks. */
export function overlayStyle(at: number): { readonly color: ChartColor; readonly dash: readonly number[] } {
  return { color: INDICATOR_COLORS[at + 1] ?? 'series-1', dash: OVERLAY_DASHES[at] ?? [] };
}

interface Frame {
  /** Width of the price axis, the same in all charts, so that their sessions stand below each other. */
  readonly axisPx: number;
  /** The lowest chart has the dates. */
  readonly hasDates: boolean;
}

function adjustTo({ axisPx, hasDates }: Frame) {
  return (options: uPlot.Options) => {
    const [dates, prices] = options.axes ?? [];
    if (dates) dates.show = hasDates;
    if (prices) prices.size = axisPx;
  };
}

function indicatorSeries({ kind, color }: ChosenIndicator): ChartSeries[] {
  const name = INDICATOR_COLORS[color] ?? 'series-1';
  const dashes = INDICATORS[kind].lines[0] === 'Upper' ? BAND_DASHES : DASHES;
  return INDICATORS[kind].lines.map((line, i) => {
    // A histogram is a layer.
    if (line === 'Histogram') return { scale: 'price' };
    return { scale: 'price', line: { color: (theme) => theme[name], widthPx: 1.5, dash: dashes[i] ?? [] } };
  });
}

interface PriceSpec extends Frame {
  readonly style: ChartStyle;
  readonly scale: PriceScale;
  readonly hasFan: boolean;
  readonly overlays: number;
  /** Those over the price. */
  readonly indicators: readonly ChosenIndicator[];
  /** A value on the axis for as long as the first bar is on screen: zoomed in, the prices have all the room. */
  readonly contain: number | null;
}

/** The chart of the price. */
export function priceSpec(wanted: PriceSpec): ChartSpec {
  const { style, scale, hasFan, overlays, indicators, contain, ...frame } = wanted;
  const column: ChartSeries = { scale: 'price' };
  const close: ChartSeries =
    style === 'candles' ? column : { ...column, line: { color: (theme) => theme.text, widthPx: 1.5 } };
  const fanSeries: ChartSeries[] = [
    { ...column, line: { color: (theme) => theme.accent, widthPx: 2 } },
    ...Array.from({ length: 6 }, () => column),
  ];
  const fan = fanLayer(
    [
      { percent: 95, lowSeries: FAN + 5, highSeries: FAN + 6 },
      { percent: 80, lowSeries: FAN + 3, highSeries: FAN + 4, isOutlined: true },
      { percent: 50, lowSeries: FAN + 1, highSeries: FAN + 2 },
    ],
    FAN,
  );
  const adjust = adjustTo(frame);
  return {
    series: [
      column,
      column,
      column,
      close,
      { scale: 'volume' },
      ...(hasFan ? fanSeries : []),
      ...Array.from({ length: overlays }, (_, i): ChartSeries => {
        const { color, dash } = overlayStyle(i);
        return { ...column, line: { color: (theme) => theme[color], widthPx: 2, dash, spansGaps: true } };
      }),
      ...indicators.flatMap(indicatorSeries),
    ],
    layers: [
      volumeLayer(VOLUME, 1, CLOSE),
      ...(hasFan ? [estimateLayer, fan, edgeLayer] : []),
      ...(style === 'candles' ? [candlesLayer(1)] : []),
      ...(style === 'area' ? [fillBelow(CLOSE)] : []),
      priceTagLayer,
    ],
    bottomShare: VOLUME_SHARE,
    adjust(options) {
      adjust(options);
      if (scale === 'log') logScale(options, VOLUME_SHARE);
      if (contain !== null) containAtFirst(options, contain);
    },
  };
}

const LEVELS: Partial<Readonly<Record<IndicatorKind, readonly ChartLevel[]>>> = {
  rsi: [
    { value: 70, label: 'Overbought (70)', side: 'above' },
    { value: 30, label: 'Oversold (30)', side: 'below' },
  ],
  stochastic: [
    { value: 80, label: 'Overbought (80)', side: 'above' },
    { value: 20, label: 'Oversold (20)', side: 'below' },
  ],
};

const CONTAINED: Partial<Readonly<Record<IndicatorKind, readonly [number, number]>>> = {
  rsi: [20, 80],
  stochastic: [0, 100],
  macd: [0, 0],
  drawdown: [0, 0],
};

/** The pane of an indicator that has its own. */
export function paneSpec(indicator: ChosenIndicator, frame: Frame): ChartSpec {
  const { kind } = indicator;
  const histogram = INDICATORS[kind].lines.indexOf('Histogram');
  const levels = LEVELS[kind];
  const contain = CONTAINED[kind];
  const layers: ChartLayer[] = [];
  if (levels) layers.push(levelsLayer(levels));
  if (histogram >= 0) layers.push(histogramLayer(histogram + 1));
  return {
    series: indicatorSeries(indicator),
    layers,
    ...(contain && { contain }),
    adjust: adjustTo(frame),
  };
}
