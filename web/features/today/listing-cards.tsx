import { lastTradeDate, moveRarityText } from '#compute';
import type { QuoteReady } from '#worker/contract';
import { readyQuote, type QuoteRows } from '../../shared/api/quotes-query.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { AnalysisLink } from '../../shared/sign-in/analysis-link.tsx';
import { Delta } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import type { WatchlistItem, Watchlist } from '../../shared/user/watchlist.ts';
import styles from './today-page.module.css';

export interface Move {
  readonly item: WatchlistItem;
  readonly quote: QuoteReady | null;
  /** Why the server has no price; `null` if it has one or has not said yet. */
  readonly error: string | null;
}

/** The watchlist, rarest move first. Listings of unknown rarity come last, in the list's order. */
export function moves(items: Watchlist, rows: QuoteRows): readonly Move[] {
  return items
    .map((item) => {
      const known = rows.get(item.ticker)?.quote;
      const error = known?.status === 'failed' ? known.error : null;
      return { item, quote: readyQuote(rows, item.ticker), error };
    })
    .toSorted((a, b) => shareOf(a) - shareOf(b));
}

/** A move is unusual if it happens at most once in this many sessions. Our choice. */
const UNUSUAL_ONCE_IN = 10;

export function isUnusual(move: Move): boolean {
  return shareOf(move) * UNUSUAL_ONCE_IN <= 1;
}

/** Share of past sessions that moved at least as far; 2 if unknown, to sort last. */
function shareOf({ quote }: Move): number {
  return quote?.move_rarity ? quote.move_rarity.as_large / quote.move_rarity.sessions : 2;
}

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
  const format = useFormat();
  return (
    <ul className={styles.rows}>
      {rows.map(({ item: { ticker, name }, quote, error }) => {
        const rarity = quote?.move_rarity ?? null;
        const change = quote?.day_change_percent ?? Number.NaN;
        return (
          <li key={ticker}>
            <p className={styles.move}>
              <AnalysisLink ticker={ticker}>
                <strong>{ticker}</strong>
              </AnalysisLink>
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
          </li>
        );
      })}
    </ul>
  );
}
