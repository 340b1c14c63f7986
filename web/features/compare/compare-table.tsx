import { absenceText, lossTail, lossText, oddsTexts } from '#compute';
import type { AiSignal, Format } from '#compute';
import type { ReactNode } from 'react';
import { AlertButton } from '../../shared/alerts/alert-button.tsx';
import { LineSwatch } from '../../shared/charts/sparkline.tsx';
import type { Listing } from '../../shared/api/listing-queries.ts';
import { estimateText, improvementWriter } from '../../shared/format/estimate-text.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { AnalysisLink } from '../../shared/sign-in/analysis-link.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import { Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { DataTable, CellWithNote } from '../../shared/ui/data-table.tsx';
import { StarButton } from '../../shared/user/star-button.tsx';
import cards from './compare-cards.module.css';
import styles from './compare-page.module.css';
import { seriesStyle } from './compare-view.ts';
import type { Compared } from './use-comparison.ts';

interface ComparedListProps {
  readonly compared: Compared;
  readonly labelledBy: string;
}

/** A column per listing and a row per figure, so that six listings fit on a tablet. */
export function CompareTable({ compared, labelledBy }: ComparedListProps) {
  const format = useFormat();
  const facts = compared.members.map((member) => factsOf(format, member));
  return (
    <DataTable
      label="Forecasts and track records: table"
      labelledBy={labelledBy}
      className={styles.table}
      headers={[
        'Listing',
        ...facts.map(({ member, missing }) => (
          <MemberName key={member.ticker} compared={compared} member={member} missing={missing} />
        )),
      ]}
      rows={[
        row(
          'Price',
          facts.map(({ member }) => priceText(format, member)),
        ),
        row(
          'Change',
          facts.map(({ member }, at) => <Change key={member.ticker} compared={compared} at={at} />),
        ),
        row(
          'Signal',
          facts.map(({ member, signal }) => signal && <SignalBadge key={member.ticker} signal={signal} />),
        ),
        ...FIGURES.map((name, at) =>
          row(
            name,
            facts.map(({ member, figures }) => {
              const figure = figures[at];
              return figure && <CellWithNote key={member.ticker} {...figure} />;
            }),
          ),
        ),
      ]}
    />
  );
}

function row(name: string, cells: readonly ReactNode[]) {
  return { id: name, cells: [name, ...cells] };
}

export function CompareCards({ compared, labelledBy }: ComparedListProps) {
  const format = useFormat();
  const facts = compared.members.map((member) => factsOf(format, member));
  // In whole percent on each side of the current price, wide enough for every range.
  const limit = Math.ceil(Math.max(0, ...facts.flatMap(({ range }) => range.map(Math.abs))));
  const end = (percent: number) => format.fixed(percent, 0, { signed: true });
  const at = (percent = 0) => `${50 + (percent / limit) * 50}%`;
  return (
    <>
      {limit > 0 && (
        <p className={cards.scale} aria-hidden="true">
          <span>{end(-limit)}%</span>
          <span>80% range vs current price</span>
          <span>{end(limit)}%</span>
        </p>
      )}
      <ul aria-labelledby={labelledBy}>
        {facts.map(({ member, range: [low, high], signal, figures, missing }, i) => (
          <li key={member.ticker} className={cards.card}>
            <MemberName compared={compared} member={member} missing={missing} />
            <p className={cards.price}>
              <strong>{priceText(format, member)}</strong> <Change compared={compared} at={i} />
              {signal && (
                <span className={cards.signal}>
                  <VisuallyHidden>Model signal </VisuallyHidden>
                  <SignalBadge signal={signal} />
                </span>
              )}
            </p>
            {low !== undefined && (
              <svg className={cards.drawing} aria-hidden="true">
                <line className={cards.range} x1={at(low)} x2={at(high)} y1="50%" y2="50%" />
                <line className={cards.now} x1="50%" x2="50%" y1="15%" y2="85%" />
              </svg>
            )}
            <dl className={cards.facts}>
              {figures.map(({ text, note }, column) => (
                <div key={FIGURES[column]} className={column < 2 ? cards.wide : undefined}>
                  <dt>{FIGURES[column]}</dt>
                  <dd>
                    {text} {note && <span>{note}</span>}
                  </dd>
                </div>
              ))}
            </dl>
          </li>
        ))}
      </ul>
    </>
  );
}

interface MemberNameProps {
  readonly compared: Compared;
  readonly member: Listing;
  readonly missing: string | null;
}

function MemberName({ compared, member: { ticker, response }, missing }: MemberNameProps) {
  return (
    <span className={styles.listing}>
      <LineSwatch {...seriesStyle(compared.view, ticker)} />
      <span className={styles.identity}>
        <AnalysisLink ticker={ticker}>{ticker}</AnalysisLink>
        <span className={styles.company}>{response.company_name}</span>
        {missing && <span className={styles.missing}>{missing}</span>}
      </span>
      <AlertButton ticker={ticker} horizonDays={compared.view.horizonDays} />
      <StarButton ticker={ticker} name={response.company_name} />
    </span>
  );
}

function Change({ compared, at }: { compared: Compared; at: number }) {
  const value = compared.comparison.changePercent[at] ?? Number.NaN;
  return <Delta value={value} text={useFormat().percent(value, { signed: true })} />;
}

function priceText(format: Format, { response }: Listing): string {
  return format.price(response.current_price, response);
}

const FIGURES = [
  '80% range (estimate)',
  'What can I lose?',
  'Chance of +2%',
  'Chance of −2%',
  '80% range held',
  'Median vs “no change”',
  'Range vs simple range',
] as const;

interface Facts {
  readonly member: Listing;
  readonly signal: AiSignal | null;
  /** Bounds of the 80 % range at the horizon, in percent from the current price; empty without a forecast. */
  readonly range: readonly number[];
  /** The first of {@link FIGURES}: as many as the history allows. */
  readonly figures: readonly { readonly text: string; readonly note: string | null }[];
  readonly missing: string | null;
}

function factsOf(format: Format, member: Listing): Facts {
  const { analysis, response } = member;
  const end = 'forecast' in analysis ? analysis.forecast.points.at(-1) : undefined;
  if (!('forecast' in analysis) || end === undefined) {
    return { member, signal: null, range: [], figures: [], missing: absenceText(format, member) };
  }
  const signed = (percent: number) => format.percent(percent, { signed: true });
  const bounds = [end.low80, end.high80];
  const range = bounds.map((value) => (value / analysis.currentPrice - 1) * 100);
  const { signal, trackRecord: record } = analysis;
  const improvement = improvementWriter(format);
  const [rise = '', , fall = ''] = oddsTexts(format, end);
  const [oneIn10 = '', oneIn40 = ''] = lossText(format, lossTail(end, analysis.currentPrice)).split(
    /(?<=\.) /,
  );
  return {
    member,
    signal: signal.level,
    range,
    figures: [
      {
        text: format.prices(bounds, response).join(' to '),
        note: range.map(signed).join(' to '),
      },
      { text: oneIn10, note: oneIn40 },
      { text: rise, note: null },
      { text: fall, note: null },
      ...(record === null
        ? []
        : [
            estimateText(format.share, record.coverage80),
            estimateText(improvement, record.skill),
            estimateText(improvement, record.bandSkill),
          ]),
    ],
    missing: record === null ? 'The price history is too short to score the model.' : null,
  };
}
