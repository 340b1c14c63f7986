import type { QuoteReady } from '#worker/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useAtomValueRawSync, useStore } from '../../store.ts';
import { queryFailure } from '../api/client.ts';
import { NO_QUOTES, quotesQuery, readyQuote, type QuoteRows } from '../api/quotes-query.ts';
import { quoteWatchOf } from './quote-watch.ts';
import { ownerAtom } from '../user/user-items.ts';
import { watchlistAtom, type Watchlist, type WatchlistItem } from '../user/watchlist.ts';

/** A listing of the watchlist with the server's last response. */
export interface WatchedListing extends WatchlistItem {
  /** `null` until the first price. */
  readonly quote: QuoteReady | null;
  /** Why the last response had no price, or no newer one; `null` if it had one, and before the first. */
  readonly error: string | null;
}

export function watchedListings(items: Watchlist, rows: QuoteRows): readonly WatchedListing[] {
  return items.map((item) => {
    const row = rows.get(item.ticker);
    const failure = row?.quote.status === 'failed' ? row.quote.error : null;
    const quote = readyQuote(rows, item.ticker);
    return Object.assign({ quote, error: failure ?? row?.error ?? null }, item);
  });
}

export function useWatchedQuotes() {
  const store = useStore();
  const owner = useAtomValueRawSync(ownerAtom);
  const items = useAtomValueRawSync(watchlistAtom);
  const { data = NO_QUOTES, error, isFetching } = useQuery(quotesQuery(owner));
  useEffect(() => quoteWatchOf(store, owner).watch('list'), [store, owner]);
  return {
    items,
    listings: watchedListings(items, data.rows),
    rows: data.rows,
    failure: queryFailure(error, 'your watchlist'),
    isFetching,
    refresh: () => quoteWatchOf(store, owner).refresh(),
  };
}
