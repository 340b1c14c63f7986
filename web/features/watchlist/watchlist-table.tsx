import { useState, type RefObject } from 'react';
import { useNow } from '../../shared/ui/browser-state.ts';
import { SortChoice, SortHeads, type Sort } from '../../shared/ui/sort.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import type { QuoteRows } from '../../shared/api/quotes-query.ts';
import type { Watchlist, WatchlistItems } from '../../shared/user-data/watchlist.ts';
import { COLUMNS, sortedRows } from './watchlist-rows.ts';
import { Row, type RowDialog } from './watchlist-row.tsx';
import styles from './watchlist-table.module.css';

/** Ages are shown in minutes. */
const CLOCK_MS = 30_000;

interface WatchlistTableProps {
  readonly watchlist: Watchlist;
  readonly items: WatchlistItems;
  readonly known: QuoteRows;
  /** Whether the rows are those of one group, which have no order of their own. */
  readonly isPart: boolean;
  readonly onOpen: (dialog: RowDialog) => void;
  /** Gets the focus of a row that goes. */
  readonly heading: RefObject<HTMLElement | null>;
}

/** The list, sortable by its heads, or in the user's own order, which a row's menu changes. */
export function WatchlistTable({ watchlist, items, known, isPart, onOpen, heading }: WatchlistTableProps) {
  const [sort, setSort] = useState<Sort>(null);
  const [spoken, setSpoken] = useState('');
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
        <SortChoice columns={COLUMNS} sort={sort} onSort={setSort} ownOrder="My order" />
      </div>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>Watched listings</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            <SortHeads columns={COLUMNS} sort={sort} onSort={setSort} />
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <Row
              key={row.item.ticker}
              row={row}
              nowMs={nowMs}
              place={sort === null && !isPart ? { index, count: rows.length } : null}
              onMove={(toIndex) => move(row.item.ticker, toIndex)}
              onOpen={onOpen}
              heading={heading}
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
