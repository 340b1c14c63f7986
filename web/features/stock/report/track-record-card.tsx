import { FITTED_FROM, FITTED_UNTIL, verdictOn, type Estimated, type TrackRecord } from '#compute';
import { Link } from 'wouter';
import { formatDays, SKILL_WORDS, type Format } from '../../../shared/format/format.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { ExportButton } from '../../../shared/export/export-buttons.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import styles from './cards.module.css';

/** How the shipped model did on this listing's own past: verdict first, then the measures with their intervals. */
export function TrackRecordCard({ record }: { record: TrackRecord | null }) {
  if (record === null) {
    return (
      <Card title="Track record" titleId="track-record">
        <p className={styles.quiet}>The price history is too short to score the model on it.</p>
      </Card>
    );
  }
  return <Scores record={record} />;
}

function Scores({ record }: { record: TrackRecord }) {
  const format = useFormat();
  const rows = [
    { name: '80% range held', ...shareText(format, record.coverage80), against: 'should be 80%' },
    { name: '95% range held', ...shareText(format, record.coverage95), against: 'should be 95%' },
    {
      name: 'Median: improvement',
      ...savedText(format, record.skill),
      against: 'on assuming no change; above 0% is better',
    },
    {
      name: 'Range: improvement',
      ...savedText(format, record.bandSkill),
      against: 'on a range of constant volatility; above 0% is better',
    },
  ];
  return (
    <Card
      title="Track record"
      titleId="track-record"
      actions={
        <ExportButton
          exportable={{
            title: `Track record, ${formatDays(record.horizonDays)} ahead`,
            kind: 'scores',
            rows: async () => (await import('./listing-rows.ts')).trackRecordRows(record),
          }}
        />
      }
      footer={
        <>
          Back-test on past prices, {format.isoDate(record.from)} to {format.isoDate(record.to)}:{' '}
          {format.count(record.n)} forecasts of {formatDays(record.horizonDays)}. Neighbours share days, so
          they count as {format.count(record.nEffective)} separate tests. In grey: where the true figure lies
          with 95% confidence. <FitNote isInSample={record.inSample} />{' '}
          <Link href="/method#record" className={styles.inlineLink ?? ''}>
            How it is measured
          </Link>
        </>
      }
    >
      <p className={styles.verdict}>{verdict(format, record)}</p>
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

function verdict(format: Format, { n, from, to, horizonDays, skill }: TrackRecord): string {
  return `Over ${format.count(n)} forecasts from ${format.isoDate(from)} to ${format.isoDate(to)}, the ${horizonDays}-day median ${SKILL_WORDS[verdictOn(skill, 0)]} assuming no change.`;
}

/** A measure as it is written, with its interval. */
export interface MeasureText {
  readonly value: string;
  readonly interval: string;
}

/** A share of forecasts: "81%", "78% to 84%". */
export function shareText(format: Format, { value, low, high }: Estimated): MeasureText {
  return { value: format.share(value), interval: `${format.share(low)} to ${format.share(high)}` };
}

/** How much smaller an error was than another: "+2.00%", "+1.10% to +2.90%". */
export function savedText(format: Format, { value, low, high }: Estimated): MeasureText {
  const signed = (share: number) => format.percent(share * 100, { signed: true });
  return { value: signed(value), interval: `${signed(low)} to ${signed(high)}` };
}

/** What a replayed forecast knew: of prices, and through its coefficients. */
export function FitNote({ isInSample = false }: { isInSample: boolean | undefined }) {
  const format = useFormat();
  return (
    <>
      Each forecast saw only the prices before it; the coefficients are those of {format.isoDate(FITTED_FROM)}{' '}
      to {format.isoDate(FITTED_UNTIL)}.
      {isInSample && <strong> In-sample: some of these forecasts are of that time.</strong>}
    </>
  );
}
