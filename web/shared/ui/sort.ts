type Direction = 'ascending' | 'descending';

/** The key and direction that a table is sorted by; `null` is the table's own order. */
export type Sort = { readonly key: string; readonly direction: Direction } | null;

export interface SortColumn<Row> {
  readonly key: string;
  readonly label: string;
  /** The value to sort by. Without it the column cannot be sorted. Rows without a value come last in both directions. */
  readonly value?: (row: Row) => string | number | null | undefined;
  /** Direction of the first press on the header; descending by default. */
  readonly first?: Direction;
  /** The place in a phone's compact row. Without it, only the expanded row shows the column. */
  readonly area?: 'trend' | 'price' | 'change';
}

/** The sort after a press on a column's header: first direction, then the other, then the table's own order. */
export function nextSort<Row>(sort: Sort, { key, first = 'descending' }: SortColumn<Row>): Sort {
  if (sort?.key !== key) return { key, direction: first };
  if (sort.direction !== first) return null;
  return { key, direction: first === 'ascending' ? 'descending' : 'ascending' };
}

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
