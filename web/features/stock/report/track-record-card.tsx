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
import { absenceText } from '../../../shared/format/absence-text.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Card } from '../../../shared/ui/card.tsx';
import { hasForecast, type ListingData } from '../listing-data.ts';
import styles from './cards.module.css';

interface TrackRecordCardProps {
  readonly data: ListingData;
  readonly children?: ReactNode;
}

/** How the model did on this listing's own past: the verdict, then the measures with their intervals. */
export function TrackRecordCard({ data, children }: TrackRecordCardProps) {
  const format = useFormat();
  const record = hasForecast(data) ? data.analysis.trackRecord : null;
  if (record === null) {
    return (
      <Card title="Track record" titleId="track-record">
        <p className={styles.quiet}>
          {hasForecast(data)
            ? 'The price history is too short to score the model.'
            : `No forecast to score. ${absenceText(format, data)}`}
        </p>
        {children}
      </Card>
    );
  }
  const rows: readonly (MeasureText & { readonly name: string; readonly target?: string })[] = [
    { name: '80% range held', ...shareText(format, record.coverage80), target: 'stated: 80%' },
    { name: '95% range held', ...shareText(format, record.coverage95), target: 'stated: 95%' },
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
          earlier prices.
          {record.nEffective < record.n &&
            ` The tests overlap, so they count as ${format.count(record.nEffective)} separate ones.`}{' '}
          Gray: 95% interval. Above 0% is better. A simple range assumes every day swings alike. Model fitted
          on prices from {format.isoDate(FITTED_FROM)} to {format.isoDate(FITTED_UNTIL)}.
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
      }
    >
      <p className={styles.verdict}>{verdict(format, record)}</p>
      <dl className={styles.facts}>
        {rows.map(({ name, value, interval, target }) => (
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

/** A share of forecasts and its interval: "81%", "78% to 84%". */
export function shareText(format: Format, { value, low, high }: Estimate): MeasureText {
  return { value: format.share(value), interval: `${format.share(low)} to ${format.share(high)}` };
}

/** How much smaller one error was than another, and its interval: "+2.00%", "+1.10% to +2.90%". */
export function savedText(format: Format, { value, low, high }: Estimate): MeasureText {
  const signed = (share: number) => format.percent(share * 100, { signed: true });
  return { value: signed(value), interval: `${signed(low)} to ${signed(high)}` };
}
