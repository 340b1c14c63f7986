import { encodeCandles } from '#compute';
import { cleanup, fireEvent, render as renderAlone, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#support/web/patience.ts';
import { comingFrom } from '#support/coming-sessions.ts';
import { JournalCard } from '#web/features/profile/profile-page.tsx';
import { journalAtom, type JournalEntry } from '#web/shared/user/forecast-journal.ts';
import { edit, inStore, userStore } from '#support/web/user-store.ts';
import { bars, record, replaceJournal } from '../user/journal-entries.ts';
import type { SnapshotReading } from '#web/shared/api/snapshot.ts';

let ada = userStore();
const store = (entries: readonly JournalEntry[]) => edit(ada, replaceJournal(entries));
const render = (page: ReactElement) => renderAlone(page, { wrapper: inStore(ada) });
const card = () => screen.getByRole('region', { name: 'Verified hit rate' }).textContent;
const settled = (count: number, change: Partial<JournalEntry> = {}) =>
  Array.from({ length: count }, (_, index) => record({ ticker: `T${index}`, ...change }));

/** Stubs the stock API with three sessions of closes; `null` simulates a lost connection. */
function answerStock(source: SnapshotReading['source'] | null) {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: RequestInfo | URL) => {
    asked.push(String(input));
    if (source === null) throw new TypeError('Failed to fetch');
    const columns = encodeCandles(bars('2026-01-04', [99, 100, 103, 104]));
    return Response.json({
      v: 2,
      ticker: 'AAPL',
      source,
      current_price: 104,
      as_of: '2026-01-07T21:00:00.000Z',
      fetched_at: '2026-01-07T22:00:00.000Z',
      exchange_timezone: 'America/New_York',
      trading_calendar: 'nyse',
      sessions: comingFrom(Date.UTC(2026, 0, 7) / 1000),
      columns,
    });
  });
  return asked;
}

beforeEach(() => void (ada = userStore()));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it('an empty journal says so and has no button', () => {
  render(<JournalCard />);
  expect(card()).toContain('Not enough settled forecasts yet (n = 0)');
  expect(screen.queryByRole('button')).toBeNull();
});

it('says "Not enough settled forecasts yet (n = …)" for 4 and for 29 forecasts', () => {
  store(settled(4));
  render(<JournalCard />);
  expect(card()).toContain('Not enough settled forecasts yet (n = 4)');
  cleanup();
  store(settled(29));
  render(<JournalCard />);
  expect(card()).toContain('Not enough settled forecasts yet (n = 29)');
});

it('states rate, interval, baseline and coverage from 30 settled forecasts on', () => {
  store([
    ...settled(21),
    ...settled(9, { base_date: '2026-01-04', outcome: { date: '2026-01-06', close: 94 } }),
  ]);
  render(<JournalCard />);
  const hits = screen.getByRole('group', { name: 'Direction correct n = 30' }).textContent;
  expect(hits).toContain('70%');
  expect(hits).toMatch(/95% interval \d+% to \d+%/);
  expect(hits).toContain('Always saying “up” would have scored 70%.');
  expect(screen.getByRole('group', { name: 'Inside the 80% range n = 30' }).textContent).toContain('70%');
  expect(screen.getByRole('group', { name: 'Inside the 95% range n = 30' }).textContent).toContain('100%');
});

it('never mixes simulated and real prices, and labels the simulated ones', () => {
  store([...settled(20), ...settled(20, { source: 'sample' })]);
  render(<JournalCard />);
  expect(card()?.match(/Not enough settled forecasts yet \(n = 20\)/g)).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Sample market' }).textContent).toContain('simulated prices');
});

it('settles due forecasts with one request per listing, and leaves others open', async () => {
  const asked = answerStock('yahoo');
  const future = record({ outcome: null, ticker: 'NVDA', target_date: '2999-01-02' });
  store([record({ outcome: null }), record({ outcome: null, horizon_days: 7 }), future]);
  render(<JournalCard />);
  expect(card()).toContain('Checking forecasts that are due…');
  await waitFor(() => expect(card()).toContain('(n = 2)'));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toContain('/api/stock/AAPL');
  expect(card()).toContain('1 open. Next target date: Jan 2, 2999.');
  expect(ada.get(journalAtom).map(({ outcome }) => outcome?.close ?? null)).toEqual([103, 103, null]);
});

it.each([
  ['the server cannot be reached', null],
  ['the server is on the simulated market', 'sample'],
] as const)('keeps a forecast open and says so if %s', async (_when, source) => {
  answerStock(source);
  store([record({ outcome: null })]);
  render(<JournalCard />);
  await waitFor(() => expect(card()).toContain('Couldn’t get closing prices for AAPL'));
  expect(card()).toContain('0 settled, 1 open.');
});

it('clears the journal only after asking', () => {
  store(settled(3));
  render(
    <>
      <h1>Profile</h1>
      <JournalCard />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(card()).toContain('Clear 3 saved forecasts? This cannot be undone.');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Cancel' }));
  fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(ada.get(journalAtom)).toHaveLength(3);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Clear' }));
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(ada.get(journalAtom)).toEqual([]);
  expect(card()).toContain('(n = 0)');
  // Clearing removes the buttons.
  expect(document.activeElement?.textContent).toBe('Profile');
});
