import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { unstable_readConfig as readWranglerConfig } from 'wrangler';
import { fromRoot } from '#scripts/stack/repository.ts';
import { readConfig } from '#worker/config.ts';

const deployed = readWranglerConfig({ config: fromRoot('wrangler.toml') });

test('a fresh clone deploys unchanged: no named environment, IDs, settings or placeholders', () => {
  expect(deployed.definedEnvironments ?? []).toEqual([]);
  // The platform provisions bindings without an ID, at the top level only (cloudflare/workers-sdk#11167).
  expect(deployed.kv_namespaces).toEqual([{ binding: 'MARKET_CACHE' }]);
  expect(deployed.d1_databases).toMatchObject([{ binding: 'RECORD', database_name: 'candor-record' }]);
  expect(deployed.d1_databases[0]).not.toHaveProperty('database_id');
  expect(deployed.durable_objects.bindings).toEqual([
    { name: 'USERS', class_name: 'UserStore' },
    { name: 'VENDOR_BUDGET', class_name: 'VendorBudget' },
  ]);
  expect(deployed.migrations).toEqual([{ tag: 'v1', new_sqlite_classes: ['UserStore', 'VendorBudget'] }]);
  expect(deployed.vars).toEqual({});
  expect(readFileSync(fromRoot('wrangler.toml'), 'utf8')).not.toMatch(/YOUR|REPLACE|placeholder|<.+>/i);
});

test('settings from the dashboard survive the next deployment', () => {
  expect(deployed.keep_vars).toBe(true);
});

test('without settings it is production on the sample market, with a ledger and without accounts', () => {
  expect(readConfig({})).toMatchObject({
    ok: true,
    value: {
      ENVIRONMENT: 'production',
      MARKET_DATA: 'sample',
      RECORD_UNIVERSE: expect.arrayContaining(['AAPL', 'BTC-USD']),
      FIREBASE_PROJECT_ID: '',
      FIREBASE_AUTH_EMULATOR: '',
    },
  });
});

test('it has the cache in front, the rate limits and the scheduled job', () => {
  expect(deployed).toMatchObject({
    cache: { enabled: true },
    ratelimits: [{ name: 'API_RATE_LIMITER' }, { name: 'UNKNOWN_RATE_LIMITER' }],
    triggers: { crons: ['*/10 * * * *'] },
  });
});

test("it logs the Worker's lines, but not the platform's line with the URL", () => {
  expect(deployed.observability).toEqual({
    enabled: true,
    logs: { enabled: true, invocation_logs: false },
  });
});

test('every line of the example is a comment, because the deploy button would ask for any setting in it', () => {
  const lines = readFileSync(fromRoot('.dev.vars.example'), 'utf8').split('\n');
  expect(lines.filter((line) => line.trim() !== '' && !line.startsWith('#'))).toEqual([]);
});
