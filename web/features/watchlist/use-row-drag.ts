import { useRef, type PointerEvent, type RefObject } from 'react';
import type { Watchlist } from '../../shared/watchlist/watchlist.ts';
import type { WatchlistItems } from '../../shared/watchlist/watchlist-items.ts';

interface Drag {
  readonly ticker: string;
  /** The list before, to which Escape leads back. */
  readonly before: WatchlistItems;
}

/**
 * Dragging a row by its grip with mouse, pen or finger: the row takes the place that the pointer is over while it is still
 * held. Escape puts it back. `rows` holds the rows as its children, in the list's order.
 */
export function useRowDrag(watchlist: Watchlist, items: WatchlistItems, rows: RefObject<HTMLElement | null>) {
  const drag = useRef<Drag | null>(null);

  function indexAt(clientY: number): number {
    const children = [...(rows.current?.children ?? [])];
    const below = children.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
    return below === -1 ? children.length - 1 : below;
  }

  return (ticker: string) => ({
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0) return;
      // Captured, so that the grip hears of every move although the row travels under the pointer.
      event.currentTarget.setPointerCapture(event.pointerId);
      event.preventDefault();
      drag.current = { ticker, before: items };
      const controller = new AbortController();
      const { signal } = controller;
      const end = () => {
        drag.current = null;
        controller.abort();
      };
      document.addEventListener(
        'keydown',
        ({ key }) => {
          if (key !== 'Escape' || drag.current === null) return;
          watchlist.restore(drag.current.before);
          end();
        },
        { signal },
      );
      event.currentTarget.addEventListener('lostpointercapture', end, { signal });
    },

    onPointerMove(event: PointerEvent) {
      if (drag.current?.ticker !== ticker) return;
      const to = indexAt(event.clientY);
      if (items[to]?.ticker !== ticker) watchlist.move(ticker, to);
    },
  });
}
