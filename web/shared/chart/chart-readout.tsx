import styles from './chart-figure.module.css';

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
          <dd className={tone === undefined ? undefined : styles[tone]}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
