/** A03: a database or an object that fails, in every way, at every route that reads it. */
import { ok } from '#compute';
import { UnsecuredJWT } from 'jose';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminStatusSchema, errorSchema } from '#worker/contract';
import type { UserAccounts } from '#worker/account/user-store.ts';
import { textStream } from '#worker/http/database.ts';
import { claimsOf, PROJECT } from '#support/worker/account.ts';
import { NOON_MS, testWorker } from '#support/worker/test-worker.ts';

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

const hang = () => new Promise<never>(() => undefined);

interface Databases {
  readonly RECORD: D1Database;
  readonly USERS: UserAccounts;
}

/** Databases whose calls all have this outcome. */
function database(outcome: () => Promise<never>): Databases {
  const statement = { bind: () => statement, first: outcome, all: outcome, run: outcome, raw: outcome };
  const object = {
    readChanges: outcome,
    writeChanges: outcome,
    recordCrossings: outcome,
    unwatchedAlerts: outcome,
    deleteAccount: outcome,
  };
  return {
    RECORD: { prepare: () => statement, batch: outcome } as unknown as D1Database,
    USERS: { getByName: () => object },
  };
}

const throws = () => {
  throw new TypeError('no');
};

const FAULTS: readonly (readonly [string, Databases | undefined])[] = [
  ['is down', database(() => Promise.reject(new Error('D1_ERROR: Network connection lost')))],
  ['fails in words of its own', database(() => Promise.reject(new Error('internal error')))],
  ['throws what is no error', database(() => Promise.reject(null))],
  ['throws at once', { RECORD: { prepare: throws } as unknown as D1Database, USERS: { getByName: throws } }],
  [
    'has no tables yet',
    database(() => Promise.reject(new Error('D1_ERROR: no such table: record_forecast'))),
  ],
  [
    'is replaced, again and again',
    database(() => Promise.reject(Object.assign(new Error('reset'), { retryable: true }))),
  ],
  ['hangs', database(hang)],
  ['is not bound', undefined],
];

const TOKEN = new UnsecuredJWT({ ...claimsOf('Jane'), admin: true }).encode();
const STAR = { kind: 'star', key: 'AAPL', value: { name: 'Apple' }, base_version: 0 };

describe.each(FAULTS)('A03 a database that %s', (_, databases) => {
  /** The response deadline is 0, so nothing waits. */
  const worker = () =>
    testWorker(
      {
        ...databases,
        FIREBASE_PROJECT_ID: PROJECT,
        FIREBASE_AUTH_EMULATOR: 'http://127.0.0.1:9099',
      },
      NOON_MS,
      null,
      { databaseMs: 0 },
    );
  const request = (path: string, init: RequestInit = {}) =>
    worker().request(`http://localhost${path}`, { ...init, headers: { Authorization: `Bearer ${TOKEN}` } });

  test.each<[string, string, RequestInit?]>([
    ['/api/record', 'ledger_unavailable'],
    ['/api/record/AAPL', 'ledger_unavailable'],
    ['/api/record/verify', 'ledger_unavailable'],
    ['/api/record.csv', 'ledger_unavailable'],
    ['/api/record/events.csv', 'ledger_unavailable'],
    ['/api/me/items', 'account_unavailable'],
    ['/api/me/items', 'account_unavailable', { method: 'PUT', body: JSON.stringify({ items: [STAR] }) }],
    ['/api/me/export', 'account_unavailable'],
    ['/api/me', 'account_unavailable', { method: 'DELETE' }],
  ])('gives 503 at %s', async (path, code, init) => {
    const { status, body, headers } = await request(path, init);
    expect([status, body.code, headers.get('Retry-After')]).toEqual([503, code, '30']);
    expect(headers.get('Cache-Control')).toBe('no-store');
    v.parse(errorSchema, body);
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(
      databases === undefined ? [] : ['database_failed'],
    );
    expect(lines.join()).not.toMatch(/jane|AAPL|eyJ/i);
  });

  test('only removes its parts from the operators’ status', async () => {
    const { status, body } = await request('/api/admin/status');
    expect(status).toBe(200);
    expect(v.parse(adminStatusSchema, body)).toMatchObject({ d1: null, ledger: null });
    expect((await request('/api/health')).status).toBe(200);
    expect((await request('/api/stock/AAPL')).status).toBe(200);
  });

  test('is not called with a wrong parameter or without a user', async () => {
    expect((await request('/api/record/verify?page=0')).status).toBe(400);
    expect((await worker().request('/api/me/items')).status).toBe(401);
    expect(lines).toEqual([]);
  });
});

describe('A10 an object that fails', () => {
  test.each<readonly [string, object, number, number]>([
    ['is asked once more where that may help, by a new stub', { retryable: true }, 2, 200],
    ['is left alone while it has too much to do', { retryable: true, overloaded: true }, 1, 503],
    ['is not asked again otherwise', {}, 1, 503],
  ])('%s', async (_, flags, calls, expected) => {
    const getByName = vi.fn<UserAccounts['getByName']>(() => ({
      ...database(hang).USERS.getByName(''),
      readChanges: async () => {
        if (getByName.mock.calls.length === 1) throw Object.assign(new Error('reset'), flags);
        return ok({ version: 0, rows: [], isFull: true });
      },
    }));
    const worker = testWorker(
      { USERS: { getByName }, FIREBASE_PROJECT_ID: PROJECT, FIREBASE_AUTH_EMULATOR: 'http://127.0.0.1:9099' },
      NOON_MS,
      null,
    );
    const { status } = await worker.request('http://localhost/api/me/items', {
      headers: { Authorization: `Bearer ${TOKEN}` },
    });
    expect([status, getByName.mock.calls.length]).toEqual([expected, calls]);
  });
});

async function* texts() {
  yield '';
  yield 'seq\r\n';
  await hang();
}

test('A03 a download that stalls is aborted, so that half of it does not look complete', async () => {
  const reader = textStream(texts(), 0).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('seq\r\n');
  await expect(reader.read()).rejects.toThrow('timed out');
});
