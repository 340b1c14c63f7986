import { err, ok } from '#compute';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import '../../support/web/patience.ts';
import { VerifyCard, type RecomputePlatform } from '../../../web/features/ledger/verify-card.tsx';
import { createQueryClient } from '../../../web/shared/api/query-client.tsx';
import type { RecomputeWorkerApi } from '../../../web/features/ledger/recompute.worker.ts';
import type { openThread, Remote } from '../../../web/shared/offthread/thread.ts';
import { emptySummary } from './empty-summary.ts';

afterEach(cleanup);

const CHAIN = {
  events: 1234,
  head: 'ab'.repeat(32),
};
const RESULT = {
  rows: 7,
  brokenRows: [],
  events: 9,
  brokenEvents: [],
  head: 'cd'.repeat(32),
  figures: 3,
  differences: [],
};

type Thread = ReturnType<typeof openThread<RecomputeWorkerApi>>;

function thread(recompute: Remote<RecomputeWorkerApi>['recompute']): Thread {
  return { run: async (job) => job({ recompute }), stop: () => undefined };
}

const WORKING: RecomputePlatform = {
  fetchFiles: async () => ok({ rows: '', events: '' }),
  startThread: () => thread(async () => ok(RESULT)),
};

function show(
  platform: Partial<RecomputePlatform> = {},
  change: Partial<typeof emptySummary> = {},
  ticker: string | null = null,
) {
  const summary = { ...emptySummary, forecasts: 1200, chain: CHAIN, ...change };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <VerifyCard summary={summary} query={{ ledger: null, ticker }} platform={{ ...WORKING, ...platform }} />
    </QueryClientProvider>,
  );
  return screen.getByRole('region', { name: 'Check it yourself' });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const START = 'Recompute in your browser';

test('shows the head, how to note it, and what only a noted head can prove', () => {
  const text = show().textContent;
  expect(text).toContain(`The head is event 1,234: ${CHAIN.head}.`);
  expect(text).toContain('line 1,234 below the heading of the events file');
  expect(text).toContain('Anyone who noted its last fingerprint, the head, sees that');
});

test('the files hold every listing, even when the page shows one', () => {
  expect(show().textContent).toContain('The file has all 1,200 forecasts with their outcomes.');
  cleanup();
  show({}, {}, 'SPY');
  expect(screen.getByRole('region').textContent).toContain(
    'The file has the forecasts of all listings with their outcomes, not of SPY alone.',
  );
});

test('an untouched ledger: chain unbroken, every figure equal', async () => {
  const fetchFiles = vi.fn<RecomputePlatform['fetchFiles']>(WORKING.fetchFiles);
  const region = show({ fetchFiles });
  press(START);
  await waitFor(() => expect(region.textContent).toContain('7 rows and 9 events read, chain unbroken.'));
  expect(region.textContent).toContain('3 figures of this page derived anew');
  // The files of the very event that the page shows.
  expect(fetchFiles.mock.calls[0]?.slice(0, 2)).toEqual([{ ledger: null }, 1234]);
});

test.each([
  ['unreachable', /could not be fetched/],
  ['outdated', /has gone on since/],
] as const)('files that are %s are said to be', async (reason, sentence) => {
  const region = show({ fetchFiles: async () => err({ reason }) });
  press(START);
  await waitFor(() => expect(region.textContent).toMatch(sentence));
});

test.each([
  ['unreadable', /not in the form/],
  ['insecure', /only on pages that come over https/],
] as const)('a computation that is %s is said to be', async (reason, sentence) => {
  const region = show({ startThread: () => thread(async () => err({ reason })) });
  press(START);
  await waitFor(() => expect(region.textContent).toMatch(sentence));
});

test('a browser without threads is said to be the reason', async () => {
  const region = show({ startThread: () => null });
  press(START);
  await waitFor(() => expect(region.textContent).toMatch(/could not run the computation/));
});

test('leaving the page stops it', async () => {
  let signal: AbortSignal | undefined;
  show({
    fetchFiles: (_query, _events, own) => {
      signal = own;
      return new Promise(() => undefined);
    },
  });
  press(START);
  await waitFor(() => expect(signal).toBeDefined());
  cleanup();
  expect(signal?.aborted).toBe(true);
});
