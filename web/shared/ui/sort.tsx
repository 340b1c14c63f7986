import { Select } from './field.tsx';
import styles from './sort.module.css';

type Direction = 'ascending' | 'descending';

/** The column that a table is sorted by, by its key; `null` is the table's own order. */
export type Sort = { readonly key: string; readonly direction: Direction } | null;

export interface SortColumn<Row> {
  readonly key: string;
  readonly label: string;
  /** The value to sort by; without it the column does not sort. Rows without a value come last in both directions. */
  readonly value?: (row: Row) => string | number | null | undefined;
  /** The direction of the first press on its head; descending by default. */
  readonly first?: Direction;
}

/** What a press on a column's head does: its first direction, then the other one, then the table's own order. */
export function nextSort<Row>(sort: Sort, { key, first = 'descending' }: SortColumn<Row>): Sort {
  if (sort?.key !== key) return { key, direction: first };
  if (sort.direction !== first) return null;
  return { key, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** Rows in a sort's order; equal ones keep theirs. */
export function sortedBy<Row>(
  rows: readonly Row[],
  columns: readonly SortColumn<Row>[],
  sort: Sort,
): readonly Row[] {
  const valueOf = columns.find(({ key }) => key === sort?.key)?.value;
  if (valueOf === undefined) return rows;
  const sign = sort?.direction === 'ascending' ? 1 : -1;
  const sortable = rows.map((row) => ({ row, value: valueOf(row) ?? null }));
  sortable.sort(({ value: a }, { value: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (a === b) return 0;
    return a < b ? -sign : sign;
  });
  return sortable.map(({ row }) => row);
}

export interface SortProps<Row> {
  readonly columns: readonly SortColumn<Row>[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
}

/** The heads of a table, each with a button and its state for screen readers. */
export function SortHeads<Row>({ columns, sort, onSort }: SortProps<Row>) {
  return columns.map((column) => {
    const direction = sort?.key === column.key ? sort.direction : undefined;
    return (
      <th key={column.key} scope="col" aria-sort={direction}>
        {column.value === undefined ? (
          column.label
        ) : (
          <button type="button" className={styles.head} onClick={() => onSort(nextSort(sort, column))}>
            {column.label}
            <span className={styles.direction} aria-hidden="true">
              {direction === 'ascending' && '▲'}
              {direction === 'descending' && '▼'}
            </span>
          </button>
        )}
      </th>
    );
  });
}

const OWN_ORDER = '';

/** The same as one choice. `ownOrder` is what the table's own order is called. */
export function SortChoice<Row>(props: SortProps<Row> & { readonly ownOrder: string }) {
  const { columns, sort, onSort, ownOrder } = props;
  const sortable = columns.filter(({ value }) => value !== undefined);
  return (
    <Select
      label="Sort by"
      options={[
        { value: OWN_ORDER, label: ownOrder },
        ...sortable.map(({ key, label }) => ({ value: key, label })),
      ]}
      value={sort?.key ?? OWN_ORDER}
      onChange={(chosen) => {
        const column = sortable.find(({ key }) => key === chosen);
        onSort(column === undefined ? null : nextSort(null, column));
      }}
    />
  );
}
