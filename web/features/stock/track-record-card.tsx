import { parseIsoDate, verdictOn, type Estimated, type TrackRecord } from '#compute';
import { Link } from 'wouter';
import { formatSessionDate } from '../../shared/format/dates.ts';
import { formatPercent, formatShare } from '../../shared/format/percent.ts';
import { SKILL_WORDS } from '../../shared/format/verdict-words.ts';
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
          {record.horizonDays} {record.horizonDays === 1 ? 'day' : 'days'}, {record.nEffective} of them do not
          overlap. In grey: 95% intervals over blocks of two months or more.{' '}
          <Link href="/method#record" className={styles.inlineLink ?? ''}>
            How it is measured
          </Link>
        </>
      }
    >
      <p className={styles.verdict}>{verdict(record)}</p>
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

function verdict({ n, from, to, horizonDays, skill }: TrackRecord): string {
  return `Over ${n} forecasts from ${day(from)} to ${day(to)}, the ${horizonDays}-day median ${SKILL_WORDS[verdictOn(skill, 0)]} no change.`;
}

function day(date: string): string {
  return formatSessionDate(parseIsoDate(date) ?? Number.NaN, 'day');
}

function share({ value, low, high }: Estimated): { value: string; interval: string } {
  return { value: formatShare(value), interval: `${formatShare(low)} to ${formatShare(high)}` };
}
