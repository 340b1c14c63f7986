import type { DatesResponse } from '#worker/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { MarksMenu, useAnnotated } from '#web/features/workbench/data/annotations.tsx';
import type { DrawnChart } from '#web/features/workbench/data/chart-series.ts';
import { parseWorkbench } from '#web/features/workbench/view/workbench-view.ts';
import { QueryProvider } from '#web/shared/api/query-client.tsx';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';
import { listingData, sampleResponse } from '../../stock/sample-response.ts';

setUpPages();

const ACTIONS = { dividends: [], splits: [] };
const KNOWN: DatesResponse['dates'][number] = {
  requested_ticker: 'AAPL',
  dividend: null,
  results: { source: 'sec', past: [], next: null },
};

let response: () => Response;
beforeEach(() => {
  globalThis.fetch = async () => response();
});

function Menu({ drawn }: { readonly drawn: DrawnChart }) {
  const chart = useAnnotated(drawn);
  return chart && <MarksMenu annotations={chart.annotations} />;
}

test.each([
  ['known dates without an event', [KNOWN], ACTIONS, 'None in this view.'],
  ['dates that the server does not know yet', [], ACTIONS, 'Earnings dates aren’t available.'],
  ['dates that failed', null, ACTIONS, 'Earnings dates aren’t available.'],
  ['a source without dividends and splits', [KNOWN], null, 'Not available for this listing.'],
])('%s: the menu of marks says so', async (_, dates, corporate_actions, text) => {
  response = () => (dates === null ? Response.json({}, { status: 503 }) : Response.json({ dates, due: 0 }));
  const listing = await listingData({ ...sampleResponse('AAPL'), corporate_actions }, 7);
  const drawn = {
    listing: { ...listing, ticker: 'AAPL' },
    view: parseWorkbench(''),
    series: { candles: listing.candles, dates: listing.candles.time, intraday: null },
    replayed: null,
  } as unknown as DrawnChart;
  renderPage(
    <QueryProvider>
      <Menu drawn={drawn} />
    </QueryProvider>,
  );
  screen.getByRole('dialog', { hidden: true }).dispatchEvent(new Event('beforetoggle'));
  const events = screen.getByRole('button', { name: 'Dividends, splits and earnings', hidden: true });
  await waitFor(() => expect(events.nextElementSibling?.textContent).toBe(text));
});
