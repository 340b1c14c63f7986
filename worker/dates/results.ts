/**
 * The dates on which US companies published results, from their SEC filings, kept in the database (see
 * `worker/migrations/0002_alerts.sql`). The data is public domain; the SEC allows ten requests a second and requires an email
 * address in the `User-Agent` (https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data).
 */
import {
  err,
  isoDate,
  nextDate,
  ok,
  parseIsoDate,
  SECONDS_PER_DAY,
  type Result,
  type ResultsDay,
  type Ticker,
} from '#compute';
import * as v from 'valibot';
import { parseJson, readBody } from '../body.ts';
import type { Failure } from '../failure.ts';
import { isAmericanSymbol } from '../providers/exchanges.ts';
import type { MarketData } from '../providers/market-data.ts';
import { fetchJson } from '../providers/upstream.ts';
import { withDeadline } from '../resilience/single-flight.ts';
import { sidesOf } from './filing-sides.ts';
import { sql } from '../sql.ts';

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

/** Maximum number of listings outside the ledger, and how long each is kept after its dates were last read. */
const MAX_LISTINGS = 2000;
const UNREAD_SECONDS = 30 * SECONDS_PER_DAY;
const MAX_DATES = 60;

/** Records that somebody reads these listings' dates. The next runs look up US listings without a row. */
export async function recordReaders(
  db: D1Database,
  tickers: readonly Ticker[],
  nowSeconds: number,
): Promise<void> {
  const american = tickers.filter(isAmericanSymbol);
  if (american.length === 0) return;
  await sql(db)`
    INSERT INTO listing_results (market, ticker, read_at)
    SELECT 'live', value, ${nowSeconds} FROM json_each(${JSON.stringify(american)})
    WHERE (SELECT COUNT(*) FROM listing_results) < ${MAX_LISTINGS}
      OR EXISTS (SELECT 1 FROM listing_results WHERE market = 'live' AND ticker = value)
    ON CONFLICT (market, ticker) DO UPDATE SET read_at = excluded.read_at`.run();
}

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
  const companies = isUnknown ? await fetchText(COMPANIES_URL, userAgent, MAX_COMPANIES_BYTES) : null;
  for (const { ticker, cik: known, past } of rows) {
    const cik = known || (companies && findCompany(companies, ticker));
    const read = cik ? await fetchResultsDates(cik, userAgent, job.now) : null;
    if (read?.ok === false)
      console.warn(JSON.stringify({ event: 'results_failed', ticker, reason: read.error.reason }));
    const all = merged(JSON.parse(past) as readonly ResultsDay[], read?.ok ? read.value : []);
    const wait =
      cik === 0 ? LOOK_UP_AGAIN_SECONDS : read?.ok ? secondsToNextCheck(all, nowSeconds) : RETRY_SECONDS;
    await sql(db)`
      UPDATE listing_results SET cik = ${cik}, past = ${JSON.stringify(all)}, next_at = ${nowSeconds + wait},
        fetched_at = IIF(${Number(read?.ok === true)}, ${nowSeconds}, fetched_at)
      WHERE market = 'live' AND ticker = ${ticker}`.run();
  }
}

/** Both lists by date, ascending; a later one's side counts if it has one. */
function merged(before: readonly ResultsDay[], found: readonly ResultsDay[]): ResultsDay[] {
  const days = new Map(before.map((day) => [day.date, day]));
  for (const day of found) {
    if (day.side !== null || !days.has(day.date)) days.set(day.date, day);
  }
  return [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(-MAX_DATES);
}

function secondsToNextCheck(past: readonly ResultsDay[], nowSeconds: number): number {
  const dates = past.map(({ date }) => date);
  const isExpected = nextDate(dates, isoDate(nowSeconds)) !== null;
  // As it was expected after the last ones: overdue dates are moved to today.
  const next = isExpected ? nextDate(dates, dates.at(-1) ?? '') : null;
  const expected = parseIsoDate(next?.date ?? '') ?? Infinity;
  const days = (expected - nowSeconds) / SECONDS_PER_DAY;
  const wait = Math.abs(days) <= DUE_DAYS ? DUE_CHECK_DAYS : Math.max(days - NEAR_DAYS, 1);
  return Math.ceil(SECONDS_PER_DAY * Math.min(wait, FAR_DAYS));
}

/** Some listings' results days, ascending; empty for a company whose lookup failed. Listings without a row are absent. */
export async function readResults(db: D1Database, tickers: readonly Ticker[]) {
  const { results } = await sql(db)`
    SELECT ticker, past, MAX(fetched_at, IFNULL(c.next_at, 0) - ${SECONDS_PER_DAY}) AS fetched_at, read_at,
      c.days -> ('$."' || ticker || '"') AS announced
    FROM listing_results r LEFT JOIN results_calendar c USING (market) WHERE market = 'live'
    AND ticker IN (SELECT value FROM json_each(${JSON.stringify(tickers)}))`.all<{
    ticker: string;
    past: string;
    announced: string | null;
    fetched_at: number;
    read_at: number;
  }>();
  return new Map(
    results.map((row): [string, StoredResults] => [
      row.ticker,
      {
        past: JSON.parse(row.past) as readonly ResultsDay[],
        announced: JSON.parse(row.announced ?? 'null') as ResultsDay | null,
        fetchedAtSeconds: row.fetched_at,
        readAtSeconds: row.read_at,
      },
    ]),
  );
}

export interface StoredResults {
  readonly past: readonly ResultsDay[];
  /** The next one, if a source has announced it. */
  readonly announced: ResultsDay | null;
  /** 0 before the first successful lookup. */
  readonly fetchedAtSeconds: number;
  /** When {@link recordReaders} last recorded a reader. */
  readonly readAtSeconds: number;
}

/** How far ahead companies announce the day of their results. */
const ANNOUNCED_DAYS = 21;

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
  const read = await withDeadline(TEXT_TIMEOUT_MS, (signal) =>
    announcedResults(isoDate(nowSeconds), until, signal),
  );
  const days = read.ok ? JSON.stringify(Object.fromEntries(read.value)) : null;
  await sql(db)`
    INSERT INTO results_calendar (market, days, next_at)
    VALUES ('live', COALESCE(${days}, '{}'), ${nowSeconds + (read.ok ? SECONDS_PER_DAY : RETRY_SECONDS)})
    ON CONFLICT (market) DO UPDATE SET days = COALESCE(${days}, days), next_at = excluded.next_at`.run();
}

const COMPANIES_URL = 'https://www.sec.gov/files/company_tickers.json';
const SUBMISSIONS_URL = 'https://data.sec.gov/submissions/CIK';
const FEED_URL = 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=8-K&count=100&output=atom';

const TEXT_TIMEOUT_MS = 5000;
const MAX_COMPANIES_BYTES = 4 * 1024 * 1024;
const MAX_FEED_BYTES = 1024 * 1024;

/** A report of an event is due within four business days of it. */
const REPORT_SECONDS = 7 * SECONDS_PER_DAY;
/** Electronic filing began in 1993. */
const FIRST_FILED_SECONDS = Date.UTC(1993, 0, 1) / 1000;

const companySchema = v.object({
  cik_str: v.pipe(v.number(), v.integer(), v.minValue(1)),
  ticker: v.string(),
});

const texts = v.array(v.string());
const submissionsSchema = v.object({
  filings: v.object({
    recent: v.object({
      form: texts,
      items: texts,
      filingDate: texts,
      reportDate: texts,
      acceptanceDateTime: v.optional(texts, []),
    }),
  }),
});

/** An SEC file as text; `null` if it cannot be read. It is not parsed, because ten thousand companies would take a whole run. */
async function fetchText(url: string, userAgent: string, maxBytes: number): Promise<string | null> {
  return withDeadline(TEXT_TIMEOUT_MS, async (signal) => {
    try {
      const headers = { 'User-Agent': userAgent };
      const response = await fetch(url, { headers, redirect: 'manual', signal });
      return response.ok ? await readBody(response, maxBytes) : null;
    } catch {
      return null;
    }
  });
}

/** A company's SEC number from the table; 0 for an unknown ticker. Share classes are written `BRK-B`. */
export function findCompany(table: string, ticker: string): number {
  const at = table.indexOf(`"ticker":"${ticker.replace('.', '-')}"`);
  if (at === -1) return 0;
  const row = table.slice(table.lastIndexOf('{', at), table.indexOf('}', at) + 1);
  const parsed = v.safeParse(companySchema, parseJson(row));
  return parsed.success ? parsed.output.cik_str : 0;
}

/**
 * The days on which a company published results, ascending. For companies with many thousands of filings a year, such as
 * banks, the list of filings exceeds 2 MiB; then the feed of 8-K reports is read instead, which has only the filing date.
 */
async function fetchResultsDates(
  cik: number,
  userAgent: string,
  now: () => number,
): Promise<Result<readonly ResultsDay[], Failure>> {
  const company = String(cik).padStart(10, '0');
  const headers = { 'User-Agent': userAgent, Accept: 'application/json' };
  const reply = await fetchJson(`${SUBMISSIONS_URL}${company}.json`, headers, now);
  if (reply.ok) return decodeSubmissions(reply.value.body, now() / 1000);
  if (reply.error.reason !== 'upstream_too_large') return reply;
  const feed = await fetchText(`${FEED_URL}&CIK=${company}`, userAgent, MAX_FEED_BYTES);
  return feed === null ? reply : decodeFeed(feed, now() / 1000);
}

/**
 * Decodes a company's submissions: its 8-K reports with item 2.02, "Results of Operations and Financial Condition". The event's
 * date counts (`reportDate`), or the filing date if the former is implausible.
 */
export function decodeSubmissions(body: unknown, nowSeconds: number): Result<readonly ResultsDay[], Failure> {
  const parsed = v.safeParse(submissionsSchema, body);
  if (!parsed.success) return err({ reason: 'upstream_bad_payload' });
  const { form, items, filingDate, reportDate, acceptanceDateTime } = parsed.output.filings.recent;
  const isResults = (index: number): boolean =>
    form[index] === '8-K' && (items[index] ?? '').split(',').includes('2.02');
  const sideOf = sidesOf(
    acceptanceDateTime.map((acceptedAt, index) => ({ acceptedAt, isResults: isResults(index) })),
  );
  const days = form.flatMap((_, index): ResultsDay[] => {
    if (!isResults(index)) return [];
    const filed = filingSeconds(filingDate[index], nowSeconds);
    const happened = parseIsoDate(reportDate[index] ?? '');
    if (filed === null) return [];
    const isPlausible = happened !== null && happened <= filed && filed - happened <= REPORT_SECONDS;
    const date = isoDate(isPlausible ? happened : filed);
    return [{ date, side: sideOf(acceptanceDateTime[index] ?? '', date) }];
  });
  return ok(merged([], days));
}

/** Decodes a company's Atom feed of 8-K reports, which has no times of day. */
export function decodeFeed(feed: string, nowSeconds: number): Result<readonly ResultsDay[], Failure> {
  if (!feed.includes('<feed')) return err({ reason: 'upstream_bad_payload' });
  const days = feed.split('<entry>').flatMap((entry): ResultsDay[] => {
    const isResults =
      textIn(entry, 'filing-type') === '8-K' && /(?<!\d)2\.02(?!\d)/.test(textIn(entry, 'items-desc') ?? '');
    const filed = isResults ? filingSeconds(textIn(entry, 'filing-date'), nowSeconds) : null;
    return filed === null ? [] : [{ date: isoDate(filed), side: null }];
  });
  return ok(merged([], days));
}

function textIn(entry: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(entry)?.[1];
}

/** The date of a filing, epoch seconds; `null` if it is not a date, or one on which nothing can have been filed. */
function filingSeconds(text: string | undefined, nowSeconds: number): number | null {
  const seconds = parseIsoDate(text ?? '');
  return seconds !== null && seconds >= FIRST_FILED_SECONDS && seconds <= nowSeconds ? seconds : null;
}
