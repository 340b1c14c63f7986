import { ChevronLeft, ChevronRight, Minus, Plus, RotateCcw, type LucideIcon } from 'lucide-react';
import { memo, useState } from 'react';
import { useAtomValueRawSync } from '../../store.ts';
import { IconButton } from '../ui/button.tsx';
import { AsyncSection, lazyComponent } from '../ui/loading.tsx';
import { VisuallyHidden } from '../ui/announcement.tsx';
import styles from './chart-figure.module.css';
import type { GestureTarget } from './chart-spec.ts';
import type { ChartTableProps } from './chart-table.tsx';
import type { LivePlot } from './uplot-chart.tsx';
import { inView, ZOOM_IN_FACTOR, ZOOM_OUT_FACTOR, type ChartLink } from './use-viewport.ts';

export interface ReadoutItem {
  readonly label: string;
  readonly value: string;
  readonly tone?: 'gain' | 'loss' | 'accent';
  /** The value needs no label on screen; the label is for the table's header only. */
  readonly isPlain?: boolean;
  /** Left out of the strip. */
  readonly isDetail?: boolean;
}

interface ChartReadoutProps {
  readonly cursorAtom: ChartLink['cursorAtom'];
  readonly from: number;
  readonly to: number;
  readonly resting: number;
  readonly readout: (index: number) => readonly ReadoutItem[];
  readonly current: string | null;
}

export function ChartReadout({ cursorAtom, resting, readout, current, ...view }: ChartReadoutProps) {
  const cursor = inView(useAtomValueRawSync(cursorAtom), view);
  const facts = readout(cursor ?? resting).filter(({ isDetail }) => isDetail !== true);
  return (
    <dl className={styles.readout}>
      {facts.map(({ label, value, tone, isPlain }, i) => (
        <div
          // oxlint-disable-next-line react/no-array-index-key -- labels change while the chart moves, and new elements cost the page's styles
          key={i}
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
  readonly plot: LivePlot;
  /** Number of sessions with data. */
  readonly total: number;
}

const TOOLS: readonly {
  readonly name: string;
  readonly icon: LucideIcon;
  readonly press: (target: GestureTarget, last: number) => void;
}[] = [
  { name: 'Earlier', icon: ChevronLeft, press: ({ pan }) => pan(PAN_STEP) },
  { name: 'Later', icon: ChevronRight, press: ({ pan }) => pan(-PAN_STEP) },
  { name: 'Zoom out', icon: Minus, press: ({ zoom }, last) => zoom(ZOOM_OUT_FACTOR, last) },
  { name: 'Zoom in', icon: Plus, press: ({ zoom }, last) => zoom(ZOOM_IN_FACTOR, last) },
  { name: 'Reset view', icon: RotateCcw, press: ({ reset }) => reset('plot') },
];

/** Buttons for everything that gestures can do (WCAG 2.5.1 and 2.5.7). Not rendered again with each view. */
export const ChartToolbar = memo(({ label, plot, total }: ChartToolbarProps) => (
  <fieldset aria-label={`${label}: view`} className={styles.toolbar}>
    {TOOLS.map(({ name, icon, press }) => (
      <IconButton
        key={name}
        label={name}
        icon={icon}
        onClick={() => press(plot.gestures, Math.min(plot.to, total) - 1)}
      />
    ))}
  </fieldset>
));

const OpenTable = lazyComponent(() => import('./chart-table.tsx'), 'OpenTable');

export function ChartTable(props: ChartTableProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        View as table<VisuallyHidden>: {props.label}</VisuallyHidden>
      </summary>
      {isOpen && (
        <AsyncSection>
          <OpenTable {...props} />
        </AsyncSection>
      )}
    </details>
  );
}
