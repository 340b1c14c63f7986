import { isoDate, nextDate, reactingSessions, SECONDS_PER_DAY, zonedDate } from '#compute';
import type { ResultsDay, Ticker } from '#compute';
import { LruMap } from '../cache/stores.ts';
import { isAmericanSymbol } from '../providers/venues/exchanges.ts';
import type { ListingDates } from '../contract/contract.ts';
import type { KnownReactions, PriceSnapshot } from '../contract/snapshot-codec.ts';
import { sampleListing, sampleResults } from '../providers/sample/listings.ts';
import { SingleFlight, type WaitUntil } from '../resilience/single-flight.ts';
import { recordReaders, readResults, type StoredResults } from './results.ts';

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

function storedResults({ past, announced, fetchedAtSeconds }: StoredResults): KnownResults | null {
  const days = JSON.parse(past) as ResultsDay[];
  const next = JSON.parse(announced ?? 'null') as ResultsDay | null;
  if (next !== null && next.date > (days.at(-1)?.date ?? '')) days.push(next);
  return days.length === 0 ? null : { source: 'sec', fetchedAtSeconds, days };
}

export async function knownResults(
  market: 'live' | 'sample',
  db: D1Database | null,
  tickers: readonly Ticker[],
  nowSeconds: number,
) {
  const asked = market === 'live' ? tickers.filter(isAmericanSymbol) : [];
  const rows = db === null || asked.length === 0 ? null : await readResults(db, asked);
  return {
    of(ticker: Ticker): KnownResults | null {
      if (market === 'sample') return simulatedResults(ticker, nowSeconds);
      const row = rows?.get(ticker);
      return row ? storedResults(row) : null;
    },
    /** Whether a listing that may have results counts as read by nobody today. */
    isUnread: (ticker: Ticker): boolean =>
      asked.includes(ticker) && nowSeconds - (rows?.get(ticker)?.readAtSeconds ?? 0) >= SECONDS_PER_DAY,
  };
}

const MAX_LISTINGS = 2000;
const READ_AGAIN_MS = 3_600_000;

/** Reads a listing's results at most once an hour, and puts US listings that are new on the list of those to look up. */
export class ResultsReader {
  readonly #market: 'live' | 'sample';
  readonly #db: D1Database | null;
  readonly #now: () => number;
  readonly #memory = new LruMap<{ readonly readAtMs: number; readonly known: KnownResults | null }>(
    MAX_LISTINGS,
  );
  readonly #reads = new SingleFlight<void>();

  constructor(market: 'live' | 'sample', db: D1Database | null, now: () => number) {
    this.#market = market;
    this.#db = db;
    this.#now = now;
  }

  /** What this isolate knows by now; `null` until the first reading. */
  known(ticker: Ticker): KnownResults | null {
    return this.#memory.get(ticker)?.known ?? null;
  }

  /** Reads those that are due, or all `again`, at once. */
  async read(tickers: readonly Ticker[], waitUntil: WaitUntil, again = false): Promise<void> {
    const isDue = (ticker: Ticker) =>
      this.#now() - (this.#memory.get(ticker)?.readAtMs ?? -Infinity) >= READ_AGAIN_MS;
    const due = again ? tickers : tickers.filter(isDue);
    if (due.length > 0) await this.#reads.run(due.join(), waitUntil, () => this.#readNow(due));
  }

  async #readNow(tickers: readonly Ticker[]): Promise<void> {
    const nowSeconds = Math.floor(this.#now() / 1000);
    const results = await knownResults(this.#market, this.#db, tickers, nowSeconds);
    for (const ticker of tickers)
      this.#memory.set(ticker, { readAtMs: this.#now(), known: results.of(ticker) });
    const unread = tickers.filter(results.isUnread);
    if (this.#db !== null && unread.length > 0) await recordReaders(this.#db, unread, nowSeconds);
  }
}

/** The sessions of a listing that react to its results; `null` if none are known. */
export function reactionsOf(
  { candles, listing }: Pick<PriceSnapshot, 'candles' | 'listing'>,
  known: KnownResults | null,
): KnownReactions | null {
  if (known === null || listing.instrument !== 'equity') return null;
  const { source, fetchedAtSeconds, days } = known;
  const reactions = reactingSessions(days, candles, listing.calendar);
  return reactions.sessions.length === 0 ? null : { source, fetchedAtSeconds, ...reactions };
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
    dividend: estimated(dividends, today),
    results: results && {
      source: results.source,
      past,
      next: confirmed(days, today) ?? estimated(past, today),
    },
  };
}

function confirmed(days: readonly string[], today: string): ListingDates['dividend'] {
  const date = days.find((day) => day >= today);
  return date === undefined ? null : { date, status: 'confirmed', plus_minus_days: 0, n: 0 };
}

function estimated(past: readonly string[], today: string): ListingDates['dividend'] {
  const next = nextDate(past, today);
  return next && { date: next.date, status: 'estimated', plus_minus_days: next.plusMinusDays, n: next.n };
}
