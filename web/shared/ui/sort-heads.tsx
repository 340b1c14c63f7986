import { Select } from './field.tsx';
import styles from './sort-heads.module.css';
import { nextSort, type Sort, type SortColumn } from './sort.ts';

interface SortProps<Key extends string> {
  readonly columns: readonly SortColumn<Key>[];
  readonly sort: Sort<Key>;
  readonly onSort: (sort: Sort<Key>) => void;
}

/** The heads of a table, each with a button and its state for screen readers. */
export function SortHeads<Key extends string>({ columns, sort, onSort }: SortProps<Key>) {
  return columns.map((column) => {
    const { key, label, first } = column;
    if (first === null)
      return (
        <th key={key} scope="col">
          {label}
        </th>
      );
    const direction = sort?.key === key ? sort.direction : undefined;
    return (
      <th key={key} scope="col" aria-sort={direction}>
        <button type="button" className={styles.head} onClick={() => onSort(nextSort(sort, column))}>
          {label}
          <span className={styles.direction} aria-hidden="true">
            {direction === 'ascending' && '▲'}
            {direction === 'descending' && '▼'}
          </span>
        </button>
      </th>
    );
  });
}

/** No column has this key. */
const OWN_ORDER = '';

/** The same as one choice. `ownOrder` is what the table's own order is called. */
export function SortChoice<Key extends string>({
  columns,
  sort,
  onSort,
  ownOrder,
}: SortProps<Key> & { readonly ownOrder: string }) {
  const sortable = columns.filter(({ first }) => first !== null);
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
