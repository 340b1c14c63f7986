import { absenceText } from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import type { ListingData } from '../listing-data.ts';
import styles from '../charts/prediction-chart.module.css';

export function NoForecastCard({ data }: { data: ListingData }) {
  const format = useFormat();
  return (
    <Card title="Stock Price Prediction" titleId="forecast">
      <p className={styles.absence}>{absenceText(format, data)}</p>
    </Card>
  );
}
