/** A listing's next dates: dividends from their history, results from companies' SEC filings. */
import { env } from 'cloudflare:workers';
import { isoDate, type Ticker } from '#compute';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { datesSchema } from '../../worker/contract/contract.ts';
import {
  decodeFeed,
  decodeSubmissions,
  findCompany,
  noteReaders,
  runResultsJob,
} from '../../worker/dates/results.ts';
import { freshDatabase } from '../support/worker/database.ts';
import { liveBindings, NOON_MS, testWorker } from '../support/worker/test-worker.ts';
import { fakeUpstream, json } from '../support/worker/yahoo-upstream.ts';

beforeEach(() => freshDatabase());
afterEach(() => vi.restoreAllMocks());

/** The beginning of https://www.sec.gov/files/company_tickers.json. */
const COMPANIES =
  '{"0":{"cik_str":1045810,"ticker":"NVDA","title":"NVIDIA CORP"},"1":{"cik_str":320193,"ticker":"AAPL","title":"Apple Inc."},"2":{"cik_str":1067983,"ticker":"BRK-B","title":"BERKSHIRE HATHAWAY INC"}}';

/** The relevant columns of a company's submissions, with quarterly and other reports in between. */
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

const NOON_SECONDS = NOON_MS / 1000;
const DAY_SECONDS = 86_400;

/** The Atom feed of a company's 8-K reports, in the format of https://www.sec.gov/cgi-bin/browse-edgar. */
function feed(dates: readonly string[]) {
  const entry = (date: string, items: string, type = '8-K') =>
    `<entry><content type="text/xml"><accession-number>0000019617-25-1</accession-number>
      <filing-date>${date}</filing-date><filing-type>${type}</filing-type>
      <items-desc>${items}</items-desc></content></entry>`;
  return `<?xml version="1.0"?><feed xmlns="http://www.w3.org/2005/Atom">${dates
    .flatMap((date) => [
      entry(date, 'items 2.02, 7.01and9.01'),
      entry('2025-02-26', 'item 5.02'),
      entry('2025-03-26', 'items 12.02 and 9.01'),
      entry('2025-04-26', 'items 2.02 and 9.01', '8-K/A'),
    ])
    .join('')}</feed>`;
}

test('results are 8-K reports with item 2.02, dated by their event', () => {
  const decode = (body: unknown) => decodeSubmissions(body, NOON_SECONDS);
  expect(decode(submissions(QUARTERS))).toEqual({ ok: true, value: QUARTERS });
  const odd = submissions(['2026-01-29']);
  odd.filings.recent.reportDate[0] = '';
  expect(decode(odd)).toEqual({ ok: true, value: ['2026-01-29'] });
  // An event long before its report, or after it, is the filer's mistake.
  for (const wrong of ['2025-01-29', '2026-02-29', '2026-03-01']) {
    odd.filings.recent.reportDate[0] = wrong;
    expect(decode(odd)).toEqual({ ok: true, value: ['2026-01-29'] });
  }
  for (const body of [null, {}, { filings: { recent: { form: '8-K' } } }, []])
    expect(decode(body)).toEqual({ ok: false, error: { reason: 'upstream_bad_payload' } });
});

test('filings dated in the future or before electronic filing are ignored', () => {
  const impossible = ['9999-01-28', '2026-11-18', '1970-01-01', '0000-00-00'];
  const expected = { ok: true, value: ['2026-01-29'] };
  expect(decodeSubmissions(submissions(['2026-01-29', ...impossible]), NOON_SECONDS)).toEqual(expected);
  expect(decodeFeed(feed(['2026-01-29', ...impossible]), NOON_SECONDS)).toEqual(expected);
  expect(decodeFeed('<html>', NOON_SECONDS)).toEqual({
    ok: false,
    error: { reason: 'upstream_bad_payload' },
  });
});

test('finds a company by its ticker, with either spelling of a share class', () => {
  expect(findCompany(COMPANIES, 'AAPL')).toBe(320193);
  expect(findCompany(COMPANIES, 'BRK.B')).toBe(1067983);
  expect(findCompany(COMPANIES, 'APPLE')).toBe(0);
  expect(findCompany('<html>', 'AAPL')).toBe(0);
});

test('the scheduled run calls the SEC with a contact, and the page gets the next date with its ± days', async () => {
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
  // Requested listings are looked up even without the universe.
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
  // Funds, coins and foreign shares are not looked up repeatedly.
  worker.clock.ms = NOON_MS + 1000;
  await job(['SPY', 'BTC-USD', 'VOD.L']);
  await job(['SPY', 'BTC-USD', 'VOD.L']);
  expect(upstream.asked).toHaveLength(asked + 1);
});

/** The SEC with these companies; `asked` collects the URLs. */
function sec(tickers: readonly string[], filings: (cik: number) => Response) {
  const table = Object.fromEntries(
    tickers.map((ticker, index) => [index, { cik_str: index + 1, ticker, title: ticker }]),
  );
  return fakeUpstream({
    elsewhere: (url) => {
      if (url.pathname === '/files/company_tickers.json') return json(table);
      if (url.pathname === '/cgi-bin/browse-edgar') return new Response(feed(QUARTERS));
      return filings(Number(/CIK(\d+)/.exec(url.pathname)?.[1]));
    },
  });
}

const runJob = (universe: readonly string[], ms: number, companiesPerRun = 5) =>
  runResultsJob({
    db: env.RECORD,
    userAgent: 'Candor/0.2.0 ops@candor.test',
    universe: universe as readonly Ticker[],
    companiesPerRun,
    now: () => ms,
  });

const storedRows = async () =>
  (await env.RECORD.prepare('SELECT ticker, past, next_at FROM listing_results ORDER BY ticker').all())
    .results;

test('reads the feed of 8-K reports for a company with too many filings', async () => {
  sec(['JPM'], () => json({ ...submissions(QUARTERS), padding: 'x'.repeat(2.2 * 1024 * 1024) }));
  await runJob(['JPM'], NOON_MS);
  expect(await storedRows()).toMatchObject([{ ticker: 'JPM', past: JSON.stringify(QUARTERS) }]);
});

test('looks up the ledger’s companies first, and drops other listings once nobody reads them', async () => {
  const strangers = Array.from(
    { length: 2000 },
    (_, i) =>
      `S${String.fromCharCode(65 + (i % 26), 65 + (Math.floor(i / 26) % 26), 65 + Math.floor(i / 676))}`,
  );
  await noteReaders(env.RECORD, strangers as unknown as readonly Ticker[], NOON_SECONDS);
  const upstream = sec([...strangers, 'AAPL'], () => json(submissions(QUARTERS)));
  await runJob(['AAPL'], NOON_MS, 1);
  expect(upstream.asked.at(-1)?.pathname).toBe('/submissions/CIK0000002001.json');
  await noteReaders(env.RECORD, ['SBAA' as Ticker, 'MORE' as Ticker], NOON_SECONDS + 20 * DAY_SECONDS);
  await runJob(['AAPL'], NOON_MS + 31 * DAY_SECONDS * 1000, 1);
  expect((await storedRows()).map(({ ticker }) => ticker)).toEqual(['AAPL', 'SBAA']);
});

test('looks up a company daily near its next results, otherwise weekly', async () => {
  const earlier = (days: number) =>
    QUARTERS.map((date) => isoDate(Date.parse(date) / 1000 - days * DAY_SECONDS));
  const listed: Record<number, readonly string[]> = { 1: QUARTERS, 2: earlier(28), 3: earlier(47), 4: [] };
  sec(['AAPL', 'MSFT', 'NVDA', 'XYZ'], (cik) => json(submissions(listed[cik]!)));
  // AAPL’s are expected on Dec 24, MSFT’s in nine days, and NVDA’s are ten days late.
  await runJob(['AAPL', 'MSFT', 'NVDA', 'XYZ'], NOON_MS);
  const days = (await storedRows()).map((row) => (Number(row['next_at']) - NOON_SECONDS) / DAY_SECONDS);
  expect(days).toEqual([7, 1, 1, 7]);
  const nearMs = Date.UTC(2026, 11, 11, 12);
  await runJob(['AAPL'], nearMs);
  const [apple] = await storedRows();
  expect((Number(apple?.['next_at']) - nearMs / 1000) / DAY_SECONDS).toBeCloseTo(2.5, 3);
});

test('the sample market has dates of dividends and results', async () => {
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
