/** A listing's next dates: dividends from their history, results from companies' SEC filings. */
import { env } from 'cloudflare:workers';
import { isoDate, isoInstant, sessionDates, type Ticker } from '#compute';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { datesSchema, snapshotSchema, stockSchema } from '#worker/contract';
import { recordReaders } from '#worker/dates/known-results.ts';
import { runCalendarJob, runResultsJob } from '#worker/dates/results.ts';
import { decodeFeed, decodeSubmissions, findCompany } from '#worker/dates/sec-filings.ts';
import { Finnhub } from '#worker/providers/finnhub.ts';
import { freshDatabase } from '../support/worker/database.ts';
import { liveBindings, MINUTE_MS, NOON_MS, testWorker } from '../support/worker/test-worker.ts';
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

const afterClose = (date: string) => ({ date, side: 'after_close' });
const unstated = (date: string) => ({ date, side: null });

test('results are 8-K reports with item 2.02, dated by their event', () => {
  const decode = (body: unknown) => decodeSubmissions(body, NOON_SECONDS);
  expect(decode(submissions(QUARTERS))).toEqual({ ok: true, value: QUARTERS.map(afterClose) });
  const odd = submissions(['2026-01-29']);
  odd.filings.recent.reportDate[0] = '';
  expect(decode(odd)).toEqual({ ok: true, value: [afterClose('2026-01-29')] });
  // An event long before its report, or after it, is a filer's mistake.
  for (const wrong of ['2025-01-29', '2026-02-29', '2026-03-01']) {
    odd.filings.recent.reportDate[0] = wrong;
    expect(decode(odd)).toEqual({ ok: true, value: [afterClose('2026-01-29')] });
  }
  // The time of a report on a later day says nothing of the event.
  odd.filings.recent.reportDate[0] = '2026-01-28';
  expect(decode(odd)).toEqual({ ok: true, value: [unstated('2026-01-28')] });
  for (const body of [null, {}, { filings: { recent: { form: '8-K' } } }, []])
    expect(decode(body)).toEqual({ ok: false, error: { reason: 'upstream_bad_payload' } });
});

/** The sides of results accepted at these times, after other filings of the same company. */
function sidesAt(times: readonly string[], others: readonly string[] = []) {
  const filings = submissions([...times.map((time) => time.slice(0, 10)), ...others.map(() => '2025-01-02')]);
  const { recent } = filings.filings;
  recent.acceptanceDateTime.fill('');
  times.forEach((time, i) => (recent.acceptanceDateTime[3 * i] = time));
  others.forEach((time, i) => (recent.acceptanceDateTime[3 * (times.length + i) + 1] = time));
  const read = decodeSubmissions(filings, NOON_SECONDS);
  if (!read.ok) throw new Error(read.error.reason);
  return read.value.filter(({ date }) => date !== '2025-01-02').map(({ side }) => side);
}

test('an acceptance time is UTC, in summer and winter, unless the filer’s times only fit New York’s clock', () => {
  const utc = ['2025-08-01T11:05:00.000Z', '2025-11-05T21:05:00.000Z', '2026-02-04T14:29:00.000Z'];
  expect(sidesAt(utc)).toEqual(['before_open', 'after_close', 'before_open']);
  // Read as UTC, most of these fell into a session.
  const newYork = ['2025-08-01T16:05:00.000Z', '2025-11-05T16:35:00.000Z', '2026-02-04T07:00:00.000Z'];
  expect(sidesAt(newYork)).toEqual(['after_close', 'after_close', 'before_open']);
  // Early reports fit both; another filing at 06:30, which is 02:30 of a summer night, decides.
  const early = ['2025-08-01T12:15:00.000Z'];
  expect(sidesAt(early)).toEqual(['before_open']);
  expect(sidesAt(early, ['2025-05-02T06:30:00.000Z'])).toEqual([null]);
});

test('filings dated in the future or before electronic filing are ignored', () => {
  const impossible = ['9999-01-28', '2026-11-18', '1970-01-01', '0000-00-00'];
  const dates = ['2026-01-29', ...impossible];
  expect(decodeSubmissions(submissions(dates), NOON_SECONDS)).toEqual({
    ok: true,
    value: [afterClose('2026-01-29')],
  });
  expect(decodeFeed(feed(dates), NOON_SECONDS)).toEqual({ ok: true, value: [unstated('2026-01-29')] });
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
  expect(await storedRows()).toMatchObject([{ ticker: 'JPM', past: JSON.stringify(QUARTERS.map(unstated)) }]);
});

test('looks up the ledger’s companies first, and drops other listings once nobody reads them', async () => {
  const strangers = Array.from(
    { length: 2000 },
    (_, i) =>
      `S${String.fromCharCode(65 + (i % 26), 65 + (Math.floor(i / 26) % 26), 65 + Math.floor(i / 676))}`,
  );
  await recordReaders(env.RECORD, strangers as unknown as readonly Ticker[], NOON_SECONDS);
  const upstream = sec([...strangers, 'AAPL'], () => json(submissions(QUARTERS)));
  await runJob(['AAPL'], NOON_MS, 1);
  expect(upstream.asked.at(-1)?.pathname).toBe('/submissions/CIK0000002001.json');
  await recordReaders(env.RECORD, ['SBAA' as Ticker, 'MORE' as Ticker], NOON_SECONDS + 20 * DAY_SECONDS);
  await runJob(['AAPL'], NOON_MS + 31 * DAY_SECONDS * 1000, 1);
  expect((await storedRows()).map(({ ticker }) => ticker)).toEqual(['AAPL', 'SBAA']);
});

test('looks up a company every three hours when its results are due, daily near them, otherwise weekly', async () => {
  const earlier = (days: number) =>
    QUARTERS.map((date) => isoDate(Date.parse(date) / 1000 - days * DAY_SECONDS));
  const listed = [QUARTERS, earlier(28), earlier(47), [], earlier(36)];
  sec(['AAPL', 'MSFT', 'NVDA', 'XYZ', 'ZM'], (cik) => json(submissions(listed[cik - 1]!)));
  // AAPL’s are expected on Dec 24, MSFT’s in nine days, NVDA’s are ten days late, and ZM’s are expected tomorrow.
  await runJob(['AAPL', 'MSFT', 'NVDA', 'XYZ', 'ZM'], NOON_MS);
  const days = (await storedRows()).map((row) => (Number(row['next_at']) - NOON_SECONDS) / DAY_SECONDS);
  expect(days).toEqual([7, 1, 1, 7, 1 / 8]);
  const nearMs = Date.UTC(2026, 11, 11, 12);
  await runJob(['AAPL'], nearMs);
  const [apple] = await storedRows();
  expect((Number(apple?.['next_at']) - nearMs / 1000) / DAY_SECONDS).toBeCloseTo(2.5, 3);
});

test('a US share that is opened is looked up, and its next price has its results, as the first one elsewhere', async () => {
  sec(['AAPL'], () => json(submissions(QUARTERS)));
  const bindings = { ...liveBindings(), RECORD: env.RECORD };
  const worker = testWorker(bindings);
  const withoutKv = testWorker(bindings, NOON_MS, null);
  const open = async (isolate = worker) => {
    const { body, headers } = await isolate.request('/api/stock/AAPL?view=columns&v=2');
    return { results: v.parse(v.omit(snapshotSchema, ['columns']), body).results, etag: headers.get('ETag') };
  };
  expect((await open()).results).toBeUndefined();
  expect(await storedRows()).toMatchObject([{ ticker: 'AAPL', past: '[]' }]);
  await runJob([], NOON_MS);
  expect((await open(withoutKv)).results).toMatchObject({ source: 'sec' });
  worker.clock.ms += MINUTE_MS;
  await open();
  const { results, etag } = await open();
  expect(results).toMatchObject({ source: 'sec', fetched_at: isoInstant(NOON_SECONDS), after_close: true });
  const sessions = Array.from(sessionDates(results!), isoDate);
  expect(sessions).toEqual(['2026-09-25']);
  expect(await open()).toEqual({ results, etag });
  // One session in the source's bars is too little to project the next one.
  const { body } = await worker.request('/api/stock/AAPL?days=30');
  expect(v.parse(stockSchema, body).forecast?.results).toBeNull();
});

test('announced days come with one call for all companies, and are confirmed', async () => {
  const asked: URL[] = [];
  const earningsCalendar = [
    { symbol: 'AAPL', date: '2026-12-03', hour: 'bmo', quarter: 4, epsEstimate: 1 },
    { symbol: 'AAPL', date: '2026-11-24', hour: 'amc' },
    { symbol: 'BRK.B', date: '2026-11-20', hour: '' },
    { symbol: 'TOO', date: '2026-12-30', hour: 'amc' },
    { symbol: 'BAD', date: 'soon', hour: 'amc' },
    null,
  ];
  fakeUpstream({
    elsewhere: (url) => {
      asked.push(url);
      return json({ earningsCalendar });
    },
  });
  const runtime = { now: () => NOON_MS, random: () => 0 };
  const finnhub = new Finnhub('https://finnhub.test/api/v1', 'key', runtime);
  const resultsCalendar = finnhub.announcedResults.bind(finnhub);
  await runCalendarJob(env.RECORD, resultsCalendar, NOON_SECONDS);
  await runCalendarJob(env.RECORD, resultsCalendar, NOON_SECONDS + DAY_SECONDS - 1);
  expect(asked.map((url) => url.pathname + url.search)).toEqual([
    '/api/v1/calendar/earnings?from=2026-11-17&to=2026-12-08',
  ]);
  await recordReaders(env.RECORD, ['AAPL', 'BRK-B', 'TOO'] as unknown as readonly Ticker[], NOON_SECONDS);
  const worker = testWorker({ ...liveBindings(), RECORD: env.RECORD });
  await worker.request('/api/stock/AAPL');
  const { body: dates } = await worker.request('/api/dates?tickers=AAPL');
  expect(v.parse(datesSchema, dates).dates[0]?.results?.next).toEqual({
    date: '2026-11-24',
    status: 'confirmed',
    plus_minus_days: 0,
    n: 0,
  });
  worker.clock.ms += MINUTE_MS;
  await worker.request('/api/stock/AAPL');
  const { body } = await worker.request('/api/stock/AAPL?days=7');
  expect(v.parse(stockSchema, body).forecast?.results).toEqual({
    date: '2026-11-24',
    session: '2026-11-25',
    status: 'confirmed',
    plus_minus_days: 0,
    chance: 1,
  });
  // A day that is moved is the new one; a failed call leaves the old ones.
  earningsCalendar.splice(1, 1);
  await runCalendarJob(env.RECORD, resultsCalendar, NOON_SECONDS + DAY_SECONDS);
  const { results } = await env.RECORD.prepare('SELECT days FROM results_calendar').all();
  expect(JSON.parse(String(results[0]?.['days']))).toEqual({
    AAPL: { date: '2026-12-03', side: 'before_open' },
    'BRK-B': { date: '2026-11-20', side: null },
  });
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

test('a simulated company’s range knows its next results as the dates do', async () => {
  const worker = testWorker({ RECORD: env.RECORD });
  const { body } = await worker.request('/api/dates?tickers=AAPL,MSFT,NVDA,KO,JPM,TSLA');
  const listed = v.parse(datesSchema, body).dates;
  const expected = await Promise.all(
    listed.map(async ({ requested_ticker: ticker }) => {
      const response = await worker.request(`/api/stock/${ticker}?days=30`);
      return v.parse(stockSchema, response.body).forecast?.results;
    }),
  );
  expect(expected.map((next) => next?.status)).toEqual(listed.map(({ results }) => results?.next?.status));
  const confirmed = ({ status }: { status: string }) => status === 'confirmed';
  expect(expected.flatMap((next) => (next && confirmed(next) ? next.date : []))).toEqual(
    listed.flatMap(({ results }) => (results?.next && confirmed(results.next) ? results.next.date : [])),
  );
});
