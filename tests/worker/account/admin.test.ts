/** `GET /api/admin/status`: who may read it, and its content. */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminStatusSchema } from '#worker/contract';
import { accountWorker, claimsOf, fakeKeyServer, tokenOf } from '#support/worker/account.ts';
import { freshDatabase } from '#support/worker/database.ts';
import type { TestAnswer, TestWorker } from '#support/worker/test-worker.ts';

let db: D1Database;

beforeEach(async () => {
  db = await freshDatabase();
  fakeKeyServer();
});
afterEach(() => vi.restoreAllMocks());

/** The status for Ann with changed claims in her token; `undefined` omits a claim. */
async function status(worker: TestWorker, claims: object = {}): Promise<TestAnswer> {
  const token = await tokenOf(JSON.parse(JSON.stringify({ ...claimsOf('Ann'), ...claims })));
  return worker.request('/api/admin/status', { headers: { Authorization: `Bearer ${token}` } });
}

describe('the operators’ status', () => {
  const ADMIN_EMAILS = 'Ann@Example.com';

  test.each<readonly [string, object, string, number]>([
    ['the claim', { admin: true }, '', 200],
    ['a verified address of the list, in any case', { email: 'ANN@example.com' }, ADMIN_EMAILS, 200],
    ['an address of the list that is not verified', { email_verified: false }, ADMIN_EMAILS, 403],
    ['an address of the list without a word about it', { email_verified: undefined }, ADMIN_EMAILS, 403],
    ['another address', { email: 'ann@example.com.evil.test' }, ADMIN_EMAILS, 403],
    ['no address', { email: undefined }, ADMIN_EMAILS, 403],
    ['an empty address and an empty list', { email: '' }, ' , ', 403],
    ['a claim that is only truthy', { admin: 'true' }, '', 403],
    ['nothing', {}, '', 403],
  ])('by %s', async (_, claims, emails, expected) => {
    const answer = await status(accountWorker({ ADMIN_EMAILS: emails }), claims);
    expect([answer.status, answer.body.code]).toEqual([expected, expected === 403 ? 'not_admin' : undefined]);
  });

  test('reports the database in numbers, without users', async () => {
    const own = accountWorker({ ADMIN_EMAILS });
    await db.exec(
      `INSERT INTO alert_crossing VALUES ('Jane', 'key', '{"at":"2026-11-17T14:41:00.000Z"}', 2)`,
    );
    await db.exec(`INSERT INTO alert_check VALUES ('sample', 7, 1794926400)`);
    const listing = 'INSERT INTO alert_listing (market, ticker, seen, asked_at, known_at) VALUES';
    await db.exec(
      `${listing} ('sample', 'KO', '{"price":1}', 1794926400, 1794926400), ('sample', 'PG', '{"price":1}', 1794925800, 1794925800)`,
    );
    const { body, text } = await status(own);
    expect(v.parse(adminStatusSchema, body)).toEqual(body);
    expect(body).toMatchObject({
      environment: 'local',
      market_data: 'sample',
      kv: { is_bound: true, writes: 1, refused_writes: 0 },
      ledger: { last_run_at: null, missed_sessions: [] },
      alerts: {
        last_check_at: '2026-11-17T14:40:00.000Z',
        listings: 2,
        unasked: 1,
        waiting: 1,
        oldest_at: '2026-11-17T14:41:00.000Z',
        failed: 1,
      },
    });
    expect(body.d1.bytes).toBeGreaterThan(0);
    expect(text).not.toMatch(/ann/i);
  });

  test('works without a database', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(db, 'batch').mockRejectedValue(new Error('D1_ERROR: down'));
    for (const bindings of [{}, { RECORD: undefined }]) {
      const without = accountWorker({ ADMIN_EMAILS, ...bindings } as Parameters<typeof accountWorker>[0]);
      expect((await status(without)).body).toMatchObject({ d1: null, ledger: null, alerts: null });
    }
  });
});
