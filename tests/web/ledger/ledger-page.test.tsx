import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { inStore, userStore } from '#support/web/user-store.ts';
import { emptySummary } from './empty-summary.ts';
import { formatLedgerView, LedgerPage, parseLedgerView } from '#web/features/ledger/ledger-page.tsx';

let respond: () => Promise<Response>;
const asked: string[] = [];

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal('fetch', (input: RequestInfo | URL) => {
    asked.push(String(input));
    return respond();
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const offline = () => Promise.reject(new TypeError('Failed to fetch'));
const answer = async () => Response.json(emptySummary);
const refused = async () =>
  Response.json({ error: 'There is no data for ZZ at the moment.', code: 'no_data' }, { status: 503 });

test('an unreachable ledger says so, and loads once the network is back', async () => {
  respond = offline;
  render(<LedgerPage />, { wrapper: inStore(userStore()) });
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch data');
  respond = answer;
  fireEvent(window, new Event('offline'));
  fireEvent(window, new Event('online'));
  await screen.findByRole('heading', { name: 'No forecasts published yet' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('the server’s own message is shown, and stays until the next response', async () => {
  respond = refused;
  render(<LedgerPage />, { wrapper: inStore(userStore()) });
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain('There is no data for ZZ at the moment.'),
  );
  const late = refused();
  let arrive: (() => void) | undefined;
  const waiting = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  respond = () => waiting.then(() => late);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('Trying again…'));
  arrive?.();
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain('There is no data for ZZ'));
  expect(asked).toHaveLength(2);
});

test('a URL without a query shows the whole ledger at the default horizon', () => {
  expect(parseLedgerView('')).toEqual({ ledger: null, ticker: null, horizonDays: 7 });
});

test('an invalid parameter falls back to its default', () => {
  expect(parseLedgerView('?ledger=live&ticker=%3Cb%3E&days=8')).toEqual({
    ledger: null,
    ticker: null,
    horizonDays: 7,
  });
});

test('a view survives the round trip through its URL, which omits defaults', () => {
  for (const search of ['', '?ledger=replay', '?ticker=BTC-USD', '?ledger=replay&ticker=SPY&days=30']) {
    expect(formatLedgerView(parseLedgerView(search))).toBe(search);
  }
  expect(formatLedgerView(parseLedgerView('?ticker=spy&days=7'))).toBe('?ticker=SPY');
});
