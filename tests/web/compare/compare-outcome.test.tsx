import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { CompareTable } from '#web/features/compare/compare-table.tsx';
import { parseCompareView } from '#web/features/compare/compare-view.ts';
import { useComparison } from '#web/features/compare/use-comparison.ts';
import { withQueries } from '#web/shared/api/query-client.tsx';
import { renderPage, setUpPages } from '#support/web/page-setup.tsx';
import { answeringNetwork } from '../api/network.ts';
import { SAMPLE_NOW, sampleSnapshot } from '../stock/sample-response.ts';

setUpPages();
beforeEach(() => void vi.setSystemTime(SAMPLE_NOW));

const view = parseCompareView('?tickers=AAPL,YOUNG,GONE&benchmark=none');

test('each listing says what it could lose, or the one reason for having no forecast', async () => {
  vi.setSystemTime('2027-01-20T21:00:00Z');
  answeringNetwork((path) => {
    const ticker = /^\/api\/stock\/(\w+)/.exec(path)?.[1] ?? '';
    if (ticker === 'GONE') return sampleSnapshot(ticker, 400, { as_of: '2026-11-20T20:00:00Z' });
    return sampleSnapshot(ticker, ticker === 'YOUNG' ? 40 : 400);
  });
  const Table = withQueries(() => {
    const { compared } = useComparison(view);
    return compared && <CompareTable compared={compared} labelledBy="name" />;
  });
  renderPage(<Table />);
  const cell = async (ticker: string) =>
    (await screen.findByRole('link', { name: ticker })).closest('[role="cell"], td, th')?.textContent;
  expect(await cell('AAPL')).toBe('AAPLAAPL Inc.');
  expect(screen.getByText(/^1 in 10: a loss of \d+\.\d% or more\.$/)).toBeTruthy();
  expect(screen.getByText(/^1 in 40: \d+\.\d%\.$/)).toBeTruthy();
  expect(await cell('YOUNG')).toContain('YOUNG has only 40 finished sessions');
  expect(await cell('GONE')).toContain('GONE no longer trades.');
});

const failing = parseCompareView('?tickers=KO,PEP');

test('prices that failed to load are not called missing', async () => {
  // The chart library reads `matchMedia` when it is loaded.
  const { CompareOutcome } = await import('#web/features/compare/compare-outcome.tsx');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const Outcome = withQueries(() => <CompareOutcome load={useComparison(failing)} />);
  renderPage(<Outcome />);
  await waitFor(() => expect(screen.queryByText('Loading stock data...')).toBeNull());
  expect(screen.getByText('Couldn’t load prices for any of these listings.')).toBeTruthy();
});
