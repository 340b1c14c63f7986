import { RANGE_LABELS, rangeStart, type Candles, type RangeLabel } from '#compute';
import styles from '../report/cards.module.css';
import { useFormat } from '../../../shared/format/use-format.ts';
import { areaFill, trendColor } from '../../../shared/charts/price-layers.ts';
import { dateFact } from '../../../shared/charts/session-facts.ts';
import { Segmented } from '../../../shared/ui/field.tsx';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import { useSetAtom } from '../../../store.ts';
import { showViewAtom, useStockView } from '../use-stock-view.ts';
import { WorkbenchLink } from './technical-chart.tsx';
import { eventsLayer, LETTERS, priceEvents } from '../../../shared/charts/price-events.ts';
import { PriceChartCard, type PriceChartSpec } from './price-chart-card.tsx';

const PERFORMANCE: PriceChartSpec = {
  title: 'Performance',
  titleId: 'performance',
  label: 'Performance chart',
  columnNames: ['close'],
  spec: {
    series: [{ scale: 'price', line: { color: trendColor, widthPx: 1.5, fill: areaFill } }],
    bottomShare: 0.07,
  },
  heightPx: 300,
  phoneHeightPx: 300,
  isZoomable: false,
  show(format, { candles, response }, range) {
    const { dates, closes } = rangeSeries(candles, range);
    const actions = response.corporate_actions ?? { dividends: [], splits: [] };
    const events = priceEvents(format, dates, actions, response);
    const first = closes[0] ?? Number.NaN;
    const last = closes.at(-1) ?? Number.NaN;
    const sinceFirst = (price: number) => format.percent((price / first - 1) * 100, { signed: true });
    return {
      summary:
        `${response.ticker} over ${range}: from ${format.range(first, last, response)}, ` +
        `${sinceFirst(last)}. The price axis doesn’t start at zero.`,
      dates,
      columns: [closes],
      annotations: { layers: [eventsLayer(events)] },
      readout(index) {
        const price = closes[index] ?? Number.NaN;
        const change = format.signedPrice(price - first, response, price);
        return [
          dateFact(format, dates[index], 'full'),
          { label: 'Price', value: format.price(price, response) },
          {
            label: 'Change',
            value: `${change} (${sinceFirst(price)})`,
            tone: price >= first ? 'gain' : 'loss',
          },
          ...events.filter((event) => event.index === index),
        ];
      },
      resetKey: `${response.ticker} ${range} ${dates.length}`,
    };
  },
};

export function PerformanceCard({ data }: { data: Listing }) {
  const format = useFormat();
  const view = useStockView();
  const showView = useSetAtom(showViewAtom);
  const { performance } = data.analysis;
  const range = performance[view.range] === null ? 'ALL' : view.range;
  const { dividends = [], splits = [] } = data.response.corporate_actions ?? {};
  return (
    <PriceChartCard
      data={data}
      spec={PERFORMANCE}
      range={range}
      {...(dividends.length + splits.length > 0 && { subtitle: LETTERS })}
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
            onChange={(chosen) => showView({ range: chosen })}
          />
        </>
      }
      above={
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
      }
    />
  );
}

/** Views on a range's dates and closes; on the whole history if it is shorter than the range. */
export function rangeSeries({ time, close }: Candles, label: RangeLabel) {
  const start = rangeStart(time, label) ?? 0;
  return { dates: time.subarray(start), closes: close.subarray(start) };
}
