/** The watchlist beside the chart, with prices and moves. A press shows another listing. */
import type { Ticker } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { readyQuote } from '../../shared/api/quotes-query.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Delta } from '../../shared/ui/badge.tsx';
import { quoteWatchOf } from '../../shared/user/quote-watch.ts';
import { useItemsOf } from '../../shared/user/use-watchlist.tsx';
import type { Watchlist } from '../../shared/user/watchlist.ts';
import styles from './watched-list.module.css';
import { workbenchUrl, type WorkbenchView } from './workbench-url.ts';

interface WatchedListProps {
  readonly watchlist: Watchlist;
  readonly view: WorkbenchView;
}

export function WatchedList({ watchlist, view }: WatchedListProps) {
  const format = useFormat();
  const watch = quoteWatchOf(watchlist);
  const { data } = useQuery(watch.quotesQuery);
  useEffect(() => watch.watch('list'), [watch]);
  return (
    <nav className={styles.list} aria-label="Watchlist">
      {useItemsOf(watchlist).map(({ ticker, name }) => {
        const quote = readyQuote(data.rows, ticker);
        const hasFailed = data.rows.get(ticker)?.quote.status === 'failed';
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
