import type { ReactNode } from 'react';
import styles from './table.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export type TableColumn<Row> = {
  head: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right, words at the left. */
  isNumber?: boolean;
};

/** Rows of facts; the first column names its row. Wider than its place, it scrolls inside itself. */
export function Table<Row>({
  caption,
  columns,
  rows,
  keyOf,
}: {
  /** Read, not seen: a heading above says it to the eye. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className={styles.scroll} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption>
          <VisuallyHidden>{caption}</VisuallyHidden>
        </caption>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" className={isNumber ? styles.number : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, cell, isNumber }, index) =>
                index === 0 ? (
                  <th key={head} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} className={isNumber ? styles.number : undefined}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
