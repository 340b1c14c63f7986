import type { DatesResponse } from '#worker/contract';
import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import '../../support/web/patience.ts';
import { ExpectedDates } from '../../../web/features/stock/charts/expected-dates.tsx';
import { queryClientAtom, QueryProvider } from '../../../web/shared/api/query-client.tsx';
import { inStore, userStore } from '../../support/web/user-store.ts';
import { sampleData } from './sample-response.ts';

afterEach(cleanup);

type Dates = DatesResponse['dates'][number];

const day = (date: string) => ({ date, status: 'estimated', plus_minus_days: 3, n: 8 }) as const;
const filings = (next: ReturnType<typeof day> | null): Dates['results'] => ({
  source: 'sec',
  past: [],
  next,
});

/** The line below the 7-day forecast of Nov 20; `known` is `null` while the server is looking up the dates. */
async function lineFor(known: Pick<Dates, 'dividend' | 'results'> | null): Promise<string> {
  vi.stubGlobal('fetch', async () =>
    Response.json({
      dates: known === null ? [] : [{ requested_ticker: 'AAPL', ...known }],
      due: 0,
    } satisfies DatesResponse),
  );
  const { candles, analysis } = await sampleData('AAPL', 7);
  const { forecast } = analysis;
  const store = userStore();
  const { container } = render(
    <QueryProvider>
      <ExpectedDates ticker="AAPL" forecast={forecast} dates={candles.time} onLayer={() => undefined} />
    </QueryProvider>,
    { wrapper: inStore(store) },
  );
  await vi.waitUntil(() => store.get(queryClientAtom).getQueryData(['dates', 'AAPL']) !== undefined);
  vi.unstubAllGlobals();
  return container.textContent;
}

test.each([
  ['unknown dates', null, ''],
  [
    'no known earnings',
    { dividend: null, results: null },
    'No ex-dividend date expected during this forecast.',
  ],
  [
    'earnings of an unknown date',
    { dividend: null, results: filings(null) },
    'No ex-dividend date expected during this forecast.',
  ],
  [
    'dates after the forecast',
    { dividend: day('2027-02-01'), results: filings(day('2027-01-20')) },
    'No earnings or ex-dividend date expected during this forecast.',
  ],
  [
    'earnings within the forecast',
    { dividend: null, results: filings(day('2026-11-24')) },
    'During this forecast: earnings around Nov 24 (estimated, ±3 days).',
  ],
])('%s: %j reads %j', async (_, known, line) => {
  expect(await lineFor(known)).toBe(line);
});
