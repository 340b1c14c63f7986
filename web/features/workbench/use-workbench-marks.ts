import { useCallback, useMemo } from 'react';
import type { ChartMarks } from '../../shared/charts/chart-spec.ts';
import { useFormat } from '../../shared/format/use-format.ts';
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
  const { candles, forecast, dates, place } = series;
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
    return {
      ...(value !== null && {
        tag: {
          value,
          text: write(value),
          tone: close >= (candles.open[last] ?? Number.NaN) ? ('gain' as const) : ('loss' as const),
        },
      }),
      ...(forecast !== null && {
        estimateFrom: candles.time.length,
        edge: { index: dates.length - 1, levels },
      }),
      layers: [extremesLayer(highSeries, lowSeries, (side, at) => `${side} ${write(at)}`)],
    };
  }, [candles, forecast, dates, place, style, write]);
  const isEstimated = forecast !== null;
  const bars = candles.time.length;
  const paneMarks = useMemo(
    (): ChartMarks => (isEstimated ? { estimateFrom: bars } : {}),
    [isEstimated, bars],
  );
  return { marks, paneMarks, formatAxis, write };
}
