import { parseIsoDate, type Estimated, type TrackRecord } from '#compute';
import { Link } from 'wouter';
import { formatSessionDate } from '../../shared/format/dates.ts';
import { formatPercent, formatShare } from '../../shared/format/percent.ts';
import { Card } from '../../shared/ui/card.tsx';
import styles from './cards.module.css';

/** How the shipped model did on this listing's own past: verdict first, then the measures with their intervals. */
export function TrackRecordCard({ record }: { record: TrackRecord | null }) {
  if (record === null) {
    return (
      <Card title="Track record">
        <p className={styles.quiet}>The price history is too short to score the model on it.</p>
      </Card>
    );
  }
  const rows = [
    { name: '80% range held', ...share(record.coverage80), against: 'should be 80%' },
    { name: '95% range held', ...share(record.coverage95), against: 'should be 95%' },
    {
      name: 'Direction right',
      ...share(record.hitRate),
      against: `always up: ${formatShare(record.baseRate)}`,
    },
    {
      name: 'Median: error saved',
      value: formatPercent(record.skill.value * 100, { signed: true }),
      interval: `${formatPercent(record.skill.low * 100)} to ${formatPercent(record.skill.high * 100)}`,
      against: 'against “no change”; above 0% is better',
    },
    {
      name: 'Range: error saved',
      value: formatPercent(record.bandSkill.value * 100, { signed: true }),
      interval: `${formatPercent(record.bandSkill.low * 100)} to ${formatPercent(record.bandSkill.high * 100)}`,
      against: 'against a plain range; above 0% is better',
    },
  ];
  return (
    <Card
      title="Track record"
      footer={
        <>
          Back-test on past prices, {day(record.from)} to {day(record.to)}: {record.n} forecasts of{' '}
          {record.horizonDays} {record.horizonDays === 1 ? 'day' : 'days'}, {record.nEffective} of them
          independent. In grey: 95% intervals.{' '}
          <Link href="/method#record" className={styles.inlineLink ?? ''}>
            How it is measured
          </Link>
        </>
      }
    >
      <p className={styles.verdict}>{readable(record.verdict)}</p>
      <dl className={styles.facts}>
        {rows.map(({ name, value, interval, against }) => (
          <div key={name}>
            <dt>
              {name}
              <span className={styles.against}>{against}</span>
            </dt>
            <dd>
              {value}
              <span className={styles.against}>{interval}</span>
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  );
}

/** Compute writes dates as ISO; people read them as everywhere else on the page. */
function readable(verdict: string): string {
  return verdict.replace(/\d{4}-\d\d-\d\d/g, day);
}

function day(date: string): string {
  return formatSessionDate(parseIsoDate(date) ?? Number.NaN, 'day');
}

function share({ value, low, high }: Estimated): { value: string; interval: string } {
  return { value: formatShare(value), interval: `${formatShare(low)} to ${formatShare(high)}` };
}
