import { DEFAULT_HORIZON_DAYS } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link } from 'wouter';
import { queryFailure } from '../../shared/api/load-failure.ts';
import { QueryProvider } from '../../shared/api/query-client.tsx';
import { ExportButton, ProvenanceProvider, jointProvenance } from '../../shared/export/export-buttons.tsx';
import { AddTickerForm } from '../../shared/search/add-ticker-form.tsx';
import { useAtomValue } from 'jotai';
import { Banner, RetryBanner } from '../../shared/ui/banner.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { focusIfLost } from '../../shared/ui/focus.ts';
import { WorkPage } from '../../shared/ui/work-page.tsx';
import { useWatchlist } from '../../shared/watchlist/use-watchlist.ts';
import {
  isWatched,
  MAX_WATCHED,
  type WatchlistItems,
  type WatchlistItem,
} from '../../shared/watchlist/watchlist-items.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { GroupChoice, useShownGroup } from './group-choice.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { StartingCard } from './starting-card.tsx';
import { TransferCard } from './transfer-card.tsx';
import { readyQuotes, watchlistExport } from './watchlist-export.ts';
import styles from './watchlist-page.module.css';
import { WatchlistStatus } from './watchlist-status.tsx';
import { WatchlistTable } from './watchlist-table.tsx';
import type { Watchlist } from '../../shared/watchlist/watchlist.ts';

/** As many as the comparison takes. */
const COMPARED = 5;

/** The user's watched listings. */
export function WatchlistPage() {
  const watchlist = useWatchlist();
  return (
    watchlist && (
      <QueryProvider>
        <Page watchlist={watchlist} />
      </QueryProvider>
    )
  );
}

function Page({ watchlist }: { watchlist: Watchlist }) {
  const items = useAtomValue(watchlist.itemsAtom);
  const isKept = useAtomValue(watchlist.isKeptAtom);
  const rejected = useAtomValue(watchlist.rejectedAtom);
  const { data: quotes, error, isFetching } = useQuery(watchlist.quotesQuery);
  const { rows } = quotes;
  const [alertsOf, setAlertsOf] = useState<string | null>(null);
  const [groupOf, setGroupOf] = useState<string | null>(null);
  const [group, setGroup] = useShownGroup(items);
  const shown = useMemo(
    () => (group === null ? items : items.filter((item) => item.group === group)),
    [items, group],
  );
  const removal = useRemoval(watchlist, items, rejected);
  const heading = useRef<HTMLHeadingElement>(null);
  const [refreshes, setRefreshes] = useState(0);
  // The card stays while its stars are pressed: more than one is welcome.
  const [isStarting, setStarting] = useState(false);
  useEffect(() => watchlist.watch('list'), [watchlist]);

  const dialogItem = items.find(({ ticker }) => ticker === alertsOf);
  const known = alertsOf === null ? undefined : rows.get(alertsOf)?.quote;
  const ready = useMemo(() => readyQuotes(shown, rows), [shown, rows]);
  const provenance = useMemo(
    () => (ready.length === 0 ? null : jointProvenance('Watchlist', ready)),
    [ready],
  );
  const isSample = ready.some(({ source }) => source === 'sample');

  function add(ticker: string, name: string): string | null {
    if (isWatched(items, ticker)) return `${ticker} is on the list.`;
    if (items.length >= MAX_WATCHED) return `The list holds ${MAX_WATCHED} listings.`;
    watchlist.acceptRejection();
    watchlist.add([{ ticker, name, alerts: [] }]);
    return null;
  }

  async function refresh() {
    if (isFetching) return;
    await watchlist.refresh();
    setRefreshes((count) => count + 1);
  }

  return (
    <WorkPage
      title="Watchlist"
      lead="For you alone. Model signals and estimates, not advice."
      action={<AddTickerForm onAdd={add} />}
      heading={heading}
    >
      {!isKept && (
        <Banner tone="info" title="Not saved">
          This browser’s storage is full or refuses. Your changes last until you close the page.
        </Banner>
      )}
      {error !== null && (
        <RetryBanner
          message={queryFailure(error, 'this list')?.message ?? ''}
          isRetrying={isFetching}
          onRetry={() => void refresh()}
          focusNext={heading}
        />
      )}
      {removal.ticker !== null && (
        <Banner
          tone="info"
          action={
            <Button
              size="sm"
              key={removal.ticker}
              // The star that had the focus went with its row. It did not where the listing was taken off elsewhere.
              ref={focusIfLost}
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
      {rejected.length > 0 && (
        <Banner
          tone="info"
          action={
            <Button size="sm" onClick={watchlist.acceptRejection}>
              Dismiss
            </Button>
          }
        >
          No listing was found for {rejected.join(', ')}, so the list does not keep{' '}
          {rejected.length === 1 ? 'it' : 'them'}.
        </Banner>
      )}
      {items.length === 0 ? (
        <EmptyState title="Nothing watched yet" icon={<Star size={20} strokeWidth={1.75} aria-hidden />}>
          Choose a listing below or add a ticker above. Every analysis has a star for its listing, too.
        </EmptyState>
      ) : (
        <section className={styles.card} aria-label="Watched listings">
          <div className={styles.bar}>
            <GroupChoice items={items} group={group} onChange={setGroup} />
            <WatchlistStatus
              items={shown}
              rows={rows}
              isSample={isSample}
              isLoading={isFetching}
              refreshes={error === null ? refreshes : null}
            />
            <ProvenanceProvider value={provenance}>
              <ExportButton exportable={watchlistExport(shown, rows)} />
            </ProvenanceProvider>
            <ButtonLink size="sm" href={compareUrl(shown)}>
              {compareLabel(shown)}
            </ButtonLink>
            <Button size="sm" aria-busy={isFetching} onClick={() => void refresh()}>
              Refresh
            </Button>
          </div>
          <WatchlistTable
            watchlist={watchlist}
            items={shown}
            known={rows}
            isPart={group !== null}
            onAlerts={setAlertsOf}
            onGroup={setGroupOf}
          />
          <p className={styles.foot}>
            Chance of +2%: the estimated chance of a close at least 2% above the current price after{' '}
            {DEFAULT_HORIZON_DAYS} trading days. The signal describes the past trend.{' '}
            <Link href="/method">How they are made</Link>
          </p>
        </section>
      )}
      {(items.length === 0 || isStarting) && (
        <StartingCard
          items={items}
          onToggle={(ticker, name) => {
            setStarting(true);
            watchlist.toggle(ticker, name);
          }}
        />
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
      {groupOf !== null && (
        <GroupDialog
          ticker={groupOf}
          items={items}
          onChoose={(chosen) => watchlist.setGroup(groupOf, chosen)}
          onClose={() => setGroupOf(null)}
          focusAfter={heading}
        />
      )}
    </WorkPage>
  );
}

function compareLabel(items: WatchlistItems): string {
  const [first] = items;
  if (first !== undefined && items.length === 1) return `Compare ${first.ticker}`;
  return items.length <= COMPARED ? `Compare all ${items.length}` : `Compare the first ${COMPARED}`;
}

function compareUrl(items: WatchlistItems): string {
  const tickers = items.slice(0, COMPARED).map(({ ticker }) => ticker);
  return `/compare?${new URLSearchParams({ tickers: tickers.join(',') })}`;
}

/** The listing that the user has just taken off the list, until it is back or the next change of length. */
export function useRemoval(watchlist: Watchlist, items: WatchlistItems, rejected: readonly string[]) {
  const [last, setLast] = useState(items);
  const [removed, setRemoved] = useState<{ item: WatchlistItem; index: number } | null>(null);
  if (items !== last) {
    // Set while rendering, as React has it for state that follows from other state.
    setLast(items);
    const index = last.findIndex(({ ticker }) => !isWatched(items, ticker));
    const item = last[index];
    if (items.length !== last.length) {
      setRemoved(item !== undefined && items.length === last.length - 1 ? { item, index } : null);
    }
  }
  return {
    ticker: removed === null || rejected.includes(removed.item.ticker) ? null : removed.item.ticker,
    /** Puts it back with its alerts, where it was. */
    undo() {
      if (removed === null) return;
      watchlist.add([removed.item]);
      watchlist.move(removed.item.ticker, removed.index);
    },
  };
}
