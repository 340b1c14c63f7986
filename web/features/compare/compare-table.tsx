import { useFormat } from '../../shared/format/use-format.ts';
import { LineSwatch } from '../../shared/charts/line-swatch.tsx';
import { Link } from 'wouter';
import { Delta } from '../../shared/ui/delta.tsx';
import { SignalBadge } from '../../shared/ui/badge.tsx';
import { StarButton } from '../../shared/watchlist/star-button.tsx';
import styles from './compare-page.module.css';
import { forecastFacts, MEASURE_NAMES } from './member-facts.ts';
import type { Compared, Member, MemberData } from './use-comparison.ts';
import { seriesStyle, type SeriesStyle } from './series-style.ts';

export interface ComparedListProps {
  readonly compared: Extract<Compared, { status: 'ready' }>;
  /** Id of the sentence that names the table. */
  readonly labelledBy: string;
}

/** What the model says of each listing and how well it did there, side by side, every measure with its interval. */
export function CompareTable({ compared: { view, members, comparison }, labelledBy }: ComparedListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
    <section className={styles.tableScroll} aria-label="Forecasts and records: table" tabIndex={0}>
      <table className={styles.table} aria-labelledby={labelledBy}>
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
            {MEASURE_NAMES.map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {members.map((member, i) => (
            <MemberRow
              key={member.ticker}
              member={member}
              line={seriesStyle(view, member.ticker)}
              change={comparison.changePercent[i] ?? Number.NaN}
            />
          ))}
        </tbody>
      </table>
    </section>
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
        <MemberName ticker={ticker} company={response.company_name} line={line} />
      </th>
      <td>{format.price(response.current_price, response.currency)}</td>
      <td>
        <Delta value={change} text={format.percent(change, { signed: true })} />
      </td>
      <ForecastCells data={data} />
    </tr>
  );
}

/** A listing with its line in the chart, as a link to its analysis, and a star. */
export function MemberName({
  ticker,
  company,
  line,
}: {
  ticker: string;
  company: string;
  line: SeriesStyle;
}) {
  return (
    <span className={styles.listing}>
      <LineSwatch {...line} />
      <span className={styles.identity}>
        <Link href={`/prediction?${new URLSearchParams({ ticker })}`}>{ticker}</Link>
        <span className={styles.company}>{company}</span>
      </span>
      <StarButton ticker={ticker} name={company} />
    </span>
  );
}

export const TOO_SHORT_FOR_FORECAST = 'The price history is too short for a forecast.';
export const TOO_SHORT_FOR_SCORES = 'Too short to score the model on it.';

function ForecastCells({ data }: { data: MemberData }) {
  const facts = forecastFacts(useFormat(), data);
  if (facts === null) {
    return (
      <td colSpan={6} className={styles.short}>
        {TOO_SHORT_FOR_FORECAST}
      </td>
    );
  }
  return (
    <>
      <td>
        {facts.range}
        <span className={styles.grey}>{facts.relativeRange}</span>
      </td>
      <td>{facts.odds}</td>
      <td>
        <SignalBadge signal={facts.signal} />
      </td>
      {facts.measures === null ? (
        <td colSpan={MEASURE_NAMES.length} className={styles.short}>
          {TOO_SHORT_FOR_SCORES}
        </td>
      ) : (
        facts.measures.map(({ value, interval }, i) => (
          <td key={MEASURE_NAMES[i]}>
            {value}
            <span className={styles.grey}>{interval}</span>
          </td>
        ))
      )}
    </>
  );
}
