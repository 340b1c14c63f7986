import { useQuery } from '@tanstack/react-query';
import { useEffect, type ComponentType } from 'react';
import { useAtomValueRawSync, useStore } from '../../store.ts';
import { queryFailure } from '../api/client.ts';
import { withQueries } from '../api/query-client.tsx';
import { NO_QUOTES, quotesQuery } from '../api/quotes-query.ts';
import { userAtom } from '../sign-in/auth.ts';
import { quoteWatchOf } from './quote-watch.ts';
import { ownerAtom } from '../user/user-items.ts';
import { watchlistAtom } from '../user/watchlist.ts';

export function withWatchlist(Page: ComponentType) {
  return withQueries(() => useAtomValueRawSync(userAtom) && <Page />);
}

export function useWatchedQuotes() {
  const store = useStore();
  const owner = useAtomValueRawSync(ownerAtom);
  const items = useAtomValueRawSync(watchlistAtom);
  const { data = NO_QUOTES, error, isFetching } = useQuery(quotesQuery(owner));
  useEffect(() => quoteWatchOf(store, owner).watch('list'), [store, owner]);
  return {
    items,
    rows: data.rows,
    failure: queryFailure(error, 'your watchlist'),
    isFetching,
    refresh: () => quoteWatchOf(store, owner).refresh(),
  };
}
