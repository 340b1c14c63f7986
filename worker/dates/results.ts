/**
 * The days on which US companies published results, by what they filed with the SEC, in the database (see
 * `worker/migrations/0002_alerts.sql`). Public domain; at most ten requests a second and a `User-Agent` with an email address
 * (https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data).
 */
import { err, ok, parseIsoDate, SECONDS_PER_DAY, type Result, type Ticker } from '#compute';
import * as v from 'valibot';
import { parseJson, readBody } from '../body.ts';
import type { Failure } from '../failure.ts';
import { isAmericanSymbol } from '../providers/exchanges.ts';
import { fetchJson } from '../providers/upstream.ts';
import { withDeadline } from '../resilience/single-flight.ts';
import { sql } from '../sql.ts';

export interface ResultsJob {
  readonly db: D1Database;
  /** The `User-Agent` of every request, with an email address. */
  readonly userAgent: string;
  readonly universe: readonly Ticker[];
  readonly companiesPerRun: number;
  readonly now: () => number;
}

/** One run asks one after the other, so this is also what is asked in a second at most. */
const MAX_COMPANIES_PER_RUN = 5;
const ASK_AGAIN_SECONDS = SECONDS_PER_DAY;
const RETRY_SECONDS = 3600;
/** A ticker that the SEC does not know, such as a fund's, may become one. */
const LOOK_UP_AGAIN_SECONDS = 30 * SECONDS_PER_DAY;

const MAX_LISTINGS = 2000;
const MAX_DATES = 60;

/** Adds US listings to those whose results are looked up; others are left out. */
export async function queueResultsLookup(db: D1Database, tickers: readonly Ticker[]): Promise<void> {
  const american = tickers.filter(isAmericanSymbol);
  if (american.length === 0) return;
  await sql(db)`
    INSERT OR IGNORE INTO listing_results (market, ticker)
    SELECT 'live', value FROM json_each(${JSON.stringify(american)})
    WHERE (SELECT COUNT(*) FROM listing_results) < ${MAX_LISTINGS}`.run();
}

/** One run of the job: asks for the companies that were not asked for the longest. */
export async function runResultsJob(job: ResultsJob): Promise<void> {
  const { db, userAgent, universe, now } = job;
  const nowSeconds = Math.floor(now() / 1000);
  await queueResultsLookup(db, universe);
  const limit = Math.min(job.companiesPerRun, MAX_COMPANIES_PER_RUN);
  const { results: due } = await sql(db)`
    SELECT ticker, cik, past FROM listing_results WHERE market = 'live' AND next_at <= ${nowSeconds}
    ORDER BY next_at LIMIT ${limit}`.all<{ ticker: string; cik: number | null; past: string }>();
  const isUnknown = due.some(({ cik }) => cik === null || cik === 0);
  const companies = isUnknown ? await fetchCompanies(userAgent) : null;
  for (const { ticker, cik: known, past } of due) {
    const cik = known || (companies && findCompany(companies, ticker));
    const read = cik ? await fetchResultsDates(cik, userAgent, now) : null;
    const dates = read?.ok ? read.value : [];
    const all = [...new Set([...(JSON.parse(past) as string[]), ...dates])].toSorted().slice(-MAX_DATES);
    const wait = cik === 0 ? LOOK_UP_AGAIN_SECONDS : read?.ok ? ASK_AGAIN_SECONDS : RETRY_SECONDS;
    await sql(db)`
      UPDATE listing_results SET cik = ${cik}, past = ${JSON.stringify(all)}, next_at = ${nowSeconds + wait}
      WHERE market = 'live' AND ticker = ${ticker}`.run();
  }
}

/** The days of some listings, as far as they are known: ascending, none for a company that was asked for without success. */
export async function readResults(db: D1Database, tickers: readonly Ticker[]) {
  const { results } = await sql(db)`
    SELECT ticker, past FROM listing_results WHERE market = 'live'
    AND ticker IN (SELECT value FROM json_each(${JSON.stringify(tickers)}))`.all<
    Record<'ticker' | 'past', string>
  >();
  return new Map(results.map(({ ticker, past }) => [ticker, JSON.parse(past) as readonly string[]]));
}

const COMPANIES_URL = 'https://www.sec.gov/files/company_tickers.json';
const SUBMISSIONS_URL = 'https://data.sec.gov/submissions/CIK';

const COMPANIES_TIMEOUT_MS = 5000;
const MAX_COMPANIES_BYTES = 4 * 1024 * 1024;

/** A report of an event is due within four business days of it. */
const REPORT_SECONDS = 7 * SECONDS_PER_DAY;

const companySchema = v.object({
  cik_str: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ticker: v.string(),
});

const texts = v.array(v.string());
const submissionsSchema = v.object({
  filings: v.object({
    recent: v.object({ form: texts, items: texts, filingDate: texts, reportDate: texts }),
  }),
});

/** The table of companies, as text: parsing all ten thousand takes longer than a run may compute. `null`: not to be had. */
async function fetchCompanies(userAgent: string): Promise<string | null> {
  return withDeadline(COMPANIES_TIMEOUT_MS, async (signal) => {
    try {
      const headers = { 'User-Agent': userAgent };
      const response = await fetch(COMPANIES_URL, { headers, redirect: 'manual', signal });
      return response.ok ? await readBody(response, MAX_COMPANIES_BYTES) : null;
    } catch {
      return null;
    }
  });
}

/** The SEC's number of a company in its table; 0 for a ticker that is not there. Classes of shares are written `BRK-B`. */
export function findCompany(table: string, ticker: string): number {
  const at = table.indexOf(`"ticker":"${ticker.replace('.', '-')}"`);
  if (at === -1) return 0;
  const row = table.slice(table.lastIndexOf('{', at), table.indexOf('}', at) + 1);
  const parsed = v.safeParse(companySchema, parseJson(row));
  return parsed.success ? parsed.output.cik_str : 0;
}

/** The days on which a company published results, ascending, as far as its latest thousand filings go. */
async function fetchResultsDates(cik: number, userAgent: string, now: () => number) {
  const url = `${SUBMISSIONS_URL}${String(cik).padStart(10, '0')}.json`;
  const headers = { 'User-Agent': userAgent, Accept: 'application/json' };
  const reply = await fetchJson(url, headers, now);
  return reply.ok ? decodeSubmissions(reply.value.body) : reply;
}

/**
 * Decodes a company's submissions: its 8-K reports with item 2.02, "Results of Operations and Financial Condition". The day of
 * the event counts (`reportDate`), and where that cannot be the day of the filing. `acceptanceDateTime` is of no use: of some
 * companies it is UTC, of others New York's time with the same `Z`.
 */
export function decodeSubmissions(body: unknown): Result<readonly string[], Failure> {
  const parsed = v.safeParse(submissionsSchema, body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { form, items, filingDate, reportDate } = parsed.output.filings.recent;
  const dates = form.flatMap((name, index) => {
    if (name !== '8-K' || !(items[index] ?? '').split(',').includes('2.02')) return [];
    const filed = parseIsoDate(filingDate[index] ?? '');
    const happened = parseIsoDate(reportDate[index] ?? '');
    if (filed === null) return [];
    const isPlausible = happened !== null && happened <= filed && filed - happened <= REPORT_SECONDS;
    return (isPlausible ? reportDate[index] : filingDate[index]) ?? [];
  });
  return ok([...new Set(dates)].toSorted());
}
