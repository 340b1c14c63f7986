import { formatDays, linearPlace, RANGE_LABELS } from '#compute';
import { memo, useCallback, useDeferredValue, useId, useMemo, useRef, type Ref } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { ExportMenu } from '../../shared/export/export-buttons.tsx';
import { jointProvenance } from '../../shared/format/exportable.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { HorizonChoice, Segmented } from '../../shared/ui/field.tsx';
import { useMediaQuery } from '../../shared/browser/browser-state.ts';
import { Skeleton, Spinner } from '../../shared/ui/loading.tsx';
import { ChartFigure, type ExportableChart } from '../../shared/charts/chart-figure.tsx';
import { dateFact, type ReadoutItem } from '../../shared/charts/session-facts.ts';
import type { ChartSpec } from '../../shared/charts/chart-spec.ts';
import styles from './compare-page.module.css';
import { CompareCards, CompareTable } from './compare-table.tsx';
import { placeOf, styleAt } from './compare-view.ts';
import { useCompareView, type Compared, type ComparisonLoad } from './use-comparison.ts';

export function CompareOutcome({ load: { compared, error, isLoading } }: { load: ComparisonLoad }) {
  // Deferred, so that the pressed button is painted before the lines and the table change.
  const deferred = useDeferredValue(compared);
  if (error !== null) {
    return (
      <Banner tone="error" title="Error" action={<RangeChoice />}>
        {error.message === 'no_shared_days'
          ? 'These listings have fewer than two trading days in common in this range. Choose a longer range or remove a listing.'
          : 'Couldn’t load the comparison. Reload the page.'}
      </Banner>
    );
  }
  if (compared === null) {
    return (
      <Card title="Rebased to 100" actions={<RangeChoice />} flush>
        {isLoading ? (
          <div className={styles.waiting}>
            <Spinner label="Loading stock data..." />
            <Skeleton height={360} />
          </div>
        ) : (
          <p className={styles.waiting}>Couldn’t load prices for any of these listings.</p>
        )}
      </Card>
    );
  }
  const shown = deferred ?? compared;
  return (
    <div className={styles.outcome} aria-busy={isLoading || shown !== compared}>
      <Ready compared={shown} />
    </div>
  );
}

function RangeChoice() {
  const { view, show } = useCompareView();
  return (
    <Segmented
      label="Range"
      options={RANGE_LABELS.map((label) => ({ value: label, label }))}
      value={view.range}
      onChange={(range) => show({ range })}
    />
  );
}

function ForecastHorizon() {
  const { view, show } = useCompareView();
  return <HorizonChoice value={view.horizonDays} onChange={(horizonDays) => show({ horizonDays })} />;
}

const Ready = memo(function Ready({ compared }: { compared: Compared }) {
  const format = useFormat();
  const { members, comparison } = compared;
  const subject = members.map(({ ticker }) => ticker).join(' ');
  const provenance = jointProvenance(
    subject,
    members.map(({ response }) => response),
  );
  const chart = useRef<ExportableChart>(null);
  const noteId = useId();
  // Only one of the two is rendered, so that screen readers do not hear both.
  const isNarrow = useMediaQuery('(width <= 640px)');
  const [List, below] = isNarrow ? [CompareCards, 'Beside'] : [CompareTable, 'Below'];
  const day = (at: number) => format.sessionDate(comparison.time[at] ?? Number.NaN, 'day');
  const isSample = members.some(({ response }) => response.source === 'sample');
  const late = members.filter((_, i) => comparison.isLate[i]);
  return (
    <>
      <Card
        title="Rebased to 100"
        subtitle={`${day(0)} = 100${isSample ? ' · Sample market: simulated prices' : ''}`}
        actions={<RangeChoice />}
        menu={<ExportMenu title="Rebased to 100" chart={chart} provenance={provenance} />}
        flush
        footer={
          late.length > 0 &&
          `Range shortened: ${late.map(({ ticker }) => ticker).join(', ')} ${late.length === 1 ? 'has' : 'have'} no earlier prices.`
        }
      >
        <CompareChart ref={chart} compared={compared} />
      </Card>
      <Card
        title="Forecasts and track records"
        actions={<ForecastHorizon />}
        footer="Model estimates, not advice."
        flush
      >
        <p id={noteId} className={styles.caption}>
          Change from {day(0)} to {day(comparison.lastShared)}, each in its own currency. Ranges, chances and
          track records are for {formatDays(compared.view.horizonDays)} ahead, in trading days. {below} each
          range: the same range as a change from the current price. {below} each score: its 95% interval.
        </p>
        <List compared={compared} labelledBy={noteId} />
      </Card>
    </>
  );
});

const CHART_HEIGHT_PX = 360;

/** Every listing as an index that starts at 100 on the same day. It has no value on days without a session. */
function CompareChart({ ref, compared }: { ref: Ref<ExportableChart>; compared: Compared }) {
  const format = useFormat();
  const { view, members, comparison } = compared;
  const { time, rebased, lastShared, changePercent } = comparison;
  const places = members.map(({ ticker }) => placeOf(view, ticker)).join();
  // The same for any range and horizon, because a new spec takes a new chart.
  const spec = useMemo<ChartSpec>(
    () => ({
      series: places.split(',').map((place) => {
        const { color, ...line } = styleAt(Number(place));
        return { scale: 'price', line: { ...line, color: (theme) => theme[color], spansGaps: true } };
      }),
      contain: [100],
    }),
    [places],
  );
  const columns = useMemo(() => rebased.map((values) => Array.from(values, linearPlace)), [rebased]);
  const index = useCallback(
    (value: number, decimals = 1) => (Number.isNaN(value) ? 'no trading' : format.fixed(value, decimals)),
    [format],
  );
  const readout = (at: number): ReadoutItem[] => [
    dateFact(format, time[at], 'full'),
    ...members.map(({ ticker }, i) => ({ label: ticker, value: index(rebased[i]?.[at] ?? Number.NaN) })),
  ];
  const names = members.map(({ ticker }) => ticker);
  const changes = members.map(
    ({ ticker }, i) => `${ticker} ${format.percent(changePercent[i] ?? Number.NaN, { signed: true })}`,
  );
  return (
    <ChartFigure
      ref={ref}
      label="Comparison"
      summary={
        `Each listing starts at 100 on ${format.sessionDate(time[0] ?? Number.NaN, 'day')}. ` +
        `Change to ${format.sessionDate(time[lastShared] ?? Number.NaN, 'day')}: ${changes.join(', ')}.`
      }
      spec={spec}
      dates={time}
      columns={columns}
      columnNames={names}
      heightPx={CHART_HEIGHT_PX}
      formatAxis={index}
      resetKey={`${view.range} ${names.join(' ')} ${time.length}`}
      readout={readout}
      restIndex={lastShared}
      isZoomable
    />
  );
}
