import { countText, isEnough, type Format, type OptionalEstimate } from '#compute';
import { useFormat } from '../format/use-format.ts';
import { VisuallyHidden } from '../ui/announcement.tsx';
import styles from './interval-plot.module.css';

export const NO_INTERVAL = 'not enough data yet';

/** A share of `n` with one decimal, "79.4%", and its 95 % interval. Too few give a count without one; no estimate gives "N/A". */
export function shareTexts(format: Format, estimate: OptionalEstimate | null, n: number) {
  const { value = Number.NaN, low = null, high = null } = estimate ?? {};
  if (estimate !== null && !isEnough(n)) return { text: countText(format, value, n), note: null };
  const note =
    low === null || high === null ? null : `${format.shareTenths(low)} to ${format.shareTenths(high)}`;
  return { text: format.shareTenths(value), note };
}

interface PlotRow {
  readonly label: string;
  readonly detail: string;
  /** Number of forecasts. If they are too few, the estimate is written as a count and not drawn. */
  readonly n: number;
  readonly estimate: OptionalEstimate | null;
  readonly reference: number;
}

const MARGIN = 0.06;

/** Minimum range of the scale, so that only wide intervals look wide. */
const MIN_RANGE = 0.04;

interface IntervalPlotProps {
  readonly caption: string;
  /** Name of the dashed mark: "stated", "no change". */
  readonly referenceName: string;
  readonly rows: readonly PlotRow[];
}

export function IntervalPlot({ caption, referenceName, rows }: IntervalPlotProps) {
  const format = useFormat();
  const scale = scaleOf(rows.map(judged));
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>
        <VisuallyHidden>{caption}. </VisuallyHidden>
        <Key referenceName={referenceName} />
      </caption>
      <thead className={styles.head}>
        <tr>
          <th scope="col">Forecasts</th>
          <th scope="col">Interval</th>
          <th scope="col">Measured vs {referenceName}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const { text, note } = shareTexts(format, row.estimate, row.n);
          return (
            <tr key={row.label}>
              <th scope="row">
                {row.label}
                <span className={styles.detail}>{row.detail}</span>
              </th>
              <td className={styles.drawn} aria-hidden="true">
                <Drawing row={judged(row)} scale={scale} />
              </td>
              <td className={styles.numbers}>
                <span>{text}</span>
                <span className={styles.detail}>{note ?? NO_INTERVAL}</span>
                <VisuallyHidden>
                  , {referenceName} {format.shareTenths(row.reference)}
                </VisuallyHidden>
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

/** The row without an estimate from too few forecasts. */
function judged(row: PlotRow): PlotRow {
  return isEnough(row.n) ? row : { ...row, estimate: null };
}

function Key({ referenceName }: { referenceName: string }) {
  return (
    <span className={styles.key} aria-hidden="true">
      <span>
        <svg width="14" height="12">
          <line className={styles.reference} x1="7" x2="7" y1="0" y2="12" />
        </svg>
        {referenceName}
      </span>
      <span>
        <svg width="26" height="12">
          <line className={styles.interval} x1="2" x2="24" y1="6" y2="6" />
          <circle className={styles.value} cx="13" cy="6" r="4" />
        </svg>
        measured, with 95% interval
      </span>
    </span>
  );
}

type Scale = (value: number) => string;

function Drawing({ row: { estimate, reference }, scale }: { row: PlotRow; scale: Scale }) {
  const { value = null, low = null, high = null } = estimate ?? {};
  return (
    <svg width="100%" height="28">
      <line className={styles.axis} x1="0" x2="100%" y1="14" y2="14" />
      <line className={styles.reference} x1={scale(reference)} x2={scale(reference)} y1="3" y2="25" />
      {low !== null && high !== null && (
        <line className={styles.interval} x1={scale(low)} x2={scale(high)} y1="14" y2="14" />
      )}
      {value !== null && (
        <circle className={low === null ? styles.uncertain : styles.value} cx={scale(value)} cy="14" r="5" />
      )}
    </svg>
  );
}

function scaleOf(rows: readonly PlotRow[]): Scale {
  const marks = rows
    .flatMap(({ estimate, reference }) => [reference, estimate?.value, estimate?.low, estimate?.high])
    .filter((mark) => typeof mark === 'number');
  const lowest = Math.min(...marks);
  const range = Math.max(Math.max(...marks) - lowest, MIN_RANGE);
  return (value) => `${(((value - lowest) / range) * (1 - 2 * MARGIN) + MARGIN) * 100}%`;
}
