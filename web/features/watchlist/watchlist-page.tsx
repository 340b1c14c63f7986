import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { queryFailure } from '../../shared/api/client.ts';
import { QueryProvider } from '../../shared/api/query-client.tsx';
import { searchQuery } from '../../shared/api/listing-queries.ts';
import { ListingForm, type Entered } from '../../shared/search/listing-form.tsx';
import { useNamed } from '../../shared/search/ticker-text.tsx';
import { namedTicker, type Named } from '../../shared/search/look-up.ts';
import { Banner, EmptyState, RetryBanner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useExternalValue } from '../../shared/ui/external-value.ts';
import { WorkPage } from '../../shared/ui/page.tsx';
import { quoteWatchOf } from '../../shared/user-data/quote-watch.ts';
import { useItemsOf, useWatchlist } from '../../shared/user-data/use-watchlist.tsx';
import { isWatched, MAX_WATCHED, type Watchlist } from '../../shared/user-data/watchlist.ts';
import { ImportCard } from './import-card.tsx';
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
  const heading = useRef<HTMLHeadingElement>(null);
  const [refreshes, setRefreshes] = useState(0);
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
          Add a ticker above. You can also star a listing on its analysis page.
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
