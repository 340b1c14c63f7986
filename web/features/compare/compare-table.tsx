import { Link } from 'wouter';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/format/use-format.ts';
import { LineSwatch } from '../../shared/charts/sparkline.tsx';
import { Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { StarButton } from '../../shared/user-data/use-watchlist.tsx';
import type { Format } from '../../shared/format/format.ts';
import { savedText, shareText } from '../../shared/format/measure-text.ts';
import { DataTable, Noted } from '../../shared/ui/data-table.tsx';
import styles from './compare-page.module.css';
import type { Member, ReadyComparison } from './use-comparison.ts';
import { seriesStyle, type SeriesStyle } from './compare-view.ts';

interface CompareTableProps {
  readonly compared: ReadyComparison;
  /** Id of the sentence that names the table. */
  readonly labelledBy: string;
}

/** What the model says of each listing and how well it did there, side by side, every measure with its interval. */
export function CompareTable({ compared: { view, members, comparison }, labelledBy }: CompareTableProps) {
  const format = useFormat();
  return (
    <DataTable
      label="Forecasts and records: table"
      labelledBy={labelledBy}
      className={styles.table}
      stacks
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
            ...forecastCells(format, member),
          ],
        };
      })}
    />
  );
}

/** A listing with its line in the chart, as a link to its analysis, and a star. */
function MemberName({ ticker, company, line }: { ticker: string; company: string; line: SeriesStyle }) {
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

function forecastCells(format: Format, { analysis, response }: Member): readonly ReactNode[] {
  const end = 'forecast' in analysis ? analysis.forecast.points.at(-1) : undefined;
  if (!('forecast' in analysis) || end === undefined) {
    return tooShort('The price history is too short for a forecast.', 4 + MEASURE_NAMES.length);
  }
  const { currentPrice, signal, trackRecord: record } = analysis;
  const price = (value: number) => format.price(value, response.currency);
  const ofNow = (value: number) => format.percent((value / currentPrice - 1) * 100, { signed: true });
  const range = `${price(end.low80)} to ${price(end.high80)}`;
  return [
    <Noted key="range" text={range} note={`${ofNow(end.low80)} to ${ofNow(end.high80)}`} />,
    format.share(end.probabilityBuy),
    format.share(end.probabilitySell),
    <SignalBadge key="signal" signal={signal.level} />,
    ...(record === null
      ? tooShort('The history is too short to score the model.', MEASURE_NAMES.length)
      : [
          shareText(format, record.coverage80),
          savedText(format, record.skill),
          savedText(format, record.bandSkill),
        ].map(({ value, interval }, i) => <Noted key={MEASURE_NAMES[i]} text={value} note={interval} />)),
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

const MEASURE_NAMES = ['80% range held', 'Median: improvement', 'Range: improvement'] as const;

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
