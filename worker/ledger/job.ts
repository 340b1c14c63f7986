import {
  err,
  findOutcome,
  firstBarFrom,
  isoDate,
  isoInstant,
  ledgerNumber,
  hasStoppedTrading,
  parseIsoDate,
  SECONDS_PER_DAY,
  sessionEndSeconds,
  zonedDate,
} from '#compute';
import type { Candles, LedgerForecast, LedgerName, LedgerSettlement, Result, Ticker } from '#compute';
import { exchangeBySymbol } from '../providers/venues/exchanges.ts';
import { knownResults, type KnownResults } from '../dates/known-results.ts';
import type { MarketData, PriceSnapshot } from '../providers/market-data.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import {
  finishedCandles,
  forecastClose,
  isClose,
  latestForecast,
  ledgerRows,
  nextCloseSeconds,
} from './closing.ts';
import { dueListings, listingState, writeCheck } from './ledger.ts';
import type { DueListing, LastCheck, ListingCheck, ListingState } from './ledger.ts';

export interface LedgerJob {
  readonly db: D1Database;
  readonly ledger: LedgerName;
  readonly universe: readonly Ticker[];
  readonly source: Pick<MarketData, 'latestPrices' | 'stock'>;
  readonly listingsPerRun: number;
  readonly now: () => number;
}

/** How long after a close a forecast may be written, before any exchange opens again. After that the session is missed. */
const WRITE_WINDOW_SECONDS = 12 * 3600;

/** Wait before the next check of a listing without news; each failed check doubles it. */
const RETRY_SECONDS = 15 * 60;

/** The longest wait for a listing that traded this week (so that it misses no session), and for any other. */
const MAX_RETRY_TRADING_SECONDS = 2 * 3600;
const MAX_RETRY_SECONDS = SECONDS_PER_DAY;
const TRADING_WITHIN_SECONDS = 5 * SECONDS_PER_DAY;

/** Safe at any time, twice, or after a crash: each listing is written completely or not. Resolves with the number of listings. */
export async function runLedgerJob(job: LedgerJob): Promise<number> {
  const { db, ledger, universe, listingsPerRun } = job;
  const nowSeconds = Math.floor(job.now() / 1000);
  const listed = await dueListings(db, ledger, universe, nowSeconds);
  const idle = await unchangedListings(job, listed);
  const due = listed.filter(({ ticker }) => !idle.has(ticker)).slice(0, listingsPerRun);
  const tickers = due.map(({ ticker }) => ticker);
  // Without them the ranges are as wide as on other days.
  const results = await knownResults(ledger, db, tickers, nowSeconds).catch(() => null);
  for (const listing of due) {
    const { ticker } = listing;
    try {
      const read = await withDeadline(LOAD_DEADLINE_MS, (signal) => job.source.stock(ticker, signal));
      await checkListing(job, listing, read, results?.(ticker) ?? null);
    } catch (cause) {
      console.error(JSON.stringify({ event: 'record_failed', ticker, cause: String(cause) }));
      // Unless this is recorded, the listing stays first in the queue forever.
      await checkListing(job, listing, err({ reason: 'internal' }), null).catch(() => undefined);
    }
  }
  return due.length;
}

/** The listings without a new session according to one batch of prices, as on a holiday: they take no slot in the run. */
async function unchangedListings(job: LedgerJob, listed: readonly DueListing[]): Promise<Set<Ticker>> {
  const nowSeconds = Math.floor(job.now() / 1000);
  const waiting = listed.filter(({ last }) => last !== null && isWaiting(last, nowSeconds));
  if (waiting.length === 0) return new Set();
  const tickers = waiting.map(({ ticker }) => ticker);
  const prices = await withDeadline(LOAD_DEADLINE_MS, (signal) => job.source.latestPrices(tickers, signal));
  if (!prices.ok) return new Set();
  const idle = waiting.filter(({ ticker, last }) => {
    const latest = prices.value.get(ticker);
    if (latest === undefined) return false;
    const { time } = latest.candles;
    const finished = time.at(isClose(latest, time.at(-1) ?? 0, nowSeconds) ? -1 : -2);
    return finished !== undefined && isoDate(finished) <= (last?.lastSession ?? '');
  });
  return new Set(idle.map(({ ticker }) => ticker));
}

/** Whether a check of the last day succeeded but found nothing new. One dated in the future comes from a wrong clock. */
function isWaiting({ checkedAtSeconds, nextAtSeconds, failure }: LastCheck, nowSeconds: number): boolean {
  const isRetry = nextAtSeconds - checkedAtSeconds === RETRY_SECONDS;
  const ageSeconds = nowSeconds - checkedAtSeconds;
  return isRetry && failure === null && ageSeconds >= 0 && ageSeconds < SECONDS_PER_DAY;
}

async function checkListing(
  job: LedgerJob,
  { ticker, last }: DueListing,
  read: Result<PriceSnapshot, { readonly reason: string }>,
  results: KnownResults | null,
): Promise<void> {
  const { db, ledger } = job;
  // Read after the bars arrive, so that it is not older than they are.
  const nowSeconds = Math.floor(job.now() / 1000);
  const state = await listingState(db, ledger, ticker);
  const checked = { ticker, state, last, nowSeconds };
  const check = read.ok
    ? checkBars(ledger, read.value, checked, results)
    : failedCheck(checked, read.error.reason);
  await writeCheck(db, ledger, state, check);
}

interface Checked extends DueListing {
  readonly state: ListingState;
  readonly nowSeconds: number;
}

function failedCheck({ ticker, last, nowSeconds }: Checked, failure: string): ListingCheck {
  return {
    ticker,
    forecasts: [],
    latest: null,
    settlements: [],
    missedDates: [],
    today: isoDate(zonedDate(nowSeconds, exchangeBySymbol(ticker)?.timezone ?? 'UTC')),
    checkedAtSeconds: nowSeconds,
    nextAtSeconds: nowSeconds + retrySeconds(last, nowSeconds),
    lastSession: null,
    failure,
  };
}

function retrySeconds(last: LastCheck | null, nowSeconds: number): number {
  const isRepeated = last !== null && last.failure !== null;
  const wait = isRepeated ? 2 * (last.nextAtSeconds - last.checkedAtSeconds) : 0;
  const silentSeconds = nowSeconds - Date.parse(last?.lastSession ?? '') / 1000;
  const longest = silentSeconds < TRADING_WITHIN_SECONDS ? MAX_RETRY_TRADING_SECONDS : MAX_RETRY_SECONDS;
  return Math.min(Math.max(wait, RETRY_SECONDS), longest);
}

/** The additions to the ledger from a listing's bars at an instant. Reads bars of finished sessions only. */
function checkBars(
  ledger: LedgerName,
  stock: PriceSnapshot,
  checked: Checked,
  results: KnownResults | null,
): ListingCheck {
  const { ticker, state, nowSeconds } = checked;
  const candles = finishedCandles(stock, nowSeconds);
  const lastBar = candles.time.at(-1);
  if (lastBar === undefined) return failedCheck(checked, 'short_history');
  const lastSession = isoDate(lastBar);
  const madeAt = isoInstant(nowSeconds);
  const settlements = state.open.flatMap((row) => {
    const result = settle(row, candles, madeAt);
    return result === null ? [] : { of: row, result };
  });
  const isTrading = !hasStoppedTrading(stock, nowSeconds);
  const isNew = lastSession > (state.lastBaseDate ?? '');
  const isInTime = nowSeconds <= sessionEndSeconds(stock, lastBar) + WRITE_WINDOW_SECONDS;
  const forecast = isTrading && isNew && isInTime ? forecastClose(stock, candles, results) : null;
  const written = forecast?.ok === true ? forecast.value : null;
  const forecasts = written === null ? [] : ledgerRows(stock, written, { ledger, ticker, madeAt });
  const since = parseIsoDate(state.lastBaseDate ?? '') ?? lastBar;
  const laterDates = Array.from(candles.time.subarray(firstBarFrom(candles.time, since + 1)), (time) =>
    isoDate(time),
  );
  const found: ListingCheck = {
    ...failedCheck(checked, 'not_trading'),
    forecasts,
    latest: written && latestForecast(stock, written, madeAt),
    settlements,
    missedDates: laterDates.filter(
      (date) => (date < lastSession || forecasts.length === 0) && !state.missedDates.has(date),
    ),
    lastSession,
    today: isoDate(zonedDate(nowSeconds, stock.listing.timezone)),
  };
  if (!isTrading) return found;
  const nextAtSeconds = Math.max(nextCloseSeconds(stock, candles), nowSeconds + RETRY_SECONDS);
  return { ...found, nextAtSeconds, failure: forecast?.ok === false ? forecast.error.reason : null };
}

function settle(row: LedgerForecast, candles: Candles, settledAt: string): LedgerSettlement | null {
  const anchor = { anchor_date: row.base_date, anchor_close: row.base_close };
  const outcome = findOutcome({ target_date: row.target_date, ...anchor }, candles);
  if (outcome === null) return null;
  const percent = (from: number) => ledgerNumber((Math.abs(outcome.close - from) / row.base_close) * 100);
  return {
    outcome_date: outcome.date,
    outcome_close: ledgerNumber(outcome.close),
    split_factor: ledgerNumber(outcome.splitFactor),
    error_percent: percent(row.median),
    no_change_error_percent: percent(row.base_close),
    settled_at: settledAt,
  };
}
