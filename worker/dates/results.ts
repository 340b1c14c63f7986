/** The days on which companies published results, in the database. See `worker/migrations/0002_alerts.sql`. */
import { SECONDS_PER_DAY } from '#compute';
import type { Ticker } from '#compute';
import { isAmericanSymbol } from '../providers/exchanges.ts';
import { LOAD_DEADLINE_MS, withDeadline } from '../resilience/single-flight.ts';
import { fetchCompanies, fetchResultsDates, findCompany } from './sec.ts';

export interface ResultsJob {
  readonly db: D1Database;
  /** The `User-Agent` of every request, with an email address. */
  readonly userAgent: string;
  readonly universe: readonly Ticker[];
  /** Companies to ask for in one run at most. */
  readonly companiesPerRun: number;
  readonly now: () => number;
}

/** One run asks one after the other, so this is also what is asked in a second at most. */
const MAX_COMPANIES_PER_RUN = 5;
const ASK_AGAIN_SECONDS = SECONDS_PER_DAY;
const RETRY_SECONDS = 3600;
/** A ticker that the SEC does not know, such as a fund's, may become one. */
const LOOK_UP_AGAIN_SECONDS = 30 * SECONDS_PER_DAY;

/** Listings in the table; more are not added. */
const MAX_LISTINGS = 2000;
const MAX_DATES = 60;

/** Adds US listings to those whose results are looked up; others are left out. */
export async function wantResults(db: D1Database, tickers: readonly Ticker[]): Promise<void> {
  const american = tickers.filter(isAmericanSymbol);
  if (american.length === 0) return;
  await db
    .prepare(
      `INSERT OR IGNORE INTO listing_results (market, ticker)
       SELECT 'live', value FROM json_each(?) WHERE (SELECT COUNT(*) FROM listing_results) < ?`,
    )
    .bind(JSON.stringify(american), MAX_LISTINGS)
    .run();
}

/** One run of the job: asks for the companies that were not asked for the longest. */
export async function runResultsJob(job: ResultsJob): Promise<void> {
  const { db, userAgent, universe, now } = job;
  const nowSeconds = Math.floor(now() / 1000);
  await wantResults(db, universe);
  const { results: due } = await db
    .prepare(
      `SELECT ticker, cik, past FROM listing_results WHERE market = 'live' AND next_at <= ?
       ORDER BY next_at LIMIT ?`,
    )
    .bind(nowSeconds, Math.min(job.companiesPerRun, MAX_COMPANIES_PER_RUN))
    .all<{ ticker: string; cik: number | null; past: string }>();
  const isUnknown = due.some(({ cik }) => cik === null || cik === 0);
  const companies = isUnknown ? await fetchCompanies(userAgent) : null;
  for (const { ticker, cik: known, past } of due) {
    const cik = known || (companies && findCompany(companies, ticker));
    const read =
      cik &&
      (await withDeadline(LOAD_DEADLINE_MS, null, (signal) =>
        fetchResultsDates(cik, userAgent, signal, now),
      ));
    const dates = read && read.ok ? read.value : [];
    const all = [...new Set([...(JSON.parse(past) as string[]), ...dates])].toSorted().slice(-MAX_DATES);
    const hasAnswer = read && read.ok;
    const wait = cik === 0 ? LOOK_UP_AGAIN_SECONDS : hasAnswer ? ASK_AGAIN_SECONDS : RETRY_SECONDS;
    await db
      .prepare(
        `UPDATE listing_results SET cik = ?, past = ?, next_at = ? WHERE market = 'live' AND ticker = ?`,
      )
      .bind(cik, JSON.stringify(all), nowSeconds + wait, ticker)
      .run();
  }
}

/** The days of some listings, as far as they are known: ascending, none for a company that was asked for without success. */
export async function readResults(
  db: D1Database,
  tickers: readonly Ticker[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  const { results } = await db
    .prepare(
      `SELECT ticker, past FROM listing_results
       WHERE market = 'live' AND ticker IN (SELECT value FROM json_each(?))`,
    )
    .bind(JSON.stringify(tickers))
    .all<{ ticker: string; past: string }>();
  return new Map(results.map(({ ticker, past }) => [ticker, JSON.parse(past) as string[]]));
}
