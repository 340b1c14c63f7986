import type { ReactNode, Ref } from 'react';

interface TableRowsProps {
  readonly heads: readonly string[];
  /** As many cells as heads. */
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
  readonly bodyRef?: Ref<HTMLTableSectionElement>;
}

/** Head and body of a table whose first column names the rows. */
export function TableRows({ heads, rows, bodyRef }: TableRowsProps) {
  return (
    <>
      <thead>
        <tr>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody ref={bodyRef}>
        {rows.map(({ id, cells: [name, ...values] }) => (
          <tr key={id}>
            <th scope="row">{name}</th>
            {values.map((value, column) => (
              <td key={heads[column + 1]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </>
  );
}
