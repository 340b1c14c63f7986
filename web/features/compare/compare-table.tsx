import { absenceText, lossTail, lossText, oddsTexts } from '#compute';
import type { Format } from '#compute';
import type { ReactNode } from 'react';
import { AlertButton } from '../../shared/alerts/alert-button.tsx';
import { LineSwatch } from '../../shared/charts/sparkline.tsx';
import type { Listing } from '../../shared/api/listing-queries.ts';
import { estimateText, improvementWriter, useFormat } from '../../shared/format/use-format.ts';
import { AnalysisLink } from '../../shared/sign-in/analysis-link.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import { Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { DataTable, CellWithNote } from '../../shared/ui/data-table.tsx';
import { StarButton } from '../../shared/user/star-button.tsx';
import cards from './compare-cards.module.css';
import styles from './compare-page.module.css';
import { seriesStyle, type CompareView } from './compare-view.ts';
import type { Compared } from './use-comparison.ts';

interface ComparedListProps {
  readonly compared: Compared;
  readonly labelledBy: string;
}

/** A column per listing and a row per figure, so that six listings fit on a tablet. */
export function CompareTable({ compared, labelledBy }: ComparedListProps) {
  const facts = useFacts(compared);
  return (
    <DataTable
      label="Forecasts and track records: table"
      labelledBy={labelledBy}
      className={styles.table}
      headers={['Listing', ...facts.map(({ title }) => title)]}
      rows={FIGURES.map((name, at) => ({
        id: name,
        cells: [
          name,
          ...facts.map(({ ticker, figures }) => {
            const figure = figures[at];
            return figure && <CellWithNote key={ticker} {...figure} />;
          }),
        ],
      }))}
    />
  );
}

export function CompareCards({ compared, labelledBy }: ComparedListProps) {
  const format = useFormat();
  const facts = useFacts(compared);
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
        {facts.map(({ ticker, title, range: [low, high], figures: [price, change, signal, ...others] }) => (
          <li key={ticker} className={cards.card}>
            {title}
            <p className={cards.price}>
              <strong>{price?.text}</strong> {change?.text}
              {signal && (
                <span className={cards.signal}>
                  <VisuallyHidden>Model signal </VisuallyHidden>
                  {signal.text}
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
              {others.map(({ text, note }, i) => (
                <div key={NAMED_FIGURES[i]} className={i < 2 ? cards.wide : undefined}>
                  <dt>{NAMED_FIGURES[i]}</dt>
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
  readonly view: CompareView;
  readonly member: Listing;
  /** Why figures are missing; `null` if none is. */
  readonly reason: string | null;
}

function MemberName({ view, member: { ticker, response }, reason }: MemberNameProps) {
  return (
    <span className={styles.listing}>
      <LineSwatch {...seriesStyle(view, ticker)} />
      <span className={styles.identity}>
        <AnalysisLink ticker={ticker} />
        <span className={styles.company}>{response.company_name}</span>
        {reason && <span className={styles.missing}>{reason}</span>}
      </span>
      <AlertButton ticker={ticker} horizonDays={view.horizonDays} />
      <StarButton ticker={ticker} name={response.company_name} />
    </span>
  );
}

/** The figures that a card labels. The first three need no label there. */
const NAMED_FIGURES = [
  '80% range (estimate)',
  'What can I lose?',
  'Chance of +2%',
  'Chance of −2%',
  '80% range held',
  'Median vs “no change”',
  'Range vs simple range',
] as const;

const FIGURES = ['Price', 'Change', 'Signal', ...NAMED_FIGURES] as const;

function useFacts({ view, members, comparison }: Compared) {
  const format = useFormat();
  return members.map((member, at) => {
    const { ticker } = member;
    const { reason, ...facts } = factsOf(format, member, comparison.changePercent[at] ?? Number.NaN);
    const title = <MemberName key={ticker} view={view} member={member} reason={reason} />;
    return Object.assign(facts, { ticker, title });
  });
}

const plain = (text: ReactNode) => ({ text, note: null });

/**
 * The first of {@link FIGURES}, as many as the history allows. `range`: bounds of the 80 % range at the horizon, in percent from
 * the current price; empty without a forecast.
 */
function factsOf(format: Format, member: Listing, change: number) {
  const { analysis, response } = member;
  const signed = (percent: number) => format.percent(percent, { signed: true });
  const figures = [
    plain(format.price(response.current_price, response)),
    plain(<Delta value={change} text={signed(change)} />),
  ];
  const end = 'forecast' in analysis ? analysis.forecast.points.at(-1) : undefined;
  if (!('forecast' in analysis) || end === undefined) {
    return { range: [], figures, reason: absenceText(format, member) };
  }
  const bounds = [end.low80, end.high80];
  const range = bounds.map((value) => (value / analysis.currentPrice - 1) * 100);
  const { signal, trackRecord: record } = analysis;
  const improvement = improvementWriter(format);
  const [rise, , fall] = oddsTexts(format, end);
  const [oneIn10, oneIn40 = null] = lossText(format, lossTail(end, analysis.currentPrice)).split(/(?<=\.) /);
  return {
    range,
    figures: [
      ...figures,
      plain(<SignalBadge signal={signal.level} />),
      { text: format.prices(bounds, response).join(' to '), note: range.map(signed).join(' to ') },
      { text: oneIn10, note: oneIn40 },
      plain(rise),
      plain(fall),
      ...(record === null
        ? []
        : [
            estimateText(format.share, record.coverage80),
            estimateText(improvement, record.skill),
            estimateText(improvement, record.bandSkill),
          ]),
    ],
    reason: record === null ? 'The price history is too short to score the model.' : null,
  };
}
