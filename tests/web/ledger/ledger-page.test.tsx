import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import '#support/web/patience.ts';
import { inStore, userStore } from '#support/web/user-store.ts';
import type { LedgerRow } from '#worker/contract';
import { scores } from '../../compute/horizon-scores.ts';
import { emptySummary } from './empty-summary.ts';
import { LedgerPage, parseLedgerView } from '#web/features/ledger/ledger-page.tsx';

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

test('shows the share that held before anything else, and the misses on one tap', async () => {
  const row = (seq: number, ticker: string, close: number): LedgerRow => ({
    ledger: 'live',
    seq,
    ticker,
    base_date: '2026-11-02',
    horizon_days: 7,
    target_date: '2026-11-11',
    base_close: 100,
    median: 100,
    low80: 95,
    high80: 105,
    low95: 90,
    high95: 110,
    probability_up: 0.5,
    probability_buy: 0.3,
    probability_sell: 0.3,
    signal: 'HOLD',
    model: 'm 1',
    source: 'yahoo',
    adjustment: 'splits',
    made_at: '2026-11-02T22:00:00.000Z',
    hash: '',
    outcome_date: '2026-11-11',
    outcome_close: close,
    split_factor: 1,
    error_percent: 1,
    no_change_error_percent: 1,
    settled_at: '2026-11-11T22:00:00.000Z',
    settlement_hash: '',
  });
  const month = { ...scores, name: '2026-11', n: 125, coverage80: { value: 0.824, low: 0.8, high: 0.85 } };
  const horizon = { ...month, by_month: [month], by_ticker: [{ ...month, name: 'NEW', n: 1 }], verdict: '' };
  respond = async () =>
    Response.json({
      ...emptySummary,
      forecasts: 126,
      settled: 125,
      horizons: [horizon],
      latest: [row(2, 'KO', 101), row(3, '7203.T', 102)],
      currencies: { '7203.T': 'JPY' },
      misses: [row(1, 'TSLA', 120)],
    });
  history.replaceState(null, '', '?ticker=%3Cb%3E');
  render(<LedgerPage />, { wrapper: inStore(userStore()) });
  const verdict = await screen.findByRole('region', { name: 'Verdict' });
  expect(verdict.textContent).toMatch(/^82\.4% held, 80% stated95% interval: 80\.0% to 85\.0%/);
  // One forecast is no percentage.
  expect(screen.getByRole('row', { name: /^NEW/ }).textContent).toBe('NEW11 of 11 of 1N/A');
  // Prices are in the listing's currency, or plain numbers if it is not known.
  const prices = (ticker: string) =>
    within(screen.getByRole('row', { name: new RegExp(`^${ticker} `) }))
      .getAllByRole('cell')
      .slice(1, 5)
      .map((cell) => cell.textContent);
  expect(prices('7203.T')).toEqual(['¥102.0', '¥95.0 to ¥105.0', '¥100.0', '¥100.0']);
  expect(prices('KO')).toEqual(['101.00', '95.00 to 105.00', '100.00', '100.00']);
  fireEvent.click(within(verdict).getByRole('button', { name: '22 misses' }));
  const table = screen.getByRole('region', { name: 'Latest forecasts' });
  expect(
    within(table)
      .getAllByRole('rowheader')
      .map((cell) => cell.textContent),
  ).toEqual(['TSLA']);
  // The invalid ticker is gone.
  await waitFor(() => expect(location.search).toBe('?show=misses'));
});

test('a URL without a query shows the whole ledger at the default horizon', () => {
  expect(parseLedgerView('')).toEqual({ ticker: null, horizonDays: 7, stage: null });
});

test('an invalid parameter falls back to its default', () => {
  expect(parseLedgerView('?ticker=%3Cb%3E&days=8')).toEqual({
    ticker: null,
    horizonDays: 7,
    stage: null,
  });
});

test('a query is read', () => {
  expect(parseLedgerView('?ticker=spy&days=30&show=misses')).toEqual({
    ticker: 'SPY',
    horizonDays: 30,
    stage: 'misses',
  });
});
