/** The key server: how seldom it is called, its outages, and new keys. */
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountWorker, claimsOf, fakeKeyServer, KEY, signingKey, tokenOf } from '#support/worker/account.ts';
import type { KeyServer, SigningKey } from '#support/worker/account.ts';
import { freshDatabase } from '#support/worker/database.ts';
import type { TestWorker } from '#support/worker/test-worker.ts';
import { down } from '#support/worker/yahoo-upstream.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

let server: KeyServer;
let other: SigningKey;

beforeAll(async () => {
  other = await signingKey('key-2');
});
beforeEach(async () => {
  await freshDatabase();
  server = fakeKeyServer();
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
});
afterEach(() => vi.restoreAllMocks());

async function statusWith(worker: TestWorker, key = KEY): Promise<number> {
  const token = await tokenOf(claimsOf('Jane', worker.clock.ms / 1000), key);
  return (await worker.request('/api/me/items', { headers: { Authorization: `Bearer ${token}` } })).status;
}

/** Two isolates of one deployment, which share KV. */
function isolates(): readonly [TestWorker, TestWorker] {
  const FIREBASE_JWKS_URL = `https://keys-${crypto.randomUUID()}.test`;
  return [accountWorker({ FIREBASE_JWKS_URL }), accountWorker({ FIREBASE_JWKS_URL })];
}

describe('fetches keys', () => {
  test('once for all requests until max-age has passed', async () => {
    server.cacheControl = 'public, max-age=7200, must-revalidate';
    const worker = accountWorker();
    expect(await Promise.all([statusWith(worker), statusWith(worker), statusWith(worker)])).toEqual([
      200, 200, 200,
    ]);
    worker.clock.ms += 2 * HOUR - SECOND;
    expect(await statusWith(worker)).toBe(200);
    expect(server.asked).toBe(1);
    worker.clock.ms += SECOND;
    expect(await statusWith(worker)).toBe(200);
    expect(server.asked).toBe(2);
  });

  test('not at all if another isolate has stored them', async () => {
    const [first, second] = isolates();
    await statusWith(first);
    expect(await statusWith(second)).toBe(200);
    expect(server.asked).toBe(1);
  });

  test.each(['', 'no-cache', 'max-age=0', 'max-age=99999999999'])(
    'also with Cache-Control "%s"',
    async (value) => {
      server.cacheControl = value;
      const worker = accountWorker();
      await statusWith(worker);
      worker.clock.ms += 4 * MINUTE;
      await statusWith(worker);
      expect(server.asked).toBe(1);
      worker.clock.ms += 24 * HOUR;
      await statusWith(worker);
      expect(server.asked).toBe(2);
    },
  );

  test('A02 once a minute for invented key IDs', async () => {
    const worker = accountWorker();
    await statusWith(worker);
    worker.clock.ms += MINUTE;
    for (let i = 0; i < 10; i++) expect(await statusWith(worker, { ...KEY, kid: `made-up-${i}` })).toBe(401);
    expect(server.asked).toBe(2);
    worker.clock.ms += MINUTE;
    expect(await statusWith(worker, { ...KEY, kid: 'made-up' })).toBe(401);
    expect(server.asked).toBe(3);
  });
});

test('a newly published key is found at once', async () => {
  const worker = accountWorker();
  await statusWith(worker);
  server.keys = [KEY, other];
  worker.clock.ms += MINUTE;
  expect(await statusWith(worker, other)).toBe(200);
});

test('a withdrawn key is refused once the stored keys are stale', async () => {
  server.cacheControl = 'max-age=3600';
  const worker = accountWorker();
  expect(await statusWith(worker)).toBe(200);
  server.keys = [other];
  worker.clock.ms += HOUR;
  expect(await statusWith(worker)).toBe(401);
  expect(await statusWith(worker, other)).toBe(200);
});

describe('while the key server is down', () => {
  test.each<readonly [string, () => Response | Promise<Response>]>([
    ['an error', down],
    ['no answer', () => Promise.reject(new TypeError('unreachable'))],
    ['no JSON', () => new Response('<html>')],
    ['no keys', () => Response.json({ keys: [] })],
    ['a redirect', () => new Response(null, { status: 302, headers: { Location: 'https://evil.test' } })],
    ['keys of another kind', () => Response.json({ keys: [{ kid: KEY.kid, kty: 'oct', k: 'c2VjcmV0' }] })],
  ])('A01 known keys are used for a day, after that no token can be verified (%s)', async (_, reply) => {
    server.cacheControl = 'max-age=3600';
    const [worker, fresh] = isolates();
    await statusWith(worker);
    server.reply = reply;
    worker.clock.ms += 25 * HOUR - SECOND;
    expect(await statusWith(worker)).toBe(200);
    fresh.clock.ms = worker.clock.ms;
    expect(await statusWith(fresh)).toBe(200);
    worker.clock.ms += SECOND;
    expect(await statusWith(worker)).toBe(503);
  });

  test('A02 an unknown key ID gives 503, because it may be new', async () => {
    const worker = accountWorker();
    await statusWith(worker);
    server.reply = down;
    worker.clock.ms += MINUTE;
    expect(await statusWith(worker, other)).toBe(503);
    expect(await statusWith(worker)).toBe(200);
  });

  test('A01 it is tried once a minute, and everything works as soon as it does', async () => {
    server.reply = down;
    const worker = accountWorker();
    expect([await statusWith(worker), await statusWith(worker)]).toEqual([503, 503]);
    expect(server.asked).toBe(1);
    server.reply = null;
    worker.clock.ms += MINUTE;
    expect(await statusWith(worker)).toBe(200);
  });
});

test('keys stored under a fast clock are fetched again', async () => {
  const [wrong, right] = isolates();
  wrong.clock.ms += 24 * HOUR;
  await statusWith(wrong);
  await statusWith(right);
  expect(server.asked).toBe(2);
});
