import {
  FITTED_FROM,
  FITTED_UNTIL,
  SKILL_WORDS,
  type Estimate,
  type Format,
  type TrackRecord,
  type Verdict,
  verdictOn,
} from '#compute';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import styles from './cards.module.css';

interface TrackRecordCardProps {
  readonly record: TrackRecord | null;
  readonly children?: ReactNode;
}

/** How the shipped model did on this listing's own past: verdict first, then the measures with their intervals. */
export function TrackRecordCard({ record, children }: TrackRecordCardProps) {
  const format = useFormat();
  if (record === null) {
    return (
      <Card title="Track record" titleId="track-record">
        <p className={styles.quiet}>The price history is too short to score the model on it.</p>
        {children}
      </Card>
    );
  }
  const rows: readonly (MeasureText & { readonly name: string; readonly against?: string })[] = [
    { name: '80% range held', ...shareText(format, record.coverage80), against: 'stated: 80%' },
    { name: '95% range held', ...shareText(format, record.coverage95), against: 'stated: 95%' },
    { name: 'Vs “no change”', ...savedText(format, record.skill) },
    { name: 'Vs a simple range', ...savedText(format, record.bandSkill) },
  ];
  return (
    <Card
      title="Track record"
      titleId="track-record"
      footer={
        <>
          Back-tested from {format.isoDate(record.from)} to {format.isoDate(record.to)}, each test using only
          earlier prices. The tests overlap, so they count as {format.count(record.nEffective)} separate ones.
          Gray: 95% interval. Above 0% is better. A simple range assumes every day swings alike. Model fitted
          on prices from {format.isoDate(FITTED_FROM)} to {format.isoDate(FITTED_UNTIL)}.
          {record.inSample && (
            <strong> In-sample: some tests fall in that period, which flatters the model.</strong>
          )}{' '}
          <Link href="/method#record" className={styles.inlineLink ?? ''}>
            How it’s measured
          </Link>
        </>
      }
    >
      <p className={styles.verdict}>{verdict(format, record)}</p>
      <dl className={styles.facts}>
        {rows.map(({ name, value, interval, against: target }) => (
          <div key={name}>
            <dt>
              {name}
              {target && <span className={styles.against}>{target}</span>}
            </dt>
            <dd>
              {value}
              <span className={styles.against}>{interval}</span>
            </dd>
          </div>
        ))}
      </dl>
      {children}
    </Card>
  );
}

const HELD_WORDS: Readonly<Record<Verdict, string>> = {
  above: 'held more often than stated',
  below: 'held less often than stated',
  undecided: 'held neither clearly more nor clearly less often than stated',
};

function verdict(format: Format, { n, horizonDays, coverage80, skill }: TrackRecord): string {
  return (
    `In ${format.count(n)} past ${horizonDays}-day tests, the 80% range ${HELD_WORDS[verdictOn(coverage80, 0.8)]}. ` +
    `The estimate ${SKILL_WORDS[verdictOn(skill, 0)]} “no change”.`
  );
}

export interface MeasureText {
  readonly value: string;
  readonly interval: string;
}

/** A share of forecasts: "81%", "78% to 84%". */
export function shareText(format: Format, { value, low, high }: Estimate): MeasureText {
  return { value: format.share(value), interval: `${format.share(low)} to ${format.share(high)}` };
}

/** How much smaller an error was than another: "+2.00%", "+1.10% to +2.90%". */
export function savedText(format: Format, { value, low, high }: Estimate): MeasureText {
  const signed = (share: number) => format.percent(share * 100, { signed: true });
  return { value: signed(value), interval: `${signed(low)} to ${signed(high)}` };
}
