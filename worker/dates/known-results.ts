import { isoDate, isoInstant, nextDate, reactingSessions, SECONDS_PER_DAY, zonedDate } from '#compute';
import type { ResultsDay, Ticker } from '#compute';
import { isAmericanSymbol } from '../providers/venues/exchanges.ts';
import type { ListingDates } from '../contract/contract.ts';
import type { KnownReactions, PriceSnapshot } from '../contract/snapshot-codec.ts';
import { sampleListing, sampleResults } from '../providers/sample/listings.ts';
import { sql } from '../sql.ts';

export interface KnownResults {
  readonly source: 'sec' | 'sample';
  readonly fetchedAtSeconds: number;
  /** Past days and the next one if it is announced, ascending. */
  readonly days: readonly ResultsDay[];
}

const SAMPLE_ANNOUNCED_DAYS = 10;

function simulatedResults(ticker: Ticker, nowSeconds: number): KnownResults | null {
  const listing = sampleListing(ticker);
  if (listing === null) return null;
  const days = sampleResults(listing, isoDate(nowSeconds + SAMPLE_ANNOUNCED_DAYS * SECONDS_PER_DAY));
  return days.length === 0 ? null : { source: 'sample', fetchedAtSeconds: nowSeconds, days };
}

/** Maximum number of listings outside the ledger. */
const MAX_LISTINGS = 2000;

/** Records that somebody reads these US listings' dates. The next runs look up those without a row. */
export async function recordReaders(
  db: D1Database,
  tickers: readonly Ticker[],
  nowSeconds: number,
): Promise<void> {
  await sql(db)`
    INSERT INTO listing_results (market, ticker, read_at)
    SELECT 'live', value, ${nowSeconds} FROM json_each(${JSON.stringify(tickers)})
    WHERE (SELECT COUNT(*) FROM listing_results) < ${MAX_LISTINGS}
      OR EXISTS (SELECT 1 FROM listing_results WHERE market = 'live' AND ticker = value)
    ON CONFLICT (market, ticker) DO UPDATE SET read_at = excluded.read_at`.run();
}

/** A listing's results days as JSON, and the next one that a source has announced. */
interface StoredResults {
  readonly ticker: string;
  readonly past: string;
  readonly announced: string | null;
  /** 0 before the first successful lookup. */
  readonly fetchedAtSeconds: number;
  readonly readAtSeconds: number;
}

/** Listings without a row are absent. */
async function readResults(db: D1Database, tickers: readonly Ticker[]) {
  const { results } = await sql(db)`
    SELECT ticker, past, MAX(fetched_at, IFNULL(c.next_at, 0) - ${SECONDS_PER_DAY}) AS fetchedAtSeconds,
      read_at AS readAtSeconds, c.days -> ('$."' || ticker || '"') AS announced
    FROM listing_results r LEFT JOIN results_calendar c USING (market) WHERE market = 'live'
    AND ticker IN (SELECT value FROM json_each(${JSON.stringify(tickers)}))`.all<StoredResults>();
  return new Map<string, StoredResults>(results.map((row) => [row.ticker, row]));
}

/**
 * Returns a function that gives a listing's results as of now. With `isReading` they are for a visitor, so the US listings whose
 * results have not been read today are noted for the next lookup.
 */
export async function knownResults(
  market: 'live' | 'sample',
  db: D1Database | null,
  tickers: readonly Ticker[],
  nowSeconds: number,
  isReading = false,
) {
  const asked = market === 'live' ? tickers.filter(isAmericanSymbol) : [];
  const rows = db === null || asked.length === 0 ? null : await readResults(db, asked);
  const isUnread = (ticker: Ticker) =>
    nowSeconds - (rows?.get(ticker)?.readAtSeconds ?? 0) >= SECONDS_PER_DAY;
  const unread = isReading ? asked.filter(isUnread) : [];
  if (db !== null && unread.length > 0) await recordReaders(db, unread, nowSeconds);
  return (ticker: Ticker): KnownResults | null => {
    if (market === 'sample') return simulatedResults(ticker, nowSeconds);
    const row = rows?.get(ticker);
    const days = JSON.parse(row?.past ?? '[]') as ResultsDay[];
    const next = JSON.parse(row?.announced ?? 'null') as ResultsDay | null;
    if (next !== null && next.date > (days.at(-1)?.date ?? '')) days.push(next);
    if (row === undefined || days.length === 0) return null;
    return { source: 'sec', fetchedAtSeconds: row.fetchedAtSeconds, days };
  };
}

/** The sessions of a listing that react to its results; `null` if none are known. */
export function reactionsOf(
  { candles, listing }: Pick<PriceSnapshot, 'candles' | 'listing'>,
  known: KnownResults | null,
): KnownReactions | null {
  if (known === null || listing.instrument !== 'equity') return null;
  const { source, fetchedAtSeconds, days } = known;
  const { sessions, isAfterClose } = reactingSessions(days, candles, listing.calendar);
  if (sessions.length === 0) return null;
  return {
    source,
    fetched_at: isoInstant(fetchedAtSeconds),
    day_gaps: sessions.map((at, i) => (at - (sessions[i - 1] ?? 0)) / SECONDS_PER_DAY),
    ...(isAfterClose && { after_close: true }),
  };
}

/** A listing's next dates. `results`: what is known of its results; `null` before the SEC lookup. */
export function listingDates(
  requestedTicker: string,
  { listing, actions }: PriceSnapshot,
  results: KnownResults | null,
  nowSeconds: number,
): ListingDates {
  const today = isoDate(zonedDate(nowSeconds, listing.timezone));
  const dividends = [...new Set((actions?.dividends ?? []).map(({ date }) => date))];
  const days = results?.days.map(({ date }) => date) ?? [];
  const past = days.filter((date) => date <= today);
  return {
    requested_ticker: requestedTicker,
    dividend: nextDate(dividends, today),
    results: results && {
      source: results.source,
      past,
      next: confirmed(days, today) ?? nextDate(past, today),
    },
  };
}

function confirmed(days: readonly string[], today: string): ListingDates['dividend'] {
  const date = days.find((day) => day >= today);
  return date === undefined ? null : { date, status: 'confirmed', plus_minus_days: 0, n: 0 };
}
