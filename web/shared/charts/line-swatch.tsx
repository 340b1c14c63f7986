import styles from './line-swatch.module.css';
import type { ChartColor } from './chart-theme.ts';

interface LineSwatchProps {
  readonly color: ChartColor;
  readonly dash: readonly number[];
  readonly widthPx?: number;
}

/** A short piece of a line, as it looks in the chart. */
export function LineSwatch({ color, dash, widthPx = 2 }: LineSwatchProps) {
  return (
    <svg className={styles.swatch} width="28" height="8" aria-hidden="true">
      <line
        x1="0"
        x2="28"
        y1="4"
        y2="4"
        stroke={`var(--${color})`}
        strokeWidth={widthPx}
        strokeDasharray={dash.join(' ')}
      />
    </svg>
  );
}
