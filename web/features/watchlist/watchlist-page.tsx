import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { queryFailure } from '../../shared/api/client.ts';
import { QueryProvider } from '../../shared/api/query-client.tsx';
import { searchQuery } from '../../shared/api/listing-queries.ts';
import { ListingForm, type Entered } from '../../shared/search/listing-form.tsx';
import { useNamed } from '../../shared/search/ticker-text.tsx';
import { namedTicker, type Named } from '../../shared/search/look-up.ts';
import { startingListings, useRecentListings } from '../../shared/user-data/recent-listings.ts';
import { Banner, EmptyState, RetryBanner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useExternalValue } from '../../shared/ui/external-value.ts';
import { focusIfLost } from '../../shared/ui/focus.ts';
import { WorkPage } from '../../shared/ui/page.tsx';
import { quoteWatchOf } from '../../shared/user-data/quote-watch.ts';
import { useItemsOf, useWatchlist } from '../../shared/user-data/use-watchlist.tsx';
import {
  isWatched,
  MAX_WATCHED,
  type Watchlist,
  type WatchlistItem,
  type WatchlistItems,
} from '../../shared/user-data/watchlist.ts';
import { Card } from '../../shared/ui/card.tsx';
import { ImportCard } from './import-card.tsx';
import styles from './watchlist-page.module.css';
import { WatchedListings } from './watched-listings.tsx';

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
  const items = useItemsOf(watchlist);
  const watch = quoteWatchOf(watchlist);
  const rejected = useExternalValue(watch.rejected);
  const { data: quotes, error, isFetching } = useQuery(watch.quotesQuery);
  const { rows } = quotes;
  const removal = useRemoval(watchlist, items, rejected);
  const heading = useRef<HTMLHeadingElement>(null);
  const [refreshes, setRefreshes] = useState(0);
  // The card stays while its stars are pressed: more than one is welcome.
  const [isStarting, setStarting] = useState(false);
  useEffect(() => watch.watch('list'), [watch]);

  const rejection = useRejection(rejected);
  const { named, forget } = useNamed(rejection.named, ({ symbol }) => {
    watch.acceptRejection();
    if (!isWatched(items, symbol)) watchlist.add([{ ticker: symbol, name: '', alerts: [] }]);
  });

  function add({ ticker, name }: Entered): string | null {
    forget();
    if (isWatched(items, ticker)) return `${ticker} is already on the list.`;
    if (items.length >= MAX_WATCHED) return `The list is full: it has ${MAX_WATCHED} listings.`;
    watch.acceptRejection();
    watchlist.add([{ ticker, name, alerts: [] }]);
    return null;
  }

  async function refresh() {
    if (isFetching) return;
    await watch.refresh();
    setRefreshes((count) => count + 1);
  }

  return (
    <WorkPage
      title="Watchlist"
      lead="Visible only to you. Model signals and estimates, not advice."
      action={<ListingForm label="Add a ticker" action="Add" named={named} onEnter={add} />}
      heading={heading}
    >
      {!watchlist.isStored() && (
        <Banner tone="info" title="Not saved">
          This browser’s storage is full or blocked. Your changes last until you close the page.
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
      {rejection.isFinal && (
        <Banner
          tone="info"
          action={
            <Button size="sm" onClick={watch.acceptRejection}>
              Dismiss
            </Button>
          }
        >
          No listing was found for {rejected.join(', ')}, so {rejected.length === 1 ? 'it was' : 'they were'}{' '}
          not kept on the list.
        </Banner>
      )}
      {items.length === 0 ? (
        <EmptyState title="Nothing watched yet" icon={<Star size={20} strokeWidth={1.75} aria-hidden />}>
          Choose a listing below or add a ticker above. You can also star a listing on its analysis page.
        </EmptyState>
      ) : (
        <WatchedListings
          watchlist={watchlist}
          items={items}
          rows={rows}
          isFetching={isFetching}
          refreshes={error === null ? refreshes : null}
          onRefresh={() => void refresh()}
          heading={heading}
        />
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
      <ImportCard watchlist={watchlist} />
    </WorkPage>
  );
}

/** What came of tickers that are no listing: whether that is all, and the listing that a single one is the name of. */
function useRejection(rejected: readonly string[]): { isFinal: boolean; named: Named | null } {
  // More than one were pasted as tickers.
  const text = rejected.length === 1 ? (rejected[0] ?? '') : '';
  const { data, isPending } = useQuery({ ...searchQuery(text), enabled: text !== '' });
  const symbol = data === undefined || text === '' ? null : namedTicker(text, data);
  return {
    isFinal: rejected.length > 0 && symbol === null && !(text !== '' && isPending),
    named: symbol && { text, symbol },
  };
}

/** The listing that the user has just taken off the list, until it is back or the next change of length. */
function useRemoval(watchlist: Watchlist, items: WatchlistItems, rejected: readonly string[]) {
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

interface StartingCardProps {
  readonly items: WatchlistItems;
  readonly onToggle: (ticker: string, name: string) => void;
}

function StartingCard({ items, onToggle }: StartingCardProps) {
  const recent = useRecentListings();
  return (
    <Card title="Listings to begin with" subtitle="Press one to star it, and again to take it off.">
      <ul className={`${styles.startingListings} cluster`}>
        {startingListings(recent).map(({ symbol, name }) => {
          const isOn = isWatched(items, symbol);
          return (
            <li key={symbol}>
              <Button
                className={styles.startingListing}
                aria-pressed={isOn}
                onClick={() => onToggle(symbol, name)}
              >
                <Star size={16} strokeWidth={1.75} aria-hidden />
                <strong>{symbol}</strong> <span className="ellipsis note">{name}</span>
              </Button>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
