/** The watchlist beside the chart, with prices and moves. A press shows another listing. */
import type { Ticker } from '#compute';
import { Link } from 'wouter';
import { readyQuote } from '../../../shared/api/quotes-query.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Delta } from '../../../shared/ui/badge.tsx';
import { useWatchedQuotes } from '../../../shared/user/watched-quotes.tsx';
import { useAtomValueRawSync } from '../../../store.ts';
import styles from './watched-list.module.css';
import { urlViewAtom, workbenchUrl } from '../view/workbench-view.ts';

export function WatchedList() {
  const view = useAtomValueRawSync(urlViewAtom);
  const format = useFormat();
  const { items, rows } = useWatchedQuotes();
  return (
    <nav className={styles.list} aria-label="Watchlist">
      {items.map(({ ticker, name }) => {
        const quote = readyQuote(rows, ticker);
        const hasFailed = rows.get(ticker)?.quote.status === 'failed';
        const move = quote?.day_change_percent ?? Number.NaN;
        return (
          <Link
            key={ticker}
            href={workbenchUrl({ ...view, ticker: ticker as Ticker })}
            title={name}
            aria-current={ticker === view.ticker || undefined}
          >
            <strong>{ticker}</strong>
            <span>{quote ? format.price(quote.current_price, quote) : hasFailed ? 'N/A' : '…'}</span>
            <span className="caption">{quote?.stale && 'stale'}</span>
            {quote && <Delta value={move} text={format.percent(move, { signed: true })} />}
          </Link>
        );
      })}
    </nav>
  );
}
