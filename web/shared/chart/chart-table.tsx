import { useRef, useState, type ReactNode, type RefObject } from 'react';
import { Button } from '../ui/button.tsx';
import { useFocusHeir } from '../ui/use-focus-heir.ts';
import styles from './chart-figure.module.css';
import type { ReadoutItem } from './chart-readout.tsx';

const ROWS_PER_PAGE = 30;

interface ChartTableProps {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly row: (index: number) => readonly ReadoutItem[];
  /** Controls for narrow screens, where they have no room beside the chart's own. */
  readonly children?: ReactNode;
}

/** The sessions on screen as a table, newest first, built only when it is open. */
export function ChartTable(props: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>View as table</summary>
      {isOpen && <OpenTable {...props} />}
    </details>
  );
}

function OpenTable({ label, from, to, row, children }: ChartTableProps) {
  const [limit, setLimit] = useState(ROWS_PER_PAGE);
  const scroller = useRef<HTMLElement>(null);
  const shown = Math.min(limit, to - from);
  const rows = Array.from({ length: shown }, (_, i) => row(to - 1 - i));
  // Sessions of the same chart may differ in their facts (estimate or history); the heads are all of them.
  const heads = [...new Set(rows.flatMap((items) => items.map((item) => item.label)))];
  return (
    <>
      <div className={styles.narrowExports}>{children}</div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section ref={scroller} className={styles.tableScroll} aria-label={`${label}: table`} tabIndex={0}>
        <table>
          <caption>{label}, newest first</caption>
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
            {rows.map((items) => (
              <tr key={items[0]?.value}>
                {heads.map((head) => (
                  <td key={head}>{items.find((item) => item.label === head)?.value ?? '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {shown < to - from && (
        <MoreRows
          count={Math.min(ROWS_PER_PAGE, to - from - shown)}
          table={scroller}
          onShow={() => setLimit(limit + ROWS_PER_PAGE)}
        />
      )}
    </>
  );
}

function MoreRows({
  count,
  table,
  onShow,
}: {
  count: number;
  table: RefObject<HTMLElement | null>;
  onShow: () => void;
}) {
  const button = useRef<HTMLButtonElement>(null);
  useFocusHeir(button, table);
  return (
    <Button ref={button} size="sm" onClick={onShow}>
      Show {count} more rows
    </Button>
  );
}
