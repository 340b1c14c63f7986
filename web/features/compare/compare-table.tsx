import type { Analysis, Estimated } from '#compute';
import { useId, type RefObject } from 'react';
import { Link } from 'wouter';
import { formatDays, formatSessionDate } from '../../shared/format/dates.ts';
import { formatPrice } from '../../shared/format/money.ts';
import { formatPercent, formatShare } from '../../shared/format/percent.ts';
import { Delta } from '../../shared/ui/delta.tsx';
import { SignalBadge } from '../../shared/ui/signal-badge.tsx';
import { StarButton } from '../../shared/watchlist/star-button.tsx';
import styles from './compare-page.module.css';
import type { Compared, Member, MemberData } from './compare-state.ts';
import { seriesStyle, type SeriesStyle } from './series-style.ts';
import { Swatch } from './swatch.tsx';

interface CompareTableProps {
  readonly compared: Extract<Compared, { status: 'ready' }>;
  /** For a picture of it. */
  readonly table: RefObject<HTMLTableElement | null>;
}

/** What the model says of each listing and how well it did there, side by side, every measure with its interval. */
export function CompareTable({ compared, table }: CompareTableProps) {
  const { view, members, comparison } = compared;
  const { time, lastShared, changePercent } = comparison;
  const captionId = useId();
  const day = (at: number) => formatSessionDate(time[at] ?? Number.NaN, 'day');
  return (
    <>
      <p id={captionId} className={styles.caption}>
        Change from {day(0)} to {day(lastShared)}, each in its own currency. Range, P(≥ +2%) and records look{' '}
        {formatDays(view.horizonDays)} of trading ahead. In grey: the change that a range means, and 95%
        intervals.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className={styles.tableScroll} aria-label="Forecasts and records: table" tabIndex={0}>
        <table ref={table} className={styles.table} aria-labelledby={captionId}>
          <thead>
            <tr>
              <th scope="col">Listing</th>
              <th scope="col">Price</th>
              <th scope="col">Change</th>
              <th scope="col">80% range (estimate)</th>
              <th scope="col">P(≥ +2%)</th>
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
      <td>{formatPrice(response.current_price, response.currency)}</td>
      <td>
        <Delta value={change} text={formatPercent(change, { signed: true })} />
      </td>
      <ForecastCells data={data} />
    </tr>
  );
}

function ForecastCells({ data: { analysis, response } }: { data: MemberData }) {
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
    formatPercent((price / analysis.currentPrice - 1) * 100, { signed: true });
  return (
    <>
      <td>
        {end && `${formatPrice(end.low80, currency)} to ${formatPrice(end.high80, currency)}`}
        <span className={styles.grey}>{end && `${relative(end.low80)} to ${relative(end.high80)}`}</span>
      </td>
      <td>{formatShare(end?.probabilityBuy ?? Number.NaN)}</td>
      <td>
        <SignalBadge signal={analysis.signal.level} />
      </td>
      <RecordCells record={analysis.trackRecord} />
    </>
  );
}

function RecordCells({ record }: { record: Analysis['trackRecord'] }) {
  if (record === null) {
    return (
      <td colSpan={3} className={styles.short}>
        Too short to score the model on it.
      </td>
    );
  }
  return (
    <>
      <Measure measure={record.coverage80} format={formatShare} />
      <Measure measure={record.skill} format={formatSkill} />
      <Measure measure={record.bandSkill} format={formatSkill} />
    </>
  );
}

function Measure({ measure, format }: { measure: Estimated; format: (value: number) => string }) {
  return (
    <td>
      {format(measure.value)}
      <span className={styles.grey}>
        {format(measure.low)} to {format(measure.high)}
      </span>
    </td>
  );
}

/** A share of the error, 0.02 → "+2.00%". */
function formatSkill(skill: number): string {
  return formatPercent(skill * 100, { signed: true });
}
