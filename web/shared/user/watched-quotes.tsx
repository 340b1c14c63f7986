import { useQuery } from '@tanstack/react-query';
import { useEffect, type ComponentType } from 'react';
import { queryFailure } from '../api/client.ts';
import { withQueries } from '../api/query-client.tsx';
import { quoteWatchOf } from './quote-watch.ts';
import { useItemsOf, useWatchlist } from './use-watchlist.tsx';
import type { Watchlist } from './watchlist.ts';

/** A page of the signed-in user's watchlist. */
export function withWatchlist(Page: ComponentType<{ watchlist: Watchlist }>) {
  return withQueries(() => {
    const watchlist = useWatchlist();
    return watchlist && <Page watchlist={watchlist} />;
  });
}

/** The listings of a watchlist and their quotes, which are kept up to date while the page is open. */
export function useWatchedQuotes(watchlist: Watchlist) {
  const items = useItemsOf(watchlist);
  const watch = quoteWatchOf(watchlist);
  const { data, error, isFetching } = useQuery(watch.quotesQuery);
  useEffect(() => watch.watch('list'), [watch]);
  return { items, watch, rows: data.rows, failure: queryFailure(error, 'your watchlist'), isFetching };
}
