import type { Format } from '../../shared/format/format.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { spokenListing } from '../../shared/format/words.ts';
import { Announcement, type News } from '../../shared/ui/announcement.tsx';
import { useNow, useOnline } from '../../shared/ui/browser-state.ts';
import { oldestMs, type QuoteRows } from '../../shared/watchlist/quotes-query.ts';
import type { WatchlistItems } from '../../shared/watchlist/watchlist-items.ts';
import styles from './watchlist-page.module.css';

/** A tab left overnight says yesterday's date. */
const CLOCK_MS = 60_000;

interface StatusProps {
  readonly items: WatchlistItems;
  readonly rows: QuoteRows;
  readonly isSample: boolean;
  readonly isLoading: boolean;
  /** Presses of the button that brought newer rows; `null` while the last call has failed, which a banner says. */
  readonly refreshes: number | null;
}

/** How old the rows are, and whether the market behind them is a simulated one. */
export function WatchlistStatus({ items, rows, isSample, isLoading, refreshes }: StatusProps) {
  const format = useFormat();
  const isOnline = useOnline();
  const sinceMs = oldestMs(
    items.map(({ ticker }) => ticker),
    rows,
  );
  const nowMs = useNow(CLOCK_MS);
  const time = sinceMs === null ? null : format.localTime(sinceMs, nowMs);
  const isWaiting = items.some(({ ticker }) => (rows.get(ticker)?.quote.status ?? 'pending') === 'pending');
  const offline = `Offline${time === null ? '' : `: prices from ${time}`}.`;
  const news: News[] = [];
  if (!isOnline) news.push({ of: 'offline', text: offline });
  else if (isWaiting && isLoading) news.push({ of: 'loading', text: 'Loading prices' });
  if (refreshes) news.push({ of: `refresh ${refreshes}`, text: 'Prices updated' });
  return (
    <div className={styles.status}>
      {isSample && <span className={styles.sample}>Sample market: simulated prices</span>}
      {/* Not a live region: it changes by the minute. */}
      <p>
        {!isOnline && offline}
        {isOnline && time === null && isLoading && 'Loading prices...'}
        {isOnline && time !== null && `Updated ${time}.`}
      </p>
      <Announcement news={news} />
      <Announcement news={isWaiting ? null : arrivals(format, items, rows)} />
    </div>
  );
}

/** Each listing with its price and signal, or why there is none. */
function arrivals(format: Format, items: WatchlistItems, rows: QuoteRows): News[] {
  return items.flatMap(({ ticker }) => {
    const quote = rows.get(ticker)?.quote;
    if (quote?.status === 'failed') return { of: `${ticker} failed`, text: `${ticker}: ${quote.error}` };
    if (quote?.status !== 'ready') return [];
    const { current_price: price, currency, ai_signal: signal } = quote;
    return { of: ticker, text: spokenListing(format, ticker, { price, currency, signal }) };
  });
}
