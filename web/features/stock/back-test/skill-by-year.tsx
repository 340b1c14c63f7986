import type { BackTestYear, Estimated, HorizonBackTest } from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';
import { ExportButton } from '../../../shared/export/export-buttons.tsx';
import type { Exportable } from '../../../shared/export/export-files.ts';
import { savedText, shareText } from '../report/track-record-card.tsx';
import styles from './back-test.module.css';

/** Whiskers longer than this are cut: a year of few windows would flatten all others. */
const MAX_LIMIT_SHARE = 0.6;

/** Each year's forecasts: how much less the range lost than one of constant volatility, and how often 80 % held. */
export function SkillByYear({ result: { years, horizonDays } }: { result: HorizonBackTest }) {
  const exportable: Exportable = {
    title: `Skill by year, ${horizonDays}-day ranges`,
    kind: 'scores',
    rows: () => [
      ['year', 'in-sample', 'n', 'not overlapping', 'error saved', 'low', 'high', '80% held', 'low', 'high'],
      ...years.map(({ year, inSample, n, nEffective, bandSkill, coverage80 }) => [
        year,
        inSample ? 'yes' : 'no',
        n,
        nEffective,
        bandSkill?.value ?? null,
        bandSkill?.low ?? null,
        bandSkill?.high ?? null,
        coverage80.value,
        coverage80.low,
        coverage80.high,
      ]),
    ],
  };
  const ends = years.flatMap(({ bandSkill }) => (bandSkill === null ? [] : [-bandSkill.low, bandSkill.high]));
  const limitShare = Math.min(Math.max(...ends, 0.01), MAX_LIMIT_SHARE);
  return (
    <div>
      <div className={styles.title}>
        <h3>Year by year</h3>
        <ExportButton exportable={exportable} />
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className={styles.tableScroll} aria-label="Year by year" tabIndex={0}>
        <table className={styles.table}>
          <caption>Improvement of the range on a simple one. Above 0% is better.</caption>
          <thead>
            <tr>
              <th scope="col">Year</th>
              <th scope="col">Forecasts</th>
              <th scope="col" className={styles.wide}>
                Improvement
              </th>
              <th scope="col">80% held</th>
            </tr>
          </thead>
          <tbody>
            {years.map((year) => (
              <YearRow key={year.year} year={year} limitShare={limitShare} />
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function YearRow({
  year: { year, inSample, n, nEffective, coverage80, bandSkill },
  limitShare,
}: {
  year: BackTestYear;
  limitShare: number;
}) {
  const format = useFormat();
  const held = shareText(format, coverage80);
  return (
    <tr>
      <th scope="row">
        {year}
        {inSample && <span className={styles.interval}>in-sample</span>}
      </th>
      <td>
        {format.count(n)}
        <span className={styles.interval}>{format.count(nEffective)} separate</span>
      </td>
      <td>{bandSkill === null ? 'N/A' : <SavedError share={bandSkill} limitShare={limitShare} />}</td>
      <td>
        {held.value}
        <span className={styles.interval}>{held.interval}</span>
      </td>
    </tr>
  );
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
