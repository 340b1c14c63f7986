import { useMemo } from 'react';
import type { ReadoutItem } from '../../shared/charts/chart-parts.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import type { BarClock } from './bar-clock.ts';
import type { ForecastState } from './chart-marks.ts';
import type { ChosenIndicator } from './chosen-indicators.ts';
import { indicatorWriter, lineLabels } from './indicator-values.ts';
import type { ChartMarkSet } from './use-chart-marks.ts';
import type { WorkbenchSeries } from './workbench-series.ts';

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
          const write = indicatorWriter(format, one, currency);
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
