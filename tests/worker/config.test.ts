import { afterEach, describe, expect, test, vi } from 'vitest';
import { readConfig } from '#worker/config.ts';
import { testWorker } from '../support/worker/test-worker.ts';

afterEach(() => vi.restoreAllMocks());

test('without variables the sample market runs, with the documented URLs', () => {
  expect(readConfig({})).toMatchObject({
    ok: true,
    value: {
      MARKET_DATA: 'sample',
      YAHOO_BASE_URL: ['https://query2.finance.yahoo.com', 'https://query1.finance.yahoo.com'],
      FINNHUB_BASE_URL: 'https://finnhub.io/api/v1',
      TWELVEDATA_BASE_URL: 'https://api.twelvedata.com',
    },
  });
});

test('URLs lose surrounding spaces and a trailing slash', () => {
  expect(readConfig({ YAHOO_BASE_URL: ' https://a.test/ , http://127.0.0.1:8790' })).toMatchObject({
    ok: true,
    value: { YAHOO_BASE_URL: ['https://a.test', 'http://127.0.0.1:8790'] },
  });
});

describe('the error names a wrong variable', () => {
  test.each([
    ['MARKET_DATA', 'demo'],
    ['YAHOO_BASE_URL', 'http://relay.test'],
    ['YAHOO_BASE_URL', ',,'],
    ['YAHOO_BASE_URL', 'https://user:secret@a.test'],
    ['FINNHUB_BASE_URL', 'ftp://finnhub.io'],
    ['TWELVEDATA_BASE_URL', 'https://a.test?x=1'],
    ['ALLOWED_ORIGINS', 'https://page.example/'],
    ['ALLOWED_ORIGINS', 'http://page.example'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'null'],
    ['ENVIRONMENT', 'staging'],
    ['HSTS_PRELOAD', 'yes'],
    ['FIREBASE_PROJECT_ID', 'My Project'],
    ['FIREBASE_JWKS_URL', 'http://keys.example'],
    ['ADMIN_EMAILS', 'ann@example.com, ben'],
    ['RECORD_LISTINGS_PER_RUN', '0'],
    ['RECORD_LISTINGS_PER_RUN', '2.5'],
    ['RECORD_LISTINGS_PER_RUN', '101'],
    ['CALLS_PER_RUN', '5'],
    ['CALLS_PER_RUN', '43'],
  ])('%s=%s', (name, value) => {
    const config = readConfig({ [name]: value });
    expect(config.ok).toBe(false);
    if (config.ok) return;
    expect(config.error).toHaveLength(1);
    expect(config.error[0]).toMatch(new RegExp(`^${name} must (?:be|list) `));
    expect(config.error[0]).not.toContain('secret');
  });
  test('and all others', () => {
    const config = readConfig({ MARKET_DATA: 'x', YAHOO_BASE_URL: 'y' });
    expect(config.ok ? 0 : config.error.length).toBe(2);
  });
});

test('refuses a ledger with more listings than its runs can write within twelve hours', () => {
  const listings = (count: number) => Array.from({ length: count }, (_, i) => `T${i}`).join();
  const of = (count: number, perRun?: string) =>
    readConfig({
      RECORD_UNIVERSE: listings(count),
      ...(perRun && { RECORD_LISTINGS_PER_RUN: perRun, CALLS_PER_RUN: '900' }),
    });
  expect(of(120).ok).toBe(true);
  expect(of(500, '10').ok).toBe(true);
  expect(of(121)).toEqual({
    ok: false,
    error: [
      expect.stringMatching(/^RECORD_UNIVERSE must have at most 60 listings per RECORD_LISTINGS_PER_RUN/),
    ],
  });
});

test('refuses a replay in production, which is the default', () => {
  expect(readConfig({ REPLAY: 'true', ENVIRONMENT: 'local' })).toMatchObject({
    ok: true,
    value: { REPLAY: true },
  });
  for (const bindings of [{ REPLAY: 'true' }, { REPLAY: 'true', ENVIRONMENT: 'production' }]) {
    expect(readConfig(bindings)).toMatchObject({
      ok: false,
      error: [expect.stringMatching(/^REPLAY must not/)],
    });
  }
});

test('refuses the Auth emulator in production, which is the default', () => {
  const FIREBASE_AUTH_EMULATOR = 'http://127.0.0.1:9099';
  expect(readConfig({ FIREBASE_AUTH_EMULATOR, ENVIRONMENT: 'local' }).ok).toBe(true);
  for (const bindings of [{}, { ENVIRONMENT: 'production' }]) {
    expect(readConfig({ FIREBASE_AUTH_EMULATOR, ...bindings })).toMatchObject({
      ok: false,
      error: [expect.stringMatching(/^FIREBASE_AUTH_EMULATOR must not/)],
    });
  }
});

test("administrators' addresses are compared in lower case", () => {
  expect(readConfig({ ADMIN_EMAILS: ' Ann@Example.com,ben@example.com ,' })).toMatchObject({
    ok: true,
    value: { ADMIN_EMAILS: ['ann@example.com', 'ben@example.com'] },
  });
});

test('a production deployment with live data logs its missing bindings at the first request', async () => {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const lines = () =>
    log.mock.calls.map(([line]) => String(line)).filter((line) => line.includes('missing_bindings'));
  const worker = testWorker({ MARKET_DATA: 'live', ENVIRONMENT: 'production' });
  await worker.request('/api/health');
  await worker.request('/api/health');
  expect(lines().map((line) => JSON.parse(line).missing)).toEqual([
    ['RECORD', 'USERS', 'VENDOR_BUDGET', 'API_RATE_LIMITER', 'UNKNOWN_RATE_LIMITER', 'FIREBASE_PROJECT_ID'],
  ]);
  await testWorker({ MARKET_DATA: 'live', ENVIRONMENT: 'local' }).request('/api/health');
  expect(lines()).toHaveLength(1);
});

test('with a wrong variable every API route returns 500 misconfigured, and the log names the variable', async () => {
  const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const worker = testWorker({ MARKET_DATA: 'demo' });
  for (const path of ['/api/health', '/api/stock/AAPL']) {
    const answer = await worker.request(path);
    expect(answer.status).toBe(500);
    expect(answer.body).toMatchObject({
      code: 'misconfigured',
      error: 'The server isn’t configured correctly.',
    });
    expect(answer.headers.get('Cache-Control')).toBe('no-store');
  }
  expect(String(log.mock.calls[0]?.[0])).toContain('MARKET_DATA must be');
});

test.each([
  ['/api/health', {}, 'max-age=63072000'],
  ['/api/health', { HSTS_PRELOAD: 'true' }, 'max-age=63072000; includeSubDomains; preload'],
  ['/api/nothing', { HSTS_PRELOAD: 'true' }, 'max-age=63072000; includeSubDomains; preload'],
])(
  '%s with %o requires TLS as the page does, because browsers follow the last response',
  async (path, bindings, value) => {
    const { headers } = await testWorker(bindings).request(path);
    expect(headers.get('Strict-Transport-Security')).toBe(value);
  },
);
