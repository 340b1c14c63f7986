// @vitest-environment node
import { ok } from '#compute';
import { expect, test } from 'vitest';
import { compareExport } from '../../../web/features/compare/compare-export.ts';
import { createCompareState } from '../../../web/features/compare/compare-state.ts';
import { parseCompareView } from '../../../web/features/compare/compare-url.ts';
import { createComputeClient } from '../../../web/shared/offthread/compute-client.ts';
import { createStore } from '../../../web/shared/state/store.ts';
import { sampleResponse } from '../stock/sample-response.ts';

test('a row of the comparison is as long as its head, and empty where a history is too short for a forecast', async () => {
  const store = createStore();
  const state = createCompareState({
    store,
    fetchStock: (ticker) => Promise.resolve(ok(sampleResponse(ticker, ticker === 'Y' ? 40 : 400))),
    compute: createComputeClient(() => Promise.resolve(null)),
    nowMs: () => 0,
  });
  await state.open(parseCompareView('?tickers=A,Y&benchmark=none&range=1M&horizon=14'));
  const compared = store.get(state.comparedAtom);
  if (compared.status !== 'ready') throw new Error(compared.status);
  const { title, kind, rows } = compareExport(compared);
  expect([title, kind]).toEqual(['Forecasts and records, 14 days, change over 1M', 'estimate']);
  const [head, whole, young] = await rows();
  expect(whole).toHaveLength(head?.length ?? 0);
  expect(young).toHaveLength(head?.length ?? 0);
  expect(whole?.slice(0, 3)).toEqual(['A', 'A Inc.', 'USD']);
  expect(whole?.slice(5).every((cell) => cell !== null)).toBe(true);
  expect(young?.slice(5).every((cell) => cell === null)).toBe(true);
});
