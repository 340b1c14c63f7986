import { smokeFindings } from '#scripts/stack/smoke-checks.ts';
import { expect, test } from './fixtures.ts';

test('the smoke test passes on a working deployment', async ({ baseURL }) => {
  const findings = await smokeFindings(new URL(baseURL ?? ''));
  expect(findings.filter(({ problem }) => problem !== null)).toEqual([]);
});
