import { isoDate, nextTradingDays } from '#compute';
import type { RecordLedger, Ticker } from '#compute';
import { withDeadline } from '../cache/deadline.ts';
import { LOAD_DEADLINE_MS } from '../cache/read-through.ts';
import type { MarketData, StockRecord } from '../market-data/market-data.ts';
import { SETTLING_SECONDS, sessionEndSeconds } from '../market-data/market-hours.ts';
import { finishedCandles } from './finished-candles.ts';
import { forecastsFrom } from './forecasts.ts';
import { dueListings, listingState, writeEntry } from './ledger.ts';
import type { Entry, ListingState } from './ledger.ts';
import { settle } from './settle.ts';

/** What the job works on and with. */
export interface RecordJob {
  readonly db: D1Database;
  readonly ledger: RecordLedger;
  readonly universe: readonly Ticker[];
  readonly source: MarketData;
  /** The clock in epoch milliseconds. */
  readonly now: () => number;
}

/** Listings per run: a run must fit into the processor time of one scheduled event. */
const LISTINGS_PER_RUN = 4;

/**
 * A forecast may be written this long after its base session's close, which is before any exchange opens again and before
 * half of a coin's next day has passed. Later the session counts as missed.
 */
const WRITE_WINDOW_SECONDS = 12 * 3600;

/** A listing that had nothing new is looked at again after this time. */
const RETRY_SECONDS = 15 * 60;

/**
 * One run of the record's job: settles what is due and writes the forecasts of sessions that have closed, for the listings
 * that are due. Safe to run at any time, twice, or again after a crash: each listing is written whole or not at all, and
 * one listing's fault stops no other. Resolves with how many listings were looked at.
 */
export async function runRecordJob(job: RecordJob): Promise<number> {
  const due = await dueListings(job.db, job.ledger, job.universe, Math.floor(job.now() / 1000));
  const now = due.slice(0, LISTINGS_PER_RUN);
  for (const ticker of now) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each listing continues the chain of the one before
      await recordListing(job, ticker);
    } catch (cause) {
      console.error(JSON.stringify({ event: 'record_failed', ticker, cause: String(cause) }));
    }
  }
  return now.length;
}

async function recordListing(job: RecordJob, ticker: Ticker): Promise<void> {
  const { db, ledger, source } = job;
  const read = await withDeadline(LOAD_DEADLINE_MS, null, (signal) => source.stock(ticker, signal));
  // After the answer: a clock read before it could be older than the bars.
  const checkedAtSeconds = Math.floor(job.now() / 1000);
  const state = await listingState(db, ledger, ticker);
  const idle: Entry = {
    ticker,
    forecasts: [],
    settlements: [],
    missedDates: [],
    checkedAtSeconds,
    nextAtSeconds: checkedAtSeconds + RETRY_SECONDS,
    lastSession: null,
    failure: null,
  };
  const entry = read.ok ? entryFor(idle, ledger, read.value, state) : { ...idle, failure: read.error.reason };
  await writeEntry(db, ledger, state.head, entry);
}

/** What a listing's bars add to the record at an instant. Looks at nothing but bars of finished sessions. */
function entryFor(idle: Entry, ledger: RecordLedger, record: StockRecord, state: ListingState): Entry {
  const nowSeconds = idle.checkedAtSeconds;
  const writtenAt = new Date(nowSeconds * 1000).toISOString();
  const candles = finishedCandles(record, nowSeconds);
  const last = candles.time.at(-1);
  if (last === undefined) return { ...idle, failure: 'short_history' };
  const { lastBaseDate } = state;
  const lastSession = isoDate(last);

  const isNew = lastBaseDate === null || lastSession > lastBaseDate;
  const isInTime = nowSeconds <= sessionEndSeconds(record, last) + WRITE_WINDOW_SECONDS;
  const head = { ledger, ticker: idle.ticker, madeAt: writtenAt };
  const made = isNew && isInTime ? forecastsFrom(record, candles, head) : [];
  const forecasts = made ?? [];
  const [next = last] = nextTradingDays(last, 1, record.listing.calendar);
  return {
    ...idle,
    forecasts,
    settlements: state.open.flatMap((row) => {
      const result = settle(row, candles, writtenAt);
      return result === null ? [] : { of: row, result };
    }),
    missedDates:
      lastBaseDate === null
        ? []
        : Array.from(candles.time, isoDate).filter(
            (date) => date > lastBaseDate && (date < lastSession || forecasts.length === 0),
          ),
    nextAtSeconds: Math.max(sessionEndSeconds(record, next) + SETTLING_SECONDS, idle.nextAtSeconds),
    lastSession,
    failure: made === null ? 'short_history' : null,
  };
}
