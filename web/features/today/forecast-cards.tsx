import { DEFAULT_HORIZON_DAYS, formatDays } from '#compute';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { listingQuery, type Listing } from '../../shared/api/listing-queries.ts';
import type { WatchedListing } from '../../shared/alerts/watched-quotes.tsx';
import { Sparkline } from '../../shared/charts/sparkline.tsx';
import { useFormat } from '../../shared/format/use-format.ts';
import { Badge } from '../../shared/ui/badge.tsx';
import { Card } from '../../shared/ui/card.tsx';
import { Skeleton } from '../../shared/ui/loading.tsx';
import { exchangeToday, journalOnChart, type JournalEntry } from '../../shared/user/forecast-journal.ts';
import type { OwnRange } from '../../shared/user/own-ranges.ts';
import styles from './today-page.module.css';

/** A saved forecast, with the user's own range if there is one. */
type Entry = JournalEntry & Partial<Pick<OwnRange, 'own_low' | 'own_high'>>;

/** One list: an own range has the model's forecast of its moment, which replaces the saved one. */
export function withOwnRanges(entries: readonly JournalEntry[], ranges: readonly OwnRange[]): Entry[] {
  return [...new Map([...entries, ...ranges].map((entry) => [entry.key, entry])).values()];
}

/** Open forecasts whose target date is today at their exchange, or has passed without a known close. */
export function settlingOn(entries: readonly Entry[], atMs: number): readonly Entry[] {
  return entries.filter((entry) => entry.outcome === null && entry.target_date <= exchangeToday(entry, atMs));
}

interface SettlingCardProps {
  readonly settling: readonly Entry[];
  readonly listings: readonly WatchedListing[];
}

export function SettlingCard({ settling, listings }: SettlingCardProps) {
  const format = useFormat();
  return (
    <Card title="Forecasts due to settle">
      <ul className={styles.rows}>
        {settling.map((entry) => {
          const { ticker, base_date: base, horizon_days: days, low80, high80, own_low, own_high } = entry;
          const quote = listings.find((listing) => listing.ticker === ticker)?.quote ?? null;
          return (
            <li key={`${ticker} ${base} ${days}`}>
              <p>
                <strong>{ticker}</strong>: {format.range(low80, high80, quote ?? entry)}
              </p>
              <p className="note">
                80% range from {format.isoDate(base, 'short')}
                {own_low !== undefined &&
                  own_high !== undefined &&
                  `; your range ${format.range(own_low, own_high, quote ?? entry)}`}
                {quote !== null && `; current price ${format.price(quote.current_price, quote)}`}
              </p>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

/** Settled forecasts shown. Each loads the history of its listing. */
const SHOWN = 4;

export function SettledForecasts({ entries }: { entries: readonly Entry[] }) {
  const settled = entries
    .filter(({ outcome }) => outcome !== null)
    .toSorted((a, b) => ((a.outcome?.date ?? '') < (b.outcome?.date ?? '') ? 1 : -1))
    .slice(0, SHOWN);
  if (settled.length === 0) return null;
  return (
    <Card title="Your latest settled forecasts" footer={<Link href="/profile">Your verified hit rate</Link>}>
      <ul className={styles.ended}>
        {settled.map((entry) => (
          <li key={`${entry.ticker} ${entry.base_date} ${entry.horizon_days}`}>
            <SettledForecast entry={entry} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

function SettledForecast({ entry }: { readonly entry: Entry }) {
  const { data: listing, isPending } = useQuery(listingQuery(entry.ticker, DEFAULT_HORIZON_DAYS));
  const format = useFormat();
  const shown =
    listing && journalOnChart([entry], { listing: listing.response, candles: listing.candles })[0];
  const { ticker, horizon_days: days, low80, high80, outcome, own_low, own_high } = shown ?? entry;
  const close = outcome?.close ?? Number.NaN;
  const own = own_low !== undefined && own_high !== undefined && ([own_low, own_high] as const);
  const [low, high, closed, ...ownTexts] = format.prices(
    [low80, high80, close, ...(own || [])],
    listing?.response ?? entry,
  );
  const sideOf = (from: number, to: number) => (from <= close && close <= to ? 'inside' : 'outside');
  const side = sideOf(low80, high80);
  const words = `Range ${low} to ${high}, closed at ${closed}${own ? `; your range ${ownTexts.join(' to ')}` : ''}`;
  return (
    <figure>
      <figcaption>
        <strong>{ticker}</strong>, {formatDays(days)} to {format.isoDate(outcome?.date ?? '', 'short')}{' '}
        <Badge tone="neutral">{own ? `model ${side}, yours ${sideOf(...own)}` : side}</Badge>
      </figcaption>
      {shown && listing ? (
        <div className={styles.picture}>
          <Sparkline
            values={closesUpTo(shown, listing)}
            levels={[
              { value: high80, label: high ?? '', side: 'above' },
              { value: low80, label: low ?? '', side: 'below' },
            ]}
            heightPx={PICTURE_PX}
            label={words}
          />
        </div>
      ) : (
        isPending && <Skeleton height={PICTURE_PX} />
      )}
      <p className="note">{words}.</p>
    </figure>
  );
}

const PICTURE_PX = 96;

const HISTORY_BARS = 10;

function closesUpTo(entry: JournalEntry, { candles: { time, close } }: Listing): readonly number[] {
  const barOf = (date: string) => time.findLastIndex((at) => at <= Date.parse(date) / 1000);
  const first = Math.max(barOf(entry.base_date) - HISTORY_BARS, 0);
  return [...close.subarray(first, barOf(entry.outcome?.date ?? '') + 1)];
}
