/** No user reaches another's account, its owner gets all of it, and deletion is final. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { accountExportSchema, MAX_BATCH_ITEMS } from '#worker/contract';
import type { ItemChange, StoredItem } from '#worker/contract';
import { sha256Hex } from '#worker/body.ts';
import {
  accountOf,
  accountWorker,
  claimsOf,
  fakeKeyServer,
  forecast,
  NOW_SECONDS,
  removed,
  star,
  storedBy,
  tokenOf,
} from '#support/worker/account.ts';
import type { Account, AccountWorker } from '#support/worker/account.ts';
import { MINUTE_MS } from '#support/worker/test-worker.ts';

let worker: AccountWorker;
let jane: Account;
let max: Account;

beforeEach(() => {
  fakeKeyServer();
  worker = accountWorker();
  jane = accountOf(worker, 'Jane');
  max = accountOf(worker, 'Max');
});
afterEach(() => vi.restoreAllMocks());

const remove = (account: Account) => account.request('/api/me', { method: 'DELETE' });

/** Everything stored about a user. */
const storedOf = (uid: string) => storedBy(worker.objectOf(uid));

/** What remains of an account deleted now. */
const MARK = {
  state: { hasTable: true, purgedVersion: 0, deletedUntil: NOW_SECONDS + 7200, isRemovalDue: false },
  items: [],
  hasAlarm: true,
};

const NOTHING = { state: undefined, items: [], tables: [], hasAlarm: false };

/** Runs the alarm of a user's object by the Worker's clock. */
async function ring(uid: string): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: worker.clock.ms });
  expect(await runDurableObjectAlarm(worker.objectOf(uid))).toBe(true);
  vi.useRealTimers();
}

const outcome = (key: string): ItemChange => ({
  kind: 'outcome',
  key,
  value: { date: '2026-11-25', close: 192 },
  base_version: 0,
});

/** Stores 10,000 forecasts, as after years. */
async function fill(account: Account): Promise<void> {
  const keys = Array.from({ length: 5000 }, (_, i) => `yahoo/AAPL/${i}/7`);
  const items = [...keys.map((key) => forecast(key)), ...keys.map(outcome)];
  for (let from = 0; from < items.length; from += MAX_BATCH_ITEMS)
    await account.store(items.slice(from, from + MAX_BATCH_ITEMS));
}

describe('another’s account', () => {
  test('cannot be read, changed or deleted on any route', async () => {
    const [apple] = await jane.store([star('AAPL', 0, 'of Jane')]);
    const before = await storedOf('Jane');
    expect((await max.items()).body).toMatchObject({ version: 0, items: [] });
    expect((await max.items(0)).body.items).toEqual([]);
    expect((await max.request('/api/me/export')).body).toMatchObject({ user: { uid: 'Max' }, items: [] });
    expect(await max.store([star('AAPL', apple!.version, 'of Max')])).toMatchObject([
      { version: 0, deleted: true },
    ]);
    expect(await max.store([removed(apple!)])).toMatchObject([{ version: 0, deleted: true }]);
    expect(await storedOf('Jane')).toEqual(before);
    expect(await storedOf('Max')).toEqual(NOTHING);
    await max.store([star('AAPL', 0, 'of Max')]);
    expect((await remove(max)).status).toBe(204);
    expect((await jane.items()).body.items).toEqual([apple]);
    expect(await storedOf('Jane')).toEqual(before);
    expect(await storedOf('Max')).toMatchObject(MARK);
  });

  test.each([
    '/api/me/items?uid=Jane',
    '/api/me/items?user_id=Jane&since=0',
    '/api/me/export?uid=Jane',
    '/api/me/export?sub=Jane',
  ])('cannot be named by a URL: %s', async (path) => {
    await jane.store([star('AAPL')]);
    const { status, body } = await max.request(path, { headers: { 'X-Uid': 'Jane', Cookie: 'uid=Jane' } });
    expect([status, body.items]).toEqual([200, []]);
  });

  test('is separate even if user IDs look alike or contain SQL', async () => {
    const uids = ['Jane', 'jane', 'Jane ', "Jane' OR '1'='1", '%', '_ane', 'Jané'];
    for (const uid of uids) await accountOf(worker, uid).store([star('AAPL', 0, uid)]);
    for (const uid of uids) {
      const { body } = await accountOf(worker, uid).items();
      expect(body.items.map((item: StoredItem) => item.value)).toEqual([{ name: uid }]);
    }
  });

  test.each(['GET', 'PUT', 'DELETE'])('cannot be reached by %s without a token', async (method) => {
    await jane.store([star('AAPL')]);
    for (const path of ['/api/me', '/api/me/items', '/api/me/export', '/api/admin/status']) {
      const { status } = await worker.request(path, { method, ...(method === 'PUT' && { body: '{}' }) });
      expect([401, 405]).toContain(status);
    }
    expect((await jane.items()).body.items).toHaveLength(1);
  });
});

describe('methods and sites', () => {
  test.each([
    ['/api/me', 'GET', 'DELETE'],
    ['/api/me', 'PUT', 'DELETE'],
    ['/api/me/items', 'DELETE', 'GET, HEAD, PUT'],
    ['/api/me/items', 'POST', 'GET, HEAD, PUT'],
    ['/api/me/export', 'DELETE', 'GET, HEAD'],
    ['/api/admin/status', 'PUT', 'GET, HEAD'],
    ['/api/stock/AAPL', 'PUT', 'GET, HEAD'],
    ['/api/stock/AAPL', 'DELETE', 'GET, HEAD'],
    ['/api/me/', 'DELETE', 'GET, HEAD'],
  ])('%s refuses %s', async (path, method, allowed) => {
    const { status, headers } = await jane.request(path, { method });
    expect([status, headers.get('Allow')]).toEqual([405, allowed]);
  });

  test('HEAD returns only the status', async () => {
    for (const path of ['/api/me/items', '/api/me/export']) {
      const { status, text, headers } = await jane.request(path, { method: 'HEAD' });
      expect([status, text, headers.get('Cache-Control')]).toEqual([200, '', 'no-store']);
    }
  });

  test('a page of another site is refused, while an allowed origin may write', async () => {
    const headers = {
      Origin: 'https://page.example',
      'Sec-Fetch-Site': 'cross-site',
      'Sec-Fetch-Mode': 'cors',
    };
    const body = JSON.stringify({ items: [star('AAPL')] });
    const put = (account: Account) => account.request('/api/me/items', { method: 'PUT', headers, body });
    expect((await put(jane)).body.code).toBe('cross_site');
    const open = accountOf(accountWorker({ ALLOWED_ORIGINS: 'https://page.example' }), 'Jane');
    const answer = await put(open);
    expect([answer.status, answer.headers.get('Access-Control-Allow-Origin')]).toEqual([
      200,
      'https://page.example',
    ]);
  });

  test('a user has one quota across IP addresses, and its key does not reveal the user', async () => {
    const keys: string[] = [];
    const API_RATE_LIMITER = {
      limit: async ({ key }: { key: string }) => {
        keys.push(key);
        return { success: !key.startsWith('user:') };
      },
    };
    const limited = accountOf(accountWorker({ API_RATE_LIMITER }), 'Jane');
    const answer = await limited.request('/api/me/items', { headers: { 'CF-Connecting-IP': '203.0.113.7' } });
    expect([answer.status, answer.body.code]).toEqual([429, 'rate_limited']);
    expect(keys).toEqual(['203.0.113.7', `user:${await sha256Hex('Jane')}`]);
  });
});

describe('export', () => {
  test('has everything that is not deleted, with times, and is never cached', async () => {
    const [apple] = await jane.store([star('AAPL'), star('MSFT')]);
    worker.clock.ms += MINUTE_MS;
    await jane.store([
      removed(apple!),
      { kind: 'setting', key: 'density', value: { choice: 'x' }, base_version: 0 },
    ]);
    const { body, headers } = await jane.request('/api/me/export');
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(v.parse(accountExportSchema, body)).toEqual({
      exported_at: '2026-11-17T17:01:00.000Z',
      user: { uid: 'Jane', email: 'jane@example.com' },
      items: [
        { kind: 'star', key: 'MSFT', value: { name: 'MSFT' }, updated_at: '2026-11-17T17:00:00.000Z' },
        { kind: 'setting', key: 'density', value: { choice: 'x' }, updated_at: '2026-11-17T17:01:00.000Z' },
      ],
    });
  });

  test('works for an account without items, with only deletions, and without an email address', async () => {
    expect((await jane.request('/api/me/export')).body.items).toEqual([]);
    const [apple] = await jane.store([star('AAPL')]);
    await jane.store([removed(apple!)]);
    expect((await jane.request('/api/me/export')).body.items).toEqual([]);
    const { email: _email, ...claims } = claimsOf('Jane');
    const headers = { Authorization: `Bearer ${await tokenOf(claims)}` };
    expect((await worker.request('/api/me/export', { headers })).body.user).toEqual({
      uid: 'Jane',
      email: null,
    });
  });
});

describe('10,000 items', () => {
  test('are all exported, and all deleted except for the mark', async () => {
    await fill(jane);
    expect((await jane.put([forecast('one more')])).body.code).toBe('over_limit');
    await max.store([star('AAPL')]);
    const { items } = v.parse(accountExportSchema, (await jane.request('/api/me/export')).body);
    expect(items).toHaveLength(10_000);
    expect(new Set(items.map(({ kind, key }) => `${kind} ${key}`)).size).toBe(10_000);
    expect((await remove(jane)).status).toBe(204);
    expect(await storedOf('Jane')).toMatchObject(MARK);
    expect((await max.items()).body.items).toHaveLength(1);
  });
});

describe('deletion', () => {
  test('needs a sign-in within the last five minutes', async () => {
    await jane.store([star('AAPL')]);
    const claims = claimsOf('Jane');
    const removeWith = async (secondsAgo: number) => {
      const token = await tokenOf({ ...claims, auth_time: NOW_SECONDS - secondsAgo });
      return worker.request('/api/me', { method: 'DELETE', headers: { Authorization: `Bearer ${token}` } });
    };
    const refused = await removeWith(300);
    expect([refused.status, refused.body.code, refused.headers.get('WWW-Authenticate')]).toEqual([
      401,
      'recent_login_required',
      'Bearer',
    ]);
    expect((await jane.items()).body.items).toHaveLength(1);
    expect((await removeWith(299)).status).toBe(204);
  });

  test('A07 refuses every other request for two hours, but can be repeated', async () => {
    await jane.store([star('AAPL')]);
    expect((await remove(jane)).status).toBe(204);
    const others = () => [
      jane.items(),
      jane.items(500),
      jane.put([star('AAPL')]),
      jane.request('/api/me/export'),
    ];
    for (const { status, body } of await Promise.all(others()))
      expect([status, body.code]).toEqual([410, 'account_deleted']);
    worker.clock.ms += 60 * MINUTE_MS;
    expect((await remove(jane)).status).toBe(204);
    // The identity may be deleted only now, and its token lives for another hour.
    worker.clock.ms += 120 * MINUTE_MS - 1000;
    expect((await jane.put([star('AAPL')])).status).toBe(410);
    expect((await storedOf('Jane')).items).toEqual([]);
  });

  test('leaves nothing stored after two hours, neither the mark nor the tables', async () => {
    await jane.store([star('AAPL')]);
    await remove(jane);
    await remove(max);
    // An alarm that comes too early is set again.
    worker.clock.ms += 120 * MINUTE_MS - 1000;
    await worker.objectOf('Jane').runDue(worker.clock.ms / 1000);
    expect(await storedOf('Jane')).toMatchObject(MARK);
    worker.clock.ms += 1000;
    for (const uid of ['Jane', 'Max']) {
      await ring(uid);
      expect(await storedOf(uid)).toEqual(NOTHING);
    }
    expect(await jane.store([star('TSLA')])).toMatchObject([{ deleted: false }]);
  });

  test('lets the same person start over after two hours, and a late alarm deletes nothing of that', async () => {
    await jane.store([star('AAPL')]);
    await remove(jane);
    worker.clock.ms += 120 * MINUTE_MS;
    expect((await jane.items(1)).body).toMatchObject({ version: 0, full: true, items: [] });
    expect(await jane.store([star('TSLA')])).toMatchObject([{ deleted: false }]);
    await ring('Jane');
    expect((await storedOf('Jane')).items).toMatchObject([{ key: 'TSLA' }]);
  });

  test('sends everything to a browser that knows the account from before it started over', async () => {
    await jane.store([star('AAPL'), star('MSFT')]);
    const { version: since } = (await jane.items()).body;
    await remove(jane);
    worker.clock.ms += 2 * 60 * MINUTE_MS;
    const stored = await jane.store([star('AAPL', 0, 'Apple'), star('TSLA'), star('NVDA')]);
    expect((await jane.items(since)).body).toMatchObject({ full: true, items: stored });
    // An old version never equals a new item's.
    expect(Math.min(...stored.map(({ version }) => version))).toBeGreaterThan(since);
  });

  test('also resets the purged versions', async () => {
    const [apple] = await jane.store([star('AAPL')]);
    await jane.store([removed(apple!)]);
    worker.clock.ms += 91 * 24 * 60 * MINUTE_MS;
    await ring('Jane');
    expect(await storedOf('Jane')).toMatchObject({ state: { purgedVersion: NOW_SECONDS + 2 }, items: [] });
    await remove(jane);
    expect(await storedOf('Jane')).toMatchObject({ state: { purgedVersion: 0 } });
  });

  test('A06 wins against every concurrent write', async () => {
    await jane.store([star('AAPL')]);
    const writes = Array.from({ length: 12 }, (_, i) => jane.put([star(`S${i}`)]));
    const [removal, ...answers] = await Promise.all([
      remove(jane),
      ...writes,
      ...Array.from({ length: 12 }, (_, i) => jane.put([star(`T${i}`)])),
    ]);
    expect(removal!.status).toBe(204);
    for (const { status } of answers) expect([200, 410]).toContain(status);
    expect(await storedOf('Jane')).toMatchObject(MARK);
  });

  test('A07 leaves nothing half done if the database fails in between', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await jane.store([star('AAPL')]);
    await runInDurableObject(worker.objectOf('Jane'), (_, { storage }) => {
      vi.spyOn(storage.kv, 'put').mockImplementationOnce(() => {
        throw new Error('no room');
      });
    });
    expect((await remove(jane)).status).toBe(503);
    expect((await jane.items()).body.items).toHaveLength(1);
  });
});
