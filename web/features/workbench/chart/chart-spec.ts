import {
  fanColumns,
  INDICATORS,
  linearPlace,
  PRICE_LABEL_SPACE_PX,
  priceTicks,
  type IndicatorKind,
} from '#compute';
import { useMemo } from 'react';
import { useMediaQuery } from '../../../shared/browser/browser-state.ts';
import {
  FORCED_COLORS,
  type ChartColor,
  type ChartSeries,
  type ChartSpec,
} from '../../../shared/charts/chart-spec.ts';
import { FAN_SERIES, forecastLayers, priceTagLayer } from '../../../shared/charts/forecast-layers.ts';
import {
  areaFill,
  candlesLayer,
  CLOSE,
  extremeLevels,
  histogramLayer,
  volumeLayer,
} from '../../../shared/charts/price-layers.ts';
import { overlayColors } from '../view/changes.ts';
import { priceLevelsLayer } from './layers.ts';
import type { ShownChart } from '../data/annotations.tsx';
import {
  lineLabels,
  onScale,
  type IndicatorLines,
  type ScaledColumn,
  type WorkbenchSeries,
} from '../data/chart-series.ts';
import {
  hasOwnPane,
  INDICATOR_COLORS,
  type ChosenIndicator,
  type WorkbenchView,
} from '../view/workbench-view.ts';

/** The fan follows the volume; after it come the overlays and the indicators. */
const FAN = 6;
const FAN_NAMES = ['median', 'low50', 'high50', 'low80', 'high80', 'low95', 'high95'];
const VOLUME_SHARE = 0.16;

const DASHES: readonly (readonly number[])[] = [[], [6, 4], [2, 3]];
const BAND_DASHES: readonly (readonly number[])[] = [[], [6, 4], []];
const COLOR_DASHES: readonly (readonly number[])[] = [
  [8, 3],
  [2, 3],
  [10, 3, 2, 3],
  [5, 5],
  [14, 4],
];

/** Colour and dash of an overlay; with forced colours, of every line. */
export function dashedStyle(color: number): { readonly color: ChartColor; readonly dash: readonly number[] } {
  return { color: INDICATOR_COLORS[color] ?? 'series-1', dash: COLOR_DASHES[color] ?? [] };
}

const SERIES_LINE = { widthPx: 1.5, isThinWhenDense: true } as const;

function indicatorSeries(
  { kind, color }: Pick<ChosenIndicator, 'kind' | 'color'>,
  isForced = false,
): ChartSeries[] {
  const name = INDICATOR_COLORS[color] ?? 'series-1';
  const dashes = INDICATORS[kind].lines[0] === 'Upper' ? BAND_DASHES : DASHES;
  return INDICATORS[kind].lines.map((line, i) => {
    if (line === 'Histogram') return { scale: 'price' };
    const dash = isForced ? dashedStyle(color).dash : (dashes[i] ?? []);
    return { scale: 'price', line: { ...SERIES_LINE, color: (theme) => theme[name], dash } };
  });
}

/** All that the series of a chart depend on. */
function specInput({ view, series }: ShownChart, isForced: boolean) {
  const { style, scale, indicators } = view;
  const { forecast, overlays } = series;
  return {
    style,
    scale,
    hasFan: forecast !== null,
    overlays: overlayColors(indicators, overlays.length),
    indicators: indicators.flatMap((each) =>
      hasOwnPane(each) || each.isHidden ? [] : { kind: each.kind, color: each.color },
    ),
    /** Whether forced colours give all lines the same colour. */
    isForced,
  };
}

function priceSpec(input: ReturnType<typeof specInput>): ChartSpec {
  const { style, scale, hasFan, overlays, indicators, isForced } = input;
  const column: ChartSeries = { scale: 'price' };
  const fill = style === 'area' ? { fill: areaFill } : {};
  const line = { ...SERIES_LINE, ...fill, color: (theme) => theme.text } satisfies ChartSeries['line'];
  const close = style === 'candles' ? column : { ...column, line };
  return {
    series: [
      column,
      column,
      column,
      close,
      { scale: 'volume' },
      ...(hasFan ? FAN_SERIES : []),
      ...overlays.map((paletteIndex): ChartSeries => {
        const { color, dash } = dashedStyle(paletteIndex);
        return {
          scale: 'price',
          line: { color: (theme) => theme[color], widthPx: 2, dash, spansGaps: true },
        };
      }),
      ...indicators.flatMap((indicator) => indicatorSeries(indicator, isForced)),
    ],
    layers: [
      volumeLayer,
      ...(hasFan ? forecastLayers(FAN) : []),
      ...(style === 'candles' ? [candlesLayer] : []),
      priceTagLayer,
    ],
    bottomShare: VOLUME_SHARE,
    cursorSeries: hasFan ? [CLOSE, FAN] : [CLOSE],
    ...(scale === 'log' && { logSplits }),
  };
}

function namedLines(indicators: readonly ChosenIndicator[], lines: IndicatorLines, inOwnPane: boolean) {
  return indicators.flatMap((indicator, at) => {
    const isShown = hasOwnPane(indicator) === inOwnPane && !indicator.isHidden;
    const names = isShown ? lineLabels(indicator) : [];
    return names.map((name, i) => ({ name, values: lines[at]?.[i] ?? new Float64Array() }));
  });
}

/** The price chart's columns with their names, in the order of {@link priceSpec}'s series. */
function priceColumns(
  series: Pick<WorkbenchSeries, 'candles' | 'dates' | 'place' | 'forecast' | 'overlays' | 'lines'>,
  { indicators, scale }: Pick<WorkbenchView, 'indicators' | 'scale'>,
): readonly { readonly name: string; readonly values: ScaledColumn }[] {
  const { candles, dates, place, forecast, overlays, lines } = series;
  const unit = scale === 'percent' ? ' %' : '';
  const onPrice = (name: string, prices: Float64Array) => ({
    name: name + unit,
    values: onScale(series, prices),
  });
  const fan = forecast === null ? [] : fanColumns(forecast, candles.time.length, place);
  return [
    ...(['open', 'high', 'low', 'close'] as const).map((name) => onPrice(name, candles[name])),
    // Shares on every scale.
    { name: 'volume', values: onScale({ dates, place: linearPlace }, candles.volume) },
    ...fan.map((values, i) => ({ name: `${FAN_NAMES[i]}${unit}`, values })),
    ...overlays.map(({ ticker, percent }) => ({ name: `${ticker} %`, values: percent })),
    ...namedLines(indicators, lines, false).map(({ name, values }) => onPrice(name, values)),
  ];
}

/** A hidden indicator keeps its pane and axis. */
export function paneSpec(kind: IndicatorKind, color: number, isHidden: boolean): ChartSpec {
  const { lines, extremes, contain } = INDICATORS[kind];
  const histogram = lines.indexOf('Histogram');
  return {
    series: indicatorSeries({ kind, color }).map((series) => (isHidden ? { scale: series.scale } : series)),
    layers: [
      ...(extremes ? [priceLevelsLayer(extremeLevels(...extremes))] : []),
      ...(histogram >= 0 && !isHidden ? [histogramLayer(histogram + 1)] : []),
    ],
    ...(contain && { contain }),
  };
}

/** Round prices between two positive ones, for a logarithmic axis: evenly spaced unless it has several decades. */
export function logSplits(min: number, max: number): number[] {
  if (max < 10 * min) return [...priceTicks([min, max], 6 * PRICE_LABEL_SPACE_PX).prices];
  const steps = max < 10_000 * min ? [1, 2, 5] : [1];
  const first = Math.floor(Math.log10(min));
  const decades = Array.from({ length: Math.ceil(Math.log10(max)) - first }, (_, i) => 10 ** (first + i));
  return decades
    .flatMap((decade) => steps.map((step) => Number((step * decade).toPrecision(3))))
    .filter((price) => price >= min && price <= max);
}

/** Series and columns of the price chart. They keep their identity as long as possible, so that uPlot keeps its paths. */
export function usePlot(chart: ShownChart) {
  const { indicators, scale } = chart.view;
  const { candles, forecast, dates, place, overlays, lines } = chart.series;
  const specText = JSON.stringify(specInput(chart, useMediaQuery(FORCED_COLORS)));
  const spec = useMemo(() => priceSpec(JSON.parse(specText) as ReturnType<typeof specInput>), [specText]);
  // Depends on the columns' sources, not on the series: another range has the same columns.
  const named = useMemo(
    () => priceColumns({ candles, dates, place, forecast, overlays, lines }, { indicators, scale }),
    [candles, dates, place, forecast, overlays, lines, indicators, scale],
  );
  const columns = useMemo(() => named.map(({ values }) => values), [named]);
  return {
    spec,
    columns,
    columnNames: named.map(({ name }) => name),
    moreColumns: namedLines(indicators, lines, true),
  };
}
