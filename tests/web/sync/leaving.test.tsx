import { waitFor } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';
import { edit } from '#support/web/user-store.ts';
import { SignedInTasks } from '#web/app/signed-in-tasks.tsx';
import { userAtom } from '#web/shared/sign-in/auth.ts';
import { signInAtom } from '#web/shared/sign-in/open-sign-in.ts';
import { addListings } from '#web/shared/user/watchlist.ts';

setUpPages();
beforeAll(() => import('#web/shared/sync/account-sync.ts'), 60_000);

test('a sign-out on a page that has just opened sends what waits first', async () => {
  const sent: string[] = [];
  const { fetch } = globalThis;
  globalThis.fetch = async (input, init) => {
    const path = String(input);
    if (!path.includes('/api/me/items')) return fetch(input, init);
    sent.push(init?.method ?? 'GET');
    const { items = [] } = JSON.parse(String(init?.body ?? '{}')) as { items?: readonly object[] };
    const stored = items.map((item) => Object.assign({ deleted: false, version: 2 }, item));
    return Response.json({ version: 2, items: stored, full: true });
  };
  // The page is not idle yet.
  const { store } = await renderSignedIn(<SignedInTasks isIdle={false} />);
  await waitFor(() => expect(store.get(userAtom)).not.toBeNull());
  edit(store, addListings([{ ticker: 'KO', name: '' }]));
  void store.get(signInAtom)?.signOut();
  await waitFor(() => expect(store.get(userAtom)).toBeNull());
  expect(sent).toEqual(['GET', 'PUT']);
});
