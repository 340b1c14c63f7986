import { changeTone, driftText, forecastSignal, oddsTexts, type ForecastPoint, type Format } from '#compute';
import { useFormat } from '../../../shared/format/use-format.ts';
import { SignalBadge } from '../../../shared/ui/badge.tsx';
import { Card } from '../../../shared/ui/card.tsx';
import { VisuallyHidden } from '../../../shared/ui/announcement.tsx';
import { DataTable } from '../../../shared/ui/data-table.tsx';
import styles from './cards.module.css';
import { hasForecast, type Listing } from '../../../shared/api/listing-queries.ts';

const ABOUT =
  'BUY or SELL: Predicted is 2% or more above or below the current price. Last columns: the chance of a rise or fall that large.';

export function ForecastTable({ data }: { data: Listing }) {
  const format = useFormat();
  const { response } = data;
  const points = hasForecast(data) ? data.analysis.forecast.points : [];
  return (
    <Card
      title="Forecast Signals"
      titleId="signals"
      className={styles.signals ?? ''}
      flush
      footer={[
        `Predicted: ${driftText(response.instrument)}.`,
        ABOUT,
        ...holidaysText(format, response, points.at(-1)?.date ?? ''),
      ].join(' ')}
    >
      {points.length === 0 ? (
        <p className={styles.empty}>No forecast data available.</p>
      ) : (
        <DataTable
          label="Forecast signals table"
          className={styles.table}
          headers={HEADERS}
          rows={points.map((point) => ({ id: point.date, cells: cellsOf(format, data, point) }))}
        />
      )}
    </Card>
  );
}

const HEADERS = [
  'Date',
  'Signal',
  'Predicted',
  'Δ Price',
  'Δ %',
  <Chance key="above" move="+2%" side="above" />,
  <Chance key="below" move="−2%" side="below" />,
];

function Chance({ move, side }: { move: string; side: string }) {
  return (
    <span title={`Chance of a close at least 2% ${side} the current price`}>
      <VisuallyHidden>Chance of </VisuallyHidden>
      {move}
    </span>
  );
}

function cellsOf(format: Format, { response, analysis: { currentPrice } }: Listing, point: ForecastPoint) {
  const change = point.price - currentPrice;
  const percent = (change / currentPrice) * 100;
  const tone = changeTone(point, currentPrice);
  const [rise, , fall] = oddsTexts(format, point);
  return [
    format.isoDate(point.date, 'short'),
    <SignalBadge key="signal" signal={forecastSignal(percent)} />,
    format.price(point.price, response),
    <span key="change" className={tone}>
      {format.signedPrice(change, response, currentPrice)}
    </span>,
    <span key="percent" className={tone}>
      {format.percent(percent, { signed: true })}
    </span>,
    rise,
    fall,
  ];
}

const HAVE_NO_HOLIDAYS: ReadonlySet<string> = new Set(['crypto', 'currency']);

/** Says that the dates up to `lastDate` may include holidays, if the exchange's are not known that far; otherwise empty. */
function holidaysText(
  format: Format,
  { instrument, sessions: { holidays_until: until } }: Listing['response'],
  lastDate: string,
): string[] {
  if (HAVE_NO_HOLIDAYS.has(instrument) || lastDate <= (until ?? '')) return [];
  return until === null
    ? ['This exchange’s holidays aren’t known, so the dates follow its usual week.']
    : [
        `This exchange’s holidays are known until ${format.isoDate(until)}; later dates follow its usual week.`,
      ];
}
