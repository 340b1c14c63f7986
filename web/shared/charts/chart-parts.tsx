import { ChevronLeft, ChevronRight, Minus, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { VisuallyHidden } from '../ui/announcement.tsx';
import styles from './chart-figure.module.css';
import { ZOOM_IN_FACTOR, ZOOM_OUT_FACTOR } from './chart-input.ts';

export interface ReadoutItem {
  readonly label: string;
  readonly value: string;
  readonly tone?: 'gain' | 'loss' | 'accent';
  /** The date says what it is by itself: its label is only for speech and the table's head. */
  readonly isPlain?: boolean;
}

interface ChartReadoutProps {
  readonly items: readonly ReadoutItem[];
  /** Label of the series that the keyboard reads; `null` while it reads them all. */
  readonly current: string | null;
}

/** The facts of the session under the crosshair, above the plot where they hide nothing. */
export function ChartReadout({ items, current }: ChartReadoutProps) {
  return (
    <dl className={styles.readout}>
      {items.map(({ label, value, tone, isPlain }) => (
        <div
          key={label}
          className={isPlain === true ? styles.plain : undefined}
          data-current={label === current || undefined}
        >
          <dt>{label}</dt>
          <dd className={tone}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Sessions per press: most of a default view, so that a month back is one press. */
const PAN_STEP = 20;

interface ChartToolbarProps {
  /** Name of the chart, so that the buttons of several charts differ for a screen reader. */
  readonly label: string;
  readonly zoom: (factor: number) => void;
  readonly pan: (bars: number) => void;
  readonly reset: () => void;
}

/** Everything a gesture can do, as buttons (WCAG 2.5.1 and 2.5.7). */
export function ChartToolbar({ label, zoom, pan, reset }: ChartToolbarProps) {
  const buttons = [
    { name: 'Earlier', icon: ChevronLeft, press: () => pan(PAN_STEP) },
    { name: 'Later', icon: ChevronRight, press: () => pan(-PAN_STEP) },
    { name: 'Zoom out', icon: Minus, press: () => zoom(ZOOM_OUT_FACTOR) },
    { name: 'Zoom in', icon: Plus, press: () => zoom(ZOOM_IN_FACTOR) },
    { name: 'Reset view', icon: RotateCcw, press: reset },
  ];
  return (
    <fieldset aria-label={`${label}: view`} className={styles.toolbar}>
      {buttons.map(({ name, icon, press }) => (
        <IconButton key={name} label={name} icon={icon} onClick={press} />
      ))}
    </fieldset>
  );
}

const ROWS_PER_PAGE = 30;

interface ChartTableProps {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly row: (index: number) => readonly ReadoutItem[];
}

/** The sessions on screen as a table, newest first, built only when it is open. */
export function ChartTable(props: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        View as table<VisuallyHidden>: {props.label}</VisuallyHidden>
      </summary>
      {isOpen && <OpenTable {...props} />}
    </details>
  );
}

function OpenTable({ label, from, to, row }: ChartTableProps) {
  const [limit, setLimit] = useState(ROWS_PER_PAGE);
  const shown = Math.min(limit, to - from);
  const more = Math.min(ROWS_PER_PAGE, to - from - shown);
  const rows = Array.from({ length: shown }, (_, i) => row(to - 1 - i));
  // Sessions of the same chart may differ in their facts (estimate or history); the heads are all of them.
  const heads = [...new Set(rows.flatMap((items) => items.map((item) => item.label)))];
  return (
    <>
      <DataTable
        isLong
        label={`${label}: table`}
        caption={`${label}, newest first`}
        headers={heads}
        rows={rows.map((items) => ({
          id: items[0]?.value ?? '',
          cells: heads.map((head) => items.find((item) => item.label === head)?.value ?? '–'),
        }))}
      />
      {more > 0 && (
        <Button
          size="sm"
          onClick={({ currentTarget }) => {
            setLimit(limit + ROWS_PER_PAGE);
            // The button goes with the last rows; the focus must not.
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
