import { ChevronLeft, ChevronRight, Minus, Plus, RotateCcw } from 'lucide-react';
import { useRef, useState, type RefObject } from 'react';
import { Button } from '../ui/button.tsx';
import { useFocusHeir } from '../ui/focus.ts';
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
    { name: 'Reset zoom', icon: RotateCcw, press: reset },
  ];
  return (
    <fieldset aria-label={`${label}: view`} className={styles.toolbar}>
      {buttons.map(({ name, icon: Icon, press }) => (
        <button key={name} type="button" aria-label={name} title={name} onClick={press}>
          <Icon size={16} strokeWidth={1.75} aria-hidden />
        </button>
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
  const scroller = useRef<HTMLElement>(null);
  const shown = Math.min(limit, to - from);
  const rows = Array.from({ length: shown }, (_, i) => row(to - 1 - i));
  // Sessions of the same chart may differ in their facts (estimate or history); the heads are all of them.
  const heads = [...new Set(rows.flatMap((items) => items.map((item) => item.label)))];
  return (
    <>
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
