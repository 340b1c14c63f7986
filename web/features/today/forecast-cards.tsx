/** The user's forecasts: those that settle today, and how the last ones ended. */
import { DEFAULT_HORIZON_DAYS, formatDays } from '#compute';
import { useQueries } from '@tanstack/react-query';
import { listingQuery, type Listing } from '../../shared/api/listing-queries.ts';
import { readyQuote, type QuoteRows } from '../../shared/api/quotes-query.ts';
import { Sparkline } from '../../shared/charts/sparkline.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { journalOnChart, type JournalEntry } from '../../shared/user/forecast-journal.ts';
import styles from './today-page.module.css';

export function SettlingCard({ settling, rows }: { settling: readonly JournalEntry[]; rows: QuoteRows }) {
  const format = useFormat();
  return (
    <Card title="Forecasts due to settle">
      {settling.length === 0 ? (
        <p className="note">None of your forecasts are due.</p>
      ) : (
        <ul className={styles.rows}>
          {settling.map(({ ticker, base_date: base, horizon_days: days, low80, high80 }) => {
            const quote = readyQuote(rows, ticker);
            const price = (value: number) => format.price(value, quote?.currency ?? '');
            return (
              <li key={`${ticker} ${base} ${days}`}>
                <p>
                  <strong>{ticker}</strong>: {price(low80)} to {price(high80)}
                </p>
                <p className="note">
                  80% range from {format.isoDate(base, 'short')}
                  {quote !== null && `; current price ${price(quote.current_price)}`}
                </p>
              </li>
            );
          })}
        </ul>
      )}
    </Card>
  );
}

/** As many are shown. Each needs the history of its listing. */
const SHOWN = 4;

interface EndedForecastsProps {
  readonly email: string;
  readonly entries: readonly JournalEntry[];
  readonly isChecking: boolean;
}

export function SettledForecasts({ email, entries, isChecking }: EndedForecastsProps) {
  const ended = entries
    .filter(({ outcome }) => outcome !== null)
    .toSorted((a, b) => ((a.outcome?.date ?? '') < (b.outcome?.date ?? '') ? 1 : -1))
    .slice(0, SHOWN);
  const listings = useQueries({
    queries: ended.map(({ ticker }) => listingQuery(ticker, DEFAULT_HORIZON_DAYS)),
  });
  return (
    <Card title="Your latest settled forecasts">
      {ended.length === 0 ? (
        <p className="note">{isChecking ? 'Checking forecasts that are due…' : 'None have settled yet.'}</p>
      ) : (
        <ul className={styles.ended}>
          {ended.map((entry, at) => (
            <li key={`${entry.ticker} ${entry.base_date} ${entry.horizon_days}`}>
              <Ended email={email} entry={entry} listing={listings[at]?.data} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

interface EndedProps {
  readonly email: string;
  readonly entry: JournalEntry;
  readonly listing: Listing | undefined;
}

function Ended({ email, entry, listing }: EndedProps) {
  const format = useFormat();
  // In today's scale, whatever was split since.
  const shown =
    listing &&
    journalOnChart(email, { listing: listing.response, candles: listing.candles }).find(
      (one) => one.base_date === entry.base_date && one.horizon_days === entry.horizon_days,
    );
  const { ticker, horizon_days: days, low80, high80, outcome } = shown ?? entry;
  const price = (value: number) => format.price(value, listing?.response.currency ?? '');
  const close = outcome?.close ?? Number.NaN;
  const isInside = low80 <= close && close <= high80;
  const words = `Range ${price(low80)} to ${price(high80)}, closed at ${price(close)}`;
  return (
    <figure>
      <figcaption>
        <strong>{ticker}</strong>, {formatDays(days)} to {format.isoDate(outcome?.date ?? '', 'short')}{' '}
        <Badge tone="neutral">{isInside ? 'inside' : 'outside'}</Badge>
      </figcaption>
      {shown && listing ? (
        <div className={styles.picture}>
          <Sparkline
            values={closesUpTo(shown, listing)}
            levels={[
              { value: high80, label: price(high80), side: 'above' },
              { value: low80, label: price(low80), side: 'below' },
            ]}
            heightPx={PICTURE_PX}
            label={words}
          />
        </div>
      ) : (
        <Skeleton height={PICTURE_PX} />
      )}
      <p className="note">{words}.</p>
    </figure>
  );
}

const PICTURE_PX = 96;

/** Sessions before the forecast. */
const HISTORY_BARS = 10;

function closesUpTo(entry: JournalEntry, { candles: { time, close } }: Listing): readonly number[] {
  const barOf = (date: string) => time.findLastIndex((at) => at <= Date.parse(date) / 1000);
  const first = Math.max(barOf(entry.base_date) - HISTORY_BARS, 0);
  return [...close.subarray(first, barOf(entry.outcome?.date ?? '') + 1)];
}
