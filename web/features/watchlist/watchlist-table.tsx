import { AI_SIGNALS } from '#compute';
import { useRef, useState } from 'react';
import { Select } from '../../shared/ui/field.tsx';
import { useNow } from '../../shared/ui/browser-state.ts';
import { VisuallyHidden } from '../../shared/ui/visually-hidden.tsx';
import type { QuoteRows } from '../../shared/watchlist/quotes-query.ts';
import type { Watchlist } from '../../shared/watchlist/watchlist.ts';
import type { WatchlistItems } from '../../shared/watchlist/watchlist-items.ts';
import { useRowDrag } from './use-row-drag.ts';
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
  { key: 'probability', label: 'Chance of +2%', first: 'descending' },
  { key: 'age', label: 'Age', first: 'ascending' },
] as const;

export type SortKey = (typeof SORT_COLUMNS)[number]['key'];

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

/** The list, sortable by its heads, or in the user's own order, which buttons, Alt and arrow keys, or a drag change. */
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
    case 'probability':
      return quote.probability_buy;
    case 'age':
      return -Date.parse(quote.as_of);
  }
}
