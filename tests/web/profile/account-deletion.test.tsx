import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { DeletionForm } from '#web/features/profile/account-deletion.tsx';
import { unfinishedWorkAtom } from '#web/shared/sign-in/auth.ts';
import type { Store } from '#web/store.ts';
import { addListings } from '#web/shared/user/watchlist.ts';
import { edit, keysOf } from '#support/web/user-store.ts';
import { ADA, adasTab, openProvider, renderSignedIn, setUpPages } from '#support/web/page-setup.tsx';

const { provider } = setUpPages();
/** What this browser has of Ada’s. */
const stored = () => keysOf(localStorage).filter((key) => key.startsWith('candor:'));
const NETWORK_ERROR = 'Network error. Check your connection and try again.';

/** The server's response to the deletion request, and how often that was sent. */
let answer: () => Response | Promise<Response>;
let asked = 0;
/** Of the page. */
let store: Store;

beforeEach(async () => {
  await (await openProvider()).signOut();
  asked = 0;
  answer = () => new Response(null, { status: 204 });
  globalThis.fetch = async (input, init) => {
    if (input !== '/api/me') return provider().fetch(input, init);
    asked += 1;
    return answer();
  };
  edit(adasTab(), addListings([{ ticker: 'KO', name: '' }]));
  ({ store } = await renderSignedIn(<DeletionForm onCancel={() => undefined} />));
  await screen.findByRole('form', { name: 'Delete account' });
});

function confirm(password = ADA.password) {
  fireEvent.change(screen.getByLabelText('Your password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Delete account' }));
}

const fault = async () => (await screen.findByRole('alert')).textContent;

test('deletes the data, the identity, and this browser’s copy', async () => {
  confirm();
  await waitFor(() => expect(stored()).toEqual([]));
  expect([asked, provider().account(ADA.email)]).toEqual([1, undefined]);
});

test('sends what waits before the data goes, and nothing after', async () => {
  const order: string[] = [];
  const note = (step: string) => () => void order.push(step);
  const flush = async () => note('flush')();
  store.set(unfinishedWorkAtom, { flush, stop: note('stop') });
  answer = () => {
    note('delete')();
    return new Response(null, { status: 204 });
  };
  confirm();
  await waitFor(() => expect(order).toEqual(['flush', 'delete', 'stop']));
});

test('a wrong password deletes nothing, and a missing network is named', async () => {
  confirm('wrong-1');
  expect(await fault()).toBe('That password is incorrect. Nothing was deleted.');
  provider().faults.set('signInWithPassword', 'offline');
  confirm();
  await waitFor(async () => expect(await fault()).toBe(NETWORK_ERROR));
  expect(asked).toBe(0);
});

test.each([
  ['refuses', () => Response.json({ code: 'unavailable' }, { status: 503 }), /Nothing was deleted/],
  // The request may have arrived.
  ['does not answer', () => Promise.reject(new TypeError('Failed to fetch')), NETWORK_ERROR],
])(
  'if the server %s, the identity stays, so that the account can be deleted later',
  async (_what, given, text) => {
    answer = given;
    confirm();
    expect(await fault()).toMatch(text);
    expect(provider().account(ADA.email)).toBeDefined();
  },
);

test('if the identity cannot be deleted, the browser’s data stays and the deletion can be finished', async () => {
  provider().faults.set('delete', 'offline');
  confirm();
  expect(await fault()).toContain('Try again to finish');
  expect(stored()).not.toEqual([]);
  provider().faults.clear();
  confirm();
  await waitFor(() => expect(stored()).toEqual([]));
});
