import {
  absenceText,
  FITTED_FROM,
  FITTED_UNTIL,
  HELD_WORDS,
  SKILL_WORDS,
  type Format,
  type TrackRecord,
  verdictOn,
} from '#compute';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { estimateText, improvementWriter, useFormat } from '../../../shared/format/use-format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { hasForecast, type Listing } from '../../../shared/api/listing-queries.ts';
import styles from './cards.module.css';

export function TrackRecordCard({ data, children }: { data: Listing; children?: ReactNode }) {
  const format = useFormat();
  const record = hasForecast(data) ? data.analysis.trackRecord : null;
  return (
    <Card title="Track record" titleId="track-record" footer={record !== null && <Basis record={record} />}>
      {record === null ? (
        <p className={styles.quiet}>
          {hasForecast(data)
            ? 'The price history is too short to score the model.'
            : `No forecast to score. ${absenceText(format, data)}`}
        </p>
      ) : (
        <Scores record={record} />
      )}
      {children}
    </Card>
  );
}

function Scores({ record }: { record: TrackRecord }) {
  const format = useFormat();
  const improvement = improvementWriter(format);
  const rows: readonly { name: string; text: string; note: string; target?: string }[] = [
    { name: '80% range held', ...estimateText(format.share, record.coverage80), target: 'stated: 80%' },
    { name: '95% range held', ...estimateText(format.share, record.coverage95), target: 'stated: 95%' },
    { name: 'Vs “no change”', ...estimateText(improvement, record.skill) },
    { name: 'Vs a simple range', ...estimateText(improvement, record.bandSkill) },
  ];
  return (
    <>
      <p className={styles.verdict}>{verdict(format, record)}</p>
      <dl className={styles.facts}>
        {rows.map(({ name, text, note, target }) => (
          <div key={name}>
            <dt>
              {name}
              {target && <span className={styles.against}>{target}</span>}
            </dt>
            <dd>
              {text}
              <span className={styles.against}>{note}</span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Basis({ record }: { record: TrackRecord }) {
  const format = useFormat();
  return (
    <>
      Back-tested from {format.isoDate(record.from)} to {format.isoDate(record.to)}, each test using only
      earlier prices.
      {record.nEffective < record.n &&
        ` The tests overlap, so they count as ${format.count(record.nEffective)} separate ones.`}{' '}
      Gray: 95% interval. Above 0% is better. A simple range assumes every day swings alike. Model fitted on
      prices from {format.isoDate(FITTED_FROM)} to {format.isoDate(FITTED_UNTIL)}.
      {record.inSample && (
        <strong> In-sample: some tests fall in that period, which flatters the model.</strong>
      )}{' '}
      <Link href="/method#record" className={styles.inlineLink ?? ''}>
        How it’s measured
      </Link>
      {' · '}
      <Link href="/method#weak" className={styles.inlineLink ?? ''}>
        Where this model is bad
      </Link>
    </>
  );
}

function verdict(format: Format, { n, horizonDays, coverage80, skill }: TrackRecord): string {
  return (
    `In ${format.count(n)} past ${horizonDays}-day tests, the 80% range ${HELD_WORDS[verdictOn(coverage80, 0.8)]}. ` +
    `The estimate ${SKILL_WORDS[verdictOn(skill, 0)]} “no change”.`
  );
}
