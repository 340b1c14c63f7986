/** What is written about the bars: on the axis and into the plot, and the facts of one session. */
import { useCallback, useMemo } from 'react';
import type { ReadoutItem } from '../../../shared/charts/chart-parts.tsx';
import type { ChartMarks } from '../../../shared/charts/chart-spec.ts';
import { eventsLayer } from '../../../shared/charts/price-events.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { BarClock } from './bar-clock.ts';
import type { ChartMarkSet, ForecastState } from './chart-marks.tsx';
import { indicatorWriter, lineLabels, type ChosenIndicator } from './chosen-indicators.ts';
import { extremesLayer, forecastMarksLayer, priceLevelsLayer, sessionsLayer } from './workbench-layers.ts';
import type { WorkbenchSeries } from './workbench-series.ts';
import { CLOSE } from './workbench-spec.ts';
import type { WorkbenchView } from '../workbench-url.ts';

const HIGH = 2;
const LOW = 3;

/** What is written on the axis and into the plot: last price, high and low, the fan's end. */
export function useWorkbenchMarks(
  series: WorkbenchSeries,
  { scale, style }: Pick<WorkbenchView, 'scale' | 'style'>,
  currency: string,
  { ticks }: BarClock,
  marked: ChartMarkSet,
) {
  const format = useFormat();
  const isPercent = scale === 'percent';
  /** A value of the scale. */
  const formatAxis = useCallback(
    (value: number, decimals: number) =>
      isPercent
        ? `${format.fixed(value, decimals, { signed: true })}%`
        : format.price(value, currency, decimals),
    [isPercent, currency, format],
  );
  const write = useCallback(
    (value: number) => (isPercent ? format.percent(value, { signed: true }) : format.price(value, currency)),
    [isPercent, currency, format],
  );
  const { candles, withinDay, forecast, dates, place } = series;
  /** What all panes have: where days begin, what trading there is, what is estimated. */
  const sessions = useMemo((): ChartMarks => {
    if (withinDay === null) return forecast === null ? {} : { estimateFrom: candles.time.length };
    const { response, dayStarts } = withinDay;
    const shaded = response.session_parts.filter(({ part }) => part !== 'regular');
    return { ...(ticks && { ticks }), layers: [sessionsLayer(shaded, dayStarts)] };
  }, [withinDay, forecast, candles, ticks]);
  const marks = useMemo((): ChartMarks => {
    const last = candles.time.length - 1;
    const close = candles.close[last] ?? Number.NaN;
    const value = place(close);
    const end = forecast?.points.at(-1);
    const levels = (end === undefined ? [] : [end.low80, end.high80]).flatMap((price) => {
      const level = place(price);
      return level === null ? [] : [{ value: level, text: write(level) }];
    });
    // Candles reach from low to high, a line has its closes only.
    const [highSeries, lowSeries] = style === 'candles' ? [HIGH, LOW] : [CLOSE, CLOSE];
    const before = withinDay?.closeBefore ?? null;
    const named = [
      ...(before === null ? [] : [{ price: before.price, text: before.name }]),
      ...marked.alerts,
    ].flatMap(({ price, text }) => {
      const level = place(price);
      return level === null ? [] : [{ value: level, text }];
    });
    const made = marked.forecasts.flatMap(({ index, state }) => {
      const at = place(candles.close[index] ?? Number.NaN);
      return at === null ? [] : [{ index, state, value: at }];
    });
    return {
      ...sessions,
      ...(value !== null && {
        tag: {
          value,
          text: write(value),
          // A minute says little: the day is seen from the close before it.
          tone:
            close >= (before?.price ?? candles.open[last] ?? Number.NaN)
              ? ('gain' as const)
              : ('loss' as const),
        },
      }),
      ...(forecast !== null && {
        edge: { index: dates.length - 1, levels },
      }),
      layers: [
        ...(sessions.layers ?? []),
        priceLevelsLayer(named),
        eventsLayer(marked.events),
        forecastMarksLayer(made),
        extremesLayer(highSeries, lowSeries, (side, at) => `${side} ${write(at)}`),
      ],
    };
  }, [candles, withinDay, forecast, dates, place, sessions, marked, style, write]);
  return { marks, paneMarks: sessions, formatAxis, write };
}

type Readout = (index: number) => ReadoutItem[];

/** How forecasts came out, against their 80 % range. */
const STATES: Readonly<Record<ForecastState, string>> = {
  open: 'open',
  inside: 'ended inside',
  outside: 'ended outside',
};

/** The facts of one session: its price for the strip, and with them overlays and indicators for speech and table. */
export function useReadouts(
  series: WorkbenchSeries,
  indicators: readonly ChosenIndicator[],
  currency: string,
  clock: BarClock,
  marked: ChartMarkSet,
): { readonly strip: Readout; readonly readout: Readout } {
  const format = useFormat();
  return useMemo(() => {
    const { candles, withinDay, forecast, overlays, lines, baseIndex, base } = series;
    const bars = candles.time.length;
    const price = (value: number) => format.price(value, currency);
    const since = withinDay?.closeBefore?.name.toLowerCase() ?? clock.short(baseIndex);

    const session: Readout = (index) => {
      const date = {
        label: withinDay ? 'Time' : 'Date',
        value: clock.label(index),
        isPlain: true,
      };
      const point = forecast?.points[index - bars];
      if (point !== undefined) {
        return [
          date,
          { label: 'Estimate', value: price(point.price), tone: 'accent' },
          { label: '80%', value: `${price(point.low80)} to ${price(point.high80)}` },
          { label: '95%', value: `${price(point.low95)} to ${price(point.high95)}` },
        ];
      }
      const at = (column: Float64Array) => column[index] ?? Number.NaN;
      const close = at(candles.close);
      return [
        date,
        { label: 'O', value: price(at(candles.open)) },
        { label: 'H', value: price(at(candles.high)) },
        { label: 'L', value: price(at(candles.low)) },
        { label: 'C', value: price(close), tone: close >= at(candles.open) ? 'gain' : 'loss' },
        { label: 'Vol', value: format.volume(at(candles.volume)) },
        {
          label: `Since ${since}`,
          value: format.percent((close / base - 1) * 100, { signed: true }),
        },
        ...marked.events.filter((event) => event.index === index),
      ];
    };
    const forecastsAt = (index: number) => marked.forecasts.filter((mark) => mark.index === index);

    const strip: Readout = (index) =>
      oneOfEachLabel([
        ...session(index),
        ...forecastsAt(index).map(({ state }) => ({ label: 'Your forecast', value: STATES[state] })),
      ]);

    const readout: Readout = (index) =>
      oneOfEachLabel([
        ...session(index),
        ...forecastsAt(index).flatMap(({ facts }) => facts),
        ...overlays.map(({ ticker, percent }) => ({
          label: ticker,
          value: format.percent(percent[index] ?? Number.NaN, { signed: true }),
        })),
        ...(index < bars ? indicators : []).flatMap((one, i) => {
          const write = indicatorWriter(format, one.kind, currency);
          return lineLabels(one).map((label, line) => ({
            label,
            value: write(lines[i]?.[line]?.[index] ?? Number.NaN),
          }));
        }),
      ]);
    return { strip, readout };
  }, [series, indicators, currency, clock, marked, format]);
}

/** The facts with those of one label as one: the keyboard, the strip and the table tell facts apart by their labels. */
export function oneOfEachLabel(items: readonly ReadoutItem[]): ReadoutItem[] {
  const byLabel = new Map<string, ReadoutItem>();
  for (const item of items) {
    const before = byLabel.get(item.label);
    byLabel.set(item.label, before ? { ...before, value: `${before.value}; ${item.value}` } : item);
  }
  return [...byLabel.values()];
}
