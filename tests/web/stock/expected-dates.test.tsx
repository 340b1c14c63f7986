import type { ExpectedResults, IsoDate } from '#compute';
import type { DatesResponse } from '#worker/contract';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { ExpectedDates } from '#web/features/stock/charts/expected-dates.tsx';
import type { ChartLayer } from '#web/shared/charts/chart-spec.ts';
import { queryClientAtom, QueryProvider } from '#web/shared/api/query-client.tsx';
import { inStore, userStore } from '#support/web/user-store.ts';
import { sampleData } from './sample-response.ts';

afterEach(cleanup);

type Dates = DatesResponse['dates'][number];

const day = (date: string) => ({ date, status: 'estimated', plus_minus_days: 3, n: 8 }) as const;

/** Earnings as a forecast expects them, after the close of the session before the one that reacts. */
const earnings = (date: string, session: string, isConfirmed = false): ExpectedResults => ({
  date: date as IsoDate,
  session: session as IsoDate,
  status: isConfirmed ? 'confirmed' : 'estimated',
  plus_minus_days: isConfirmed ? 0 : 3,
  chance: 0.9,
});

/**
 * The line below the 7-day forecast of Nov 20, and its marks; `dividend` is `undefined` while the server looks up the dates, and
 * `'failed'` if it cannot.
 */
async function lineFor(dividend: Dates['dividend'] | 'failed' | undefined, results: ExpectedResults | null) {
  vi.stubGlobal('fetch', async () =>
    dividend === 'failed'
      ? new Response(null, { status: 503 })
      : Response.json({
          dates: dividend === undefined ? [] : [{ requested_ticker: 'AAPL', dividend, results: null }],
          due: 0,
        } satisfies DatesResponse),
  );
  const data = await sampleData('AAPL', 7);
  const analysis = { ...data.analysis, forecast: { ...data.analysis.forecast, results } };
  const store = userStore();
  const onLayer = vi.fn<(layer: ChartLayer | null) => void>();
  const { container } = render(
    <QueryProvider>
      <ExpectedDates data={{ ...data, analysis }} onLayer={onLayer} />
    </QueryProvider>,
    { wrapper: inStore(store) },
  );
  await vi.waitUntil(() => store.get(queryClientAtom).getQueryState(['dates', 'AAPL'])?.status !== 'pending');
  vi.unstubAllGlobals();
  return { line: container.textContent, isMarked: onLayer.mock.lastCall?.[0] !== null };
}

test.each([
  ['unknown dates', undefined, null, ''],
  ['a failed look-up', 'failed' as const, null, 'Couldn’t check for ex-dividend and earnings dates.'],
  ['no known earnings', null, null, 'No ex-dividend date expected during this forecast.'],
  [
    'dates after the forecast',
    day('2027-02-01'),
    earnings('2027-01-20', '2027-01-21'),
    'No earnings or ex-dividend date expected during this forecast.',
  ],
  [
    'earnings before the dividend is known',
    undefined,
    earnings('2026-11-24', '2026-11-25'),
    'During this forecast: earnings, expected Tue, Nov 24 ±3 days.',
  ],
  [
    'both, the earnings announced',
    day('2026-11-25'),
    earnings('2026-11-24', '2026-11-25', true),
    'During this forecast: earnings on Tue, Nov 24; ex-dividend date, expected Wed, Nov 25 ±3 days.',
  ],
  [
    'earnings that the session after the forecast reacts to',
    null,
    earnings('2026-11-27', '2026-11-30'),
    'No earnings or ex-dividend date expected during this forecast.',
  ],
])('%s: reads as it should', async (_, dividend, results, line) => {
  expect(await lineFor(dividend, results)).toEqual({
    line,
    isMarked: line.startsWith('During'),
  });
});
