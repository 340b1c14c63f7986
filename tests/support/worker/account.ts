/** A Worker with accounts, and users whose ID tokens are signed by a key from a stand-in key server. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWTPayload } from 'jose';
import { vi } from 'vitest';
import type { UserStore } from '#worker/account/user-store.ts';
import type { WorkerBindings } from '#worker/config.ts';
import type { ItemChange, StoredItem } from '#worker/contract';
import { NOON_MS, testWorker } from './test-worker.ts';
import type { TestAnswer, TestWorker } from './test-worker.ts';

declare global {
  namespace Cloudflare {
    interface Env {
      readonly USERS: DurableObjectNamespace<UserStore>;
    }
  }
}

export const PROJECT = 'candor-test';
export const NOW_SECONDS = NOON_MS / 1000;

export interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicKey: CryptoKey;
}

export async function signingKey(kid: string): Promise<SigningKey> {
  return { kid, ...(await generateKeyPair('RS256', { extractable: true })) };
}

/** One key for all tests of a file, because generating one is slow. */
export const KEY = await signingKey('key-1');

/** The key server, whose behaviour tests can change. */
export interface KeyServer {
  keys: readonly SigningKey[];
  /** While set, the server responds with this. */
  reply: (() => Response | Promise<Response>) | null;
  cacheControl: string;
  asked: number;
}

/** Replaces the network with a key server; nothing else can be reached. */
export function fakeKeyServer(): KeyServer {
  const server: KeyServer = { keys: [KEY], reply: null, cacheControl: 'public, max-age=20000', asked: 0 };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input) => {
    // Objects of earlier tests may still fetch something else.
    if (!new Request(input).url.startsWith('https://keys-')) throw new TypeError('not reachable');
    server.asked += 1;
    if (server.reply !== null) return server.reply();
    const keys = await Promise.all(
      server.keys.map(async ({ kid, publicKey }) => ({
        ...(await exportJWK(publicKey)),
        kid,
        alg: 'RS256',
        use: 'sig',
      })),
    );
    return Response.json({ keys }, { headers: { 'Cache-Control': server.cacheControl } });
  });
  return server;
}

let keyServers = 0;

export interface AccountWorker extends TestWorker {
  /** A user's object. */
  objectOf(uid: string): DurableObjectStub<UserStore>;
}

/** A Worker with unused accounts and with keys that no other test has stored. */
export function accountWorker(
  bindings: WorkerBindings = {},
  deadlines: Parameters<typeof testWorker>[3] = {},
): AccountWorker {
  keyServers += 1;
  const { objectOf } = freshAccounts();
  const bound = {
    RECORD: env.RECORD,
    USERS: { getByName: objectOf },
    FIREBASE_PROJECT_ID: PROJECT,
    FIREBASE_JWKS_URL: `https://keys-${keyServers}-${crypto.randomUUID()}.test`,
    ...bindings,
  };
  const worker = testWorker(bound, NOON_MS, env.MARKET_CACHE, deadlines);
  return { ...worker, objectOf };
}

/** Unused accounts, because objects last as long as the runtime, which all tests share. */
export function freshAccounts(): Pick<AccountWorker, 'objectOf'> {
  const run = crypto.randomUUID();
  return { objectOf: (uid) => env.USERS.getByName(`${run} ${uid}`) };
}

/** Everything an object stores, and its next alarm. */
export function storedBy(object: DurableObjectStub<UserStore>) {
  return runInDurableObject(object, async (_, { storage }) => {
    const tables = storage.sql
      .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT GLOB '_cf_*'")
      .toArray();
    return {
      state: storage.kv.get('state'),
      items: tables.flatMap(({ name }) => storage.sql.exec(`SELECT * FROM ${name}`).toArray()),
      tables: tables.map(({ name }) => name),
      hasAlarm: (await storage.getAlarm()) !== null,
    };
  });
}

/** Firebase's claims for a user who signed in a minute ago. */
export function claimsOf(uid: string, nowSeconds = NOW_SECONDS): JWTPayload {
  return {
    iss: `https://securetoken.google.com/${PROJECT}`,
    aud: PROJECT,
    auth_time: nowSeconds - 60,
    user_id: uid,
    sub: uid,
    iat: nowSeconds - 30,
    exp: nowSeconds + 3570,
    email: `${uid.toLowerCase()}@example.com`,
    email_verified: true,
    firebase: { sign_in_provider: 'password' },
  };
}

export async function tokenOf(claims: JWTPayload, { kid, privateKey } = KEY): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(privateKey);
}

/** A signed-in user of a Worker. */
export interface Account {
  readonly uid: string;
  request(path: string, init?: RequestInit): Promise<TestAnswer>;
  /** The items of `GET /api/me/items`. */
  items(since?: number): Promise<TestAnswer>;
  put(items: readonly ItemChange[]): Promise<TestAnswer>;
  /** Stores changes; throws unless the response is 200. */
  store(items: readonly ItemChange[]): Promise<readonly StoredItem[]>;
}

/** Signs the user in for each request, so that the token's age follows the Worker's clock. */
export function accountOf(worker: TestWorker, uid: string): Account {
  let token = '';
  let signedAtMs = 0;
  const account: Account = {
    uid,
    async request(path, init) {
      if (signedAtMs !== worker.clock.ms) token = await tokenOf(claimsOf(uid, worker.clock.ms / 1000));
      signedAtMs = worker.clock.ms;
      return worker.request(path, {
        ...init,
        headers: { Authorization: `Bearer ${token}`, ...(init?.headers as Record<string, string>) },
      });
    },
    items: (since) => account.request(`/api/me/items${since === undefined ? '' : `?since=${since}`}`),
    put: (items) => account.request('/api/me/items', { method: 'PUT', body: JSON.stringify({ items }) }),
    async store(items) {
      const { status, text, body } = await account.put(items);
      if (status !== 200) throw new Error(`answered ${status} ${text}`);
      return body.items;
    },
  };
  return account;
}

export function star(ticker: string, baseVersion = 0, name = ticker): ItemChange {
  return { kind: 'star', key: ticker, value: { name }, base_version: baseVersion };
}

export function removed({ kind, key, version }: StoredItem): ItemChange {
  return { kind, key, deleted: true, base_version: version };
}

/** A saved forecast with the given key. */
export function forecast(key: string, baseVersion = 0): ItemChange {
  return {
    kind: 'forecast',
    key,
    value: {
      ticker: 'AAPL',
      source: 'yahoo',
      currency: 'USD',
      base_date: '2026-11-16',
      base_close: 190.5,
      anchor_date: '2026-11-13',
      anchor_close: 189,
      horizon_days: 7,
      target_date: '2026-11-25',
      exchange_timezone: 'America/New_York',
      median: 191,
      low80: 180,
      high80: 200,
      low95: 170,
      high95: 210,
      model: 'pooled-volatility 3.1.0',
      made_at: '2026-11-16T21:30:00.000Z',
    },
    base_version: baseVersion,
  };
}
