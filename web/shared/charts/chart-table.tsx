import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';

const ROWS_PER_PAGE = 30;

export interface ChartTableProps {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly row: (index: number) => readonly { readonly label: string; readonly value: string }[];
}

export function OpenTable({ label, from, to, row }: ChartTableProps) {
  const [limit, setLimit] = useState(ROWS_PER_PAGE);
  const shown = Math.min(limit, to - from);
  const more = Math.min(ROWS_PER_PAGE, to - from - shown);
  const rows = Array.from({ length: shown }, (_, i) => row(to - 1 - i));
  // Estimated and past sessions have different facts; the headers are those of both.
  const headers = [...new Set(rows.flatMap((items) => items.map((item) => item.label)))];
  return (
    <>
      <DataTable
        isLong
        label={`${label}: table`}
        caption={`${label}, newest first`}
        headers={headers}
        rows={rows.map((items) => ({
          id: items[0]?.value ?? '',
          cells: headers.map((header) => items.find((item) => item.label === header)?.value ?? '–'),
        }))}
      />
      {more > 0 && (
        <Button
          size="sm"
          onClick={({ currentTarget }) => {
            setLimit(limit + ROWS_PER_PAGE);
            // The button disappears with the last rows; the focus moves to the table.
            if (shown + more === to - from)
              (currentTarget.previousElementSibling as HTMLElement | null)?.focus();
          }}
        >
          Show {more} more rows
        </Button>
      )}
    </>
  );
}
