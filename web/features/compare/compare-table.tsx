import { Link } from 'wouter';
import type { Analysis, Estimated } from '#compute';
import { useFormat } from '../../shared/format/use-format.ts';
import { LineSwatch } from '../../shared/charts/sparkline.tsx';
import { Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { StarButton } from '../../shared/user-data/use-watchlist.tsx';
import { formatDays, type Format } from '../../shared/format/format.ts';
import type { CsvCell } from '../../shared/export/download.ts';
import type { Exportable } from '../../shared/export/export-files.ts';
import styles from './compare-page.module.css';
import type { Member, ReadyComparison } from './use-comparison.ts';
import { seriesStyle, type SeriesStyle } from './compare-view.ts';

export interface ComparedListProps {
  readonly compared: ReadyComparison;
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
            {HEADS.map(({ name, title }) => (
              <th key={name} scope="col" title={title}>
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

function MemberRow({ member, line, change }: { member: Member; line: SeriesStyle; change: number }) {
  const format = useFormat();
  const { ticker, response } = member;
  return (
    <tr>
      <th scope="row">
        <MemberName ticker={ticker} company={response.company_name} line={line} />
      </th>
      <td>{format.price(response.current_price, response.currency)}</td>
      <td>
        <Delta value={change} text={format.percent(change, { signed: true })} />
      </td>
      <ForecastCells member={member} />
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
export const TOO_SHORT_FOR_SCORES = 'The history is too short to score the model.';

function ForecastCells({ member }: { member: Member }) {
  const facts = forecastFacts(useFormat(), member);
  if (facts === null) {
    return (
      <td colSpan={7} className={styles.short}>
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
      <td>{facts.chanceUp}</td>
      <td>{facts.chanceDown}</td>
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

/** What the comparison says of a listing's forecast, written as the reader writes numbers. */
export interface ForecastFacts {
  /** Bounds of the 80 % range at the horizon, in percent of the price now. */
  readonly lowPercent: number;
  readonly highPercent: number;
  readonly range: string;
  readonly relativeRange: string;
  /** Of a price at the horizon at least 2 % above, and below, the one now. */
  readonly chanceUp: string;
  readonly chanceDown: string;
  readonly signal: Analysis['signal']['level'];
  /** In the order of {@link MEASURE_NAMES}; `null` where the history is too short to score the model on it. */
  readonly measures: readonly { readonly value: string; readonly interval: string }[] | null;
}

export const MEASURE_NAMES = ['80% range held', 'Median: improvement', 'Range: improvement'] as const;

const HEADS: readonly { readonly name: string; readonly title?: string }[] = [
  { name: 'Listing' },
  { name: 'Price' },
  { name: 'Change' },
  { name: '80% range (estimate)' },
  { name: 'Chance of +2%', title: 'Chance of a price at least 2% above the current one' },
  { name: 'Chance of −2%', title: 'Chance of a price at least 2% below the current one' },
  { name: 'Signal' },
  ...MEASURE_NAMES.map((name) => ({ name })),
];

/** `null` where the history is too short for a forecast. */
export function forecastFacts(format: Format, { analysis, response }: Member): ForecastFacts | null {
  const end = 'forecast' in analysis ? analysis.forecast.points.at(-1) : undefined;
  if (!('forecast' in analysis) || end === undefined) return null;
  const price = (value: number) => format.price(value, response.currency);
  const signed = (percent: number) => format.percent(percent, { signed: true });
  const percentOfNow = (value: number) => (value / analysis.currentPrice - 1) * 100;
  const [lowPercent, highPercent] = [percentOfNow(end.low80), percentOfNow(end.high80)];
  // A share of the error: 0.02 → "+2.00%".
  const saved = (share: number) => signed(share * 100);
  const record = analysis.trackRecord;
  return {
    lowPercent,
    highPercent,
    range: `${price(end.low80)} to ${price(end.high80)}`,
    relativeRange: `${signed(lowPercent)} to ${signed(highPercent)}`,
    chanceUp: format.share(end.probabilityBuy),
    chanceDown: format.share(end.probabilitySell),
    signal: analysis.signal.level,
    measures:
      record &&
      [
        { measure: record.coverage80, write: format.share },
        { measure: record.skill, write: saved },
        { measure: record.bandSkill, write: saved },
      ].map(({ measure: { value, low, high }, write }) => ({
        value: write(value),
        interval: `${write(low)} to ${write(high)}`,
      })),
  };
}

const HEAD = [
  'listing',
  'company',
  'currency',
  'price',
  'change %',
  'low80',
  'high80',
  'P(>= +2%)',
  'P(<= -2%)',
  'signal',
  '80% range held',
  'low',
  'high',
  'median: share of error saved',
  'low',
  'high',
  'range: share of error saved',
  'low',
  'high',
];

/** The table as a file: prices in each listing's currency, shares 0…1, empty where a history is too short. */
export function compareExport({ view, members, comparison }: ReadyComparison): Exportable {
  return {
    title: `Forecasts and records, ${formatDays(view.horizonDays)}, change over ${view.range}`,
    kind: 'estimate',
    rows: () => [
      HEAD,
      ...members.map((member, i) => memberCells(member, comparison.changePercent[i] ?? Number.NaN)),
    ],
  };
}

function memberCells({ ticker, response, analysis }: Member, changePercent: number): CsvCell[] {
  const facts = [ticker, response.company_name, response.currency, response.current_price, changePercent];
  if (!('forecast' in analysis)) return [...facts, ...HEAD.slice(facts.length).map(() => null)];
  const end = analysis.forecast.points.at(-1);
  const record = analysis.trackRecord;
  return [
    ...facts,
    end?.low80 ?? null,
    end?.high80 ?? null,
    end?.probabilityBuy ?? null,
    end?.probabilitySell ?? null,
    analysis.signal.level,
    ...[record?.coverage80, record?.skill, record?.bandSkill].flatMap(cells),
  ];
}

function cells(measure: Estimated | undefined): CsvCell[] {
  return measure === undefined ? [null, null, null] : [measure.value, measure.low, measure.high];
}
