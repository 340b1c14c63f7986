import { RANGE_LABELS, type RangeLabel } from '#compute';
import { useCallback, useMemo, useRef } from 'react';
import { areaLayer, trendColor } from '../../shared/chart/area-layer.ts';
import { ChartFigure } from '../../shared/chart/chart-figure.tsx';
import type { ReadoutItem } from '../../shared/chart/chart-readout.tsx';
import type { ChartSpec } from '../../shared/chart/chart-spec.ts';
import { ExportButtons } from '../../shared/export/export-buttons.tsx';
import { formatSessionDate } from '../../shared/format/dates.ts';
import { changeDecimals, formatPrice, formatSignedPrice } from '../../shared/format/money.ts';
import { formatPercent } from '../../shared/format/percent.ts';
import { Card } from '../../shared/ui/card.tsx';
import { Segmented } from '../../shared/ui/segmented.tsx';
import styles from './cards.module.css';
import { changeInRange, rangeSeries } from './range-series.ts';
import type { ListingData } from './state.ts';

const COLUMN_NAMES = ['close'];

/** Spec section 9. */
const CHART_HEIGHT_PX = 300;

const SPEC: ChartSpec = {
  series: [{ scale: 'price', line: { color: trendColor, widthPx: 1.5 } }],
  layers: [areaLayer],
};

const NO_MARKS = {};

interface PerformanceCardProps {
  readonly data: ListingData;
  readonly range: RangeLabel;
  readonly onRange: (range: RangeLabel) => void;
}

/** The price over a chosen range, and the change over every range. A range longer than the history shows all there is. */
export function PerformanceCard({ data, range: chosen, onRange }: PerformanceCardProps) {
  const { candles, analysis, response } = data;
  const { currency } = response;
  const { performance } = analysis;
  const range = performance[chosen] === null ? 'ALL' : chosen;
  const { dates, closes } = useMemo(() => rangeSeries(candles, range), [candles, range]);
  const columns = useMemo(() => [closes], [closes]);
  const tiles = useRef<HTMLDListElement>(null);
  const first = closes[0] ?? Number.NaN;
  const last = closes.at(-1) ?? Number.NaN;

  const readout = useCallback(
    (index: number): ReadoutItem[] => {
      const price = closes[index] ?? Number.NaN;
      const { change, changePercent } = changeInRange(price, first);
      const tone = change >= 0 ? 'gain' : 'loss';
      return [
        { label: 'Date', value: formatSessionDate(dates[index] ?? Number.NaN, 'full'), isPlain: true },
        { label: 'Price', value: formatPrice(price, currency) },
        {
          label: 'Change',
          value: `${formatSignedPrice(change, currency, changeDecimals(price))} (${formatPercent(changePercent, { signed: true })})`,
          tone,
        },
      ];
    },
    [closes, dates, first, currency],
  );
  const formatAxis = useCallback(
    (price: number, decimals: number) => formatPrice(price, currency, decimals),
    [currency],
  );

  const summary =
    `${response.ticker} over ${range}: from ${formatPrice(first, currency)} to ${formatPrice(last, currency)}, ` +
    `${formatPercent(changeInRange(last, first).changePercent, { signed: true })}. The price axis does not start at zero.`;
  return (
    <Card
      title="Performance"
      flush
      actions={
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
      }
      footer={
        <>
          Change over every range{' '}
          <ExportButtons
            exportable={{
              title: 'Change by range',
              kind: 'prices',
              rows: async () => (await import('./listing-rows.ts')).rangeRows(performance),
            }}
            picture={tiles}
          />
        </>
      }
    >
      <dl ref={tiles} className={styles.ranges}>
        {RANGE_LABELS.map((label) => {
          const percent = performance[label];
          return (
            percent !== null && (
              <div key={label}>
                <dt>{label}</dt>
                <dd className={percent >= 0 ? styles.gain : styles.loss}>
                  {formatPercent(percent, { signed: true })}
                </dd>
              </div>
            )
          );
        })}
      </dl>
      <ChartFigure
        label="Performance chart"
        summary={summary}
        spec={SPEC}
        dates={dates}
        columns={columns}
        marks={NO_MARKS}
        columnNames={COLUMN_NAMES}
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
