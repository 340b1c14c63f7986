import { useFormat } from '../../shared/format/use-format.ts';
import { Delta, SignalBadge } from '../../shared/ui/badge.tsx';
import { VisuallyHidden } from '../../shared/ui/announcement.tsx';
import styles from './compare-cards.module.css';
import {
  forecastFacts,
  MEASURE_NAMES,
  MemberName,
  TOO_SHORT_FOR_FORECAST,
  TOO_SHORT_FOR_SCORES,
  type ComparedListProps,
  type ForecastFacts,
} from './compare-table.tsx';
import { seriesStyle } from './compare-view.ts';

/** What the table says, for a screen that has no room for its columns: a card a listing, the ranges on one scale. */
export function CompareCards({ compared: { view, members, comparison }, labelledBy }: ComparedListProps) {
  const format = useFormat();
  const facts = members.map((member) => forecastFacts(format, member));
  const limit = scaleLimit(facts);
  const end = (percent: number) => format.fixed(percent, 0, { signed: true });
  return (
    <>
      {limit > 0 && (
        <p className={styles.scale} aria-hidden="true">
          <span>{end(-limit)}%</span>
          <span>80% range, % of the current price</span>
          <span>{end(limit)}%</span>
        </p>
      )}
      <ul aria-labelledby={labelledBy}>
        {members.map(({ ticker, response }, i) => {
          const change = comparison.changePercent[i] ?? Number.NaN;
          return (
            <li key={ticker} className={styles.card}>
              <MemberName ticker={ticker} company={response.company_name} line={seriesStyle(view, ticker)} />
              <p className={styles.price}>
                <strong>{format.price(response.current_price, response.currency)}</strong>{' '}
                <Delta value={change} text={format.percent(change, { signed: true })} />
                {facts[i] && (
                  <span className={styles.signal}>
                    <VisuallyHidden>Model signal </VisuallyHidden>
                    <SignalBadge signal={facts[i].signal} />
                  </span>
                )}
              </p>
              {facts[i] ? (
                <Forecast facts={facts[i]} limit={limit} />
              ) : (
                <p className="note">{TOO_SHORT_FOR_FORECAST}</p>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

function Forecast({ facts, limit }: { facts: ForecastFacts; limit: number }) {
  const { lowPercent, highPercent, range, relativeRange, chanceUp, chanceDown, measures } = facts;
  const at = (percent: number) => `${50 + (percent / limit) * 50}%`;
  const rows = [
    { name: '80% range (estimate)', value: range, beside: relativeRange },
    { name: 'Chance of +2%', value: chanceUp },
    { name: 'Chance of −2%', value: chanceDown },
    ...(measures ?? []).map(({ value, interval }, i) => ({
      name: MEASURE_NAMES[i],
      value,
      beside: interval,
    })),
  ];
  return (
    <>
      <svg className={styles.drawing} aria-hidden="true">
        <line className={styles.range} x1={at(lowPercent)} x2={at(highPercent)} y1="50%" y2="50%" />
        <line className={styles.now} x1="50%" x2="50%" y1="15%" y2="85%" />
      </svg>
      <dl className={styles.facts}>
        {rows.map(({ name, value, beside }, i) => (
          <div key={name} className={i === 0 ? styles.wide : undefined}>
            <dt>{name}</dt>
            <dd>
              {value} {beside && <span>{beside}</span>}
            </dd>
          </div>
        ))}
      </dl>
      {measures === null && <p className="note">{TOO_SHORT_FOR_SCORES}</p>}
    </>
  );
}

/** Whole percents on each side of the current price, enough for every range; 0 where there is none. */
function scaleLimit(facts: readonly (ForecastFacts | null)[]): number {
  const ends = facts.flatMap((fact) => (fact ? [-fact.lowPercent, fact.highPercent] : []));
  return Math.ceil(Math.max(0, ...ends));
}
