import { outcomeDots } from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import type { StockData } from '../listing-data.ts';
import { LossLines } from './loss-lines.tsx';
import styles from './odds-card.module.css';

export function OddsCard({ data }: { data: StockData }) {
  const format = useFormat();
  const end = data.analysis.forecast.points.at(-1);
  if (end === undefined) return null;
  const { below, within, above, lower } = outcomeDots(end);
  return (
    <Card
      title="Odds"
      subtitle={`Of 20 equally likely outcomes on ${format.isoDate(end.date, 'short')}:`}
      className={styles.card ?? ''}
    >
      <ul className={styles.odds}>
        <li>
          <Dots count={below} />
          {below} fall 2% or more
        </li>
        <li>
          <span className={styles.middle}>
            <Dots count={lower - below} />
            <Dots count={within + below - lower} />
          </span>
          {within} stay within 2%
        </li>
        <li>
          <Dots count={above} />
          {above} rise 2% or more
        </li>
      </ul>
      <LossLines data={data} end={end} />
    </Card>
  );
}

function Dots({ count }: { count: number }) {
  return (
    <span className={styles.dots} aria-hidden="true">
      {Array.from({ length: count }, (_, i) => (
        <i key={i} />
      ))}
    </span>
  );
}
