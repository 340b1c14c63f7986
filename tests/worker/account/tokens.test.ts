/** Which ID tokens are accepted. Each refused one differs by one claim, header or byte from an accepted one. */
import { exportSPKI, SignJWT, UnsecuredJWT } from 'jose';
import type { JWTPayload } from 'jose';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  accountOf,
  accountWorker,
  claimsOf,
  fakeKeyServer,
  KEY,
  NOW_SECONDS,
  signingKey,
  tokenOf,
} from '#support/worker/account.ts';
import type { SigningKey } from '#support/worker/account.ts';
import { freshDatabase } from '#support/worker/database.ts';
import type { TestAnswer, TestWorker } from '#support/worker/test-worker.ts';

const EMULATOR = { FIREBASE_AUTH_EMULATOR: 'http://127.0.0.1:9099' };
const LOOPBACK = 'http://127.0.0.1:8787';

let other: SigningKey;

beforeAll(async () => {
  other = await signingKey('key-2');
});
beforeEach(async () => {
  await freshDatabase();
  fakeKeyServer();
});
afterEach(() => vi.restoreAllMocks());

async function ask(
  worker: TestWorker,
  authorization: string | null,
  path = '/api/me/items',
): Promise<TestAnswer> {
  return worker.request(path, authorization === null ? {} : { headers: { Authorization: authorization } });
}

const JANE = claimsOf('Jane');

type Claims = Readonly<Record<string, unknown>>;

/** Jane's claims with some replaced; `undefined` omits a claim. */
const janeWith = (claims: Claims): JWTPayload => JSON.parse(JSON.stringify({ ...JANE, ...claims }));

const tokenWith = async (claims: Claims) => `Bearer ${await tokenOf(janeWith(claims))}`;

const base64 = (value: unknown) => btoa(JSON.stringify(value)).replace(/=+$/, '');

/** Signs claims that a JWT library may refuse to sign. */
async function signed(payload: string, header: object = { alg: 'RS256', kid: KEY.kid }): Promise<string> {
  const text = `${base64(header)}.${payload}`;
  const signature = await crypto.subtle.sign(
    'RSASSA-PKCS1-v1_5',
    KEY.privateKey,
    new TextEncoder().encode(text),
  );
  const bytes = String.fromCharCode(...new Uint8Array(signature));
  return `Bearer ${text}.${btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')}`;
}

async function hmacToken(): Promise<string> {
  const secret = new TextEncoder().encode(await exportSPKI(KEY.publicKey));
  return new SignJWT(JANE).setProtectedHeader({ alg: 'HS256', kid: KEY.kid }).sign(secret);
}

/** The token with one character of a part replaced. */
async function tampered(part: 0 | 1 | 2): Promise<string> {
  const parts = (await tokenOf(JANE)).split('.');
  const text = parts[part]!;
  parts[part] = `${text.slice(0, 20)}${text[20] === 'A' ? 'B' : 'A'}${text.slice(21)}`;
  return `Bearer ${parts.join('.')}`;
}

const REFUSED: readonly (readonly [name: string, make: () => Promise<string | null>])[] = [
  ['none at all', async () => null],
  ['an empty header', async () => ''],
  ['another scheme', async () => `Basic ${await tokenOf(JANE)}`],
  ['no scheme', async () => tokenOf(JANE)],
  ['garbage', async () => 'Bearer garbage'],
  ['garbage in three parts', async () => 'Bearer gar.ba.ge'],
  ['two tokens', async () => `Bearer ${await tokenOf(JANE)}, Bearer ${await tokenOf(JANE)}`],
  ['an oversized one', () => tokenWith({ note: 'x'.repeat(8000) })],
  ['alg none', async () => `Bearer ${new UnsecuredJWT(JANE).encode()}`],
  [
    'alg none with the signature of a good one',
    async () => {
      const [, payload, signature] = (await tokenOf(JANE)).split('.');
      return `Bearer ${base64({ alg: 'none' })}.${payload}.${signature}`;
    },
  ],
  ['HS256 with the public key as its secret', async () => `Bearer ${await hmacToken()}`],
  ['RS512 by the right key', async () => signed(base64(JANE), { alg: 'RS512', kid: KEY.kid })],
  ['no key id', async () => signed(base64(JANE), { alg: 'RS256' })],
  ['a key id that is no text', async () => signed(base64(JANE), { alg: 'RS256', kid: 7 })],
  ['an unknown key id', async () => `Bearer ${await tokenOf(JANE, { ...KEY, kid: 'key-9' })}`],
  ['a known key id and another key', async () => `Bearer ${await tokenOf(JANE, { ...other, kid: KEY.kid })}`],
  [
    'an extension that must be understood',
    async () => signed(base64(JANE), { alg: 'RS256', kid: KEY.kid, crit: ['exp'], exp: 1 }),
  ],
  ['a changed header', () => tampered(0)],
  ['changed claims', () => tampered(1)],
  ['a changed signature', () => tampered(2)],
  ['no signature', async () => `Bearer ${(await tokenOf(JANE)).split('.').slice(0, 2).join('.')}.`],
  ['claims that are no JSON', () => signed(btoa('{').replace(/=+$/, ''))],
  ['claims that are a list', () => signed(base64([JANE]))],
  ['another issuer', () => tokenWith({ iss: 'https://securetoken.google.com/another-project' })],
  [
    'the issuer of session cookies',
    () => tokenWith({ iss: 'https://session.firebase.google.com/candor-test' }),
  ],
  ['no issuer', () => tokenWith({ iss: undefined })],
  ['another audience', () => tokenWith({ aud: 'another-project' })],
  ['a list of audiences', () => tokenWith({ aud: ['candor-test', 'another-project'] })],
  ['no audience', () => tokenWith({ aud: undefined })],
  ['one that has just expired', () => tokenWith({ exp: NOW_SECONDS })],
  ['no end', () => tokenWith({ exp: undefined })],
  ['an end that is no number', () => signed(base64({ ...JANE, exp: 'never' }))],
  ['one of over a minute ahead', () => tokenWith({ iat: NOW_SECONDS + 61 })],
  ['no time of issue', () => tokenWith({ iat: undefined })],
  ['one that is not valid yet', () => tokenWith({ nbf: NOW_SECONDS + 61 })],
  ['a sign-in of over a minute ahead', () => tokenWith({ auth_time: NOW_SECONDS + 61 })],
  ['no time of sign-in', () => tokenWith({ auth_time: undefined })],
  ['no subject', () => tokenWith({ sub: undefined })],
  ['an empty subject', () => tokenWith({ sub: '' })],
  ['a subject of 129 characters', () => tokenWith({ sub: 'x'.repeat(129) })],
  ['a subject that is no text', () => signed(base64({ ...JANE, sub: 7 }))],
];

describe('refused with 401', () => {
  test.each(REFUSED)('%s', async (_, make) => {
    const answer = await ask(accountWorker(), await make());
    expect([answer.status, answer.body.code]).toEqual([401, 'unauthenticated']);
    expect(answer.headers.get('WWW-Authenticate')).toBe('Bearer');
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  });
});

describe('accepted', () => {
  test.each<readonly [string, Claims]>([
    ['as Firebase issues it', {}],
    ['a second before its end', { exp: NOW_SECONDS + 1 }],
    ['an issuer whose clock is a minute ahead', { iat: NOW_SECONDS + 60, auth_time: NOW_SECONDS + 60 }],
    ['a subject of 128 characters', { sub: 'x'.repeat(128) }],
    ['without an address', { email: undefined, email_verified: undefined }],
  ])('%s', async (_, claims) => {
    expect((await ask(accountWorker(), await tokenWith(claims))).status).toBe(200);
  });

  test('the scheme in any case', async () => {
    expect((await ask(accountWorker(), `bearer ${await tokenOf(JANE)}`)).status).toBe(200);
  });
});

describe('A09 unsigned tokens of the emulator', () => {
  const unsigned = `Bearer ${new UnsecuredJWT(JANE).encode()}`;
  const path = `${LOOPBACK}/api/me/items`;

  test('pass on this machine if the emulator is set', async () => {
    expect((await ask(accountWorker(EMULATOR), unsigned, path)).status).toBe(200);
  });
  test('are refused without the setting', async () => {
    expect((await ask(accountWorker(), unsigned, path)).status).toBe(401);
  });
  test('are refused from another host', async () => {
    for (const host of ['https://candor.test', 'http://localhost.evil.test', 'http://0.0.0.0:8787'])
      expect((await ask(accountWorker(EMULATOR), unsigned, `${host}/api/me/items`)).status).toBe(401);
  });
  test('never pass in production, which refuses to work with the setting', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const production = accountWorker({ ...EMULATOR, ENVIRONMENT: 'production' });
    const answer = await ask(production, unsigned, path);
    expect([answer.status, answer.body.code]).toEqual([500, 'misconfigured']);
    expect(String(log.mock.calls[0]?.[0])).toContain('FIREBASE_AUTH_EMULATOR must not be set in production');
    expect((await ask(accountWorker({ ENVIRONMENT: 'production' }), unsigned, path)).status).toBe(401);
  });
  test.each<readonly [string, Claims]>([
    ['another project', { aud: 'another-project' }],
    ['one that has expired', { exp: NOW_SECONDS - 1 }],
    ['no subject', { sub: undefined }],
  ])('are still checked: %s', async (_, claims) => {
    const token = new UnsecuredJWT(janeWith(claims)).encode();
    expect((await ask(accountWorker(EMULATOR), `Bearer ${token}`, path)).status).toBe(401);
  });
  test('a token is refused unless its signature was checked', async () => {
    expect((await ask(accountWorker(EMULATOR), `${unsigned}AAAA`, path)).status).toBe(401);
  });
});

test('without a project or account storage every request gets 503, whatever its token', async () => {
  for (const bindings of [{ FIREBASE_PROJECT_ID: '' }, { USERS: undefined }]) {
    const worker = accountWorker(bindings as Parameters<typeof accountWorker>[0]);
    const answer = await accountOf(worker, 'Jane').items();
    expect([answer.status, answer.body.code]).toEqual([503, 'account_unavailable']);
  }
});
