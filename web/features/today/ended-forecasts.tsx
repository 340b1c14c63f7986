import { DEFAULT_HORIZON_DAYS, FAN_OPACITY, formatDays, priceRange } from '#compute';
import { useQueries } from '@tanstack/react-query';
import { listingQuery, type Listing } from '../../shared/api/listing-queries.ts';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { journalOnChart, type JournalEntry } from '../../shared/user-data/forecast-journal.ts';
import styles from './today-page.module.css';

/** As many are shown. Each needs the history of its listing. */
const SHOWN = 4;

interface EndedForecastsProps {
  readonly email: string;
  readonly entries: readonly JournalEntry[];
  /** Whether due ones are being settled. */
  readonly isChecking: boolean;
}

/** The user's forecasts that ended last, each range over what happened. */
export function EndedForecasts({ email, entries, isChecking }: EndedForecastsProps) {
  const ended = entries
    .filter(({ outcome }) => outcome !== null)
    .toSorted((a, b) => ((a.outcome?.date ?? '') < (b.outcome?.date ?? '') ? 1 : -1))
    .slice(0, SHOWN);
  const listings = useQueries({
    queries: ended.map(({ ticker }) => listingQuery(ticker, DEFAULT_HORIZON_DAYS)),
  });
  return (
    <Card title="How your last forecasts ended">
      {ended.length === 0 ? (
        <p className="note">
          {isChecking ? 'Checking the closes of forecasts that are due.' : 'None has ended yet.'}
        </p>
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
  const words = `${price(low80)} to ${price(high80)} expected, ${price(close)} observed`;
  return (
    <figure>
      <figcaption>
        <strong>{ticker}</strong>, {formatDays(days)} to {format.isoDate(outcome?.date ?? '', 'short')}{' '}
        <Badge tone="neutral">{isInside ? 'inside' : 'outside'}</Badge>
      </figcaption>
      {shown && listing ? (
        <EndedPicture entry={shown} listing={listing} label={words} />
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

/** Of the box that is stretched over the picture. */
const SIZE = 1000;

/**
 * The closes around a forecast, and its ranges from the price that it began at to its end. Only the end was noted; on the way
 * there a range is drawn as wide as the square root of the time that has passed.
 */
function EndedPicture({ entry, listing, label }: { entry: JournalEntry; listing: Listing; label: string }) {
  const { time, close } = listing.candles;
  const barOf = (date: string) => time.findLastIndex((at) => at <= Date.parse(date) / 1000);
  const [base, end] = [barOf(entry.base_date), barOf(entry.outcome?.date ?? '')];
  const first = Math.max(base - HISTORY_BARS, 0);
  const closes = [...close.subarray(first, end + 1)];
  const [low, high] = priceRange(
    Math.min(...closes, entry.low95, entry.base_close),
    Math.max(...closes, entry.high95, entry.base_close),
  );
  const x = (bar: number) => Math.round((SIZE * (bar - first)) / Math.max(end - first, 1));
  const y = (price: number) => Math.round((SIZE * (high - price)) / (high - low));
  const bound = (last: number) =>
    Array.from({ length: end - base + 1 }, (_, step) => {
      const share = Math.sqrt(step / Math.max(end - base, 1));
      return `${x(base + step)},${y(entry.base_close + (last - entry.base_close) * share)}`;
    });
  const range = (from: number, to: number) => [...bound(from), ...bound(to).toReversed()].join(' ');
  return (
    <svg
      className={styles.picture}
      height={PICTURE_PX}
      viewBox={`0 0 ${SIZE} ${SIZE}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <polygon points={range(entry.low95, entry.high95)} fillOpacity={FAN_OPACITY[95]} />
      <polygon
        points={range(entry.low80, entry.high80)}
        fillOpacity={FAN_OPACITY[80]}
        stroke="var(--accent)"
      />
      <polyline points={bound(entry.median).join(' ')} fill="none" stroke="var(--accent)" strokeWidth={2} />
      <polyline
        points={closes.map((price, at) => `${x(first + at)},${y(price)}`).join(' ')}
        fill="none"
        stroke="var(--text)"
        strokeWidth={1.5}
      />
    </svg>
  );
}
