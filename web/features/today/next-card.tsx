import type { ExpectedDate } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { datesQuery } from '../../shared/api/dates-query.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import styles from './today-page.module.css';

/** Dividends and results of the watched listings, the next one first. */
export function NextCard({ tickers }: { tickers: readonly string[] }) {
  const format = useFormat();
  const { data, error } = useQuery(datesQuery(tickers));
  const dates = (data?.dates ?? [])
    .flatMap(({ requested_ticker: ticker, dividend, results }) => [
      { ticker, what: 'ex-dividend day', next: dividend },
      { ticker, what: 'results', next: results?.next ?? null },
    ])
    .flatMap(({ ticker, what, next }) => (next === null ? [] : { ticker, what, next }))
    .toSorted((a, b) => (a.next.date < b.next.date ? -1 : 1));
  return (
    <Card title="What comes next">
      {data === undefined && error === null && tickers.length > 0 && <Skeleton height={64} />}
      {dates.length === 0 && (data !== undefined || error !== null || tickers.length === 0) && (
        <p className="note">
          {error === null
            ? 'No dividend or results are expected of your listings.'
            : 'The dates cannot be had at the moment.'}
        </p>
      )}
      {dates.length > 0 && (
        <ul className={styles.rows}>
          {dates.map(({ ticker, what, next }) => (
            <li key={`${ticker} ${what}`}>
              <p>
                {format.isoDate(next.date, 'short')}: <strong>{ticker}</strong> {what}{' '}
                <Badge tone={next.status === 'confirmed' ? 'accent' : 'neutral'}>{next.status}</Badge>
              </p>
              <p className="note">{errorText(next)}</p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** How far off such an estimate was. */
function errorText({ status, plus_minus_days: days, n }: ExpectedDate): string {
  if (status === 'confirmed') return 'Announced or filed.';
  return `± ${days} days: nine in ten of ${n} past estimates were no further off.`;
}
