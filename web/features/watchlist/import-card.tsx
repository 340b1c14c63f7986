import { useAtomValueRawSync } from '../../store.ts';
import { ListImport } from '../../shared/import/list-import.tsx';
import { readList } from '../../shared/import/read-list.ts';
import type { ReadRow } from '../../shared/import/resolve-rows.ts';
import { Card } from '../../shared/ui/card.tsx';
import {
  addListings,
  isWatched,
  MAX_WATCHED,
  watchlistAtom,
  type Watchlist,
  type WatchlistItem,
} from '../../shared/user/watchlist.ts';

export function ImportCard() {
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
