import type { Format } from '../../shared/format/format.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { spokenListing } from '../../shared/format/words.ts';
import { DEFAULT_HORIZON_DAYS } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { queryFailure } from '../../shared/api/load-failure.ts';
import { QueryProvider } from '../../shared/api/query-client.tsx';
import { ExportButton, ProvenanceProvider, jointProvenance } from '../../shared/export/export-buttons.tsx';
import { AddTickerForm } from '../../shared/search/add-ticker-form.tsx';
import { useAtomValue } from 'jotai';
import { Announcement, type News } from '../../shared/ui/announcement.tsx';
import { Banner, RetryBanner } from '../../shared/ui/banner.tsx';
import { Button, ButtonLink } from '../../shared/ui/button.tsx';
import { Select } from '../../shared/ui/field.tsx';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { focusIfLost } from '../../shared/ui/focus.ts';
import { useNow, useOnline } from '../../shared/ui/browser-state.ts';
import { WorkPage } from '../../shared/ui/work-page.tsx';
import { oldestMs, type QuoteRows } from '../../shared/watchlist/quotes-query.ts';
import { useWatchlist } from '../../shared/watchlist/use-watchlist.ts';
import {
  groupsOf,
  isWatched,
  MAX_WATCHED,
  type WatchlistItems,
  type WatchlistItem,
} from '../../shared/watchlist/watchlist-items.ts';
import { AlertDialog } from './alert-dialog.tsx';
import { GroupDialog } from './group-dialog.tsx';
import { StartingCard } from './starting-card.tsx';
import { TransferCard } from './transfer-card.tsx';
import { readyQuotes, watchlistExport } from './watchlist-export.ts';
import styles from './watchlist-page.module.css';
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
            <Status
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

/** The group that the address names, while the list has it; `null` for the whole list. */
function useShownGroup(items: WatchlistItems) {
  const [pathname, navigate] = useLocation();
  const search = useSearch();
  const named = new URLSearchParams(search).get('group');
  const group = groupsOf(items).find((known) => known === named) ?? null;
  const show = (chosen: string | null) => {
    if (chosen === group) return;
    navigate(chosen === null ? pathname : `${pathname}?${new URLSearchParams({ group: chosen })}`);
  };
  return [group, show] as const;
}

/** No group has this name: it is not one that can be typed. */
const WHOLE_LIST = '';

interface GroupChoiceProps {
  readonly items: WatchlistItems;
  readonly group: string | null;
  readonly onChange: (group: string | null) => void;
}

/** Which part of the list is shown; nothing while there are no groups. */
function GroupChoice({ items, group, onChange }: GroupChoiceProps) {
  const groups = groupsOf(items);
  if (groups.length === 0) return null;
  return (
    <Select
      label="Group"
      hideLabel
      options={[
        { value: WHOLE_LIST, label: `All ${items.length}` },
        ...groups.map((name) => ({
          value: name,
          label: `${name} ${items.filter((item) => item.group === name).length}`,
        })),
      ]}
      value={group ?? WHOLE_LIST}
      onChange={(chosen) => onChange(chosen === WHOLE_LIST ? null : chosen)}
    />
  );
}

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
function Status({ items, rows, isSample, isLoading, refreshes }: StatusProps) {
  const format = useFormat();
  const isOnline = useOnline();
  const sinceMs = oldestMs(tickersOf(items), rows);
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

function tickersOf(items: WatchlistItems): readonly string[] {
  return items.map(({ ticker }) => ticker);
}

function compareLabel(items: WatchlistItems): string {
  const [first] = items;
  if (first !== undefined && items.length === 1) return `Compare ${first.ticker}`;
  return items.length <= COMPARED ? `Compare all ${items.length}` : `Compare the first ${COMPARED}`;
}

function compareUrl(items: WatchlistItems): string {
  const tickers = tickersOf(items.slice(0, COMPARED));
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
