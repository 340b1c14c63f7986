import { DEFAULT_HORIZON_DAYS, type Format } from '#compute';
import { useState } from 'react';
import { Link } from 'wouter';
import { ExportButton } from '../../shared/export/export-buttons.tsx';
import { jointProvenance } from '../../shared/format/exportable.ts';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import type { Watchlist } from '../../shared/user/watchlist.ts';
import { spokenListing, useFormat } from '../../shared/format/use-format.ts';
import { Announcement, type ScreenReaderMessage } from '../../shared/ui/announcement.tsx';
import { useOnline } from '../../shared/browser/browser-state.ts';
import { useNow } from '../../shared/ui/use-now.ts';
import type { QuoteRows } from '../../shared/api/quotes-query.ts';
import { GroupChoice, GroupDialog, useShownGroup } from './watchlist-groups.tsx';
import styles from './watchlist-page.module.css';
import { commonTimeMs, readyQuotes, watchlistExport } from './watchlist-rows.ts';
import { WatchlistTable } from './watchlist-table.tsx';

/** Most listings that the comparison takes. */
const COMPARED = 5;

interface WatchedListingsProps {
  readonly items: Watchlist;
  readonly rows: QuoteRows;
  readonly isFetching: boolean;
  readonly onRefresh: () => void;
}

export function WatchedListings(props: WatchedListingsProps) {
  const { items, rows, isFetching, onRefresh } = props;
  const group = useShownGroup(items);
  /** The listing whose group is being changed; empty for any. */
  const [grouped, setGrouped] = useState<string | null>(null);
  const shown = group === null ? items : items.filter((item) => item.group === group);
  const quotes = readyQuotes(shown, rows);
  const provenance = quotes.length === 0 ? null : jointProvenance('Watchlist', quotes);

  return (
    <section className={styles.card} aria-label="Watched listings">
      <div className={styles.bar}>
        <GroupChoice items={items} />
        <WatchlistStatus items={shown} rows={rows} isFetching={isFetching} />
        <ExportButton exportable={watchlistExport(shown, rows)} provenance={provenance} />
        <ButtonLink size="sm" href={compareUrl(shown)}>
          {shown.length > COMPARED ? `Compare the first ${COMPARED}` : 'Compare'}
        </ButtonLink>
        <Button size="sm" onClick={() => setGrouped('')}>
          Groups…
        </Button>
        <Button size="sm" aria-busy={isFetching} onClick={onRefresh}>
          Refresh
        </Button>
      </div>
      <WatchlistTable items={shown} known={rows} isPart={group !== null} onGroup={setGrouped} />
      {grouped !== null && <GroupDialog ticker={grouped} onClose={() => setGrouped(null)} />}
      <p className={styles.foot}>
        Chance of +2% or −2%: the model’s estimate that the listing closes at least 2% higher or lower in{' '}
        {DEFAULT_HORIZON_DAYS} trading days. The signal describes the past trend; “was” shows the signal at
        the previous close. How rare: how often past sessions moved at least as far.{' '}
        <Link href="/method">How these work</Link>
      </p>
    </section>
  );
}

function compareUrl(items: Watchlist): string {
  const tickers = items.slice(0, COMPARED).map(({ ticker }) => ticker);
  return `/compare?${new URLSearchParams({ tickers: tickers.join(',') })}`;
}

type StatusProps = Omit<WatchedListingsProps, 'onRefresh'>;

/** When and where the list's prices are from. */
function WatchlistStatus({ items, rows, isFetching }: StatusProps) {
  const format = useFormat();
  const isOnline = useOnline();
  const nowMs = useNow();
  const quotes = readyQuotes(items, rows);
  const time = quotes.length === 0 ? null : format.time(commonTimeMs(quotes), null, nowMs);
  const isSample = quotes.some(({ source }) => source === 'sample');
  const isWaiting = items.some(({ ticker }) => (rows.get(ticker)?.quote.status ?? 'pending') === 'pending');
  const offline =
    time === null
      ? 'Offline. Prices will load when you’re back online.'
      : `Offline. Showing prices from ${time}; they’ll refresh when you’re back online.`;
  const loading = isWaiting && isFetching ? [{ of: 'loading', text: 'Loading prices' }] : [];
  return (
    <div className={styles.status}>
      {/* Not a live region, because it changes every minute. */}
      <p>
        {!isOnline && offline}
        {isOnline && time === null && isFetching && 'Loading prices…'}
        {isOnline && time !== null && `Prices from ${time}`}
        {isOnline && time !== null && !isSample && ` · ${jointProvenance('', quotes).source}`}
      </p>
      {isSample && <span className="chip">Sample market: simulated prices</span>}
      <Announcement messages={isOnline ? loading : [{ of: 'offline', text: offline }]} />
      <Announcement messages={isWaiting ? null : quoteMessages(format, items, rows)} />
    </div>
  );
}

function quoteMessages(format: Format, items: Watchlist, rows: QuoteRows): ScreenReaderMessage[] {
  return items.flatMap(({ ticker }) => {
    const quote = rows.get(ticker)?.quote;
    if (quote?.status === 'failed') return { of: `${ticker} failed`, text: `${ticker}: ${quote.error}` };
    if (quote?.status !== 'ready') return [];
    return { of: ticker, text: spokenListing(format, quote, quote.ai_signal) };
  });
}
