import {
  INDICATORS,
  priceAxisPx,
  priceDecimals,
  type Format,
  type IndicatorKind,
  type Quoted,
  type QuotedListing,
} from '#compute';
import { useMemo } from 'react';
import type { ChartAnnotations, ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { eventsLayer } from '../../../shared/charts/price-events.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { fanEdge } from '../../../shared/charts/forecast-layers.ts';
import { CLOSE, HIGH, LOW } from '../../../shared/charts/price-layers.ts';
import { candleFacts, estimateFacts, type ReadoutItem } from '../../../shared/charts/session-facts.ts';
import type { BarClock } from '../data/intraday-series.ts';
import { overlayColors } from '../view/changes.ts';
import {
  extremesLayer,
  forecastsLayer,
  overlayTagsLayer,
  priceLevelsLayer,
  sessionsLayer,
} from './layers.ts';
import { dashedStyle } from './chart-spec.ts';
import type { ShownChart } from '../data/annotations.tsx';
import { lineLabels, type WorkbenchSeries } from '../data/chart-series.ts';
import { hasOwnPane, type PriceScale } from '../view/workbench-view.ts';

/** A change in percent; zero has no sign. */
export function changeText(format: Format, percent: number, decimals?: number): string {
  return format.percent(percent, { signed: percent !== 0 }, decimals);
}

/** As wide as most labels of the panes below the price. */
const WIDE_LABEL = '0000.00';

export function useChartAnnotations(chart: ShownChart, clock: BarClock, drawings: ChartLayer) {
  const format = useFormat();
  const { response } = chart.listing;
  const { scale } = chart.view;
  const { candles, intraday, forecast } = chart.series;
  const axis = useMemo(() => axisTexts(format, scale, response), [format, scale, response]);
  const paneAnnotations = useMemo(
    () => sharedAnnotations({ candles, intraday, forecast }, clock, axis),
    [candles, intraday, forecast, clock, axis],
  );
  const annotations = useMemo(
    () => priceAnnotations(chart, paneAnnotations, axis, drawings),
    [chart, paneAnnotations, axis, drawings],
  );
  return { annotations, paneAnnotations, formatAxis: axis.write };
}

/** Writers for the price axis: of one value, and of several that stand together. On a percent scale the values are percents. */
function axisTexts(format: Format, scale: PriceScale, quoted: Quoted) {
  const isPercent = scale === 'percent';
  return {
    write: (value: number, decimals?: number) =>
      isPercent ? changeText(format, value, decimals) : format.price(value, quoted, decimals),
    writeAll: (values: readonly number[]) =>
      isPercent ? values.map((value) => changeText(format, value)) : format.prices(values, quoted),
  };
}

type AxisTexts = ReturnType<typeof axisTexts>;

function sharedAnnotations(
  { candles, intraday, forecast }: Pick<WorkbenchSeries, 'candles' | 'intraday' | 'forecast'>,
  { ticks, label: dateAt }: BarClock,
  axis: AxisTexts,
): ChartAnnotations {
  const ends = axis.writeAll([Math.max(...candles.high), Math.min(...candles.low)]);
  const shared = { axisPx: priceAxisPx([...ends, WIDE_LABEL]), dateAt };
  if (intraday === null) return forecast === null ? shared : { ...shared, estimateFrom: candles.time.length };
  const shaded = intraday.response.session_parts.filter(({ part }) => part !== 'regular');
  return { ...shared, ...(ticks && { ticks }), layers: [sessionsLayer(shaded, intraday.dayStarts)] };
}

function priceAnnotations(
  { view, series, annotations: shown }: ShownChart,
  shared: ChartAnnotations,
  axis: AxisTexts,
  drawings: ChartLayer,
): ChartAnnotations {
  const { candles, intraday, forecast, dates, place, overlays } = series;
  const colors = overlayColors(view.indicators, overlays.length);
  const tags = overlays.flatMap(({ ticker, percent }, i) => {
    const value = percent.findLast((each) => each !== null);
    const { color } = dashedStyle(colors[i] ?? 0);
    return typeof value === 'number' ? { ticker, value, color } : [];
  });
  const end = forecast?.points.at(-1);
  const bounds = end ? [end.low80, end.high80].map((price) => place(price) ?? Number.NaN) : [];
  const tag = lastPriceTag(series, view.scale);
  const [tagText = '', ...edgeTexts] = axis.writeAll([tag?.value ?? Number.NaN, ...bounds]);
  // Candles reach from low to high; a line has closes only.
  const [highSeries, lowSeries] = view.style === 'candles' ? [HIGH, LOW] : [CLOSE, CLOSE];
  const { price: before = Number.NaN, name = '' } = intraday?.closeBefore ?? {};
  // The day's change counts from there.
  const start = view.range === '1D' ? place(before) : null;
  const levels = [{ price: before, text: name }, ...shown.alerts].flatMap(({ price, text: label }) => {
    const value = place(price);
    return value === null ? [] : [{ value, label }];
  });
  return {
    ...shared,
    hidesDates: view.indicators.some(hasOwnPane),
    ...(tag && { tag: { ...tag, text: tagText } }),
    ...(forecast !== null && { edge: fanEdge(forecast, dates.length - 1, edgeTexts, place) }),
    layers: [
      ...(shared.layers ?? []),
      { ...priceLevelsLayer(levels), covers: ({ from }) => (from > 0 || start === null ? [] : [start]) },
      eventsLayer(shown.events),
      forecastsLayer(shown.forecasts, (bar) => place(candles.close[bar] ?? Number.NaN)),
      overlayTagsLayer(tags, axis.write),
      extremesLayer(highSeries, lowSeries, (side, at) => `${side} ${axis.write(at)}`),
      drawings,
    ],
  };
}

/** Position and colour of the last price; `null` if the scale cannot show it. */
function lastPriceTag({ candles, intraday, place, base }: WorkbenchSeries, scale: PriceScale) {
  const last = candles.time.length - 1;
  const close = candles.close[last] ?? Number.NaN;
  const value = place(close);
  // Percents count from the base; an intraday bar from the previous close, not from its own open.
  const before = scale === 'percent' ? base : (intraday?.dayBase(last) ?? candles.open[last] ?? Number.NaN);
  return value === null ? null : { value, tone: close >= before ? ('gain' as const) : ('loss' as const) };
}

export function indicatorWriter(
  format: Format,
  kind: IndicatorKind,
  response: QuotedListing & { readonly current_price: number },
): (value: number, decimals?: number) => string {
  switch (INDICATORS[kind].unit) {
    case 'price':
      return (value, decimals) => format.price(value, response, decimals);
    case 'volume':
      return (value) => (value === 0 ? '0' : `${value < 0 ? '−' : ''}${format.volume(Math.abs(value))}`);
    case 'share':
      return (value) => format.shareTenths(value);
    case 'number': {
      const usual = kind === 'macd' ? Math.max(priceDecimals(response, response.current_price), 2) : 2;
      return (value, decimals = usual) => format.fixed(value, decimals);
    }
  }
}

/** A fact for speech and table only, written when it is read: the strip changes with every move. */
function detail(label: string, write: () => string): ReadoutItem {
  return {
    label,
    isDetail: true,
    get value() {
      return write();
    },
  };
}

/** The facts of one bar, overlays and indicators as details. */
export function useReadout(chart: ShownChart, clock: BarClock) {
  const format = useFormat();
  const { listing, view, series, annotations: shown } = chart;
  const { response } = listing;
  const { candles, intraday, forecast, overlays, lines } = series;
  const bars = candles.time.length;

  return (index: number, from: number): ReadoutItem[] => {
    const isHere = (mark: { readonly index: number }) => mark.index === index;
    const date = { label: intraday ? 'Time' : 'Date', value: clock.label(index), isPlain: true };
    const compared = overlays.map(({ ticker, percent }) =>
      detail(ticker, () => changeText(format, percent[index] ?? Number.NaN)),
    );
    const point = forecast?.points[index - bars];
    if (point !== undefined) return [date, ...estimateFacts(format, response, point), ...compared];
    if (index >= bars) return [date, { label: 'Trades', value: 'no trades yet', isPlain: true }];
    return oneOfEachLabel([
      date,
      ...barFacts(format, chart, clock, { index, from }),
      ...shown.events.filter(isHere),
      ...shown.forecasts.filter(isHere).flatMap(({ state, facts }) => {
        const label = 'Your forecast';
        return [{ label, value: state === 'open' ? state : `closed ${state}` }].concat(facts);
      }),
      ...compared,
      ...view.indicators.flatMap((indicator, i) => {
        if (indicator.isHidden) return [];
        return lineLabels(indicator).map((label, line) =>
          detail(label, () =>
            indicatorWriter(format, indicator.kind, response)(lines[i]?.[line]?.[index] ?? Number.NaN),
          ),
        );
      }),
    ]);
  };
}

function barFacts(
  format: Format,
  chart: ShownChart,
  clock: BarClock,
  { index, from }: { readonly index: number; readonly from: number },
): readonly ReadoutItem[] {
  const { listing, view, series } = chart;
  const { candles, intraday, base, baseIndex } = series;
  // A change counts from the first bar on screen, on a percent scale and intraday from the scale's zero.
  const start = intraday || view.scale === 'percent' ? baseIndex : from;
  const before = intraday ? base : (candles.close[start] ?? Number.NaN);
  const since = intraday?.closeBefore?.name.toLowerCase() ?? clock.short(start);
  const change = ((candles.close[index] ?? Number.NaN) / before - 1) * 100;
  const closeText = extendedText(format, series, index);
  return [
    ...candleFacts(format, listing.response, candles, index, intraday?.dayBase(index), closeText),
    ...(index < start ? [] : [{ label: `Since ${since}`, value: changeText(format, change) }]),
  ];
}

/** "$530.99 close · $534.03 after hours" for an intraday bar outside regular trading; `null` for others. */
export function extendedText(format: Format, { candles, intraday }: WorkbenchSeries, bar: number) {
  const extended = intraday?.extendedAt(bar) ?? null;
  if (intraday === null || extended === null) return null;
  const price = format.price(candles.close[bar] ?? Number.NaN, intraday.response);
  const name = extended.part === 'pre' ? 'pre-market' : 'after hours';
  const close =
    extended.close === undefined ? '' : `${format.price(extended.close, intraday.response)} close · `;
  return `${close}${price} ${name}`;
}

/** Joins facts with the same label, because keyboard, strip and table identify facts by it. */
export function oneOfEachLabel(items: readonly ReadoutItem[]): ReadoutItem[] {
  return [...Map.groupBy(items, ({ label }) => label).values()].flatMap((same) =>
    same.length === 1
      ? same
      : Object.assign({}, ...same, { value: same.map(({ value }) => value).join('; ') }),
  );
}
