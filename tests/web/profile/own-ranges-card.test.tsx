import { cleanup, fireEvent, render as renderAlone, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import '#support/web/patience.ts';
import { OwnRangesCard } from '#web/features/profile/own-ranges-card.tsx';
import { ownRangesAtom, type OwnRange } from '#web/shared/user/own-ranges.ts';
import { edit, inStore, userStore } from '#support/web/user-store.ts';
import { ownRanges, replaceJournal } from '../user/journal-entries.ts';

let ada = userStore();
const card = () => screen.getByRole('region', { name: 'Your ranges' });
const many = (count: number, change: Partial<OwnRange> = {}) => Array.from({ length: count }, () => change);

function render(ranges: readonly Partial<OwnRange>[]) {
  edit(ada, replaceJournal(ownRanges(ranges), 'own_range'));
  renderAlone(<OwnRangesCard />, { wrapper: inStore(ada) });
}

beforeEach(() => void (ada = userStore()));
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

it('lists each range beside the model’s, and draws no conclusion below 10 settled ones', () => {
  render([
    { ticker: 'AAPL', own_low: 90, own_high: 101, why: 'Too dear.' },
    { outcome: null, currency: 'JPY' },
    ...many(8),
  ]);
  expect(card().textContent).toContain('Counts start at 10 settled ranges (n = 9).');
  expect(screen.getByRole('row', { name: /AAPL/ }).textContent).toBe(
    'AAPL1 day to Jan 6, 2026: Too dear.$90.00 to $101.00missed$95.00 to $107.00held$102.00Jan 6',
  );
  expect(screen.getByRole('row', { name: /T1/ }).textContent).toContain('¥95.0 to ¥107.0open');
  expect(screen.queryByRole('figure')).toBeNull();
});

it('compares with the model from 30 settled ranges on', () => {
  render([...many(14), ...many(9, { own_low: 103 }), ...many(7, { own_high: 101 })]);
  expect(card().textContent).toContain(
    'You said 80%. 14 of 30 held. Your ranges were about 0.3 times as wide',
  );
  // (14 × 6 + 9 × (1 + 10) + 7 × (3 + 10)) / (30 × 12)
  expect(card().textContent).toMatch(
    /Yours held 47% .+, the model’s 100% .+ misses: 76% \(95% interval: not yet\)/,
  );
  expect(screen.getByRole('figure').textContent).toContain('14 inside, 9 below, 7 above');
});

it('never mixes simulated and real prices, and labels the simulated ones', () => {
  render([...many(20), ...many(20, { source: 'sample' })]);
  expect(card().textContent?.match(/20 of 20 held/g)).toHaveLength(2);
  expect(screen.getByRole('region', { name: 'Sample market' }).textContent).toContain('20 of 20 held');
});

it('exports each range with its currency, and a reason that looks like a formula as text', async () => {
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => `blob:${files.push(file as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  render([{ ticker: 'AAPL', source: 'sample', why: '=HYPERLINK("https://evil.example","x")' }]);
  fireEvent.click(screen.getByRole('button', { name: 'Export Your ranges as CSV' }));
  await vi.waitFor(() => expect(files).toHaveLength(1));
  const text = await files[0]!.text();
  expect(text).toContain(`98,104,"'=HYPERLINK(""https://evil.example"",""x"")",2026-01-06,102`);
  expect(text).toContain('Sample market: simulated prices');
  expect(text).toMatch(/^ticker,source,currency,.*\r\nT?AAPL,sample,USD,/);
});

it('clears the ranges only after asking', () => {
  render(many(3));
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(card().textContent).toContain('Clear 3 ranges? This cannot be undone.');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(ada.get(ownRangesAtom)).toEqual([]);
});
