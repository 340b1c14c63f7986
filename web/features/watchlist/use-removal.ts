import { useState } from 'react';
import type { Watchlist } from '../../shared/watchlist/watchlist.ts';
import {
  isWatched,
  type WatchlistItem,
  type WatchlistItems,
} from '../../shared/watchlist/watchlist-items.ts';

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
