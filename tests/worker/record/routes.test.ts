/** The record's answers: nothing yet, the scheduled event, the summary, one listing, the CSV and the proof. */
import { RECORD_COLUMNS, scoreRecord } from '#compute';
import type { SettledForecast } from '#compute';
import { env } from 'cloudflare:workers';
import { reset } from 'cloudflare:test';
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { proofSchema, recordSchema } from '../../../worker/contract-schemas.ts';
import type { RecordResponse } from '../../../worker/contract.ts';
import { runScheduled } from '../../../worker/record/scheduled.ts';
import { recordVerdict } from '../../../worker/verdict-text.ts';
import { testWorker } from '../../support/worker/test-worker.ts';
import { freshRecordDatabase } from '../../support/worker/record-market.ts';

const UNIVERSE = 'AAPL,SPY,BTC-USD';
/** An hour after New York's close. */
const EVENING_MS = Date.UTC(2026, 10, 17, 22);
const DAY_MS = 86_400_000;

const bindings = () => ({ MARKET_DATA: 'sample', RECORD: env.RECORD, RECORD_UNIVERSE: UNIVERSE });
const worker = () => testWorker(bindings());

/** Runs the scheduled event until it has nothing to do. */
async function schedule(ms: number): Promise<void> {
  await runScheduled(bindings(), { now: () => ms, random: () => 0 });
}

async function record(path = '/api/record'): Promise<RecordResponse> {
  const answer = await worker().request(path);
  expect(answer.status).toBe(200);
  v.parse(recordSchema, answer.body);
  return answer.body;
}

beforeEach(async () => {
  await freshRecordDatabase();
});

test('without a database, and without its tables, there is no record yet', async () => {
  const bare = await testWorker({ RECORD_UNIVERSE: UNIVERSE }).request('/api/record');
  expect(v.parse(recordSchema, bare.body)).toMatchObject({ ledger: 'sample', forecasts: 0, as_of: null });
  await reset();
  expect(await record()).toMatchObject({ forecasts: 0, settled: 0, universe: ['AAPL', 'SPY', 'BTC-USD'] });
  expect((await worker().request('/api/record/verify')).body).toMatchObject({ rows: 0, head: '' });
  expect((await worker().request('/api/record/AAPL')).status).toBe(404);
});

test('the scheduled event writes the sample ledger, which says that it is simulated and when it goes on', async () => {
  await schedule(EVENING_MS);
  const young = await record();
  expect(young).toMatchObject({
    ledger: 'sample',
    forecasts: 8,
    settled: 0,
    first_session: '2026-11-17',
    as_of: '2026-11-17T22:00:00.000Z',
    next_target: '2026-11-18',
  });
  expect(young.latest.every(({ source }) => source === 'sample')).toBe(true);
  // The coin's day ended too long before; New York closes again in a day.
  expect(Date.parse(young.next_at!)).toBeGreaterThan(EVENING_MS);
});

test('settled forecasts are scored; the answer equals a computation from the CSV', async () => {
  for (let day = 0; day < 12; day++) {
    // oxlint-disable-next-line no-await-in-loop -- days follow one another
    await schedule(EVENING_MS + day * DAY_MS);
  }
  const summary = await record();
  expect(summary.settled).toBeGreaterThan(10);
  const listing = await record('/api/record/spy');
  expect(listing.latest.every(({ ticker }) => ticker === 'SPY')).toBe(true);

  const answer = await testWorker(bindings()).csv('/api/record.csv');
  expect(answer.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
  const [header, ...lines] = answer.text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(header).toEqual([...RECORD_COLUMNS]);
  expect(lines).toHaveLength(summary.forecasts);
  const cells = lines.map((line) => Object.fromEntries(line.map((cell, i) => [header![i]!, numberOr(cell)])));
  const settled = cells.filter(({ settled_at }) => settled_at !== '') as unknown as SettledForecast[];
  const derived = scoreRecord(settled);
  expect(summary.horizons).toEqual(
    derived.map((scores) => Object.assign(scores, { verdict: recordVerdict(scores) })),
  );

  const proof = v.parse(proofSchema, (await worker().request('/api/record/verify')).body);
  expect(proof).toMatchObject({
    rows: summary.forecasts,
    head: cells.at(-1)!['hash'],
    csv: '/api/record.csv',
  });
});

test('the replay is answered only when it is asked for', async () => {
  await schedule(EVENING_MS);
  expect(await record('/api/record?ledger=replay')).toMatchObject({ ledger: 'replay', forecasts: 0 });
  expect((await testWorker(bindings()).csv('/api/record.csv?ledger=replay')).text.split('\r\n')).toHaveLength(
    2,
  );
  const wrong = await worker().request('/api/record?ledger=live');
  expect([wrong.status, wrong.body.code]).toEqual([400, 'invalid_ledger']);
});

test('the answer is kept by caches and validated', async () => {
  const first = await worker().request('/api/record');
  expect(first.headers.get('Cache-Control')).toBe('public, max-age=300');
  const again = await worker().request('/api/record', {
    headers: { 'If-None-Match': first.headers.get('ETag')! },
  });
  expect(again.status).toBe(304);
});

test('a wrong universe is named', async () => {
  const answer = await testWorker({ ...bindings(), RECORD_UNIVERSE: 'AAPL,<b>' }).request('/api/record');
  expect(answer.body.code).toBe('misconfigured');
});

function numberOr(cell: string): string | number {
  return cell === '' || Number.isNaN(Number(cell)) ? cell : Number(cell);
}
