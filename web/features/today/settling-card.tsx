import { readyQuote, type QuoteRows } from '../../shared/api/quotes-query.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Card } from '../../shared/ui/card.tsx';
import type { JournalEntry } from '../../shared/user-data/forecast-journal.ts';
import styles from './today-page.module.css';

interface SettlingCardProps {
  readonly settling: readonly JournalEntry[];
  readonly rows: QuoteRows;
}

/** The user's forecasts whose target day is today, beside the price now where the listing is watched. */
export function SettlingCard({ settling, rows }: SettlingCardProps) {
  const format = useFormat();
  return (
    <Card title="Forecasts that settle today">
      {settling.length === 0 ? (
        <p className="note">None of yours.</p>
      ) : (
        <ul className={styles.rows}>
          {settling.map(({ ticker, base_date: base, horizon_days: days, low80, high80 }) => {
            const quote = readyQuote(rows, ticker);
            const price = (value: number) => format.price(value, quote?.currency ?? '');
            return (
              <li key={`${ticker} ${base} ${days}`}>
                <p>
                  <strong>{ticker}</strong>: {price(low80)} to {price(high80)}
                </p>
                <p className="note">
                  80% range of {format.isoDate(base, 'short')}
                  {quote !== null && `; now ${price(quote.current_price)}`}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}
