import { lastTradeDate, moveRarityText } from '#compute';
import type { WatchedListing } from '../../shared/alerts/watched-quotes.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { AnalysisLink } from '../../shared/sign-in/analysis-link.tsx';
import { Delta } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import styles from './today-page.module.css';

/** The watchlist, rarest move first. Listings of unknown rarity come last, in the list's order. */
export function moves(listings: readonly WatchedListing[]): readonly WatchedListing[] {
  return listings.toSorted((a, b) => shareOf(a) - shareOf(b));
}

/** A move is unusual if it happens at most once in this many sessions. Our choice. */
const UNUSUAL_ONCE_IN = 10;

export function isUnusual(listing: WatchedListing): boolean {
  return shareOf(listing) * UNUSUAL_ONCE_IN <= 1;
}

/** Share of past sessions that moved at least as far; 2 if unknown, to sort last. */
function shareOf({ quote }: WatchedListing): number {
  return quote?.move_rarity ? quote.move_rarity.as_large / quote.move_rarity.sessions : 2;
}

interface MovesCardProps {
  readonly rows: readonly WatchedListing[];
  readonly isWaiting: boolean;
}

/** Unusual moves; the others are collapsed, as most are, so that little moves when prices arrive. */
export function MovesCard({ rows, isWaiting }: MovesCardProps) {
  const isKnown = rows.some(({ quote }) => quote !== null);
  const listed = rows.filter(
    (row) => isUnusual(row) || (row.quote === null && row.error !== null) || (!isKnown && !isWaiting),
  );
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
      {rows.map(({ ticker, name, quote, error }) => {
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
