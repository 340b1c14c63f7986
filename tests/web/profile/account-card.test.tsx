import { act, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { AccountCard, reportText } from '#web/features/profile/account-card.tsx';
import { NOT_STARTED, syncProgressAtom, type SyncReport } from '#web/shared/sync/account-sync.ts';
import { formatFor } from '#compute';
import { renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';

setUpPages();

const format = formatFor({ region: 'us', clock: 'exchange' });
const NOW = Date.UTC(2026, 10, 20, 12);
const say = (report: Partial<SyncReport>) =>
  reportText(format, { ...NOT_STARTED, unsent: 0, refused: [], ...report }, NOW);

it.each([
  [0, 'Synced just now.'],
  [2, 'Synced 2m ago.'],
])('%i minutes after a sync it says "%s"', (minutes, text) => {
  expect(say({ phase: 'synced', syncedAtMs: NOW - minutes * 60_000 })).toBe(text);
});

it('says how many changes are unsent, and why', () => {
  expect(say({ phase: 'unreachable' })).toBe('Waiting for a connection.');
  expect(say({ phase: 'unreachable', unsent: 1 })).toBe('Waiting for a connection. 1 change not sent yet.');
  expect(say({ phase: 'refused', unsent: 1200 })).toContain('1,200 changes not sent yet.');
});

it('calls nothing empty before a first sync has shown that it is', async () => {
  const { store } = await renderSignedIn(<AccountCard />);
  const card = await screen.findByRole('region', { name: 'Your data' });
  expect(within(card).getAllByText('Not synced yet')).toHaveLength(6);
  act(() => store.set(syncProgressAtom, { phase: 'synced', syncedAtMs: Date.now() }));
  expect(within(card).queryByText('Not synced yet')).toBeNull();
  expect(within(card).getAllByText('None yet')).toHaveLength(5);
});
