import { expectedText, lastTradeDate, moveRarityText } from '#compute';
import type { ExpectedDate } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { datesQuery } from '../../shared/api/listing-queries.ts';
import { nowMs } from '../../shared/api/server-clock.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge, Delta } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import styles from './today-page.module.css';
import { isUnusual, type Move } from './today.ts';

interface MovesCardProps {
  readonly rows: readonly Move[];
  readonly isWaiting: boolean;
}

/** Unusual moves; the others are collapsed. All of them while no move is known. */
export function MovesCard({ rows, isWaiting }: MovesCardProps) {
  const isKnown = rows.some(({ quote }) => quote !== null);
  const unusual = isKnown ? rows.filter((row) => isUnusual(row) || row.error !== null) : rows;
  const others = rows.filter((row) => !unusual.includes(row));
  return (
    <Card title="Watchlist moves" subtitle="Most unusual first, compared with each listing’s own history.">
      {unusual.length > 0 && <MoveRows rows={unusual} isWaiting={isWaiting} />}
      {others.length > 0 && (
        <details className="disclosure">
          <summary>
            {others.length}{' '}
            {unusual.length > 0 ? 'more, not' : others.length === 1 ? 'move, not' : 'moves, none'} unusual
          </summary>
          <MoveRows rows={others} isWaiting={isWaiting} />
        </details>
      )}
    </Card>
  );
}

function MoveRows({ rows, isWaiting }: MovesCardProps) {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={row.item.ticker}>
          <MoveRow row={row} isWaiting={isWaiting} />
        </li>
      ))}
    </ul>
  );
}

function MoveRow({ row: { item, quote, error }, isWaiting }: { row: Move; isWaiting: boolean }) {
  const format = useFormat();
  const { ticker, name } = item;
  const rarity = quote?.move_rarity ?? null;
  const change = quote?.day_change_percent ?? Number.NaN;
  return (
    <>
      <p className={styles.move}>
        <Link href={`/prediction?${new URLSearchParams({ ticker })}`}>
          <strong>{ticker}</strong>
        </Link>
        <span className="ellipsis note">{name}</span>
        {quote !== null && (
          <>
            <span className={styles.figure}>{format.price(quote.current_price, quote)}</span>
            <span className={styles.change}>
              <Delta value={change} text={format.percent(change, { signed: true })} />
            </span>
          </>
        )}
      </p>
      <p className="note">
        {quote === null &&
          (error ?? (isWaiting ? <Skeleton width="min(320px, 80%)" /> : 'No price right now.'))}
        {quote !== null &&
          `${format.isoDate(lastTradeDate(quote), 'short')}: ${rarity === null ? 'not enough history to say how unusual this is' : moveRarityText(format, rarity)}.`}
        {quote?.stale === true && ' Stale price.'}
      </p>
    </>
  );
}

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
          <summary>{later.length} later</summary>
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
