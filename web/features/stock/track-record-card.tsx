import { verdictOn, type Estimated, type TrackRecord } from '#compute';
import { useRef } from 'react';
import { Link } from 'wouter';
import { ExportButtons } from '../../shared/export/export-buttons.tsx';
import { formatDays, formatIsoDate } from '../../shared/format/dates.ts';
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
  return <Scores record={record} />;
}

function Scores({ record }: { record: TrackRecord }) {
  const measures = useRef<HTMLDListElement>(null);
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
      actions={
        <ExportButtons
          exportable={{
            title: `Track record, ${formatDays(record.horizonDays)} ahead`,
            kind: 'scores',
            rows: async () => (await import('./listing-rows.ts')).trackRecordRows(record),
          }}
          picture={measures}
        />
      }
      footer={
        <>
          Back-test on past prices, {formatIsoDate(record.from)} to {formatIsoDate(record.to)}: {record.n}{' '}
          forecasts of {formatDays(record.horizonDays)}, {record.nEffective} of them do not overlap. In grey:
          95% intervals over blocks of two months or more.{' '}
          <Link href="/method#record" className={styles.inlineLink ?? ''}>
            How it is measured
          </Link>
        </>
      }
    >
      <p className={styles.verdict}>{verdict(record)}</p>
      <dl ref={measures} className={styles.facts}>
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
  return `Over ${n} forecasts from ${formatIsoDate(from)} to ${formatIsoDate(to)}, the ${horizonDays}-day median ${SKILL_WORDS[verdictOn(skill, 0)]} no change.`;
}

function share({ value, low, high }: Estimated): { value: string; interval: string } {
  return { value: formatShare(value), interval: `${formatShare(low)} to ${formatShare(high)}` };
}
