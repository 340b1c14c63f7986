import { err, ok } from '#compute';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { VerifyCard } from '#web/features/ledger/verify-card.tsx';
import { createQueryClient } from '#web/shared/api/query-client.tsx';
import { emptySummary } from './empty-summary.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

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
  timestamps: 0,
  brokenTimestamps: [],
};

type Check = NonNullable<ComponentProps<typeof VerifyCard>['check']>;

function show(check?: Check) {
  const summary = { ...emptySummary, forecasts: 1200, chain: CHAIN };
  render(
    <QueryClientProvider client={createQueryClient()}>
      <VerifyCard summary={summary} ticker={null} {...(check && { check })} />
    </QueryClientProvider>,
  );
  return screen.getByRole('region', { name: 'Check it yourself' });
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const START = 'Recompute in your browser';

test('shows the head, how to keep it, and what only a kept head can prove', () => {
  const text = show().textContent;
  expect(text).toContain(`The head is event 1,234: ${CHAIN.head}.`);
  expect(text).toContain('line 1,234 below the header of the events file');
  expect(text).toContain('Anyone who noted its last fingerprint, the head, can tell');
});

test('an untouched ledger is reported as an intact chain with matching figures', async () => {
  const region = show(async () => ok(RESULT));
  press(START);
  await waitFor(() => expect(region.textContent).toContain('Read 7 rows and 9 events: the chain is intact.'));
  expect(region.textContent).toContain('Recalculated 3 figures on this page from the rows: all match');
});

test.each([
  ['unreachable', /Couldn’t download the rows/],
  ['outdated', /has changed since/],
  ['unreadable', /can’t read the rows’ format/],
] as const)('an %s check says so', async (reason, sentence) => {
  const region = show(async () => err({ reason }));
  press(START);
  await waitFor(() => expect(region.textContent).toMatch(sentence));
});

test('the files are fetched as of the page’s last event, and a browser without threads says so', async () => {
  const fetched = vi.fn<typeof fetch>(async () => new Response(''));
  vi.stubGlobal('fetch', fetched);
  const region = show();
  press(START);
  await waitFor(() => expect(region.textContent).toMatch(/couldn’t run the check/));
  expect(fetched.mock.calls.map(([url]) => url)).toEqual([
    '/api/record.csv?events=1234',
    '/api/record/events.csv?events=1234',
  ]);
});

test('leaving the page stops the check', async () => {
  let signal: AbortSignal | undefined;
  show((_summary, _query, own) => {
    signal = own;
    return new Promise(() => undefined);
  });
  press(START);
  await waitFor(() => expect(signal).toBeDefined());
  cleanup();
  expect(signal?.aborted).toBe(true);
});
