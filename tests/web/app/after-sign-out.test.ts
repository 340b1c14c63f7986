import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { followSignOut } from '#web/app/connect-store.ts';
import { addListings } from '#web/shared/user/watchlist.ts';
import { edit, keysOf, memoryStorage, signInAs, userStore } from '#support/web/user-store.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([null, 'bob'])(
  'once a user has left for %s, the browser has none of their stored listings, whatever code has loaded',
  (next) => {
    const deleted: string[] = [];
    vi.stubGlobal('caches', { delete: async (name: string) => deleted.push(name) });
    const storage = memoryStorage();
    const store = userStore(storage);
    onTestFinished(followSignOut(store));
    edit(store, addListings([{ ticker: 'AAPL', name: '' }]));
    signInAs(store, next);
    expect(deleted).toEqual(['candor-data']);
    // What was not sent yet waits for the user's next visit.
    expect(keysOf(storage).filter((key) => key.endsWith(':ada'))).toEqual([
      'candor:order:ada',
      'candor:star:ada',
    ]);
  },
);
