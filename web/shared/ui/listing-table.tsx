import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { VisuallyHidden } from './announcement.tsx';
import styles from './listing-table.module.css';
import { SortChoice, SortHeads, type SortColumn, type SortProps } from './sort.tsx';

interface ListingTableProps<Row> extends SortProps<Row> {
  readonly caption: string;
  /** What the table's own order is called. */
  readonly ownOrder: string;
  /** Of all rows, rendered or not. */
  readonly rowCount: number;
  readonly children: ReactNode;
}

/** Listings with their figures, sortable by the heads; on a narrow screen a card for each, sortable by a choice. */
export function ListingTable<Row>(props: ListingTableProps<Row>) {
  const { caption, ownOrder, rowCount, children, ...sorting } = props;
  return (
    <>
      <div className={styles.sort}>
        <SortChoice {...sorting} ownOrder={ownOrder} />
      </div>
      <table className={styles.table} aria-rowcount={rowCount + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <SortHeads {...sorting} />
            <th scope="col">
              <VisuallyHidden>Actions</VisuallyHidden>
            </th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </>
  );
}

interface ListingRowProps<Row> {
  readonly ref?: Ref<HTMLTableRowElement>;
  readonly ticker: string;
  readonly name: string;
  /** Beside the ticker. */
  readonly tag?: ReactNode;
  readonly columns: readonly SortColumn<Row>[];
  /** In the order of the columns after the first one; `null` without figures. */
  readonly cells: readonly ReactNode[] | null;
  /** In place of the figures. */
  readonly absence: ReactNode;
  /** Buttons. */
  readonly children: ReactNode;
}

export function ListingRow<Row>(props: ListingRowProps<Row>) {
  const { ref, ticker, name, tag, columns, cells, absence, children } = props;
  const figures = columns.slice(1);
  return (
    <tr ref={ref} className={styles.row}>
      <th scope="row">
        <Link href={`/prediction?${new URLSearchParams({ ticker })}`}>{ticker}</Link>
        {tag}
        <span className={styles.name}>{name}</span>
      </th>
      {cells === null ? (
        <td colSpan={figures.length} className={styles.absent}>
          {absence}
        </td>
      ) : (
        figures.map(({ key, label }, at) => (
          <td key={key} data-label={label}>
            {cells[at]}
          </td>
        ))
      )}
      <td className={styles.actions}>{children}</td>
    </tr>
  );
}
