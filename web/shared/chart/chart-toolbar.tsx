import { ChevronLeft, ChevronRight, Minus, Plus, RotateCcw } from 'lucide-react';
import styles from './chart-figure.module.css';
import { ZOOM_IN_FACTOR, ZOOM_OUT_FACTOR } from './chart-keys.ts';

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
