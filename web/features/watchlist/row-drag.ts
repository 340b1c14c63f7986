import type { PointerEvent as ReactPointerEvent, RefObject } from 'react';
import type { Watchlist, WatchlistItems } from '../../shared/user-data/watchlist.ts';

/** A finger reaches this far into the window's end before the page moves. CSS pixels. */
const EDGE_PX = 64;

/** At the very end and beyond it, for one frame: about a window in a second. */
const FASTEST_PX = 14;

/**
 * Dragging a row by its grip with mouse, pen or finger: the row takes the place that the pointer is over while it is still
 * held, and near the upper or lower end of the window the page scrolls under it. Escape puts it back where it was.
 * `rows` is the element whose children are the rows, in the list's order. Returns what a grip does on `pointerdown`.
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
    const controller = new AbortController();
    const { signal } = controller;
    const end = () => controller.abort();
    const home = items.findIndex((item) => item.ticker === ticker);
    let pointerY = event.clientY;
    const follow = () => watchlist.move(ticker, indexAt(list, pointerY));
    // Captured by the list: the row itself is moved in the document, and what is moved loses its capture.
    list.setPointerCapture(event.pointerId);
    list.addEventListener(
      'pointermove',
      ({ clientY }) => {
        pointerY = clientY;
        follow();
      },
      { signal },
    );
    list.addEventListener('lostpointercapture', end, { signal });
    document.addEventListener(
      'keydown',
      ({ key }) => {
        if (key !== 'Escape') return;
        watchlist.move(ticker, home);
        end();
      },
      { signal },
    );
    requestAnimationFrame(function scroll() {
      if (signal.aborted) return;
      const byPx = edgeScrollPx(pointerY, coveredAbovePx(), innerHeight);
      if (byPx !== 0) {
        scrollBy({ top: byPx, behavior: 'instant' });
        follow();
      }
      requestAnimationFrame(scroll);
    });
  };
}

/** Height of what stays at the upper end of the window, as the style sheet has it for the browser's own scrolling. */
function coveredAbovePx(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
}

/** Place of the row at a height in the window; beyond the ends the first or the last. */
function indexAt(list: HTMLElement, clientY: number): number {
  const rows = [...list.children];
  const index = rows.findIndex((row) => clientY < row.getBoundingClientRect().bottom);
  return index === -1 ? rows.length - 1 : index;
}

/**
 * How far the page scrolls in one frame while something is held at a height in the window: upwards below 0. `topPx` and
 * `bottomPx` are the ends of what can be seen; the nearer the pointer is to one of them, the faster.
 */
export function edgeScrollPx(pointerY: number, topPx: number, bottomPx: number): number {
  const intoTop = share(topPx + EDGE_PX - pointerY);
  const intoBottom = share(pointerY - (bottomPx - EDGE_PX));
  return Math.round((intoBottom - intoTop) * FASTEST_PX);
}

function share(depthPx: number): number {
  return Math.min(Math.max(depthPx / EDGE_PX, 0), 1);
}
