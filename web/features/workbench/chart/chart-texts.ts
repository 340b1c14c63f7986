/** Texts of the chart: on the axis, in the plot, and the facts of one session. */
import { priceAxisPx } from '#compute';
import { useCallback, useMemo } from 'react';
import type { ReadoutItem } from '../../../shared/charts/chart-parts.tsx';
import type { ChartAnnotations, ChartLayer } from '../../../shared/charts/chart-spec.ts';
import { eventsLayer } from '../../../shared/charts/price-events.ts';
import type { Format } from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';
import { fanEdge } from '../../../shared/charts/forecast-layers.ts';
import { candleFacts, estimateFacts } from '../../../shared/charts/session-facts.ts';
import type { BarClock } from '../data/intraday-series.ts';
import { hasOwnPane, indicatorWriter, lineLabels } from '../view/chosen-indicators.ts';
import { extremesLayer, forecastsLayer, priceLevelsLayer, sessionsLayer } from './layers.ts';
import { CLOSE } from './chart-spec.ts';
import type { ShownChart } from '../data/annotations.tsx';

/** A change in percent; zero has no sign. */
export function changeText(format: Format, percent: number): string {
  return format.percent(percent, { signed: percent !== 0 });
}

const HIGH = 2;
const LOW = 3;

/** As wide as most labels of the panes below the price. */
const WIDE_LABEL = '0000.00';

/** Annotations of the price chart and of the panes: last price, high and low, the fan's end, marks. */
export function useChartAnnotations(
  { listing, view: { scale, style, indicators }, series, annotations: shown }: ShownChart,
  { ticks }: BarClock,
  drawings: ChartLayer,
) {
  const format = useFormat();
  const { response } = listing;
  const isPercent = scale === 'percent';
  const formatAxis = useCallback(
    (value: number, decimals: number) =>
      isPercent
        ? `${format.fixed(value, decimals, { signed: value !== 0 })}%`
        : format.price(value, response, decimals),
    [isPercent, response, format],
  );
  /** Texts that stand together on the axis; for a percent scale the values are percents. */
  const writeAll = useCallback(
    (values: readonly number[]) =>
      isPercent ? values.map((value) => changeText(format, value)) : format.prices(values, response),
    [isPercent, response, format],
  );
  const { candles, intraday, forecast, dates, place } = series;
  /** Shared by all panes: day starts, extended hours, the estimated part and the axis width. */
  const sessions = useMemo((): ChartAnnotations => {
    const ends = [Math.max(...candles.high), Math.min(...candles.low)];
    const axis = { priceAxisPx: priceAxisPx([...writeAll(ends), WIDE_LABEL]) };
    if (intraday === null) return forecast === null ? axis : { ...axis, estimateFrom: candles.time.length };
    const { dayStarts } = intraday;
    const shaded = intraday.response.session_parts.filter(({ part }) => part !== 'regular');
    return { ...axis, ...(ticks && { ticks }), layers: [sessionsLayer(shaded, dayStarts)] };
  }, [intraday, forecast, candles, ticks, writeAll]);
  const annotations = useMemo((): ChartAnnotations => {
    const last = candles.time.length - 1;
    const close = candles.close[last] ?? Number.NaN;
    const value = place(close);
    const end = forecast?.points.at(-1);
    const bounds = end ? [end.low80, end.high80].map((price) => place(price) ?? Number.NaN) : [];
    const [tagText = '', ...edgeTexts] = writeAll([value ?? Number.NaN, ...bounds]);
    // Candles reach from low to high; a line has closes only.
    const [highSeries, lowSeries] = style === 'candles' ? [HIGH, LOW] : [CLOSE, CLOSE];
    const before = intraday?.closeBefore ?? null;
    const levels = [
      ...(before === null ? [] : [{ price: before.price, text: before.name }]),
      ...shown.alerts,
    ].map(({ price, text }) => ({ value: place(price), text }));
    const forecasts = shown.forecasts.map(({ index, state }) => ({
      index,
      state,
      value: place(candles.close[index] ?? Number.NaN),
    }));
    return {
      ...sessions,
      // The lowest pane shows them.
      hidesDates: indicators.some(hasOwnPane),
      ...(value !== null && {
        tag: {
          value,
          text: tagText,
          // An intraday bar is compared with the previous close, not with its own open.
          tone:
            close >= (intraday?.dayBase(last) ?? candles.open[last] ?? Number.NaN)
              ? ('gain' as const)
              : ('loss' as const),
        },
      }),
      ...(forecast !== null && { edge: fanEdge(forecast, dates.length - 1, edgeTexts, place) }),
      layers: [
        ...(sessions.layers ?? []),
        priceLevelsLayer(levels),
        eventsLayer(shown.events),
        forecastsLayer(forecasts),
        extremesLayer(highSeries, lowSeries, (side, at) => `${side} ${writeAll([at])[0]}`),
        drawings,
      ],
    };
  }, [candles, intraday, forecast, dates, place, sessions, shown, style, writeAll, drawings, indicators]);
  return { annotations, paneAnnotations: sessions, formatAxis };
}

type Readout = (index: number) => ReadoutItem[];

/** The facts of one session: prices for the strip; with overlays and indicators for speech and table. */
export function useReadouts({ listing, view, series, annotations: shown }: ShownChart, clock: BarClock) {
  const format = useFormat();
  const { response } = listing;
  const { candles, intraday, forecast, overlays, lines, baseIndex, base } = series;
  const bars = candles.time.length;
  const since = intraday?.closeBefore?.name.toLowerCase() ?? clock.short(baseIndex);

  const session: Readout = (index) => {
    const date = {
      label: intraday ? 'Time' : 'Date',
      value: clock.label(index),
      isPlain: true,
    };
    const point = forecast?.points[index - bars];
    if (point !== undefined) return [date, ...estimateFacts(point, { format, quoted: response })];
    if (index >= bars) return [date, { label: 'Trades', value: 'no trades yet', isPlain: true }];
    const close = candles.close[index] ?? Number.NaN;
    return [
      date,
      ...candleFacts(candles, index, { format, quoted: response }, intraday?.dayBase(index)),
      { label: `Since ${since}`, value: changeText(format, (close / base - 1) * 100) },
      ...shown.events.filter((event) => event.index === index),
    ];
  };
  const forecastsAt = (index: number) =>
    shown.forecasts.filter((forecastMark) => forecastMark.index === index);

  const strip: Readout = (index) =>
    oneOfEachLabel([
      ...session(index),
      ...forecastsAt(index).map(({ state }) => ({
        label: 'Your forecast',
        value: state === 'open' ? state : `closed ${state}`,
      })),
    ]);

  const readout: Readout = (index) =>
    oneOfEachLabel([
      ...session(index),
      ...forecastsAt(index).flatMap(({ facts }) => facts),
      ...overlays.map(({ ticker, percent }) => ({
        label: ticker,
        value: changeText(format, percent[index] ?? Number.NaN),
      })),
      ...(index < bars ? view.indicators : []).flatMap((one, i) => {
        const write = indicatorWriter(format, one.kind, response);
        return lineLabels(one).map((label, line) => ({
          label,
          value: write(lines[i]?.[line]?.[index] ?? Number.NaN),
        }));
      }),
    ]);
  return { strip, readout };
}

/** Joins facts with the same label, because keyboard, strip and table identify facts by it. */
export function oneOfEachLabel(items: readonly ReadoutItem[]): ReadoutItem[] {
  const byLabel = new Map<string, ReadoutItem>();
  for (const item of items) {
    const before = byLabel.get(item.label);
    byLabel.set(item.label, before ? { ...before, value: `${before.value}; ${item.value}` } : item);
  }
  return [...byLabel.values()];
}
