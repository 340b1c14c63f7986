import { lastTradeDate, moveRarityText } from '#compute';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { Delta } from '../../shared/ui/badge.tsx';
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
