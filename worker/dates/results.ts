/** Looks up US companies' results dates at the SEC for the database (see `worker/migrations/0002_alerts.sql`). */
import { isoDate, nextDate, parseIsoDate, SECONDS_PER_DAY, type ResultsDay, type Ticker } from '#compute';
import { isAmericanSymbol } from '../providers/venues/exchanges.ts';
import type { MarketData } from '../providers/market-data.ts';
import { withDeadline } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';
import { fetchCompanies, fetchResultsDates, findCompany, mergeResults } from './sec-filings.ts';

export interface ResultsJob {
  readonly db: D1Database;
  /** The `User-Agent` of every request; it contains an email address. */
  readonly userAgent: string;
  /** The ledger's listings, which take precedence over those that only users have requested. */
  readonly universe: readonly Ticker[];
  readonly companiesPerRun: number;
  readonly now: () => number;
}

/** A run looks up one company after the other, so this also bounds the requests per second. */
const MAX_COMPANIES_PER_RUN = 5;

/** A company is looked up every few hours on the days around its next results, daily if they are near, weekly before that. */
const DUE_DAYS = 2;
const DUE_CHECK_DAYS = 1 / 8;
const NEAR_DAYS = 10;
const FAR_DAYS = 7;
const RETRY_SECONDS = 3600;
/** When to look up a ticker again that the SEC did not know, such as a fund's. */
const LOOK_UP_AGAIN_SECONDS = 30 * SECONDS_PER_DAY;

/** How long a listing outside the ledger is kept after its dates were last read. */
const UNREAD_SECONDS = 30 * SECONDS_PER_DAY;

/** One run: looks up the companies that are due, the ledger's first, then those that have waited longest. */
export async function runResultsJob({ db, userAgent, ...job }: ResultsJob): Promise<void> {
  const nowSeconds = Math.floor(job.now() / 1000);
  const universe = JSON.stringify(job.universe.filter(isAmericanSymbol));
  const [, , due] = await db.batch<{ ticker: string; cik: number | null; past: string }>([
    sql(db)`INSERT OR IGNORE INTO listing_results (market, ticker)
      SELECT 'live', value FROM json_each(${universe})`,
    sql(db)`DELETE FROM listing_results WHERE market = 'live' AND read_at < ${nowSeconds - UNREAD_SECONDS}
      AND ticker NOT IN (SELECT value FROM json_each(${universe}))`,
    sql(db)`SELECT ticker, cik, past FROM listing_results WHERE market = 'live' AND next_at <= ${nowSeconds}
      ORDER BY ticker IN (SELECT value FROM json_each(${universe})) DESC, next_at
      LIMIT ${Math.min(job.companiesPerRun, MAX_COMPANIES_PER_RUN)}`,
  ]);
  const rows = due?.results ?? [];
  const isUnknown = rows.some(({ cik }) => cik === null || cik === 0);
  const companies = isUnknown ? await fetchCompanies(userAgent) : null;
  for (const { ticker, cik: known, past } of rows) {
    const cik = known || (companies && findCompany(companies, ticker));
    const read = cik ? await fetchResultsDates(cik, userAgent, job.now) : null;
    if (read?.ok === false)
      console.warn(JSON.stringify({ event: 'results_failed', ticker, reason: read.error.reason }));
    const all = mergeResults(JSON.parse(past) as readonly ResultsDay[], read?.ok ? read.value : []);
    const wait =
      cik === 0 ? LOOK_UP_AGAIN_SECONDS : read?.ok ? secondsToNextCheck(all, nowSeconds) : RETRY_SECONDS;
    await sql(db)`
      UPDATE listing_results SET cik = ${cik}, past = ${JSON.stringify(all)}, next_at = ${nowSeconds + wait},
        fetched_at = IIF(${Number(read?.ok === true)}, ${nowSeconds}, fetched_at)
      WHERE market = 'live' AND ticker = ${ticker}`.run();
  }
}

function secondsToNextCheck(past: readonly ResultsDay[], nowSeconds: number): number {
  const dates = past.map(({ date }) => date);
  const isExpected = nextDate(dates, isoDate(nowSeconds)) !== null;
  // As it was expected after the last ones: overdue dates are moved to today.
  const next = isExpected ? nextDate(dates, dates.at(-1) ?? '') : null;
  const days = ((parseIsoDate(next?.date ?? '') ?? Infinity) - nowSeconds) / SECONDS_PER_DAY;
  const wait = Math.abs(days) <= DUE_DAYS ? DUE_CHECK_DAYS : Math.max(days - NEAR_DAYS, 1);
  return Math.ceil(SECONDS_PER_DAY * Math.min(wait, FAR_DAYS));
}

const ANNOUNCED_DAYS = 21;
const CALENDAR_TIMEOUT_MS = 5000;

/** One run: asks a source that knows them for all announced days of the coming weeks, once a day. */
export async function runCalendarJob(
  db: D1Database,
  announcedResults: MarketData['announcedResults'],
  nowSeconds: number,
): Promise<void> {
  if (announcedResults === undefined) return;
  const known = await sql(db)`SELECT next_at FROM results_calendar WHERE market = 'live'`.first<number>(
    'next_at',
  );
  if (known !== null && known > nowSeconds) return;
  const until = isoDate(nowSeconds + ANNOUNCED_DAYS * SECONDS_PER_DAY);
  const read = await withDeadline(CALENDAR_TIMEOUT_MS, (signal) =>
    announcedResults(isoDate(nowSeconds), until, signal),
  );
  const days = read.ok ? JSON.stringify(Object.fromEntries(read.value)) : null;
  await sql(db)`
    INSERT INTO results_calendar (market, days, next_at)
    VALUES ('live', COALESCE(${days}, '{}'), ${nowSeconds + (read.ok ? SECONDS_PER_DAY : RETRY_SECONDS)})
    ON CONFLICT (market) DO UPDATE SET days = COALESCE(${days}, days), next_at = excluded.next_at`.run();
}
