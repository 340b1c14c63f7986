import { expect, test } from 'vitest';
import { unstable_readConfig as readWranglerConfig } from 'wrangler';
import { fromRoot } from '../../scripts/stack/repository.ts';

const production = readWranglerConfig({ config: fromRoot('wrangler.toml'), env: 'production' });

test("production logs what the Worker says, and not the platform's line with the address", () => {
  expect(production.observability).toEqual({
    enabled: true,
    logs: { enabled: true, invocation_logs: false },
  });
});

test('production has the cache in front, the limit per address, the store, the record and its job', () => {
  expect(production).toMatchObject({
    cache: { enabled: true },
    ratelimits: [{ name: 'API_RATE_LIMITER' }],
    kv_namespaces: [{ binding: 'MARKET_CACHE' }],
    d1_databases: [{ binding: 'RECORD' }],
    triggers: { crons: ['*/10 * * * *'] },
  });
});

test('production accepts signed ID tokens only', () => {
  expect(production.vars).toMatchObject({
    FIREBASE_PROJECT_ID: expect.any(String),
    FIREBASE_AUTH_EMULATOR: '',
  });
});

test('no key stands in the file: keys are secrets', () => {
  expect(Object.keys(production.vars).filter((name) => /KEY|SECRET|TOKEN/.test(name))).toEqual([]);
});
