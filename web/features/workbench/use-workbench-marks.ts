import { useCallback, useMemo } from 'react';
import type { ChartMarks } from '../../shared/charts/chart-spec.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import type { BarClock } from './bar-clock.ts';
import { eventsLayer } from '../../shared/charts/price-events.ts';
import type { ChartMarkSet } from './use-chart-marks.ts';
import { forecastMarksLayer, priceLevelsLayer, sessionsLayer } from './mark-layers.ts';
import { extremesLayer } from './workbench-layers.ts';
import type { WorkbenchSeries } from './workbench-series.ts';
import { CLOSE } from './workbench-spec.ts';
import type { WorkbenchView } from './workbench-url.ts';

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
