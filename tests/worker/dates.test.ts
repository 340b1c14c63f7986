/** What comes next of a listing: dividends from their own history, results from what companies filed with the SEC. */
import { env } from 'cloudflare:workers';
import type { Ticker } from '#compute';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { datesSchema } from '../../worker/contract/contract.ts';
import { decodeSubmissions, findCompany, runResultsJob } from '../../worker/dates/results.ts';
import { freshDatabase } from '../support/worker/database.ts';
import { liveBindings, NOON_MS, testWorker } from '../support/worker/test-worker.ts';
import { fakeUpstream, json } from '../support/worker/yahoo-upstream.ts';

beforeEach(() => freshDatabase());
afterEach(() => vi.restoreAllMocks());

/** As https://www.sec.gov/files/company_tickers.json begins. */
const COMPANIES =
  '{"0":{"cik_str":1045810,"ticker":"NVDA","title":"NVIDIA CORP"},"1":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."},"2":{"cik_str":1067983,"ticker":"BRK-B","title":"BERKSHIRE HATHAWAY INC"}}';

/** The columns of a company's submissions that count, with its quarterly reports and others between them. */
function submissions(dates: readonly string[]) {
  const filings = dates.flatMap((date) => [
    { form: '8-K', items: '2.02,9.01', filingDate: date, reportDate: date },
    { form: '10-Q', items: '', filingDate: date, reportDate: '2025-09-27' },
    { form: '8-K', items: '5.02,5.07', filingDate: '2025-02-26', reportDate: '2025-02-25' },
  ]);
  const column = (name: keyof (typeof filings)[0]) => filings.map((filing) => filing[name]);
  const recent = {
    accessionNumber: filings.map((_, i) => `0000320193-25-${i}`),
    form: column('form'),
    items: column('items'),
    filingDate: column('filingDate'),
    reportDate: column('reportDate'),
    acceptanceDateTime: filings.map(({ filingDate }) => `${filingDate}T16:30:27.000Z`),
  };
  return { cik: '0000320193', name: 'Apple Inc.', tickers: ['AAPL'], filings: { recent, files: [] } };
}

const QUARTERS = Array.from({ length: 12 }, (_, i) =>
  new Date(Date.UTC(2023, 11, 28 + 91 * i)).toISOString().slice(0, 10),
).filter((date) => date < '2026-11-17');

test('results are 8-K reports with item 2.02, on the day of the event', () => {
  expect(decodeSubmissions(submissions(QUARTERS))).toEqual({ ok: true, value: QUARTERS });
  const odd = submissions(['2026-01-29']);
  odd.filings.recent.reportDate[0] = '';
  expect(decodeSubmissions(odd)).toEqual({ ok: true, value: ['2026-01-29'] });
  // An event long before, or after its own report, is a mistake of who filed it.
  for (const wrong of ['2025-01-29', '2026-02-29', '2026-03-01']) {
    odd.filings.recent.reportDate[0] = wrong;
    expect(decodeSubmissions(odd)).toEqual({ ok: true, value: ['2026-01-29'] });
  }
  for (const body of [null, {}, { filings: { recent: { form: '8-K' } } }, []])
    expect(decodeSubmissions(body)).toEqual({ ok: false, error: { reason: 'upstream_bad_payload' } });
});

test('a company is found by its ticker, with a class of shares in either spelling', () => {
  expect(findCompany(COMPANIES, 'AAPL')).toBe(320193);
  expect(findCompany(COMPANIES, 'BRK.B')).toBe(1067983);
  expect(findCompany(COMPANIES, 'APPLE')).toBe(0);
  expect(findCompany('<html>', 'AAPL')).toBe(0);
});

test('the scheduled run asks the SEC with a contact, and the page gets the next date with its error', async () => {
  const agents: (string | null)[] = [];
  const upstream = fakeUpstream({
    elsewhere: (url, init) => {
      agents.push(new Headers(init?.headers).get('User-Agent'));
      if (url.pathname === '/files/company_tickers.json') return new Response(COMPANIES);
      return url.pathname === '/submissions/CIK0000320193.json'
        ? json(submissions(QUARTERS))
        : new Response('no', { status: 404 });
    },
  });
  const worker = testWorker({ ...liveBindings(), RECORD: env.RECORD });
  const job = (universe: readonly string[]) =>
    runResultsJob({
      db: env.RECORD,
      userAgent: 'Candor/0.2.0 ops@candor.test',
      universe: universe as readonly Ticker[],
      companiesPerRun: 9,
      now: () => worker.clock.ms,
    });
  const results = async () => {
    const { body } = await worker.request('/api/dates?tickers=AAPL');
    return v.parse(datesSchema, body).dates[0]?.results;
  };
  expect(await results()).toBeNull();
  // Whoever was asked for is looked up, without the universe.
  await job([]);
  expect(new Set(agents)).toEqual(new Set(['Candor/0.2.0 ops@candor.test']));
  expect(await results()).toMatchObject({
    source: 'sec',
    past: QUARTERS,
    next: { date: '2026-12-24', status: 'estimated', plus_minus_days: 0, n: 8 },
  });
  const asked = upstream.asked.length;
  await job([]);
  expect(upstream.asked).toHaveLength(asked);
  // Neither a fund nor a coin nor a foreign share is asked for again and again.
  worker.clock.ms = NOON_MS + 1000;
  await job(['SPY', 'BTC-USD', 'VOD.L']);
  await job(['SPY', 'BTC-USD', 'VOD.L']);
  expect(upstream.asked).toHaveLength(asked + 1);
});

test('the sample market has dates of dividends and of results', async () => {
  const worker = testWorker({ RECORD: env.RECORD });
  const { body } = await worker.request('/api/dates?tickers=AAPL,BTC-USD,QQQ');
  const [apple, coin, fund] = v.parse(datesSchema, body).dates;
  expect(apple?.dividend).toMatchObject({ status: 'estimated' });
  expect((apple?.dividend?.date ?? '') > '2026-11-17').toBe(true);
  expect(apple?.dividend?.plus_minus_days).toBeLessThan(10);
  expect(apple?.results).toMatchObject({ source: 'sample', next: { status: 'estimated' } });
  expect(apple?.results?.past.length).toBeGreaterThan(15);
  expect((apple?.results?.past.at(-1) ?? 'z') <= '2026-11-17').toBe(true);
  expect([coin, fund].map((one) => one?.results)).toEqual([null, null]);
});
