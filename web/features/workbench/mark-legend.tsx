import { Button } from '../../shared/ui/button.tsx';
import { LineSwatch } from '../../shared/charts/line-swatch.tsx';
import { LETTERS } from '../../shared/charts/price-events.ts';
import type { ChartMarkSet } from './use-chart-marks.ts';
import { MARK_KINDS, type MarkKind } from './workbench-url.ts';
import styles from './workbench.module.css';

const NAMES: Readonly<Record<MarkKind, string>> = {
  events: 'Dividends and splits',
  forecasts: 'Your forecasts',
  alerts: 'Alerts',
};

interface MarkLegendProps {
  readonly marks: ChartMarkSet;
  readonly wanted: readonly MarkKind[];
  readonly onChange: (wanted: readonly MarkKind[]) => void;
}

/** A switch for each kind of mark that there is, and what the marks mean. */
export function MarkLegend({ marks: { available }, wanted, onChange }: MarkLegendProps) {
  const present = MARK_KINDS.filter((kind) => available[kind].length > 0);
  if (present.length === 0) return null;
  const toggle = (kind: MarkKind) =>
    onChange(MARK_KINDS.filter((one) => wanted.includes(one) !== (one === kind)));
  return (
    <ul className={styles.legend} aria-label="Marks">
      {present.map((kind) => (
        <li key={kind} className={styles.fact}>
          <Button
            size="sm"
            className={styles.toggle ?? ''}
            aria-pressed={wanted.includes(kind)}
            onClick={() => toggle(kind)}
          >
            {NAMES[kind]}
          </Button>
          {wanted.includes(kind) && <Meaning kind={kind} marks={available} />}
        </li>
      ))}
    </ul>
  );
}

function Meaning({ kind, marks }: { kind: MarkKind; marks: ChartMarkSet['available'] }) {
  switch (kind) {
    case 'events':
      return <span className={styles.quiet}>{LETTERS}</span>;
    case 'forecasts':
      return <span className={styles.quiet}>○ open ● inside its 80% range ✕ outside</span>;
    case 'alerts':
      return (
        <span className={styles.quiet}>
          <LineSwatch color="text-3" dash={[6, 4]} widthPx={1} />{' '}
          {marks.alerts.map(({ text }) => text).join(', ')}
        </span>
      );
  }
}
