import { RANGE_LABELS, rangeStart, type Candles, type RangeLabel } from '#compute';
import { useMemo, useRef } from 'react';
import styles from '../report/cards.module.css';
import { useFormat } from '../../../shared/format/use-format.ts';
import { areaLayer, trendColor } from '../../../shared/charts/price-layers.ts';
import { ChartFigure, usePriceAxis } from '../../../shared/charts/chart-figure.tsx';
import type { ReadoutItem } from '../../../shared/charts/chart-parts.tsx';
import { dateFact } from '../../../shared/charts/session-facts.ts';
import type { ChartSpec } from '../../../shared/charts/chart-spec.ts';
import { ExportMenu } from '../../../shared/export/export-buttons.tsx';
import type { ExportableChart } from '../../../shared/export/export-files.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { Segmented } from '../../../shared/ui/field.tsx';
import { provenanceOf, type ListingData } from '../listing-data.ts';
import { WorkbenchLink } from './technical-chart.tsx';
import { eventsLayer, LETTERS, priceEvents } from '../../../shared/charts/price-events.ts';

const COLUMN_NAMES = ['close'];

const CHART_HEIGHT_PX = 300;

const SPEC: ChartSpec = {
  series: [{ scale: 'price', line: { color: trendColor, widthPx: 1.5 } }],
  layers: [areaLayer],
  // Room for the event letters.
  bottomShare: 0.07,
};

interface PerformanceCardProps {
  readonly data: ListingData;
  readonly range: RangeLabel;
  readonly onRange: (range: RangeLabel) => void;
}

/** The price over a chosen range, and the change over every range. A range longer than the history shows the whole history. */
export function PerformanceCard({ data, range: chosen, onRange }: PerformanceCardProps) {
  const format = useFormat();
  const { candles, analysis, response } = data;
  const { performance } = analysis;
  const chart = useRef<ExportableChart>(null);
  const range = performance[chosen] === null ? 'ALL' : chosen;
  const { dates, closes } = useMemo(() => rangeSeries(candles, range), [candles, range]);
  const { corporate_actions: actions } = response;
  const hasEvents = actions !== null && actions.dividends.length + actions.splits.length > 0;
  const events = useMemo(
    () => (hasEvents ? priceEvents(format, dates, actions, response) : []),
    [hasEvents, actions, format, dates, response],
  );
  const annotations = useMemo(() => ({ layers: [eventsLayer(events)] }), [events]);
  const columns = useMemo(() => [closes], [closes]);
  const first = closes[0] ?? Number.NaN;
  const last = closes.at(-1) ?? Number.NaN;

  const percentSinceFirst = (price: number) => format.percent((price / first - 1) * 100, { signed: true });

  const readout = (index: number): ReadoutItem[] => {
    const price = closes[index] ?? Number.NaN;
    return [
      dateFact(format, dates[index], 'full'),
      { label: 'Price', value: format.price(price, response) },
      {
        label: 'Change',
        value: `${format.signedPrice(price - first, response, price)} (${percentSinceFirst(price)})`,
        tone: price >= first ? 'gain' : 'loss',
      },
      ...events.filter((event) => event.index === index),
    ];
  };
  const formatAxis = usePriceAxis(response);

  const summary =
    `${response.ticker} over ${range}: from ${format.range(first, last, response)}, ` +
    `${percentSinceFirst(last)}. The price axis doesn’t start at zero.`;
  return (
    <Card
      title="Performance"
      titleId="performance"
      {...(hasEvents && { subtitle: LETTERS })}
      flush
      actions={
        <>
          <span className={styles.wideNote}>
            <WorkbenchLink data={data} view={{ range, style: 'area' }} />
          </span>
          <Segmented
            label="Range"
            options={RANGE_LABELS.map((label) => ({
              value: label,
              label,
              disabled: performance[label] === null,
            }))}
            value={range}
            onChange={onRange}
          />
        </>
      }
      menu={<ExportMenu title="Performance" chart={chart} provenance={provenanceOf(format, data)} />}
    >
      <dl className={styles.ranges}>
        {RANGE_LABELS.map((label) => {
          const percent = performance[label];
          return (
            percent !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={percent >= 0 ? 'gain' : 'loss'}>
                  {format.percent(percent, { signed: true })}
                </dd>
              </div>
            )
          );
        })}
      </dl>
      <ChartFigure
        ref={chart}
        label="Performance chart"
        summary={summary}
        spec={SPEC}
        dates={dates}
        columns={columns}
        annotations={annotations}
        columnNames={COLUMN_NAMES}
        quoted={response}
        heightPx={CHART_HEIGHT_PX}
        formatAxis={formatAxis}
        defaultBars={dates.length}
        resetKey={`${response.ticker} ${range} ${dates.length}`}
        readout={readout}
        restIndex={dates.length - 1}
        isZoomable={false}
      />
    </Card>
  );
}

/** Views on a range's dates and closes; on the whole history if it is shorter than the range. */
export function rangeSeries({ time, close }: Candles, label: RangeLabel) {
  const start = rangeStart(time, label) ?? 0;
  return { dates: time.subarray(start), closes: close.subarray(start) };
}
