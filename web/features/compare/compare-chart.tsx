import { useFormat } from '../../shared/format/use-format.ts';
import { useCallback, useMemo, type Ref } from 'react';
import { ChartFigure } from '../../shared/charts/chart-figure.tsx';
import type { ReadoutItem } from '../../shared/charts/chart-parts.tsx';
import type { ChartSpec } from '../../shared/charts/chart-spec.ts';
import type { ExportableChart } from '../../shared/export/export-content.ts';
import type { Compared } from './use-comparison.ts';
import { seriesStyle, type SeriesStyle } from './series-style.ts';

const CHART_HEIGHT_PX = 360;

const NO_MARKS = {};

/** One line per listing. */
function specOf(lines: readonly SeriesStyle[]): ChartSpec {
  return {
    series: lines.map(({ color, dash, widthPx }) => ({
      scale: 'price',
      line: { color: (theme) => theme[color], widthPx, dash, spansGaps: true },
    })),
    layers: [],
    contain: [100, 100],
  };
}

interface CompareChartProps {
  readonly ref: Ref<ExportableChart>;
  readonly compared: Extract<Compared, { status: 'ready' }>;
}

/** Every listing as an index that began at 100 on the same day. A day without a session of its own has no value. */
export function CompareChart({ ref, compared }: CompareChartProps) {
  const format = useFormat();
  const { view, members, comparison } = compared;
  const { time, rebased, lastShared, changePercent } = comparison;
  const spec = useMemo(() => specOf(members.map(({ ticker }) => seriesStyle(view, ticker))), [view, members]);
  const columns = useMemo(
    () => rebased.map((line) => Array.from(line, (value) => (Number.isNaN(value) ? null : value))),
    [rebased],
  );
  /** An index that began at 100, with one decimal. */
  const index = useCallback(
    (value: number, decimals = 1) => (Number.isNaN(value) ? 'no session' : format.fixed(value, decimals)),
    [format],
  );
  const readout = useCallback(
    (at: number): ReadoutItem[] => [
      { label: 'Date', value: format.sessionDate(time[at] ?? Number.NaN, 'full'), isPlain: true },
      ...members.map(({ ticker }, i) => ({
        label: ticker,
        value: index(rebased[i]?.[at] ?? Number.NaN),
      })),
    ],
    [time, rebased, members, format, index],
  );
  const names = members.map(({ ticker }) => ticker);
  const changes = members.map(
    ({ ticker }, i) => `${ticker} ${format.percent(changePercent[i] ?? Number.NaN, { signed: true })}`,
  );
  return (
    <ChartFigure
      ref={ref}
      label="Comparison"
      summary={
        `Each listing is 100 on ${format.sessionDate(time[0] ?? Number.NaN, 'day')}. ` +
        `Change to ${format.sessionDate(time[lastShared] ?? Number.NaN, 'day')}: ${changes.join(', ')}.`
      }
      spec={spec}
      dates={time}
      columns={columns}
      marks={NO_MARKS}
      columnNames={names}
      heightPx={CHART_HEIGHT_PX}
      formatAxis={index}
      defaultBars={time.length}
      resetKey={`${view.range} ${names.join(' ')} ${time.length}`}
      readout={readout}
      restIndex={lastShared}
      isZoomable
    />
  );
}
