import type { ReactElement, ReactNode } from 'react';
import { classNames } from './button.tsx';
import styles from './data-table.module.css';

interface TableRowsProps {
  /** Texts, or elements with a key. */
  readonly headers: readonly (string | ReactElement)[];
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}

export function TableRows({ headers, rows }: TableRowsProps) {
  return (
    <>
      <thead>
        <tr>
          {headers.map((header) => (
            <th key={keyOf(header)} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells: [name, ...values] }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {values.map((value, column) => (
              <td key={keyOf(headers[column + 1])}>{value ?? '–'}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}

const keyOf = (header: string | ReactElement | undefined) =>
  typeof header === 'object' ? header.key : header;

interface DataTableProps extends TableRowsProps {
  readonly label: string;
  readonly caption?: string;
  readonly labelledBy?: string;
  readonly className?: string | undefined;
  /** Shows a dozen rows at a time. */
  readonly isLong?: boolean;
}

export function DataTable(props: DataTableProps) {
  const { label, labelledBy, caption, className, isLong, ...rows } = props;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className={classNames(styles.scroll, isLong && styles.long)} aria-label={label} tabIndex={0}>
      <table className={classNames(styles.table, className)} aria-labelledby={labelledBy}>
        {caption !== undefined && <caption>{caption}</caption>}
        <TableRows {...rows} />
      </table>
    </section>
  );
}

export function CellWithNote({ text, note }: { text: ReactNode; note: ReactNode }) {
  return (
    <>
      {text}
      {note !== null && (
        <span className={styles.note} data-note>
          {note}
        </span>
      )}
    </>
  );
}

export function DefinitionList({ rows }: { rows: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
