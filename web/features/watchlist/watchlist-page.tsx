import { DEFAULT_HORIZON_DAYS } from '#compute';
import { Star } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { ExportButtons } from '../../shared/export/export-buttons.tsx';
import { jointProvenance } from '../../shared/export/joint-provenance.ts';
import { ProvenanceProvider } from '../../shared/export/provenance.ts';
import { AddTickerForm } from '../../shared/search/add-ticker-form.tsx';
import { formatLocalTime } from '../../shared/format/dates.ts';
import { useAtomValue } from '../../shared/state/store.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { RetryBanner } from '../../shared/ui/retry-banner.tsx';
import { useNow } from '../../shared/ui/use-now.ts';
import { useOnline } from '../../shared/ui/use-online.ts';
import { WorkPage } from '../../shared/ui/work-page.tsx';
import { oldestMs, type QuotesLoad } from '../../shared/watchlist/quotes-state.ts';
import { useWatchlist } from '../../shared/watchlist/use-watchlist.ts';
import type { Watchlist } from '../../shared/watchlist/watchlist.ts';
import { isWatched, MAX_WATCHED, type WatchlistItems } from '../../shared/watchlist/watchlist-items.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { TransferCard } from './transfer-card.tsx';
import { useRemoval } from './use-removal.ts';
import { readyQuotes, watchlistExport } from './watchlist-export.ts';
import styles from './watchlist-page.module.css';
import { WatchlistTable } from './watchlist-table.tsx';

/** As many as the comparison takes. */
const COMPARED = 5;

/** The user's watched listings. */
export function WatchlistPage() {
  const watchlist = useWatchlist();
  return watchlist && <Page watchlist={watchlist} />;
}

function Page({ watchlist }: { watchlist: Watchlist }) {
  const items = useAtomValue(watchlist.itemsAtom);
  const isKept = useAtomValue(watchlist.isKeptAtom);
  const load = useAtomValue(watchlist.quotesAtom);
  const [alertsOf, setAlertsOf] = useState<string | null>(null);
  const removal = useRemoval(watchlist, items);
  const table = useRef<HTMLTableElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => watchlist.watch('list'), [watchlist]);

  const failure = load.status === 'idle' ? undefined : load.failure;
  const dialogItem = items.find(({ ticker }) => ticker === alertsOf);
  const known = alertsOf === null ? undefined : load.quotes.get(alertsOf);
  const ready = useMemo(() => readyQuotes(items, load.quotes), [items, load.quotes]);
  const provenance = useMemo(
    () => (ready.length === 0 ? null : jointProvenance('Watchlist', ready)),
    [ready],
  );
  const isSample = ready.some(({ source }) => source === 'sample');

  function add(ticker: string, name: string): string | null {
    if (isWatched(items, ticker)) return `${ticker} is on the list.`;
    if (items.length >= MAX_WATCHED) return `The list holds ${MAX_WATCHED} listings.`;
    watchlist.add([{ ticker, name, alerts: [] }]);
    return null;
  }

  return (
    <WorkPage
      title="Watchlist"
      lead="Kept in this browser, for you alone. Model signals and estimates, not advice."
      action={<AddTickerForm onAdd={add} />}
      heading={heading}
    >
      {!isKept && (
        <Banner tone="info" title="Not saved">
          This browser’s storage is full or refuses. Your changes last until you close the page.
        </Banner>
      )}
      {failure !== undefined && failure.reason !== 'aborted' && (
        <RetryBanner
          message={(failure.reason === 'refused' && failure.message) || 'Failed to fetch data'}
          isRetrying={load.status === 'loading'}
          onRetry={() => void watchlist.refresh()}
          focusNext={heading}
        />
      )}
      {removal.ticker !== null && (
        <Banner
          tone="info"
          action={
            <Button
              size="sm"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- the star that had the focus went with its row
              autoFocus
              onClick={() => {
                // The button goes; the focus must not go with it.
                heading.current?.focus();
                removal.undo();
              }}
            >
              Undo
            </Button>
          }
        >
          {removal.ticker} is off the list.
        </Banner>
      )}
      {items.length === 0 ? (
        <EmptyState
          title="Nothing watched yet"
          icon={<Star size={20} strokeWidth={1.75} aria-hidden />}
          action={<ButtonLink href="/prediction">Find a listing</ButtonLink>}
        >
          Add a ticker above, or press the star beside a listing on the analysis page.
        </EmptyState>
      ) : (
        <section className={styles.card} aria-label="Watched listings">
          <div className={styles.bar}>
            <Status load={load} items={items} isSample={isSample} />
            <ProvenanceProvider value={provenance}>
              <ExportButtons exportable={watchlistExport(items, load.quotes)} picture={table} />
            </ProvenanceProvider>
            <ButtonLink size="sm" href={compareUrl(items)}>
              Compare the first {Math.min(items.length, COMPARED)}
            </ButtonLink>
            <Button size="sm" aria-busy={load.status === 'loading'} onClick={() => void watchlist.refresh()}>
              Refresh
            </Button>
          </div>
          <WatchlistTable
            table={table}
            watchlist={watchlist}
            items={items}
            quotes={load.quotes}
            onAlerts={setAlertsOf}
          />
          <p className={styles.foot}>
            P(≥ +2%) is the estimated chance of a close at least 2% above the current price after{' '}
            {DEFAULT_HORIZON_DAYS} trading days. The signal describes the past trend.{' '}
            <Link href="/method">How they are made</Link>
          </p>
        </section>
      )}
      <TransferCard watchlist={watchlist} items={items} />
      {dialogItem !== undefined && (
        <AlertDialog
          watchlist={watchlist}
          item={dialogItem}
          currency={known?.status === 'ready' ? known.currency : ''}
          onClose={() => setAlertsOf(null)}
        />
      )}
    </WorkPage>
  );
}

/** A tab left overnight says yesterday's date. */
const CLOCK_MS = 60_000;

/** How old the rows are, and whether the market behind them is a simulated one. */
function Status({ load, items, isSample }: { load: QuotesLoad; items: WatchlistItems; isSample: boolean }) {
  const isOnline = useOnline();
  const sinceMs = oldestMs(tickersOf(items), load);
  const nowMs = useNow(CLOCK_MS);
  const time = sinceMs === null ? null : formatLocalTime(sinceMs, nowMs);
  return (
    <div className={styles.status}>
      {isSample && <span className={styles.sample}>Sample market: simulated prices</span>}
      <output>
        {!isOnline && `Offline${time === null ? '' : `: prices from ${time}`}.`}
        {isOnline && time === null && load.status === 'loading' && 'Loading prices...'}
        {isOnline && time !== null && `Updated ${time}.`}
      </output>
    </div>
  );
}

function tickersOf(items: WatchlistItems): readonly string[] {
  return items.map(({ ticker }) => ticker);
}

function compareUrl(items: WatchlistItems): string {
  const tickers = tickersOf(items.slice(0, COMPARED));
  return `/compare?${new URLSearchParams({ tickers: tickers.join(',') })}`;
}
