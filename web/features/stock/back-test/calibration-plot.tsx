import type { CalibrationPoint, Estimated, HorizonBackTest } from '#compute';
import type { Format } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { VisuallyHidden } from '../../../shared/ui/announcement.tsx';
import { shareText } from '../report/track-record-card.tsx';
import styles from './back-test.module.css';

/** Plot area inside the drawing, in its own units. */
const PLOT = { left: 40, top: 8, size: 300 } as const;
const VIEW = { width: 356, height: 348 } as const;
const TICKS = [0, 0.25, 0.5, 0.75, 1] as const;

/** So that the whiskers of the two series are side by side. */
const APART = 1.5;

interface CalibrationPlotProps {
  readonly result: HorizonBackTest;
  readonly ticker: string;
}

/** How often each range held against how often it should: on the diagonal it is as wide as it says. */
export function CalibrationPlot({ result: { calibration, horizonDays }, ticker }: CalibrationPlotProps) {
  const format = useFormat();
  const off = Math.max(...calibration.map(({ nominal, covered }) => Math.abs(covered.value - nominal)));
  const summary =
    `${ticker}, ${horizonDays}-day ranges: the share that should hold against the share that held. The model is at most ` +
    `${Math.round(off * 100)} points off the diagonal.`;
  return (
    <figure className={styles.plot}>
      <figcaption>
        <h3>How often ranges held</h3>
        <p className={styles.legend}>
          <span className={styles.keyModel}>Candor</span>
          <span className={styles.keyBaseline}>Simple range</span>
        </p>
      </figcaption>
      <svg
        viewBox={`0 0 ${VIEW.width} ${VIEW.height}`}
        className={styles.drawing}
        role="img"
        aria-label={summary}
      >
        {TICKS.map((share) => (
          <g key={share} className={styles.axis}>
            <line x1={PLOT.left} x2={PLOT.left + PLOT.size} y1={y(share)} y2={y(share)} />
            <text x={PLOT.left - 6} y={y(share) + 4} textAnchor="end">
              {format.share(share)}
            </text>
            <text x={x(share)} y={PLOT.top + PLOT.size + 18} textAnchor="middle">
              {format.share(share)}
            </text>
          </g>
        ))}
        <line className={styles.diagonal} x1={x(0)} y1={y(0)} x2={x(1)} y2={y(1)} />
        <Series
          kind="baseline"
          points={calibration}
          read={({ baselineCovered }) => baselineCovered}
          shift={APART}
        />
        <Series kind="model" points={calibration} read={({ covered }) => covered} shift={-APART} />
        <text className={styles.axisName} x={x(0.5)} y={VIEW.height - 4} textAnchor="middle">
          Should hold
        </text>
      </svg>
      <CalibrationTable calibration={calibration} />
    </figure>
  );
}

interface SeriesProps {
  readonly kind: 'model' | 'baseline';
  readonly points: readonly CalibrationPoint[];
  readonly read: (point: CalibrationPoint) => Estimated;
  readonly shift: number;
}

function Series({ kind, points, read, shift }: SeriesProps) {
  const path = points.map((point) => `${x(point.nominal)},${y(read(point).value)}`).join(' ');
  return (
    <g className={styles[kind]}>
      <polyline points={path} />
      {points.map((point) => {
        const { value, low, high } = read(point);
        const at = x(point.nominal);
        return (
          <g key={point.nominal}>
            <line x1={at + shift} x2={at + shift} y1={y(low)} y2={y(high)} />
            {kind === 'model' ? (
              <circle cx={at} cy={y(value)} r="3" />
            ) : (
              <rect x={at - 2.5} y={y(value) - 2.5} width="5" height="5" />
            )}
          </g>
        );
      })}
    </g>
  );
}

function CalibrationTable({ calibration }: { calibration: readonly CalibrationPoint[] }) {
  const format = useFormat();
  return (
    <details className="disclosure">
      <summary>
        View as table<VisuallyHidden>: how often ranges held</VisuallyHidden>
      </summary>
      <DataTable
        label="How often ranges held: table"
        className={styles.table}
        heads={['Should hold', 'Candor', 'Simple range']}
        rows={calibration.map(({ nominal, covered, baselineCovered }) => ({
          id: String(nominal),
          cells: [
            format.share(nominal),
            withInterval(format, covered),
            withInterval(format, baselineCovered),
          ],
        }))}
      />
    </details>
  );
}

function withInterval(format: Format, estimate: Estimated): string {
  const { value, interval } = shareText(format, estimate);
  return `${value} (${interval})`;
}

function x(share: number): number {
  return PLOT.left + share * PLOT.size;
}

function y(share: number): number {
  return PLOT.top + (1 - share) * PLOT.size;
}
