/** `GET /api/admin/status`: who may read it, and what it tells. */
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminStatusSchema } from '../../../worker/contract/contract.ts';
import {
  accountOf,
  accountWorker,
  claimsOf,
  fakeKeyServer,
  forecast,
  NOW_SECONDS,
  removed,
  star,
  tokenOf,
} from '../../support/worker/account.ts';
import { freshDatabase } from '../../support/worker/database.ts';
import type { TestAnswer, TestWorker } from '../../support/worker/test-worker.ts';
import { MINUTE_MS } from '../../support/worker/test-worker.ts';

let db: D1Database;

beforeEach(async () => {
  db = await freshDatabase();
  fakeKeyServer();
});
afterEach(() => vi.restoreAllMocks());

/** The status for Ann, whose token has other claims; `undefined` leaves one out. */
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

  test('tells of accounts in numbers only, and of tickers that no source knows', async () => {
    const own = accountWorker({ ADMIN_EMAILS });
    await accountOf(own, 'Jane').store([star('AAPL'), star('MSFT'), forecast('f')]);
    const [tesla] = await accountOf(own, 'Max').store([star('TSLA')]);
    await accountOf(own, 'Max').store([removed(tesla!)]);
    for (const ticker of ['NOSUCH', 'NEITHER', 'NOSUCH']) await own.request(`/api/stock/${ticker}`);
    const { body, text } = await status(own);
    expect(v.parse(adminStatusSchema, body)).toEqual(body);
    expect(body).toMatchObject({
      environment: 'local',
      market_data: 'sample',
      kv: { is_bound: true, writes: 1, refused_writes: 0 },
      unknown_tickers: [
        { ticker: 'NOSUCH', requests: 2 },
        { ticker: 'NEITHER', requests: 1 },
      ],
      ledger: { last_run_at: null, missed_sessions: [] },
      accounts: {
        users: 2,
        items: [
          { kind: 'forecast', items: 1, deleted: 0 },
          { kind: 'star', items: 2, deleted: 1 },
        ],
      },
    });
    expect(body.d1.bytes).toBeGreaterThan(0);
    expect(body.d1.rows).toContainEqual({ table: 'user_item', rows: 4 });
    expect(text).not.toMatch(/jane|max|ann|TSLA/i);
  });

  test('counts the database at most once in ten minutes, and works without one', async () => {
    const own = accountWorker({ ADMIN_EMAILS });
    const ann = (at: number) => status(own, { exp: NOW_SECONDS + 7200, auth_time: NOW_SECONDS + at });
    expect((await ann(0)).body.accounts.users).toBe(0);
    await accountOf(own, 'Jane').store([star('AAPL')]);
    own.clock.ms += 10 * MINUTE_MS - 1;
    expect((await ann(0)).body.accounts.users).toBe(0);
    own.clock.ms += 1;
    expect((await ann(0)).body.accounts.users).toBe(1);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.spyOn(db, 'batch').mockRejectedValue(new Error('D1_ERROR: down'));
    for (const bindings of [{}, { RECORD: undefined }]) {
      const without = accountWorker({ ADMIN_EMAILS, ...bindings } as Parameters<typeof accountWorker>[0]);
      expect((await status(without)).body).toMatchObject({ d1: null, ledger: null, accounts: null });
    }
  });
});
