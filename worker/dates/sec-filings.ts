/**
 * Results days from the SEC's filings. The data is public domain; the SEC allows ten requests a second and requires an email address in
 * the `User-Agent` (https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data).
 */
import { err, isoDate, ok, parseIsoDate, SECONDS_PER_DAY, zonedDate, zonedSecondOfDay } from '#compute';
import type { ResultsDay } from '#compute';
import * as v from 'valibot';
import { fetchText, parseJson } from '../body.ts';
import type { Outcome } from '../failure.ts';
import { fetchJson } from '../providers/upstream.ts';

const MAX_DATES = 60;

/** Both lists by date, ascending; a later one's side counts if it has one. */
export function mergeResults(before: readonly ResultsDay[], found: readonly ResultsDay[]): ResultsDay[] {
  const days = new Map(before.map((day) => [day.date, day]));
  for (const day of found) {
    if (day.side !== null || !days.has(day.date)) days.set(day.date, day);
  }
  return [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1)).slice(-MAX_DATES);
}

const COMPANIES_URL = 'https://www.sec.gov/files/company_tickers.json';
const SUBMISSIONS_URL = 'https://data.sec.gov/submissions/CIK';
const FEED_URL = 'https://www.sec.gov/cgi-bin/browse-edgar?action=getcompany&type=8-K&count=100&output=atom';

const TEXT_LIMITS = { timeoutMs: 5000, maxBytes: 4 * 1024 * 1024 };

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

/** The table of all companies as text, not parsed: ten thousand companies would take a whole run. `null` if it cannot be read. */
export async function fetchCompanies(userAgent: string): Promise<string | null> {
  return (await fetchText(COMPANIES_URL, { 'User-Agent': userAgent }, TEXT_LIMITS))?.text ?? null;
}

/** A company's SEC number from the table; 0 for an unknown ticker. Share classes are written `BRK-B`. */
export function findCompany(table: string, ticker: string): number {
  const at = table.indexOf(`"ticker":"${ticker.replace('.', '-')}"`);
  if (at === -1) return 0;
  const row = table.slice(table.lastIndexOf('{', at), table.indexOf('}', at) + 1);
  const parsed = v.safeParse(companySchema, parseJson(row));
  return parsed.success ? parsed.output.cik_str : 0;
}

/** Ascending. Banks' lists of filings exceed 2 MiB: then the feed of 8-K reports is read, which has only the filing date. */
export async function fetchResultsDates(
  cik: number,
  userAgent: string,
  now: () => number,
): Promise<Outcome<readonly ResultsDay[]>> {
  const company = String(cik).padStart(10, '0');
  const headers = { 'User-Agent': userAgent };
  const reply = await fetchJson(`${SUBMISSIONS_URL}${company}.json`, headers, now);
  if (reply.ok) return decodeSubmissions(reply.value.body, now() / 1000);
  if (reply.error.reason !== 'upstream_too_large') return reply;
  const feed = await fetchText(`${FEED_URL}&CIK=${company}`, headers, TEXT_LIMITS);
  return feed === null ? reply : decodeFeed(feed.text, now() / 1000);
}

/** 8-K reports with item 2.02, "Results of Operations and Financial Condition", by `reportDate`, or filing date if implausible. */
export function decodeSubmissions(body: unknown, nowSeconds: number): Outcome<readonly ResultsDay[]> {
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
  return ok(mergeResults([], days));
}

const HOUR = 3600;
/** The SEC accepts filings between these hours. */
const ACCEPTS_FROM = 6 * HOUR;
const ACCEPTS_UNTIL = 22 * HOUR;
const OPENS = 9.5 * HOUR;
const CLOSES = 16 * HOUR;

/**
 * The side of some results that a filer published on a date. `acceptedAt` is as the SEC writes it: `2026-01-29T21:30:27.000Z`.
 * Most filers' times are UTC; about one in five has New York's clock under the same `Z`, in all its filings: read as UTC, one of
 * them falls outside the SEC's hours, or most results within a session.
 */
function sidesOf(filings: readonly { readonly acceptedAt: string; readonly isResults: boolean }[]) {
  const times = filings.flatMap(({ acceptedAt, isResults }) => {
    const time = newYorkTime(acceptedAt, true);
    return time === null ? [] : [{ ...time, isResults }];
  });
  const results = times.filter(({ isResults }) => isResults);
  const during = results.filter(({ secondOfDay }) => secondOfDay >= OPENS && secondOfDay <= CLOSES);
  const isUtc =
    times.every(({ secondOfDay }) => secondOfDay >= ACCEPTS_FROM && secondOfDay <= ACCEPTS_UNTIL) &&
    2 * during.length <= results.length;
  return (acceptedAt: string, date: string): ResultsDay['side'] => {
    const time = newYorkTime(acceptedAt, isUtc);
    // A report filed on a later day does not tell when the results came.
    if (time === null || time.date !== date) return null;
    if (time.secondOfDay < OPENS) return 'before_open';
    return time.secondOfDay > CLOSES ? 'after_close' : null;
  };
}

function newYorkTime(text: string, isUtc: boolean) {
  const seconds = Date.parse(text) / 1000;
  if (!Number.isFinite(seconds)) return null;
  const timezone = isUtc ? 'America/New_York' : 'UTC';
  return { date: isoDate(zonedDate(seconds, timezone)), secondOfDay: zonedSecondOfDay(seconds, timezone) };
}

/** Decodes a company's Atom feed of 8-K reports, which has no times of day. */
export function decodeFeed(feed: string, nowSeconds: number): Outcome<readonly ResultsDay[]> {
  if (!feed.includes('<feed')) return err({ reason: 'upstream_bad_payload' });
  const days = feed.split('<entry>').flatMap((entry): ResultsDay[] => {
    const isResults =
      textIn(entry, 'filing-type') === '8-K' && /(?<!\d)2\.02(?!\d)/.test(textIn(entry, 'items-desc') ?? '');
    const filed = isResults ? filingSeconds(textIn(entry, 'filing-date'), nowSeconds) : null;
    return filed === null ? [] : [{ date: isoDate(filed), side: null }];
  });
  return ok(mergeResults([], days));
}

function textIn(entry: string, tag: string): string | undefined {
  return new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(entry)?.[1];
}

/** The date of a filing, epoch seconds; `null` if it is not a date, or one on which nothing can have been filed. */
function filingSeconds(text: string | undefined, nowSeconds: number): number | null {
  const seconds = parseIsoDate(text ?? '');
  return seconds !== null && seconds >= FIRST_FILED_SECONDS && seconds <= nowSeconds ? seconds : null;
}
