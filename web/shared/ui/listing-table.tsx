import type { ReactNode, Ref } from 'react';
import { Link } from 'wouter';
import { VisuallyHidden } from './announcement.tsx';
import { Select } from './field.tsx';
import styles from './listing-table.module.css';
import { nextSort, type Sort, type SortColumn } from './sort.ts';

interface ListingTableProps<Row> {
  readonly caption: string;
  readonly columns: readonly SortColumn<Row>[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly defaultOrderLabel: string;
  /** Number of all rows, rendered or not. */
  readonly rowCount: number;
  readonly children: ReactNode;
}

const OWN_ORDER = '';

export function ListingTable<Row>(props: ListingTableProps<Row>) {
  const { caption, columns, sort, onSort, defaultOrderLabel, rowCount, children } = props;
  const sortable = columns.filter(({ value }) => value !== undefined);
  return (
    <>
      <div className={styles.sort}>
        <Select
          label="Sort by"
          options={[
            { value: OWN_ORDER, label: defaultOrderLabel },
            ...sortable.map(({ key, label }) => ({ value: key, label })),
          ]}
          value={sort?.key ?? OWN_ORDER}
          onChange={(chosen) => {
            const column = sortable.find(({ key }) => key === chosen);
            onSort(column === undefined ? null : nextSort(null, column));
          }}
        />
      </div>
      <table className={styles.table} aria-rowcount={rowCount + 1}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const direction = sort?.key === column.key ? sort.direction : undefined;
              return (
                <th key={column.key} scope="col" aria-sort={direction}>
                  {column.value === undefined ? (
                    column.label
                  ) : (
                    <button
                      type="button"
                      className={styles.head}
                      onClick={() => onSort(nextSort(sort, column))}
                    >
                      {column.label}
                      <span className={styles.direction} aria-hidden="true">
                        {direction === 'ascending' && '▲'}
                        {direction === 'descending' && '▼'}
                      </span>
                    </button>
                  )}
                </th>
              );
            })}
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
  readonly tag?: ReactNode;
  readonly columns: readonly SortColumn<Row>[];
  readonly cells: readonly ReactNode[] | null;
  readonly placeholder: ReactNode;
  readonly children: ReactNode;
}

export function ListingRow<Row>(props: ListingRowProps<Row>) {
  const { ref, ticker, name, tag, columns, cells, placeholder, children } = props;
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
          {placeholder}
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
