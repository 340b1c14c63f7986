import type { BackTestYear, Estimated, HorizonBackTest } from '#compute';
import type { ReactNode } from 'react';
import type { Format } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { classNames } from '../../../shared/ui/button.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import { savedText, shareText } from '../report/track-record-card.tsx';
import styles from './back-test.module.css';

/** Whiskers longer than this are cut: a year of few windows would flatten all others. */
const MAX_LIMIT_SHARE = 0.6;

/** Each year's forecasts: how much less the range lost than one of constant volatility, and how often 80 % held. */
export function SkillByYear({ result: { years } }: { result: HorizonBackTest }) {
  const format = useFormat();
  const ends = years.flatMap(({ bandSkill }) => (bandSkill === null ? [] : [-bandSkill.low, bandSkill.high]));
  const limitShare = Math.min(Math.max(...ends, 0.01), MAX_LIMIT_SHARE);
  return (
    <div>
      <h3>Year by year</h3>
      <DataTable
        label="Year by year"
        caption="Improvement of the range on a simple one. Above 0% is better."
        className={classNames(styles.table, styles.years)}
        heads={['Year', 'Forecasts', 'Improvement', '80% held']}
        rows={years.map((year) => ({ id: String(year.year), cells: yearCells(format, year, limitShare) }))}
      />
    </div>
  );
}

function yearCells(
  format: Format,
  { year, inSample, n, nEffective, coverage80, bandSkill }: BackTestYear,
  limitShare: number,
): ReactNode[] {
  const held = shareText(format, coverage80);
  return [
    <>
      {year}
      {inSample && <span className={styles.interval}>in-sample</span>}
    </>,
    <>
      {format.count(n)}
      <span className={styles.interval}>{format.count(nEffective)} separate</span>
    </>,
    bandSkill === null ? 'N/A' : <SavedError key="saved" share={bandSkill} limitShare={limitShare} />,
    <>
      {held.value}
      <span className={styles.interval}>{held.interval}</span>
    </>,
  ];
}

/** The share of the error that was saved, its interval also as a line over a mark at zero, on a scale that all years share. */
function SavedError({ share, limitShare }: { share: Estimated; limitShare: number }) {
  const saved = savedText(useFormat(), share);
  const { value, low, high } = share;
  const position = (at: number) => 60 + Math.min(Math.max(at / limitShare, -1), 1) * 57;
  const tone = low > 0 ? styles.gain : high < 0 ? styles.loss : styles.neutral;
  return (
    <>
      {saved.value}
      <span className={styles.interval}>{saved.interval}</span>
      <svg className={styles.whisker} viewBox="0 0 120 10" aria-hidden="true">
        <line className={styles.zero} x1="60" x2="60" y1="0" y2="10" />
        <g className={tone}>
          <line x1={position(low)} x2={position(high)} y1="5" y2="5" />
          <circle cx={position(value)} cy="5" r="3" />
        </g>
      </svg>
    </>
  );
}
