import type { SeriesStyle } from './series-style.ts';
import styles from './compare-page.module.css';

/** A short piece of a line, as it looks in the chart. */
export function Swatch({ style: { color, dash, widthPx } }: { style: SeriesStyle }) {
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
