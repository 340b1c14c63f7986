import { absenceOf } from '../../../shared/api/stock-api.ts';
import { nowMs } from '../../../shared/api/server-clock.ts';
import styles from './cards.module.css';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { StockColumnsResponse } from '#worker/contract';
import { Card } from '../../../shared/ui/card.tsx';
import { MIN_FORECAST_BARS } from '#compute';
import type { ListingData } from '../listing-data.ts';

/** Key statistics; the last three only where a source states them. */
export function StatsCard({ response }: { response: StockColumnsResponse }) {
  const format = useFormat();
  const { currency, pe_ratio: peRatio, day_high: dayHigh, day_low: dayLow } = response;
  const rows = [
    { name: 'Market Cap', value: format.marketCap(response.market_cap, response.currency) },
    { name: 'Volume', value: format.volume(response.volume) },
    { name: 'P/E Ratio', value: peRatio === null ? undefined : format.fixed(peRatio, 2) },
    { name: 'Day High', value: dayHigh === null ? undefined : format.price(dayHigh, currency) },
    { name: 'Day Low', value: dayLow === null ? undefined : format.price(dayLow, currency) },
  ];
  return (
    <Card title="Stats" titleId="stats">
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

/** In place of the prediction, for a listing that no longer trades or is too young for one. */
export function NoForecastCard({ data: { response, finished } }: { data: ListingData }) {
  const format = useFormat();
  const bars = finished.close.length;
  const { ticker, as_of: asOf } = response;
  const lastTrade = format.isoDate(asOf.slice(0, 10));
  const reason =
    absenceOf(response, bars, nowMs()) === 'not_trading'
      ? `${ticker} no longer trades: its last trade was on ${lastTrade}.`
      : `${ticker} has ${bars} ${bars === 1 ? 'day' : 'days'} of prices. A forecast needs at least ${MIN_FORECAST_BARS}. The last trade was on ${lastTrade}.`;
  return (
    <Card title="Stock Price Prediction" titleId="forecast">
      <p className={styles.quiet}>{reason}</p>
    </Card>
  );
}
