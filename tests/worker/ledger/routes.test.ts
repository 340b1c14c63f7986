/** The ledger's responses: empty, after the scheduled event, the summary, one listing, the CSV and the verification. */
import { LEDGER_COLUMNS, ledgerVerdict, scoreLedger } from '#compute';
import type { SettledForecast } from '#compute';
import { env } from 'cloudflare:workers';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { forecastsSchema, ledgerSchema, proofSchema } from '#worker/contract';
import type { ForecastsResponse, LedgerResponse } from '#worker/contract';
import { SAMPLE_LISTINGS } from '#worker/providers/sample/listings.ts';
import { runScheduled } from '#worker/scheduled.ts';
import { DAY_MS, testWorker } from '#support/worker/test-worker.ts';
import { freshDatabase } from '#support/worker/database.ts';

const UNIVERSE = 'AAPL,SPY,BTC-USD';
/** An hour after New York's close. */
const EVENING_MS = Date.UTC(2026, 10, 17, 22);

const bindings = () => ({
  MARKET_DATA: 'sample',
  RECORD: env.RECORD,
  RECORD_UNIVERSE: UNIVERSE,
  RECORD_LISTINGS_PER_RUN: '4',
  CALLS_PER_RUN: '900',
});
const worker = () => testWorker(bindings());

/** One run of the scheduled event. */
async function schedule(ms: number): Promise<void> {
  await runScheduled(bindings(), { now: () => ms, random: () => 0 });
}

async function readLedger(path = '/api/record'): Promise<LedgerResponse> {
  const answer = await worker().request(path);
  expect(answer.status).toBe(200);
  v.parse(ledgerSchema, answer.body);
  return answer.body;
}

beforeEach(async () => {
  await freshDatabase();
});

test('before the job has run the ledger is empty', async () => {
  expect(await readLedger()).toMatchObject({
    ledger: 'sample',
    as_of: null,
    forecasts: 0,
    settled: 0,
    universe: ['AAPL', 'SPY', 'BTC-USD'],
  });
  expect((await worker().request('/api/record/verify')).body).toMatchObject({ rows: 0, head: '' });
  expect(await readLedger('/api/record/ZZ')).toMatchObject({ forecasts: 0, latest: [] });
});

test('the scheduled event writes the sample ledger, which says that it is simulated and when it continues', async () => {
  await schedule(EVENING_MS);
  const young = await readLedger();
  expect(young).toMatchObject({
    ledger: 'sample',
    forecasts: 8,
    settled: 0,
    first_session: '2026-11-17',
    as_of: '2026-11-17T22:00:00.000Z',
    next_target: '2026-11-18',
  });
  expect(young.latest.every(({ source }) => source === 'sample')).toBe(true);
  expect(young.currencies).toEqual({ AAPL: 'USD', SPY: 'USD' });
  expect((await readLedger('/api/record/SPY')).currencies).toEqual({ SPY: 'USD' });
  // The coin's day ended too long ago; New York closes again in a day.
  expect(Date.parse(young.next_at!)).toBeGreaterThan(EVENING_MS);
});

test('settled forecasts are scored, also in the list of forecasts; the response equals a computation from the CSV', async () => {
  for (let day = 0; day < 12; day++) {
    await schedule(EVENING_MS + day * DAY_MS);
  }
  const summary = await readLedger();
  expect(summary.settled).toBeGreaterThan(10);
  const listing = await readLedger('/api/record/spy');
  expect(listing.latest.every(({ ticker }) => ticker === 'SPY')).toBe(true);

  const day = listing.latest.at(-1)!.base_date;
  expect(await readLedger(`/api/record/spy?session=${day}`)).toMatchObject({
    horizons: [],
    latest: listing.latest.filter(({ base_date: date }) => date === day),
  });

  const answer = await testWorker(bindings()).request('/api/record.csv');
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  const [header, ...lines] = answer.text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(header).toEqual([...LEDGER_COLUMNS]);
  expect(lines).toHaveLength(summary.forecasts);
  const cells = lines.map((line) => Object.fromEntries(line.map((cell, i) => [header![i]!, numberOr(cell)])));
  const settled = cells.filter(({ settled_at }) => settled_at !== '') as unknown as SettledForecast[];
  const derived = scoreLedger(settled, summary.first_session!);
  expect(summary.horizons).toEqual(
    derived.map((scores) => Object.assign(scores, { verdict: ledgerVerdict(scores) })),
  );
  const missed = settled.filter(({ outcome_close: close, low80, high80 }) => close < low80 || close > high80);
  expect(missed.length).toBeGreaterThan(0);
  expect(summary.misses.map(({ seq }) => seq)).toEqual(missed.map(({ seq }) => seq).toReversed());

  const proof = v.parse(proofSchema, (await worker().request('/api/record/verify')).body);
  expect(proof).toMatchObject({
    rows: summary.forecasts,
    head: cells.at(-1)!['hash'],
    csv: '/api/record.csv',
  });

  const list = v.parse(forecastsSchema, (await worker().request('/api/forecasts?days=7')).body);
  expect(list.rows.map(({ ticker }) => ticker)).toEqual(['AAPL', 'SPY', 'BTC-USD']);
  for (const { record } of list.rows.slice(0, 2)) {
    expect(record).toMatchObject({ n: 1, from: '2026-11-17' });
  }
}, 30_000);

test('the list of forecasts shows 20 listings like their stock pages at that close', async () => {
  const usListings = SAMPLE_LISTINGS.filter(({ calendar }) => calendar === 'nyse').slice(0, 20);
  const listed = {
    ...bindings(),
    RECORD_UNIVERSE: usListings.map(({ symbol }) => symbol).join(),
    RECORD_LISTINGS_PER_RUN: '20',
    CALLS_PER_RUN: '900',
  };
  const list = testWorker(listed, EVENING_MS);
  const read = async (): Promise<ForecastsResponse> =>
    v.parse(forecastsSchema, (await list.request('/api/forecasts?days=7')).body) as ForecastsResponse;
  expect((await read()).rows.map(({ forecast }) => forecast)).toEqual(usListings.map(() => null));
  await runScheduled(listed, { now: () => EVENING_MS, random: () => 0 });

  const { rows } = await read();
  expect(rows.map(({ ticker }) => ticker)).toEqual(usListings.map(({ symbol }) => symbol));
  for (const { ticker, forecast } of rows) {
    for (const horizon of forecast!.horizons) {
      const { body: stock } = await list.request(`/api/stock/${ticker}?days=${horizon.horizon_days}`);
      const end = stock.future_predictions.at(-1);
      expect(forecast).toMatchObject({
        base_date: stock.forecast.base_date,
        base_close: stock.current_price,
        move_percent: stock.day_change_percent,
        currency: stock.currency,
        signal: stock.ai_signal,
        source: 'sample',
      });
      expect(horizon).toMatchObject({
        target_date: end.date,
        median: end.price,
        low80: end.low80,
        high80: end.high80,
        probability_buy: stock.forecast.probability_buy,
        probability_sell: stock.forecast.probability_sell,
      });
    }
    expect(forecast!.horizons).toHaveLength(4);
  }
});

test('a check recomputes page by page and states the head, at which the events file ends', async () => {
  await schedule(EVENING_MS);
  await schedule(EVENING_MS + DAY_MS);
  const proof = v.parse(proofSchema, (await worker().request('/api/record/verify')).body);
  expect(proof).toMatchObject({ page: 1, pages: 1, broken: [], events_csv: '/api/record/events.csv' });
  const summary = await readLedger();
  expect(summary.chain).toEqual(proof.chain);
  const events = (await worker().request('/api/record/events.csv')).text.trim().split('\r\n');
  expect(events[0]).toBe('event_seq,kind,body,hash');
  const last = events.at(-1)!.split(',');
  expect([Number(last[0]), last[3]]).toEqual([proof.chain!.events, proof.chain!.head]);
  expect(events).toHaveLength(proof.chain!.events + 1);
  const named = `/api/record.csv?events=${proof.chain!.events}`;
  expect((await worker().request(named)).text).toBe((await worker().request('/api/record.csv')).text);

  await env.RECORD.prepare('DROP TRIGGER record_forecast_kept').run();
  await env.RECORD.prepare('UPDATE record_forecast SET median = median + 1 WHERE seq = 2').run();
  const found = v.parse(proofSchema, (await worker().request('/api/record/verify?page=1')).body);
  expect(found.broken).toContainEqual({ event_seq: 2, seq: 2, problem: 'row_changed' });
});

test('the files of a number of events end there while the job has written more, which the files lack', async () => {
  await schedule(EVENING_MS);
  const { events, head } = (await readLedger()).chain!;
  await env.RECORD.prepare(
    `INSERT INTO record_event (ledger, event_seq, kind, body, previous_hash, hash)
     VALUES ('sample', ?, 'missed', 'SPY 2026-11-16 0', ?, 'next')`,
  )
    .bind(events + 1, head)
    .run();
  const file = await worker().request(`/api/record/events.csv?events=${events}`);
  expect([file.status, file.text.trim().split('\r\n').length]).toEqual([200, events + 1]);
  const ahead = await worker().request(`/api/record/events.csv?events=${events + 1}`);
  expect([ahead.status, ahead.body.code]).toEqual([400, 'outdated']);
});

test.each([
  ['/api/record.csv?x=1', 'unknown_parameter'],
  ['/api/record.csv?version=2', 'unknown_parameter'],
  ['/api/record/events.csv?x=1', 'unknown_parameter'],
  ['/api/record.csv?events=7', 'outdated'],
  ['/api/record/events.csv?events=1e3', 'outdated'],
  ['/api/record/verify?page=1&y', 'unknown_parameter'],
  ['/api/record/SPY?session=today', 'invalid_session'],
  ['/api/record/verify?page=0', 'invalid_page'],
  ['/api/record/verify?page=two', 'invalid_page'],
  ['/api/record/verify?page=1&page=1', 'invalid_page'],
])('%s is refused, so that invented parameters cannot bypass the caches in front', async (path, code) => {
  const answer = await worker().request(path);
  expect([answer.status, answer.body.code]).toEqual([400, code]);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
});

test('a page past the end of the ledger is not found', async () => {
  expect((await worker().request('/api/record/verify?page=2')).status).toBe(404);
});

test('the next run rebuilds summaries and files that were lost or that a killed run did not reach', async () => {
  for (let day = 0; day < 4; day++) await schedule(EVENING_MS + day * DAY_MS);
  const answers = async () => [
    await readLedger(),
    await readLedger('/api/record/SPY'),
    (await worker().request('/api/record.csv')).text,
    (await worker().request('/api/record/events.csv')).text,
  ];
  const before = await answers();
  await env.RECORD.prepare('DELETE FROM record_summary').run();
  await schedule(EVENING_MS + 3 * DAY_MS + 60_000);
  expect(await answers()).toEqual(before);
});

test('a run with nothing due writes nothing', async () => {
  await schedule(EVENING_MS);
  const content = async () => (await env.RECORD.prepare('SELECT rowid, * FROM record_summary').all()).results;
  const before = await content();
  await schedule(EVENING_MS + 60_000);
  expect(await content()).toEqual(before);
});

test('the response is cached and revalidated', async () => {
  const first = await worker().request('/api/record');
  expect(first.headers.get('Cache-Control')).toBe('public, max-age=300');
  const again = await worker().request('/api/record', {
    headers: { 'If-None-Match': first.headers.get('ETag')! },
  });
  expect(again.status).toBe(304);
});

test('a response to an unknown parameter is not cached anywhere', async () => {
  const { headers } = await worker().request('/api/record?x=1');
  const named = ['Cache-Control', 'Cloudflare-CDN-Cache-Control'].map((name) => headers.get(name));
  expect(named).toEqual(['no-store', 'no-store']);
});

test('the error names a wrong universe', async () => {
  const answer = await testWorker({ ...bindings(), RECORD_UNIVERSE: 'AAPL,<b>' }).request('/api/record');
  expect(answer.body.code).toBe('misconfigured');
});

function numberOr(cell: string): string | number {
  return cell === '' || Number.isNaN(Number(cell)) ? cell : Number(cell);
}
