import { MIN_FORECAST_BARS } from '#compute';
import { Card } from '../../shared/ui/card.tsx';
import styles from './cards.module.css';
import type { ListingData } from './state.ts';

/** In place of the prediction, for a listing that is too young for one. */
export function ShortHistoryCard({ data }: { data: ListingData }) {
  const bars = data.finished.close.length;
  return (
    <Card title="Stock Price Prediction">
      <p className={styles.quiet}>
        {data.response.ticker} has {bars} {bars === 1 ? 'day' : 'days'} of prices. A forecast needs at least{' '}
        {MIN_FORECAST_BARS}. Everything that needs no forecast is shown.
      </p>
    </Card>
  );
}
