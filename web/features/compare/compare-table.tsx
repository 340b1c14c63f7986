import { formatDays } from '../../shared/format/format.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import type { Analysis, Estimated } from '#compute';
import { useId } from 'react';
import { Link } from 'wouter';
import { Delta } from '../../shared/ui/delta.tsx';
import { SignalBadge } from '../../shared/ui/badge.tsx';
import { StarButton } from '../../shared/watchlist/star-button.tsx';
import styles from './compare-page.module.css';
import type { Compared, Member, MemberData } from './use-comparison.ts';
import { seriesStyle, Swatch, type SeriesStyle } from './series-style.tsx';

interface CompareTableProps {
  readonly compared: Extract<Compared, { status: 'ready' }>;
}

/** What the model says of each listing and how well it did there, side by side, every measure with its interval. */
export function CompareTable({ compared }: CompareTableProps) {
  const format = useFormat();
  const { view, members, comparison } = compared;
  const { time, lastShared, changePercent } = comparison;
  const captionId = useId();
  const day = (at: number) => format.sessionDate(time[at] ?? Number.NaN, 'day');
  return (
    <>
      <p id={captionId} className={styles.caption}>
        Change from {day(0)} to {day(lastShared)}, each in its own currency. Range, odds and track record look{' '}
        {formatDays(view.horizonDays)} of trading ahead. Below a range: the change that it means; below a
        score: its 95% interval.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className={styles.tableScroll} aria-label="Forecasts and records: table" tabIndex={0}>
        <table className={styles.table} aria-labelledby={captionId}>
          <thead>
            <tr>
              <th scope="col">Listing</th>
              <th scope="col">Price</th>
              <th scope="col">Change</th>
              <th scope="col">80% range (estimate)</th>
              <th scope="col" title="Chance of a price at least 2% above the current one">
                Chance of +2%
              </th>
              <th scope="col">Signal</th>
              <th scope="col">80% range held</th>
              <th scope="col">Median: error saved</th>
              <th scope="col">Range: error saved</th>
            </tr>
          </thead>
          <tbody>
            {members.map((member, i) => (
              <MemberRow
                key={member.ticker}
                member={member}
                line={seriesStyle(view, member.ticker)}
                change={changePercent[i] ?? Number.NaN}
              />
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function MemberRow({
  member: { ticker, data },
  line,
  change,
}: {
  member: Member;
  line: SeriesStyle;
  change: number;
}) {
  const format = useFormat();
  const { response } = data;
  return (
    <tr>
      <th scope="row">
        <span className={styles.listing}>
          <Swatch style={line} />
          <span className={styles.identity}>
            <Link href={`/prediction?${new URLSearchParams({ ticker })}`}>{ticker}</Link>
            <span className={styles.company}>{response.company_name}</span>
          </span>
          <StarButton ticker={ticker} name={response.company_name} />
        </span>
      </th>
      <td>{format.price(response.current_price, response.currency)}</td>
      <td>
        <Delta value={change} text={format.percent(change, { signed: true })} />
      </td>
      <ForecastCells data={data} />
    </tr>
  );
}

function ForecastCells({ data: { analysis, response } }: { data: MemberData }) {
  const format = useFormat();
  if (!('forecast' in analysis)) {
    return (
      <td colSpan={6} className={styles.short}>
        The price history is too short for a forecast.
      </td>
    );
  }
  const { currency } = response;
  const end = analysis.forecast.points.at(-1);
  const relative = (price: number) =>
    format.percent((price / analysis.currentPrice - 1) * 100, { signed: true });
  return (
    <>
      <td>
        {end && `${format.price(end.low80, currency)} to ${format.price(end.high80, currency)}`}
        <span className={styles.grey}>{end && `${relative(end.low80)} to ${relative(end.high80)}`}</span>
      </td>
      <td>{format.share(end?.probabilityBuy ?? Number.NaN)}</td>
      <td>
        <SignalBadge signal={analysis.signal.level} />
      </td>
      <RecordCells record={analysis.trackRecord} />
    </>
  );
}

function RecordCells({ record }: { record: Analysis['trackRecord'] }) {
  const format = useFormat();
  if (record === null) {
    return (
      <td colSpan={3} className={styles.short}>
        Too short to score the model on it.
      </td>
    );
  }
  // A share of the error: 0.02 → "+2.00%".
  const skill = (share: number) => format.percent(share * 100, { signed: true });
  return (
    <>
      <Measure measure={record.coverage80} write={format.share} />
      <Measure measure={record.skill} write={skill} />
      <Measure measure={record.bandSkill} write={skill} />
    </>
  );
}

function Measure({ measure, write }: { measure: Estimated; write: (value: number) => string }) {
  return (
    <td>
      {write(measure.value)}
      <span className={styles.grey}>
        {write(measure.low)} to {write(measure.high)}
      </span>
    </td>
  );
}
