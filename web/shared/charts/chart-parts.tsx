import { ChevronLeft, ChevronRight, Minus, Plus, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { useAtomValueRawSync } from '../../store.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { DataTable } from '../ui/data-table.tsx';
import { VisuallyHidden } from '../ui/announcement.tsx';
import styles from './chart-figure.module.css';
import { ZOOM_IN_FACTOR, ZOOM_OUT_FACTOR } from './chart-input.ts';
import { inView, type ChartLink } from './use-viewport.ts';

export interface ReadoutItem {
  readonly label: string;
  readonly value: string;
  readonly tone?: 'gain' | 'loss' | 'accent';
  /** The value needs no label on screen; the label is for the table's header only. */
  readonly isPlain?: boolean;
}

interface ChartReadoutProps {
  readonly cursorAtom: ChartLink['cursorAtom'];
  readonly from: number;
  readonly to: number;
  /** The session without a crosshair in view. */
  readonly resting: number;
  readonly readout: (index: number) => readonly ReadoutItem[];
  /** Label of the series that the keyboard reads; `null` while it reads all of them. */
  readonly current: string | null;
}

/** The values of the session under the crosshair, above the plot so that they hide nothing. */
export function ChartReadout({ cursorAtom, resting, readout, current, ...view }: ChartReadoutProps) {
  const cursor = inView(useAtomValueRawSync(cursorAtom), view);
  return (
    <dl className={styles.readout}>
      {readout(cursor ?? resting).map(({ label, value, tone, isPlain }) => (
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

/** Sessions per press: about a month. */
const PAN_STEP = 20;

interface ChartToolbarProps {
  /** The chart's name, so that screen readers can tell the buttons of several charts apart. */
  readonly label: string;
  readonly zoom: (factor: number) => void;
  readonly pan: (bars: number) => void;
  readonly reset: () => void;
}

/** Buttons for everything that gestures can do (WCAG 2.5.1 and 2.5.7). */
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

/** The visible sessions as a table, newest first. Built only while it is open. */
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
