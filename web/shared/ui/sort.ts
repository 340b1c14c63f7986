/** The order of a table's rows: what a press on a head does to it, and the rows in it. */

type Direction = 'ascending' | 'descending';

/** How a table is sorted; `null` is its own order. */
export type Sort<Key extends string> = { readonly key: Key; readonly direction: Direction } | null;

export interface SortColumn<Key extends string> {
  readonly key: Key;
  readonly label: string;
  /** What a first press on its head gives; `null` for a column that does not sort. */
  readonly first: Direction | null;
}

/** What a press on a column's head does: its first direction, then the other one, then the table's own order. */
export function nextSort<Key extends string>(sort: Sort<Key>, { key, first }: SortColumn<Key>): Sort<Key> {
  if (first === null) return sort;
  if (sort?.key !== key) return { key, direction: first };
  if (sort.direction !== first) return null;
  return { key, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

/** Rows in a sort's order. Those that lack the value come last in both directions; equal ones keep their order. */
export function sortedBy<Row, Key extends string>(
  rows: readonly Row[],
  sort: Sort<Key>,
  valueOf: (row: Row, key: Key) => string | number | null,
): readonly Row[] {
  if (sort === null) return rows;
  const sign = sort.direction === 'ascending' ? 1 : -1;
  const sortable = rows.map((row) => ({ row, value: valueOf(row, sort.key) }));
  sortable.sort(({ value: a }, { value: b }) => {
    if (a === null || b === null) return Number(a === null) - Number(b === null);
    if (a === b) return 0;
    return a < b ? -sign : sign;
  });
  return sortable.map(({ row }) => row);
}
