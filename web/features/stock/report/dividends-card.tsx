import {
  dividendYieldPercent,
  isoDate,
  RANGE_LABELS,
  totalReturnByRange,
  type CorporateActions,
} from '#compute';
import { actionTexts } from '../../../shared/charts/price-events.ts';
import { useFormat } from '../../../shared/format/use-format.ts';
import { classNames } from '../../../shared/ui/button.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { TableRows } from '../../../shared/ui/data-table.tsx';
import type { Listing } from '../../../shared/api/listing-queries.ts';
import styles from './dividends-card.module.css';

const FIRST_EVENTS = 2;

export function DividendsCard({ data, actions }: { data: Listing; actions: CorporateActions }) {
  const format = useFormat();
  const { candles, analysis, response } = data;
  const events = actionTexts(format, actions, response).toSorted((a, b) => (a.date < b.date ? 1 : -1));
  const totals = totalReturnByRange(candles);
  const yieldPercent = dividendYieldPercent(candles);
  const { performance } = analysis;
  const returns = RANGE_LABELS.flatMap((label) => {
    const [price, total] = [performance[label], totals[label]];
    return price === null || total === null || price === total ? [] : [{ label, price, total }];
  });
  const earlier = events.slice(FIRST_EVENTS);
  return (
    <Card
      title="Dividends and splits"
      titleId="dividends"
      subtitle={yieldPercent ? `12-month yield ${format.percent(yieldPercent)}` : undefined}
    >
      {events.length === 0 ? (
        <p className={styles.quiet}>
          No dividends or splits since {format.isoDate(isoDate(candles.time[0] ?? 0))}.
        </p>
      ) : (
        <Events events={events.slice(0, FIRST_EVENTS)} />
      )}
      {(earlier.length > 0 || returns.length > 0) && (
        <details className={classNames('disclosure', styles.rest)}>
          <summary>{restText(earlier.length, returns.length > 0)}</summary>
          <Events events={earlier} />
          {returns.length > 0 && (
            <table className={styles.table}>
              <caption>
                “With dividends” reinvests each dividend, before taxes and costs. The Performance card shows
                price only, and the forecast includes no future dividends.
              </caption>
              <TableRows
                headers={['Range', 'Price', 'With dividends']}
                rows={returns.map(({ label, price, total }) => ({
                  id: label,
                  cells: [
                    label,
                    format.percent(price, { signed: true }),
                    format.percent(total, { signed: true }),
                  ],
                }))}
              />
            </table>
          )}
        </details>
      )}
    </Card>
  );
}

function restText(earlierCount: number, hasReturns: boolean): string {
  const earlier = `${earlierCount} earlier`;
  if (!hasReturns) return earlier;
  return earlierCount > 0 ? `${earlier}, plus returns with dividends` : 'Returns with dividends';
}

function Events({ events }: { events: ReturnType<typeof actionTexts> }) {
  const format = useFormat();
  return (
    <ul className={styles.events}>
      {events.map(({ date, label, value }) => (
        <li key={`${date} ${label}`}>
          <span>{format.isoDate(date)}</span>
          <span>{label}</span>
          <span>{value}</span>
        </li>
      ))}
    </ul>
  );
}
