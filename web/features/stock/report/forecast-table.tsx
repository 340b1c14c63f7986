import { changeTone, driftText, forecastSignal, oddsTexts, type ForecastPoint, type Format } from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';
import { Badge } from '../../../shared/ui/badge.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { VisuallyHidden } from '../../../shared/ui/announcement.tsx';
import styles from './cards.module.css';
import { hasForecast, type ListingData } from '../use-listing.ts';

const TONE = { BUY: 'gain', SELL: 'loss', HOLD: 'neutral' } as const;

const ABOUT =
  'BUY or SELL: Predicted is 2% or more above or below the current price. Last columns: the chance of a rise or fall that large.';

export function ForecastTable({ data }: { data: ListingData }) {
  const format = useFormat();
  const { response, analysis } = data;
  const rows = hasForecast(data)
    ? forecastRows(format, data.analysis.forecast.points, analysis.currentPrice)
    : [];
  return (
    <Card
      title="Forecast Signals"
      titleId="signals"
      flush
      footer={[
        `Predicted: ${driftText(response.instrument)}.`,
        ABOUT,
        ...holidaysText(format, response, rows.at(-1)?.date ?? ''),
      ].join(' ')}
    >
      {rows.length === 0 ? (
        <p className={styles.empty}>No forecast data available.</p>
      ) : (
        <section
          className={styles.tableScroll}
          aria-label="Forecast signals table"
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard
          tabIndex={0}
        >
          <table className={styles.table}>
            <thead>
              <tr>
                {['Date', 'Signal', 'Predicted', 'Δ Price', 'Δ %'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                {[
                  { name: '+2%', side: 'above' },
                  { name: '−2%', side: 'below' },
                ].map(({ name, side }) => (
                  <th
                    key={side}
                    scope="col"
                    title={`Chance of a close at least 2% ${side} the current price`}
                  >
                    <VisuallyHidden>Chance of </VisuallyHidden>
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.date}>
                  <th scope="row">{row.dateLabel}</th>
                  <td>
                    <Badge tone={TONE[row.signal]}>{row.signal}</Badge>
                  </td>
                  <td>{format.price(row.price, response)}</td>
                  <td className={row.tone}>
                    {format.signedPrice(row.change, response, analysis.currentPrice)}
                  </td>
                  <td className={row.tone}>{format.percent(row.changePercent, { signed: true })}</td>
                  <td>{row.odds[0]}</td>
                  <td>{row.odds[2]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </Card>
  );
}

const HAVE_NO_HOLIDAYS: ReadonlySet<string> = new Set(['crypto', 'currency']);

/** Says that the dates up to `lastDate` may include holidays, if the exchange's are not known that far; otherwise empty. */
function holidaysText(
  format: Format,
  { instrument, sessions: { holidays_until: until } }: ListingData['response'],
  lastDate: string,
): string[] {
  if (HAVE_NO_HOLIDAYS.has(instrument) || lastDate <= (until ?? '')) return [];
  return until === null
    ? ['This exchange’s holidays aren’t known, so the dates follow its usual week.']
    : [
        `This exchange’s holidays are known until ${format.isoDate(until)}; later dates follow its usual week.`,
      ];
}

/** Forecast points against the current price. Drops points that are not numbers; no rows unless the current price is above 0. */
export function forecastRows(format: Format, points: readonly ForecastPoint[], currentPrice: number) {
  if (!(currentPrice > 0)) return [];
  return points
    .filter(({ price }) => Number.isFinite(price))
    .map((point) => {
      const change = point.price - currentPrice;
      const changePercent = (change / currentPrice) * 100;
      return Object.assign({}, point, {
        dateLabel: format.isoDate(point.date, 'short'),
        signal: forecastSignal(changePercent),
        change,
        changePercent,
        tone: changeTone(point, currentPrice),
        odds: oddsTexts(format, point),
      });
    });
}
