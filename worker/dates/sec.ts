/**
 * When US companies published their results, by what they filed with the SEC. Public domain; at most ten requests a second and
 * a `User-Agent` with an email address (https://www.sec.gov/search-filings/edgar-search-assistance/accessing-edgar-data).
 */
import { err, ok, parseIsoDate, SECONDS_PER_DAY } from '#compute';
import type { Result } from '#compute';
import * as v from 'valibot';
import { parseJson, readBody } from '../body.ts';
import type { Failure } from '../failure.ts';
import { fetchJson } from '../providers/upstream.ts';
import { withDeadline } from '../resilience/single-flight.ts';

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
export async function fetchCompanies(userAgent: string): Promise<string | null> {
  return withDeadline(COMPANIES_TIMEOUT_MS, null, async (signal) => {
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
export async function fetchResultsDates(
  cik: number,
  userAgent: string,
  signal: AbortSignal,
  now: () => number,
): Promise<Result<readonly string[], Failure>> {
  const url = `${SUBMISSIONS_URL}${String(cik).padStart(10, '0')}.json`;
  const reply = await fetchJson(url, { 'User-Agent': userAgent, Accept: 'application/json' }, signal, now);
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
