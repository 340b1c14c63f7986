import { useQuery } from '@tanstack/react-query';
import { Star } from 'lucide-react';
import { Redirect } from 'wouter';
import { withQueries } from '../../shared/api/query-client.tsx';
import { searchQuery } from '../../shared/api/listing-queries.ts';
import { ListingForm, type ListingChoice } from '../../shared/search/listing-form.tsx';
import { ListImport } from '../../shared/import/list-import.tsx';
import { readList } from '../../shared/import/read-list.ts';
import type { ReadRow } from '../../shared/import/resolve-rows.ts';
import { namedTicker } from '../../shared/api/name-match.ts';
import type { NameMatch } from '../../shared/api/client.ts';
import { useNameMatch } from '../../shared/search/ticker-text.tsx';
import { useAuth } from '../../shared/sign-in/auth-provider.tsx';
import { useSpeech } from '../../shared/ui/announcement.tsx';
import { LoadBanner } from '../../shared/search/load-banner.tsx';
import { Banner, EmptyState } from '../../shared/ui/banner.tsx';
import { useAtomValueRawSync, useSetAtom } from '../../store.ts';
import { Card } from '../../shared/ui/card.tsx';
import { WorkPage } from '../../shared/ui/page.tsx';
import { useWatchedQuotes } from '../../shared/alerts/watched-quotes.tsx';
import { refusedTickersAtom } from '../../shared/alerts/quote-watch.ts';
import { areItemsStoredAtom, editAtom } from '../../shared/user/user-items.ts';
import {
  addListings,
  isWatched,
  MAX_WATCHED,
  watchlistAtom,
  type Watchlist,
  type WatchlistItem,
} from '../../shared/user/watchlist.ts';
import { renameListing } from '../../shared/user/watchlist-edits.ts';
import { StarNotices } from './star-notices.tsx';
import { WatchedListings } from './watched-listings.tsx';

export const WatchlistPage = withQueries(Page);

function Page() {
  const { items, listings, failure, isFetching, refresh: refreshQuotes } = useWatchedQuotes();
  const isStored = useAtomValueRawSync(areItemsStoredAtom);
  const edit = useSetAtom(editAtom);
  const { say, region } = useSpeech();
  const refusal = useRefusal();
  const { nameMatch, forget } = useNameMatch(refusal.nameMatch, ({ symbol, text }) => {
    edit(renameListing(text, symbol));
  });

  function add({ ticker, name }: ListingChoice): string | null {
    forget();
    if (isWatched(items, ticker)) return `${ticker} is already on your watchlist.`;
    if (items.length >= MAX_WATCHED)
      return `Your watchlist is full (${MAX_WATCHED} listings). Remove one first.`;
    edit(addListings([{ ticker, name }]));
    return null;
  }

  async function refresh() {
    if (await refreshQuotes()) say('Prices updated');
  }

  return (
    <WorkPage
      title="Watchlist"
      lead="No page shows this list to anyone else. Model signals and estimates, not advice."
      action={<ListingForm label="Add a ticker" action="Add" nameMatch={nameMatch} onEnter={add} />}
    >
      {!isStored && (
        <Banner tone="info" title="Not saved">
          This browser’s storage is full or blocked. Your changes will be lost when you close the page.
        </Banner>
      )}
      {failure && <LoadBanner failure={failure} isRetrying={isFetching} onRetry={() => void refresh()} />}
      <StarNotices listings={listings} pending={refusal.pending} />
      {items.length === 0 ? (
        <EmptyState title="Your watchlist is empty" icon={<Star size={20} strokeWidth={1.75} aria-hidden />}>
          Add a ticker above, or star a listing on its analysis page.
        </EmptyState>
      ) : (
        <WatchedListings listings={listings} isFetching={isFetching} onRefresh={() => void refresh()} />
      )}
      <ImportCard />
      {region}
    </WorkPage>
  );
}

/** The import for guests, who can see how a list is read. Users have it on their watchlist. */
export function ImportPage() {
  const { user, storedUser } = useAuth();
  if (user ?? storedUser) return <Redirect to="/watchlist" replace />;
  return (
    <WorkPage
      title="Import a list"
      lead="See how Candor reads a list from another app or your broker, before you sign up."
    >
      <ImportCard />
    </WorkPage>
  );
}

/** Stars that the server does not know so far, and the listing that a single one of them names. */
function useRefusal(): { pending: readonly string[]; nameMatch: NameMatch | null } {
  const items = useAtomValueRawSync(watchlistAtom);
  const known = useAtomValueRawSync(refusedTickersAtom);
  const refused = items.flatMap(({ ticker }) => (known.has(ticker) ? [ticker] : []));
  // Several unknown tickers were imported, so none of them is a name.
  const text = refused.length === 1 ? (refused[0] ?? '') : '';
  const { data } = useQuery({ ...searchQuery(text), enabled: text !== '' });
  const symbol = data === undefined || text === '' ? null : namedTicker(text, data);
  if (symbol !== null) return { pending: [], nameMatch: { text, symbol } };
  return { pending: text !== '' && data === undefined ? [] : refused, nameMatch: null };
}

function ImportCard() {
  const watchlist = useAtomValueRawSync(watchlistAtom);
  const room = MAX_WATCHED - watchlist.length;
  return (
    <Card title="Import">
      <ListImport
        noun="listing"
        label="Tickers, ISINs, names, or a list from another app"
        hint={
          <>
            Reads lists from TradingView, Yahoo Finance and Ghostfolio, and any table with a column of
            symbols, ISINs or names. A watchlist holds {MAX_WATCHED} listings
            {room < MAX_WATCHED && `; yours has room for ${room}`}.
          </>
        }
        guestNote="An account keeps a watchlist with groups and alerts, in all your browsers. Once you’ve signed up, import this list again there."
        read={(list) => ({ rows: readList(list) })}
        plan={(rows) => planOf(rows, watchlist)}
      />
    </Card>
  );
}

/** What the watchlist makes of read rows: each listing once, the first that it has room for; and a note on each row. */
function planOf(rows: readonly ReadRow[], watchlist: Watchlist) {
  const room = MAX_WATCHED - watchlist.length;
  const fresh = new Map<string, Pick<WatchlistItem, 'ticker' | 'name' | 'group'>>();
  const notes = rows.map((row) => {
    const { ticker, name, group } = row;
    if (ticker === null) return row.reason;
    if (isWatched(watchlist, ticker)) return 'Already on your watchlist';
    if (fresh.has(ticker)) return 'Listed twice';
    fresh.set(ticker, group === null ? { ticker, name } : { ticker, name, group });
    if (fresh.size > room) return 'No room';
    return group === null ? '' : `Group: ${group}`;
  });
  return {
    change: addListings([...fresh.values()]),
    count: Math.min(fresh.size, room),
    notes,
    unread: rows.filter(({ ticker }) => ticker === null),
    warning:
      fresh.size > room
        ? `Your watchlist has room for ${room} of these ${fresh.size} listings. Remove some first to add the others.`
        : '',
  };
}
