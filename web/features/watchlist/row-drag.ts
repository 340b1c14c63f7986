import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import { listen } from '../../shared/ui/listen.ts';
import type { Watchlist, WatchlistItems } from '../../shared/user-data/watchlist.ts';

/**
 * Dragging a row by its grip with mouse, pen or finger: the row takes the place that the pointer is over while it is still
 * held, and Escape puts it back. `rows` is the element whose children are the rows, in the list's order. Returns what a grip
 * does on `pointerdown`.
 */
export function useRowDrag(
  watchlist: Pick<Watchlist, 'move'>,
  items: WatchlistItems,
  rows: RefObject<HTMLElement | null>,
) {
  return (ticker: string, event: ReactPointerEvent) => {
    const list = rows.current;
    if (event.button !== 0 || list === null) return;
    event.preventDefault();
    const home = items.findIndex((item) => item.ticker === ticker);
    const stopFollowing = listen(list, {
      pointermove: ({ clientY }) => watchlist.move(ticker, indexAt(list, clientY)),
      lostpointercapture: end,
    });
    const stopEscape = listen(document, {
      keydown({ key }) {
        if (key !== 'Escape') return;
        watchlist.move(ticker, home);
        end();
      },
    });
    function end() {
      stopFollowing();
      stopEscape();
    }
    // Captured by the list: the row itself is moved in the document, and what is moved loses its capture.
    list.setPointerCapture(event.pointerId);
  };
}

/** Place of the row at a height in the window; beyond the ends the first or the last. */
function indexAt(list: HTMLElement, clientY: number): number {
  const rows = [...list.children];
  const index = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
  return index === -1 ? rows.length - 1 : index;
}
