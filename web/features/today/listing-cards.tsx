import { lastTradeDate, moveRarityText } from '#compute';
import { Link } from 'wouter';
import { useFormat } from '../../shared/format/use-format.ts';
import { Delta } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './today-page.module.css';
import { isUnusual, type Move } from './today.ts';

interface MovesCardProps {
  readonly rows: readonly Move[];
  readonly isWaiting: boolean;
}

/** Unusual moves; the others are collapsed, as most are, so that little moves when prices arrive. */
export function MovesCard({ rows, isWaiting }: MovesCardProps) {
  const isKnown = rows.some(({ quote }) => quote !== null);
  const listed = rows.filter((row) => isUnusual(row) || row.error !== null || (!isKnown && !isWaiting));
  const others = rows.filter((row) => !listed.includes(row));
  const plain = listed.length > 0 ? 'more, not' : others.length === 1 ? 'move, not' : 'moves, none';
  return (
    <Card title="Watchlist moves" subtitle="Most unusual first, compared with each listing’s own history.">
      {listed.length > 0 && <MoveRows rows={listed} />}
      {others.length > 0 && (
        <details className="disclosure" data-skeleton={isKnown ? undefined : ''}>
          <summary>{isKnown ? `${others.length} ${plain} unusual` : 'Loading prices…'}</summary>
          {isKnown && <MoveRows rows={others} />}
        </details>
      )}
    </Card>
  );
}

function MoveRows({ rows }: Pick<MovesCardProps, 'rows'>) {
  return (
    <ul className={styles.rows}>
      {rows.map((row) => (
        <li key={row.item.ticker}>
          <MoveRow {...row} />
        </li>
      ))}
    </ul>
  );
}

function MoveRow({ item, quote, error }: Move) {
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
        {quote === null && (error ?? 'No price right now.')}
        {quote !== null &&
          `${format.isoDate(lastTradeDate(quote), 'short')}: ${rarity === null ? 'not enough history to say how unusual this is' : moveRarityText(format, rarity)}.`}
        {quote?.stale === true && ' Stale price.'}
      </p>
    </>
  );
}
