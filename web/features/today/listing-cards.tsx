/** The watchlist's moves, and its next dividend and earnings dates. */
import { expectedText, moveRarityText } from '#compute';
import type { ExpectedDate } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { datesQuery } from '../../shared/api/dates-query.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge, Delta } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import styles from './today-page.module.css';
import type { Move } from './today.ts';

/** Moves shown at first; the others, which are less unusual, are collapsed. */
const SHOWN = 10;

interface MovesCardProps {
  readonly rows: readonly Move[];
  /** Whether prices may still be loading. */
  readonly isWaiting: boolean;
}

export function MovesCard({ rows, isWaiting }: MovesCardProps) {
  return (
    <Card title="Watchlist moves" subtitle="Most unusual first, compared with each listing’s own history.">
      {rows.length === 0 ? (
        <p className="note">
          Your watchlist is empty. <Link href="/watchlist">Star some listings</Link> to see their moves here.
        </p>
      ) : (
        <MoveRows rows={rows.slice(0, SHOWN)} isWaiting={isWaiting} />
      )}
      {rows.length > SHOWN && (
        <details className="disclosure">
          <summary>{rows.length - SHOWN} more</summary>
          <MoveRows rows={rows.slice(SHOWN)} isWaiting={isWaiting} />
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
        {quote?.stale === true && 'Stale price. '}
        {rarity !== null && moveRarityText(format, { sessions: rarity.sessions, asLarge: rarity.as_large })}
        {quote !== null && rarity === null && 'Not enough history to say how unusual this is.'}
      </p>
    </>
  );
}

export function NextCard({ tickers }: { tickers: readonly string[] }) {
  const format = useFormat();
  const { data, error } = useQuery(datesQuery(tickers));
  const dates = (data?.dates ?? [])
    .flatMap(({ requested_ticker: ticker, dividend, results }) => [
      { ticker, eventName: 'ex-dividend date', next: dividend },
      { ticker, eventName: 'earnings', next: results?.next ?? null },
    ])
    .flatMap(({ ticker, eventName, next }) => (next === null ? [] : { ticker, eventName, next }))
    .toSorted((a, b) => (a.next.date < b.next.date ? -1 : 1));
  const isLoading = error === null && tickers.length > 0 && dates.length === 0 && (data?.due ?? 1) > 0;
  return (
    <Card title="Upcoming dates">
      {isLoading && <Skeleton height={64} />}
      {!isLoading && dates.length === 0 && (
        <p className="note">
          {error === null
            ? 'No upcoming dividend or earnings dates known for your watchlist.'
            : 'Upcoming dates aren’t available right now. Try again later.'}
        </p>
      )}
      {dates.length > 0 && (
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
      )}
    </Card>
  );
}

/** How far off an estimated date may be. */
function accuracyText({ status, plus_minus_days: days, n }: ExpectedDate): string {
  if (status === 'confirmed') return 'Announced or filed.';
  return `±${days} days: 9 in 10 of ${n} past estimates were at least this close.`;
}
