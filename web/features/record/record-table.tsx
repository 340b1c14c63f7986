import type { ReactNode, RefObject } from 'react';
import styles from './record-page.module.css';

/** A table of the page: the first column names. Wider than its card, it scrolls inside it. */
export function RecordTable({
  table,
  label,
  heads,
  rows,
}: {
  /** For a picture of it. */
  table: RefObject<HTMLTableElement | null>;
  label: string;
  heads: readonly string[];
  rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className={styles.tableScroll} aria-label={label} tabIndex={0}>
      <table ref={table} className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells: [name, ...values] }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {values.map((value, column) => (
                <td key={heads[column + 1]}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
