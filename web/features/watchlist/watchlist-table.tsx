import { AI_SIGNALS } from '#compute';
import { useRef, useState, type PointerEvent as ReactPointerEvent, type RefObject } from 'react';
import { Select } from '../../shared/ui/field.tsx';
import { useNow } from '../../shared/ui/browser-state.ts';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import type { QuoteRows } from '../../shared/api/quotes-query.ts';
import type { Watchlist } from '../../shared/user-data/watchlist.ts';
import type { WatchlistItems } from '../../shared/user-data/watchlist.ts';
import { Row, type WatchlistRow } from './watchlist-row.tsx';
import styles from './watchlist-table.module.css';

/** Ages are shown in minutes. */
const CLOCK_MS = 30_000;

/** What the table can be sorted by, in the order of its columns, with the direction that a first press gives. */
export const SORT_COLUMNS = [
  { key: 'ticker', label: 'Ticker', first: 'ascending' },
  { key: 'price', label: 'Price', first: 'descending' },
  { key: 'change', label: 'Day change', first: 'descending' },
  { key: 'signal', label: 'Signal', first: 'descending' },
  { key: 'chanceUp', label: 'Chance of +2%', first: 'descending' },
  { key: 'chanceDown', label: 'Chance of −2%', first: 'descending' },
  { key: 'age', label: 'Age', first: 'ascending' },
] as const;

type SortKey = (typeof SORT_COLUMNS)[number]['key'];

/** How the table is sorted; `null` is the user's own order. */
export type Sort = { readonly key: SortKey; readonly direction: 'ascending' | 'descending' } | null;

const OWN_ORDER = 'own';

const SORT_CHOICES: readonly { value: SortKey | typeof OWN_ORDER; label: string }[] = [
  { value: OWN_ORDER, label: 'My order' },
  ...SORT_COLUMNS.map(({ key, label }) => ({ value: key, label })),
];

interface WatchlistTableProps {
  readonly watchlist: Watchlist;
  readonly items: WatchlistItems;
  readonly known: QuoteRows;
  /** Whether the rows are those of one group, which have no order of their own. */
  readonly isPart: boolean;
  readonly onAlerts: (ticker: string) => void;
  readonly onGroup: (ticker: string) => void;
}

/** The list, sortable by its heads, or in the user's own order, which a row's menu, Alt and arrow keys, or a drag change. */
export function WatchlistTable({ watchlist, items, known, isPart, onAlerts, onGroup }: WatchlistTableProps) {
  const [sort, setSort] = useState<Sort>(null);
  const [spoken, setSpoken] = useState('');
  const body = useRef<HTMLTableSectionElement>(null);
  const startDrag = useRowDrag(watchlist, items, body);
  const nowMs = useNow(CLOCK_MS);
  const rows = sortedRows(items, known, sort);

  function move(ticker: string, toIndex: number) {
    if (toIndex < 0 || toIndex >= items.length) return;
    watchlist.move(ticker, toIndex);
    setSpoken(`${ticker} is number ${toIndex + 1} of ${items.length}`);
  }

  return (
    <>
      <div className={styles.sort}>
        <Select
          label="Sort by"
          options={SORT_CHOICES}
          value={sort?.key ?? OWN_ORDER}
          onChange={(key) => setSort(key === OWN_ORDER ? null : nextSort(null, key))}
        />
      </div>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>Watched listings</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {SORT_COLUMNS.slice(0, -1).map((column) => (
              <SortHead key={column.key} column={column} sort={sort} onSort={setSort} />
            ))}
            <th scope="col">30 sessions</th>
            {SORT_COLUMNS.slice(-1).map((column) => (
              <SortHead key={column.key} column={column} sort={sort} onSort={setSort} />
            ))}
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row, index) => (
            <Row
              key={row.item.ticker}
              row={row}
              nowMs={nowMs}
              place={sort === null && !isPart ? { index, count: rows.length } : null}
              onMove={(toIndex) => move(row.item.ticker, toIndex)}
              onGrip={(event) => startDrag(row.item.ticker, event)}
              onAlerts={() => onAlerts(row.item.ticker)}
              onGroup={() => onGroup(row.item.ticker)}
            />
          ))}
        </tbody>
      </table>
      <VisuallyHidden>
        <output>{spoken}</output>
      </VisuallyHidden>
    </>
  );
}

function SortHead({
  column: { key, label },
  sort,
  onSort,
}: {
  column: (typeof SORT_COLUMNS)[number];
  sort: Sort;
  onSort: (sort: Sort) => void;
}) {
  const direction = sort?.key === key ? sort.direction : undefined;
  return (
    <th scope="col" aria-sort={direction}>
      <button type="button" className={styles.head} onClick={() => onSort(nextSort(sort, key))}>
        {label}
        <span className={styles.direction} aria-hidden="true">
          {direction === 'ascending' && '▲'}
          {direction === 'descending' && '▼'}
        </span>
      </button>
    </th>
  );
}

/** What a press on a column's head does: its first direction, then the other one, then the user's own order. */
export function nextSort(sort: Sort, key: SortKey): Sort {
  const first = SORT_COLUMNS.find((column) => column.key === key)?.first ?? 'ascending';
  if (sort?.key !== key) return { key, direction: first };
  if (sort.direction !== first) return null;
  return { key, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** The list's rows in a sort's order. Rows that lack the value come last in both directions; equal ones keep their order. */
export function sortedRows(items: WatchlistItems, known: QuoteRows, sort: Sort): readonly WatchlistRow[] {
  const rows = items.map((item) => ({ item, row: known.get(item.ticker) }));
  if (sort === null) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => {
    const valueA = sortValue(a, sort.key);
    const valueB = sortValue(b, sort.key);
    if (valueA === null || valueB === null) return Number(valueA === null) - Number(valueB === null);
    if (valueA === valueB) return 0;
    return valueA < valueB ? -sign : sign;
  });
}

function sortValue({ item, row }: WatchlistRow, key: SortKey): string | number | null {
  if (key === 'ticker') return item.ticker;
  const quote = row?.quote;
  if (quote?.status !== 'ready') return null;
  switch (key) {
    case 'price':
      return quote.current_price;
    case 'change':
      return quote.day_change_percent;
    case 'signal':
      return quote.ai_signal === null ? null : AI_SIGNALS.indexOf(quote.ai_signal);
    case 'chanceUp':
      return quote.probability_buy;
    case 'chanceDown':
      return quote.probability_sell;
    case 'age':
      return -Date.parse(quote.as_of);
  }
}

/** A finger reaches this far into the window's end before the page moves. CSS pixels. */
const EDGE_PX = 64;

/** At the very end and beyond it, for one frame: about a window in a second. */
const FASTEST_PX = 14;

/**
 * Dragging a row by its grip with mouse, pen or finger: the row takes the place that the pointer is over while it is still
 * held, and near the upper or lower end of the window the page scrolls under it. Escape puts it back where it was.
 * `rows` holds the rows as its children, in the list's order. Returns what a grip does on `pointerdown`.
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

/** Height of what stays at the upper end of the window, as the style sheet tells it to the browser's own scrolling. */
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
