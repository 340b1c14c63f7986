import { useCallback, useMemo } from 'react';
import { formatFixed } from '../../shared/format/conventions.ts';
import { ChartFigure } from '../../shared/chart/chart-figure.tsx';
import type { ReadoutItem } from '../../shared/chart/chart-readout.tsx';
import type { ChartSpec } from '../../shared/chart/chart-spec.ts';
import { formatSessionDate } from '../../shared/format/dates.ts';
import { formatPercent } from '../../shared/format/percent.ts';
import type { Compared } from './compare-state.ts';
import { seriesStyle, type SeriesStyle } from './series-style.ts';

const CHART_HEIGHT_PX = 360;

const NO_MARKS = {};

/** A spec is constant for the life of a chart, so the same lines are given the same one. */
const specs = new Map<string, ChartSpec>();

function specOf(lines: readonly SeriesStyle[]): ChartSpec {
  const key = lines.map(({ color }) => color).join(' ');
  let spec = specs.get(key);
  if (spec === undefined) {
    spec = {
      series: lines.map(({ color, dash, widthPx }) => ({
        scale: 'price',
        line: { color: (theme) => theme[color], widthPx, dash, spansGaps: true },
      })),
      layers: [],
      contain: [100, 100],
    };
    specs.set(key, spec);
  }
  return spec;
}

/** An index that began at 100, with one decimal. */
function formatIndex(value: number, decimals = 1): string {
  return Number.isNaN(value) ? 'no session' : formatFixed(value, decimals);
}

interface CompareChartProps {
  readonly compared: Extract<Compared, { status: 'ready' }>;
}

/** Every listing as an index that began at 100 on the same day. A day without a session of its own has no value. */
export function CompareChart({ compared }: CompareChartProps) {
  const { view, members, comparison } = compared;
  const { time, rebased, lastShared, changePercent } = comparison;
  const spec = specOf(members.map(({ ticker }) => seriesStyle(view, ticker)));
  const columns = useMemo(
    () => rebased.map((index) => Array.from(index, (value) => (Number.isNaN(value) ? null : value))),
    [rebased],
  );
  const readout = useCallback(
    (at: number): ReadoutItem[] => [
      { label: 'Date', value: formatSessionDate(time[at] ?? Number.NaN, 'full'), isPlain: true },
      ...members.map(({ ticker }, i) => ({
        label: ticker,
        value: formatIndex(rebased[i]?.[at] ?? Number.NaN),
      })),
    ],
    [time, rebased, members],
  );
  const names = members.map(({ ticker }) => ticker);
  const changes = members.map(
    ({ ticker }, i) => `${ticker} ${formatPercent(changePercent[i] ?? Number.NaN, { signed: true })}`,
  );
  return (
    <ChartFigure
      label="Comparison"
      summary={
        `Each listing is 100 on ${formatSessionDate(time[0] ?? Number.NaN, 'day')}. ` +
        `Change to ${formatSessionDate(time[lastShared] ?? Number.NaN, 'day')}: ${changes.join(', ')}.`
      }
      spec={spec}
      dates={time}
      columns={columns}
      marks={NO_MARKS}
      columnNames={names}
      heightPx={CHART_HEIGHT_PX}
      formatAxis={formatIndex}
      defaultBars={time.length}
      resetKey={`${view.range} ${names.join(' ')} ${time.length}`}
      readout={readout}
      restIndex={lastShared}
      isZoomable
    />
  );
}
