import type { ChartColor } from './chart-spec.ts';
import type { ChartLevel } from './price-layers.ts';
import styles from './sparkline.module.css';

export interface SparklineProps {
  /** Oldest first; finite. */
  readonly values: readonly number[];
  /** Bars from zero behind the line, as long as `values`. */
  readonly bars?: readonly number[];
  readonly levels?: readonly ChartLevel[];
  readonly heightPx: number;
  readonly label: string;
}

const NONE: readonly never[] = [];

/** A sparkline in words: "from 45.20 to 61.30, rising, lowest 40.10, highest 65.00". */
export function trendInWords(values: readonly number[], write: (value: number) => string): string {
  const first = values[0] ?? Number.NaN;
  const last = values.at(-1) ?? Number.NaN;
  const direction = last > first ? 'rising' : last < first ? 'falling' : 'unchanged';
  return (
    `from ${write(first)} to ${write(last)}, ${direction}, ` +
    `lowest ${write(Math.min(...values))}, highest ${write(Math.max(...values))}`
  );
}

/** A small line with an end dot and no axes, as plain SVG: six of them cost less than one chart. */
export function Sparkline({ values, bars = NONE, levels = NONE, heightPx, label }: SparklineProps) {
  const all = [...values, ...bars, ...(bars.length > 0 ? [0] : []), ...levels.map(({ value }) => value)];
  const low = Math.min(...all);
  const span = Math.max(...all) - low || 1;
  const y = (value: number) => 96 - ((value - low) / span) * 92;
  // Bars need half a step of room at both ends; a line alone runs from edge to edge.
  const x = (index: number) => {
    if (bars.length > 0) return ((index + 0.5) / values.length) * 100;
    return values.length < 2 ? 50 : (index / (values.length - 1)) * 100;
  };
  const line = values.map((value, i) => `${x(i)},${y(value)}`).join(' ');
  const barWidth = 60 / Math.max(bars.length, 1);
  const last = values.at(-1);
  return (
    <div className={styles.sparkline} style={{ height: heightPx }} role="img" aria-label={label}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        {levels.map(({ value }) => (
          <line key={value} className={styles.level} x1="0" x2="100" y1={y(value)} y2={y(value)} />
        ))}
        {bars.map((value, i) => (
          <rect
            // oxlint-disable-next-line react/no-array-index-key -- bars are positions; they have no other identity
            key={i}
            className={value >= 0 ? styles.gain : styles.loss}
            x={x(i) - barWidth / 2}
            y={Math.min(y(value), y(0))}
            width={barWidth}
            height={Math.abs(y(value) - y(0))}
          />
        ))}
        <polyline className={styles.line} points={line} />
      </svg>
      {levels.map(({ value, label: name, side }) => (
        <span
          key={value}
          className={styles.levelName}
          data-side={side}
          style={{ top: `${y(value)}%` }}
          aria-hidden="true"
        >
          {name}
        </span>
      ))}
      {last !== undefined && (
        <span className={styles.dot} style={{ left: `${x(values.length - 1)}%`, top: `${y(last)}%` }} />
      )}
    </div>
  );
}

interface LineSwatchProps {
  readonly color: ChartColor;
  readonly dash: readonly number[];
  readonly widthPx?: number;
}

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
