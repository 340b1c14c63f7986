import {
  changeDecimals,
  changeTone,
  forecastSignal,
  type ForecastPoint,
  type ForecastSignal,
  type Format,
} from '#compute';
import { useMemo } from 'react';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { VisuallyHidden } from '../../../shared/ui/announcement.tsx';
import styles from './cards.module.css';
import { hasForecast, type ListingData } from '../listing-data.ts';

const TONE = { BUY: 'gain', SELL: 'loss', HOLD: 'neutral' } as const;

const NO_POINTS: readonly ForecastPoint[] = [];

/** The forecast day by day against the current price, with the odds that the median alone would hide. */
export function ForecastTable({ data }: { data: ListingData }) {
  const format = useFormat();
  const { currentPrice } = data.analysis;
  const points = hasForecast(data) ? data.analysis.forecast.points : NO_POINTS;
  const { currency } = data.response;
  const rows = useMemo(() => forecastRows(format, points, currentPrice), [format, points, currentPrice]);
  const decimals = changeDecimals(currentPrice);
  return (
    <Card
      title="Forecast Signals"
      titleId="signals"
      flush
      footer="BUY or SELL: an estimate 2% or more away. Last columns: the chance of such a rise or fall."
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
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Date</th>
                <th scope="col">Signal</th>
                <th scope="col">Predicted</th>
                <th scope="col">Δ Price</th>
                <th scope="col">Δ %</th>
                <th scope="col" title="Chance of a price at least 2% above the current one">
                  <VisuallyHidden>Chance of </VisuallyHidden>+2%
                </th>
                <th scope="col" title="Chance of a price at least 2% below the current one">
                  <VisuallyHidden>Chance of </VisuallyHidden>−2%
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.date}>
                  <th scope="row">{row.dateLabel}</th>
                  <td>
                    <Badge tone={TONE[row.signal]}>{row.signal}</Badge>
                  </td>
                  <td>{format.price(row.price, currency)}</td>
                  <td className={row.tone}>{format.signedPrice(row.change, currency, decimals)}</td>
                  <td className={row.tone}>{format.percent(row.changePercent, { signed: true })}</td>
                  <td>{format.share(row.probabilityBuy)}</td>
                  <td>{format.share(row.probabilitySell)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

interface ForecastRow extends ForecastPoint {
  readonly dateLabel: string;
  readonly signal: ForecastSignal;
  readonly change: number;
  /** Percent: 2 means 2 %. */
  readonly changePercent: number;
  readonly tone: ReturnType<typeof changeTone>;
}

/**
 * Rows of the forecast against the current price. A point whose price is not a number is dropped; a current price that is
 * zero, negative or not a number gives no rows.
 */
export function forecastRows(
  format: Format,
  points: readonly ForecastPoint[],
  currentPrice: number,
): ForecastRow[] {
  if (!(currentPrice > 0)) return [];
  return points
    .filter(({ price }) => Number.isFinite(price))
    .map((point) => {
      const change = point.price - currentPrice;
      const changePercent = (change / currentPrice) * 100;
      return Object.assign({}, point, {
        dateLabel: format.isoDate(point.date, 'short'),
        signal: forecastSignal(changePercent),
        change,
        changePercent,
        tone: changeTone(point, currentPrice),
      });
    });
}
