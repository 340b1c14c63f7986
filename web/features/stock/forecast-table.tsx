import type { ForecastPoint } from '#compute';
import { useRef } from 'react';
import { ExportButtons } from '../../shared/export/export-buttons.tsx';
import { changeDecimals, formatPrice, formatSignedPrice } from '../../shared/format/money.ts';
import { formatPercent, formatShare } from '../../shared/format/percent.ts';
import { useWritten } from '../../shared/settings/writing-key.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './cards.module.css';
import { forecastRows } from './forecast-rows.ts';
import { hasForecast, type ListingData } from './state.ts';

/** Spec section 4: green for BUY, red for SELL, grey otherwise. */
const TONE = { BUY: 'gain', SELL: 'loss', HOLD: 'neutral' } as const;

const NO_POINTS: readonly ForecastPoint[] = [];

/** The forecast day by day against the current price, with the odds that the median alone would hide. */
export function ForecastTable({ data }: { data: ListingData }) {
  const { currentPrice } = data.analysis;
  const points = hasForecast(data) ? data.analysis.forecast.points : NO_POINTS;
  const { currency } = data.response;
  const rows = useWritten(() => forecastRows(points, currentPrice), [points, currentPrice]);
  const decimals = changeDecimals(currentPrice);
  const table = useRef<HTMLTableElement>(null);
  return (
    <Card
      title="Forecast Signals"
      flush
      actions={
        rows.length > 0 && (
          <ExportButtons
            exportable={{
              title: 'Forecast Signals',
              kind: 'estimate',
              rows: async () => (await import('./listing-rows.ts')).forecastExportRows(rows),
            }}
            picture={table}
          />
        )
      }
      footer="BUY and SELL need a median move of 2% or more. An honest median rarely moves that far, so rows are nearly always HOLD; the last two columns give the odds of a 2% move."
    >
      {rows.length === 0 ? (
        <p className={styles.empty}>No forecast data available.</p>
      ) : (
        <section
          className={styles.tableScroll}
          aria-label="Forecast signals table"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          tabIndex={0}
        >
          <table ref={table} className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Signal</th>
                <th scope="col">Predicted</th>
                <th scope="col">Δ Price</th>
                <th scope="col">Δ %</th>
                <th scope="col" title="Chance of a price at least 2% above the current one">
                  P(≥ +2%)
                </th>
                <th scope="col" title="Chance of a price at least 2% below the current one">
                  P(≤ −2%)
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => {
                const tone = row.change >= 0 ? styles.gain : styles.loss;
                return (
                  <tr key={row.id}>
                    <th scope="row">{row.dateLabel}</th>
                    <td>
                      <Badge tone={TONE[row.signal]}>{row.signal}</Badge>
                    </td>
                    <td>{formatPrice(row.price, currency)}</td>
                    <td className={tone}>{formatSignedPrice(row.change, currency, decimals)}</td>
                    <td className={tone}>{formatPercent(row.changePercent, { signed: true })}</td>
                    <td>{formatShare(row.probabilityBuy)}</td>
                    <td>{formatShare(row.probabilitySell)}</td>
                  </tr>
                );
              })}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}
