import { outcomeDots } from '#compute';
import { Card } from '../../../shared/ui/card.tsx';
import { useFormat } from '../../../shared/format/use-format.ts';
import type { StockData } from '../listing-data.ts';
import styles from './odds-card.module.css';

/** The outcomes at the horizon as 20 dots, with a mark at the price of now, and the chance of a rise in words. */
export function OddsCard({ data }: { data: StockData }) {
  const format = useFormat();
  const end = data.analysis.forecast.points.at(-1);
  if (end === undefined) return null;
  const { below, within, above, lower } = outcomeDots(end);
  return (
    <Card title="Odds">
      <p>Of 20 equally likely outcomes by {format.isoDate(end.date, 'short')}:</p>
      <ul className={styles.odds}>
        <li>
          <Dots count={below} />
          {below} below −2%
        </li>
        <li>
          <span className={styles.middle}>
            <Dots count={lower - below} />
            <Dots count={within + below - lower} />
          </span>
          {within} within ±2%
        </li>
        <li>
          <Dots count={above} />
          {above} above +2%
        </li>
      </ul>
      <p className={styles.rise}>
        Chance to end higher: {format.share(end.probabilityUp)}. {riseText(end.probabilityUp)}
      </p>
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

/** As close to a half as this, neither side is worth a word. Ours. */
const EVEN_WITHIN = 0.05;

function riseText(probabilityUp: number): string {
  if (Math.abs(probabilityUp - 0.5) <= EVEN_WITHIN) return 'A rise and a fall are about equally likely.';
  return probabilityUp > 0.5 ? 'A rise is the likelier outcome.' : 'A fall is the likelier outcome.';
}
