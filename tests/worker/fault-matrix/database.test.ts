/** A03: a database that does not work, in every way, at every route that reads it. */
import { UnsecuredJWT } from 'jose';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adminStatusSchema, errorSchema } from '../../../worker/contract/contract.ts';
import { textStream } from '../../../worker/http/database.ts';
import { claimsOf, PROJECT } from '../../support/worker/account.ts';
import { NOON_MS, testWorker } from '../../support/worker/test-worker.ts';

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  vi.spyOn(console, 'error').mockImplementation((line) => void lines.push(String(line)));
});
afterEach(() => vi.restoreAllMocks());

const hang = () => new Promise<never>(() => undefined);

/** A database whose every call has this outcome. */
function database(outcome: () => Promise<never>): D1Database {
  const statement = { bind: () => statement, first: outcome, all: outcome, run: outcome, raw: outcome };
  return { prepare: () => statement, batch: outcome } as unknown as D1Database;
}

const FAULTS: readonly (readonly [string, D1Database | undefined])[] = [
  ['is down', database(() => Promise.reject(new Error('D1_ERROR: Network connection lost')))],
  ['fails in words of its own', database(() => Promise.reject(new Error('internal error')))],
  ['throws what is no error', database(() => Promise.reject(null))],
  [
    'throws at once',
    {
      prepare: () => {
        throw new TypeError('no');
      },
    } as unknown as D1Database,
  ],
  ['has no tables yet', database(() => Promise.reject(new Error('D1_ERROR: no such table: user_item')))],
  ['hangs', database(hang)],
  ['is not bound', undefined],
];

const TOKEN = new UnsecuredJWT({ ...claimsOf('Jane'), admin: true }).encode();
const STAR = { kind: 'star', key: 'AAPL', value: { name: 'Apple' }, base_version: 0 };

describe.each(FAULTS)('A03 a database that %s', (_, RECORD) => {
  /** Nothing waits: the time that a response may take is over as soon as it begins. */
  const worker = () =>
    testWorker(
      {
        ...(RECORD && { RECORD }),
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
    ['/api/record?ledger=replay', 'ledger_unavailable'],
    ['/api/record/AAPL', 'ledger_unavailable'],
    ['/api/record/verify', 'ledger_unavailable'],
    ['/api/record.csv', 'ledger_unavailable'],
    ['/api/record/events.csv', 'ledger_unavailable'],
    ['/api/me/items', 'account_unavailable'],
    ['/api/me/items', 'account_unavailable', { method: 'PUT', body: JSON.stringify({ items: [STAR] }) }],
    ['/api/me/export', 'account_unavailable'],
    ['/api/me', 'account_unavailable', { method: 'DELETE' }],
  ])('is 503 at %s', async (path, code, init) => {
    const { status, body, headers } = await request(path, init);
    expect([status, body.code, headers.get('Retry-After')]).toEqual([503, code, '30']);
    expect(headers.get('Cache-Control')).toBe('no-store');
    v.parse(errorSchema, body);
    expect(lines.map((line) => (JSON.parse(line) as { event: string }).event)).toEqual(
      RECORD === undefined ? [] : ['database_failed'],
    );
    expect(lines.join()).not.toMatch(/jane|AAPL|eyJ/i);
  });

  test('leaves the operators’ page all but its parts, and the rest as it is', async () => {
    const { status, body } = await request('/api/admin/status');
    expect(status).toBe(200);
    expect(v.parse(adminStatusSchema, body)).toMatchObject({ d1: null, ledger: null, accounts: null });
    expect((await request('/api/health')).status).toBe(200);
    expect((await request('/api/stock/AAPL')).status).toBe(200);
  });

  test('is not asked with a wrong parameter or without a user', async () => {
    expect((await request('/api/record?ledger=x')).status).toBe(400);
    expect((await worker().request('/api/me/items')).status).toBe(401);
    expect(lines).toEqual([]);
  });
});

async function* texts() {
  yield '';
  yield 'seq\r\n';
  await hang();
}

test('A03 a download that stops coming is broken off, so that half of it does not pass for the whole', async () => {
  const reader = textStream(texts(), 0).getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('seq\r\n');
  await expect(reader.read()).rejects.toThrow('timed out');
});
