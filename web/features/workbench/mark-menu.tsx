import { LETTERS } from '../../shared/charts/price-events.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useBarClock } from './bar-clock.ts';
import type { ChartMarkSet } from './use-chart-marks.ts';
import { ToolPopover } from './tool-popover.tsx';
import type { WorkbenchSeries } from './workbench-series.ts';
import { MARK_KINDS, type MarkKind } from './workbench-url.ts';
import styles from './workbench.module.css';

const KINDS: Readonly<Record<MarkKind, { readonly name: string; readonly meaning: string }>> = {
  events: { name: 'Dividends and splits', meaning: LETTERS },
  forecasts: {
    name: 'Your forecasts',
    meaning: 'Circle: open. Dot: ended inside its 80% range. Cross: outside.',
  },
  alerts: { name: 'Alerts', meaning: 'Dashed lines at their prices.' },
};

/** The newest marks that the list has. */
const LISTED = 40;

interface MarkMenuProps {
  readonly marks: ChartMarkSet;
  readonly series: WorkbenchSeries;
  readonly wanted: readonly MarkKind[];
  readonly onChange: (wanted: readonly MarkKind[]) => void;
}

/** Switches for what is marked on the price, what the marks mean, and those that are on in words. */
export function MarkMenu({ marks, series, wanted, onChange }: MarkMenuProps) {
  const clock = useBarClock(series);
  const toggle = (kind: MarkKind) =>
    onChange(MARK_KINDS.filter((one) => wanted.includes(one) !== (one === kind)));
  const dated = [
    ...marks.events,
    ...marks.forecasts.flatMap(({ index, facts }) => facts.map((fact) => ({ index, ...fact }))),
  ].toSorted((a, b) => b.index - a.index);
  const lines = [
    ...marks.alerts.map(({ text }) => text),
    ...dated.map(({ index, label, value }) => `${clock.short(index)}: ${label} ${value}`),
  ];
  return (
    <ToolPopover label="Marks" title="Marks on the price">
      {MARK_KINDS.map((kind) => (
        <div key={kind} className={styles.markKind}>
          <Button
            size="sm"
            className={styles.toggle ?? ''}
            aria-pressed={wanted.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {KINDS[kind].name}
          </Button>
          <p className={styles.quiet}>
            {marks.available[kind].length === 0 ? 'None here.' : KINDS[kind].meaning}
          </p>
        </div>
      ))}
      {lines.length > 0 && (
        <ul className={styles.marks} aria-label="Marks">
          {[...new Set(lines)].slice(0, LISTED).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </ToolPopover>
  );
}
