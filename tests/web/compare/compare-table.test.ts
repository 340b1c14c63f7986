// @vitest-environment node
import { compareSeries } from '#compute';
import { expect, test } from 'vitest';
import { compareExport } from '../../../web/features/compare/compare-table.tsx';
import { parseCompareView } from '../../../web/features/compare/compare-view.ts';
import { listingData, sampleResponse } from '../stock/sample-response.ts';

test('a row of the comparison is as long as its head, and empty where a history is too short for a forecast', async () => {
  const view = parseCompareView('?tickers=A,Y&benchmark=none&range=1M&horizon=14');
  const members = await Promise.all(
    [sampleResponse('A', 400), sampleResponse('Y', 40)].map(async (response) => ({
      ticker: response.ticker,
      etag: '',
      ...(await listingData(response, view.horizonDays)),
    })),
  );
  const comparison = compareSeries(
    members.map(({ candles }) => candles),
    view.range,
  );
  if (!comparison.ok) throw new Error(comparison.error.reason);
  const compared = { status: 'ready', view, members, comparison: comparison.value } as const;
  const { title, kind, rows } = compareExport(compared);
  expect([title, kind]).toEqual(['Forecasts and records, 14 days, change over 1M', 'estimate']);
  const [head, whole, young] = await rows();
  expect(whole).toHaveLength(head?.length ?? 0);
  expect(young).toHaveLength(head?.length ?? 0);
  expect(whole?.slice(0, 3)).toEqual(['A', 'A Inc.', 'USD']);
  expect(whole?.slice(5).every((cell) => cell !== null)).toBe(true);
  expect(young?.slice(5).every((cell) => cell === null)).toBe(true);
});
