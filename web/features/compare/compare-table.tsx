import { Link } from 'wouter';
import type { ReactNode } from 'react';
import type { Analysis } from '#compute';
import { useFormat } from '../../shared/format/use-format.ts';
import { LineSwatch } from '../../shared/charts/sparkline.tsx';
import { Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { StarButton } from '../../shared/user-data/use-watchlist.tsx';
import type { Format } from '../../shared/format/format.ts';
import { DataTable, Noted } from '../../shared/ui/data-table.tsx';
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
  const format = useFormat();
  return (
    <DataTable
      label="Forecasts and records: table"
      labelledBy={labelledBy}
      className={styles.table}
      heads={HEADS}
      rows={members.map((member, i) => {
        const { ticker, response } = member;
        const change = comparison.changePercent[i] ?? Number.NaN;
        return {
          id: ticker,
          cells: [
            <MemberName
              key={ticker}
              ticker={ticker}
              company={response.company_name}
              line={seriesStyle(view, ticker)}
            />,
            format.price(response.current_price, response.currency),
            <Delta key="change" value={change} text={format.percent(change, { signed: true })} />,
            ...forecastCells(forecastFacts(format, member)),
          ],
        };
      })}
    />
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

function forecastCells(facts: ForecastFacts | null): readonly ReactNode[] {
  if (facts === null) return tooShort(TOO_SHORT_FOR_FORECAST, 4 + MEASURE_NAMES.length);
  const { range, relativeRange, chanceUp, chanceDown, signal, measures } = facts;
  return [
    <Noted key="range" text={range} note={relativeRange} />,
    chanceUp,
    chanceDown,
    <SignalBadge key="signal" signal={signal} />,
    ...(measures === null
      ? tooShort(TOO_SHORT_FOR_SCORES, MEASURE_NAMES.length)
      : measures.map(({ value, interval }) => <Noted key={interval} text={value} note={interval} />)),
  ];
}

/** Cells that say in the first one why there are no figures. */
function tooShort(why: string, cells: number): readonly ReactNode[] {
  const note = (
    <span key={why} className={styles.short}>
      {why}
    </span>
  );
  return [note, ...Array.from({ length: cells - 1 }, () => '–')];
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

const HEADS: readonly string[] = [
  'Listing',
  'Price',
  'Change',
  '80% range (estimate)',
  'Chance of +2%',
  'Chance of −2%',
  'Signal',
  ...MEASURE_NAMES,
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
