import { expectedText } from '#compute';
import type { ExpectedDate } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { datesQuery } from '../api/listing-queries.ts';
import { nowMs } from '../api/server-clock.ts';
import { useFormat } from '../format/use-format.ts';
import { Badge } from '../ui/badge.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/loading.tsx';
import styles from '../ui/ruled-list.module.css';

export function useUpcoming(tickers: readonly string[]) {
  const { data, error } = useQuery(datesQuery(tickers));
  const dates = (data?.dates ?? [])
    .flatMap(({ requested_ticker: ticker, dividend, results }) => [
      { ticker, eventName: 'ex-dividend date', next: dividend },
      { ticker, eventName: 'earnings', next: results?.next ?? null },
    ])
    .flatMap(({ ticker, eventName, next }) => (next === null ? [] : { ticker, eventName, next }))
    .toSorted((a, b) => (a.next.date < b.next.date ? -1 : 1));
  return {
    dates,
    hasFailed: error !== null,
    isLoading: error === null && tickers.length > 0 && dates.length === 0 && (data?.due ?? 1) > 0,
  };
}

export type Upcoming = ReturnType<typeof useUpcoming>;

const AHEAD_MS = 14 * 86_400_000;

const NEXT_DATES = 6;

/** The dates of the next two weeks, six at most, and the later ones. */
export function UpcomingCard({ dates, isLoading }: Upcoming) {
  const until = new Date(nowMs() + AHEAD_MS).toISOString().slice(0, 10);
  const next = dates.filter(({ next: { date } }) => date <= until).slice(0, NEXT_DATES);
  const later = dates.slice(next.length);
  if (dates.length === 0 && !isLoading) return null;
  return (
    <Card title="Upcoming dates">
      {isLoading && <Skeleton height={64} />}
      <Dates dates={next} />
      {later.length > 0 && (
        <details className="disclosure">
          <summary>
            {next.length === 0 ? `None in the next 2 weeks. ${later.length} later` : `${later.length} later`}
          </summary>
          <Dates dates={later} />
        </details>
      )}
    </Card>
  );
}

function Dates({ dates }: { readonly dates: readonly Upcoming['dates'][number][] }) {
  const format = useFormat();
  return (
    <ul className={styles.rows}>
      {dates.map(({ ticker, eventName, next }) => (
        <li key={`${ticker} ${eventName}`}>
          <p>
            <strong>{ticker}</strong> {expectedText(format, eventName, next)}{' '}
            <Badge tone={next.status === 'confirmed' ? 'accent' : 'neutral'}>{next.status}</Badge>
          </p>
          <p className="note">{accuracyText(next)}</p>
        </li>
      ))}
    </ul>
  );
}

function accuracyText({ status, plus_minus_days: days, n }: ExpectedDate): string {
  if (status === 'confirmed') return 'Announced or filed.';
  return `±${days} days: 9 in 10 of ${n} past estimates were at least this close.`;
}
