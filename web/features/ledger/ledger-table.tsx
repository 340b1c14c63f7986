import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { TableRows } from '../../shared/ui/table-rows.tsx';
import styles from './ledger-page.module.css';

/** Rows that a table shows before it scrolls. The next one shows by half, so that nobody takes the edge for the end. */
const SHOWN_ROWS = 12;

/** A table of the page: the first column names. Wider or longer than its card, it scrolls inside it. */
export function LedgerTable({
  label,
  heads,
  rows,
}: {
  label: string;
  heads: readonly string[];
  rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[];
}) {
  const scroller = useRef<HTMLElement>(null);
  const body = useRef<HTMLTableSectionElement>(null);

  useLayoutEffect(() => {
    if (scroller.current === null) return;
    const next = body.current?.rows[SHOWN_ROWS];
    const heightPx = next === undefined ? null : next.offsetTop + next.offsetHeight / 2;
    scroller.current.style.maxHeight = heightPx === null ? '' : `${heightPx}px`;
  });

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section ref={scroller} className={styles.tableScroll} aria-label={label} tabIndex={0}>
      <table className={styles.table}>
        <TableRows heads={heads} rows={rows} bodyRef={body} />
      </table>
    </section>
  );
}
