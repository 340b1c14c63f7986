/** Time stamps of the ledger's head: what counts as proof, what does not, and that neither holds up a run. */
import { env } from 'cloudflare:workers';
import { timestampDay, timestampRequest } from '#compute';
import * as v from 'valibot';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createAuthority, respondTimestamp, type Deviation } from '#scripts/stack/timestamp-tokens.ts';
import { timestampsSchema } from '#worker/contract';
import type { LedgerResponse, TimestampsResponse } from '#worker/contract';
import { runScheduled } from '#worker/scheduled.ts';
import { freshDatabase } from '#support/worker/database.ts';
import { DAY_MS, HOUR_MS, testWorker } from '#support/worker/test-worker.ts';

/** An hour after New York's close. */
const EVENING_MS = Date.UTC(2026, 10, 17, 22);
const GOOD = 'https://good.example/tsr';
const BAD = 'https://bad.example/tsr';

const keys = await createAuthority(EVENING_MS);
let respond: (request: Uint8Array, signal: AbortSignal) => Promise<Response>;
let asked: string[];

beforeEach(async () => {
  await freshDatabase();
  asked = [];
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async (url: string, init: { body: Uint8Array; signal: AbortSignal }) => {
    asked.push(url);
    return url === BAD ? respond(init.body, init.signal) : granted(init.body);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const granted = async (request: Uint8Array, deviation: Deviation = {}) =>
  new Response(await respondTimestamp(keys, request, { atMs: EVENING_MS, ...deviation }));

const bindings = (authorities: readonly string[]) => ({
  MARKET_DATA: 'sample',
  ENVIRONMENT: 'local',
  RECORD: env.RECORD,
  RECORD_UNIVERSE: 'AAPL,BTC-USD',
  CALLS_PER_RUN: '900',
  TIMESTAMP_AUTHORITIES: authorities.join(),
});

const schedule = (authorities: readonly string[], ms = EVENING_MS) =>
  runScheduled(bindings(authorities), { now: () => ms, random: () => 0 });

const get = async <T>(path: string) => (await testWorker(bindings([])).request(path)).body as T;
const stored = () => get<TimestampsResponse>('/api/record/timestamps?year=2026');

test('no authority is asked unless one is set, and the ledger then says that it has no time stamps', async () => {
  await schedule([]);
  expect(asked).toEqual([]);
  expect(await get<LedgerResponse>('/api/record')).toMatchObject({ forecasts: 4, timestamps: null });
  expect((await stored()).timestamps).toEqual([]);
});

test('each authority stamps the head once a day, and the next day again', async () => {
  await schedule([GOOD, 'https://other.example']);
  await schedule([GOOD, 'https://other.example'], EVENING_MS + HOUR_MS);
  expect(asked).toEqual([GOOD, 'https://other.example']);
  await schedule([GOOD], EVENING_MS + DAY_MS - HOUR_MS);
  const { timestamps } = await stored();
  v.parse(timestampsSchema, await stored());
  expect(timestamps.map(({ day, authority }) => [day, authority])).toEqual([
    ['2026-11-17', GOOD],
    ['2026-11-17', 'https://other.example'],
    ['2026-11-18', GOOD],
  ]);
  const [{ event_seq: seq, head }] = timestamps as [TimestampsResponse['timestamps'][number]];
  const event = await env.RECORD.prepare('SELECT hash FROM record_event WHERE event_seq = ?')
    .bind(seq)
    .first();
  expect(event).toEqual({ hash: head });
  const { timestamps: shown } = await get<LedgerResponse>('/api/record');
  expect(shown).toEqual({
    last: new Date(EVENING_MS).toISOString(),
    days: ['2026-11-17', '2026-11-18'],
    authorities: [...new Set(timestamps.map(({ authority }) => authority))],
  });
});

const other = timestampRequest('ab'.repeat(32), '41'.repeat(8));
const hang = (signal: AbortSignal) =>
  new Promise<Response>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('aborted')));
  });

test.each<[string, typeof respond]>([
  ['a token of another head', (request) => granted(withBytes(request, 28, other))],
  ['a wrong nonce', (request) => granted(withBytes(request, 58, other))],
  ['a rejection', (request) => granted(request, { isRejected: true })],
  ['the time of the day after tomorrow', (request) => granted(request, { atMs: EVENING_MS + 2 * DAY_MS })],
  ['a time of tomorrow', (request) => granted(request, { atMs: EVENING_MS + DAY_MS + 1000 })],
  ['garbage', async () => new Response('<!doctype html>')],
  [
    'half a response',
    async (request) => new Response((await (await granted(request)).arrayBuffer()).slice(0, 400)),
  ],
  ['1 MB', async () => new Response(new Uint8Array(1_000_000).fill(0x30))],
  ['an error', async () => new Response(null, { status: 503 })],
])('K20 %s is no proof, delays nobody, and is asked for again', async (_name, response) => {
  respond = response;
  await schedule([BAD, GOOD]);
  expect((await stored()).timestamps.map(({ authority }) => authority)).toEqual([GOOD]);
  respond = (request) => granted(request);
  await schedule([BAD, GOOD], EVENING_MS + HOUR_MS);
  expect((await stored()).timestamps.map(({ authority }) => authority)).toEqual([BAD, GOOD]);
  expect(asked).toEqual([BAD, GOOD, BAD]);
});

test('K20 an authority that hangs is given up after 6 seconds, and the run goes on', async () => {
  respond = (_request, signal) => hang(signal);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  let isOver = false;
  const run = schedule([BAD, GOOD]).then(() => (isOver = true));
  await vi.waitFor(() => expect(asked).toContain(BAD));
  await vi.advanceTimersByTimeAsync(5900);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  await run;
  expect((await stored()).timestamps.map(({ authority }) => authority)).toEqual([GOOD]);
});

test('a year is required, and nothing else is accepted', async () => {
  for (const query of ['', '?year=26', '?year=2026&more=1']) {
    const answer = await testWorker(bindings([])).request(`/api/record/timestamps${query}`);
    expect(answer.status).toBe(400);
  }
});

test('a day begins after Europe’s closes and before New York’s', () => {
  expect(timestampDay(Date.UTC(2026, 10, 17, 17, 29) / 1000)).toBe('2026-11-16');
  expect(timestampDay(Date.UTC(2026, 10, 17, 17, 30) / 1000)).toBe('2026-11-17');
});

/** A request with the bytes from `at` to `at + 8` of another. */
function withBytes(request: Uint8Array, at: number, from: Uint8Array): Uint8Array {
  const changed = new Uint8Array(request);
  changed.set(from.subarray(at, at + 8), at);
  return changed;
}
