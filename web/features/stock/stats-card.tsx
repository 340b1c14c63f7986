import type { StockColumnsResponse } from '#worker/contract';
import { formatMarketCap, formatVolume } from '../../shared/format/compact.ts';
import { formatFixed } from '../../shared/format/conventions.ts';
import { formatPrice } from '../../shared/format/money.ts';
import { Card } from '../../shared/ui/card.tsx';
import styles from './cards.module.css';

/** Key statistics; the last three only where a source states them (spec section 2). */
export function StatsCard({ response }: { response: StockColumnsResponse }) {
  const { currency, pe_ratio: peRatio, day_high: dayHigh, day_low: dayLow } = response;
  const rows = [
    { name: 'Market Cap', value: formatMarketCap(response.market_cap, response.currency) },
    { name: 'Volume', value: formatVolume(response.volume) },
    { name: 'P/E Ratio', value: peRatio === null ? undefined : formatFixed(peRatio, 2) },
    { name: 'Day High', value: dayHigh === null ? undefined : formatPrice(dayHigh, currency) },
    { name: 'Day Low', value: dayLow === null ? undefined : formatPrice(dayLow, currency) },
  ];
  return (
    <Card title="Stats">
      <dl className={styles.facts}>
        {rows.map(
          ({ name, value }) =>
            value !== undefined && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </Card>
  );
}
