import { expect, test } from 'vitest';
import { unstable_readConfig as readWranglerConfig } from 'wrangler';
import { fromRoot } from '../stack/repository.ts';

const production = readWranglerConfig({ config: fromRoot('wrangler.toml'), env: 'production' });

test("production logs what the Worker says, and not the platform's line with the address", () => {
  expect(production.observability).toEqual({
    enabled: true,
    logs: { enabled: true, invocation_logs: false },
  });
});

test('production has the cache in front, the limit per address and the store', () => {
  expect(production).toMatchObject({ cache: { enabled: true } });
  expect(production.ratelimits?.map(({ name }) => name)).toEqual(['API_RATE_LIMITER']);
  expect(production.kv_namespaces.map(({ binding }) => binding)).toEqual(['MARKET_CACHE']);
});

test('no key stands in the file: keys are secrets', () => {
  expect(Object.keys(production.vars).filter((name) => /KEY|SECRET|TOKEN/.test(name))).toEqual([]);
});
