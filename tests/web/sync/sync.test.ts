import { err, ok, type Result } from '#compute';
import type { ItemChange } from '#worker/contract';
import { describe, expect, test } from 'vitest';
import type { AccountFailure } from '#web/shared/sync/account-api.ts';
import { Sync, refusedChangesAtom, unsentChangesAtom } from '#web/shared/sync/sync.ts';
import { addAlert, crossings, takeQuote } from '#web/shared/user/alerts.ts';
import { withSettings } from '#support/web/settings.ts';
import { drawingsAtom, setDrawings } from '#web/shared/user/drawings.ts';
import { clearJournal, journalAtom } from '#web/shared/user/forecast-journal.ts';
import { settingsAtom } from '#web/shared/user/settings.ts';
import { itemsKey, removeItems, valueAtoms, type Change } from '#web/shared/user/user-items.ts';
import { addListings, removeListings, watchlistAtom } from '#web/shared/user/watchlist.ts';
import type { Store } from '#web/store.ts';
import { modelAccount, type ModelAccount } from '#support/web/model-account.ts';
import {
  edit,
  keysOf,
  memoryStorage,
  replaceWatchlist,
  signInAs,
  tickers,
  userStore,
} from '#support/web/user-store.ts';
import { record, replaceJournal } from '../user/journal-entries.ts';
import { ready } from '../user/quotes.ts';

const ADA = 'ada';
const BOB = 'bob';

function open(server: ModelAccount, uid: string, storage = memoryStorage()) {
  const store = userStore(storage, uid);
  const sent: (readonly ItemChange[])[] = [];
  const sync = new Sync(store, uid, {
    getItems: async (since) => server.getItems(since),
    putItems: async (changes) => {
      sent.push(changes);
      return server.putItems(changes);
    },
  });
  const refused = () => [...store.get(refusedChangesAtom).values()];
  return { store, storage, sync, sent, refused };
}

function star(store: Store, ...names: readonly string[]) {
  edit(store, addListings(names.map((ticker) => ({ ticker, name: '' }))));
}

const unsent = (store: Store) => store.get(unsentChangesAtom).length;

const starKeys = (server: ModelAccount) =>
  [...server.live().keys()].filter((id) => id.startsWith('star ')).map((id) => id.slice(5));

test('what a browser held before the first sign-in is adopted, and comes to the next browser in its order', async () => {
  const server = modelAccount();
  const first = open(server, ADA);
  star(first.store, 'NVDA', 'AAPL');
  expect(await first.sync.round()).toEqual(ok(undefined));
  const second = open(server, ADA);
  await second.sync.round();
  expect(tickers(second.store)).toEqual(['NVDA', 'AAPL']);
  expect(await second.sync.round()).toEqual(ok(undefined));
  expect(second.sent).toEqual([]);
});

test('a listing that is starred again while its removal is sent stays starred', async () => {
  const server = modelAccount();
  const { store, sync } = open(server, ADA);
  const { putItems } = server;
  const meanwhile = [() => edit(store, removeListings(new Set(['AAPL']))), () => star(store, 'AAPL')];
  server.putItems = (changes) => {
    const response = putItems(changes);
    meanwhile.shift()?.();
    return response;
  };
  star(store, 'AAPL');
  for (let rounds = 0; rounds < 3; rounds += 1) await sync.round();
  expect(tickers(store)).toEqual(['AAPL']);
  expect(starKeys(server)).toEqual(['AAPL']);
});

test('a new browser can star what another one has removed', async () => {
  const server = modelAccount();
  const first = open(server, ADA);
  star(first.store, 'AAPL', 'KO');
  await first.sync.round();
  edit(first.store, removeListings(new Set(['AAPL'])));
  await first.sync.round();
  const second = open(server, ADA);
  await second.sync.round();
  star(second.store, 'AAPL');
  await second.sync.round();
  expect(tickers(second.store)).toContain('AAPL');
  expect(starKeys(server)).toContain('AAPL');
});

describe('a change that the account refuses', () => {
  test('does not hold back the others, and is not sent again', async () => {
    const server = modelAccount();
    const { store, sync, sent, refused } = open(server, ADA);
    const { putItems } = server;
    // A value that is larger than the server's limit.
    server.putItems = (changes) => {
      const tooLarge = changes.findIndex(({ key }) => key.includes('T4'));
      return tooLarge === -1 ? putItems(changes) : err({ reason: 'invalid_item', refused: [tooLarge] });
    };
    const entries = Array.from({ length: 9 }, (_, index) => record({ ticker: `T${index}`, outcome: null }));
    edit(store, replaceJournal(entries));
    await sync.round();
    expect(server.live().size).toBe(8);
    expect(refused()).toMatchObject([{ kind: 'forecast', reason: 'invalid_item' }]);
    expect(unsent(store)).toBe(0);
    const before = sent.length;
    await sync.round();
    expect(sent).toHaveLength(before);
  });

  test('is left out, and the rest of its batch sent again in one request', async () => {
    const { store, sync, sent, refused } = open(modelAccount(), ADA);
    const names = Array.from({ length: 40 }, (_, index) => `T${index}`);
    const tooLong = 'A'.repeat(201);
    edit(
      store,
      addListings(names.map((ticker, index) => ({ ticker, name: index % 10 === 4 ? tooLong : '' }))),
    );
    await sync.round();
    // The stars and their order.
    expect(sent.map(({ length }) => length)).toEqual([41, 37]);
    expect(refused().map(({ key }) => key)).toEqual(['T4', 'T14', 'T24', 'T34']);
    expect(unsent(store)).toBe(0);
  });

  test('deletes nothing: this browser keeps it, and the account the value it had before', async () => {
    const server = modelAccount();
    const [first, second] = [open(server, ADA), open(server, ADA)];
    star(first.store, 'AAPL', 'KO');
    await first.sync.round();
    const tooLong = 'A'.repeat(201);
    edit(first.store, takeQuote(ready('AAPL', { company_name: tooLong })));
    await first.sync.round();
    expect(first.refused()).toEqual([{ kind: 'star', key: 'AAPL', reason: 'invalid_item' }]);
    expect(server.live().get('star AAPL')).toEqual({ name: '' });

    await second.sync.round();
    star(second.store, 'NVDA');
    await second.sync.round();
    await first.sync.round();
    expect(first.store.get(watchlistAtom)).toMatchObject([
      { ticker: 'AAPL', name: tooLong },
      { ticker: 'KO' },
      { ticker: 'NVDA' },
    ]);
  });

  test('is reported where the list is full: what the account has stays', async () => {
    const server = modelAccount();
    const first = open(server, ADA);
    const names = Array.from({ length: 50 }, (_, index) => `T${index}`);
    star(first.store, ...names);
    await first.sync.round();
    const second = open(server, ADA);
    star(second.store, 'AAPL');
    await second.sync.round();
    expect(tickers(second.store)).toEqual(names);
    expect(second.refused()).toEqual([{ kind: 'star', key: 'AAPL', reason: 'over_limit' }]);
    expect(starKeys(server)).toHaveLength(50);
  });
});

/** NVDA before a split and after it. */
const quote = (divisor: number, price: number) =>
  ready('NVDA', { current_price: price, year_closes: { dates: ['2026-01-02'], prices: [120 / divisor] } });

test('an alert from before a split has today’s price on another device, whichever of them saw the split first', async () => {
  const server = modelAccount();
  const [first, second] = [open(server, ADA), open(server, ADA)];
  star(first.store, 'NVDA');
  const alert = { rule: { on: 'price', direction: 'above', value: 140 } } as const;
  edit(first.store, addAlert('NVDA', alert, quote(1, 135)));
  await first.sync.round();
  await second.sync.round();
  for (const { store, sync } of [second, first]) {
    edit(store, takeQuote(quote(10, 13.5)));
    await sync.round();
    const [{ alerts } = { alerts: [] }] = store.get(watchlistAtom);
    const later = { ...quote(10, 14), as_of: '2026-11-20T21:00:00Z' };
    expect(crossings(alerts, quote(10, 13.5), later).size).toBe(1);
  }
  expect([...server.live().keys()].filter((id) => id.startsWith('alert '))).toHaveLength(1);
});

/** Two devices, each with five price alerts of its own for one listing. */
function openWithAlerts(server: ModelAccount) {
  return [100, 200].map((first) => {
    const device = open(server, ADA);
    const alerts = Array.from({ length: 5 }, (_, index) => ({
      rule: { on: 'price', direction: 'above', value: first + index } as const,
    }));
    edit(device.store, replaceWatchlist([{ ticker: 'AAPL', name: '', alerts }]));
    return device;
  });
}

/** The prices of a device's alerts. */
function limits(store: Store): readonly number[] {
  const rules = store.get(watchlistAtom).flatMap(({ alerts }) => alerts.map(({ rule }) => rule));
  return rules.flatMap((rule) => (rule.on === 'price' ? rule.value : [])).toSorted((a, b) => a - b);
}

describe('alerts that merge to more than a user can add to one listing', () => {
  test.each([
    ['one after the other', false],
    ['at the same time', true],
  ])('all stay when two devices sync %s', async (_, isAtOnce) => {
    const server = modelAccount();
    const [first, second] = openWithAlerts(server);
    await (isAtOnce ? Promise.all([first!.sync.round(), second!.sync.round()]) : first!.sync.round());
    for (const { sync } of [second!, first!, second!]) {
      await sync.round();
    }
    const all = [100, 101, 102, 103, 104, 200, 201, 202, 203, 204];
    for (const { store, refused } of [first!, second!]) {
      expect(limits(store)).toEqual(all);
      expect(refused()).toEqual([]);
    }
    expect([...server.live().keys()].filter((id) => id.startsWith('alert '))).toHaveLength(10);
  });
});

/** The drawings of AAPL in a device's store. */
function drawingIds({ store }: { readonly store: Store }): readonly string[] {
  return (store.get(drawingsAtom).get('AAPL') ?? []).map(({ id }) => id).toSorted();
}

test('drawings of a listing that merge to more than a user can add all stay', async () => {
  const server = modelAccount();
  const devices = ['a', 'b'].map((name) => {
    const device = open(server, ADA);
    const drawings = Array.from({ length: 60 }, (_, index) => ({
      id: `${name}${index}`,
      tool: 'level' as const,
      points: [{ time_seconds: 0, price: index }],
    }));
    edit(device.store, setDrawings('AAPL', new Map(drawings.map((drawing) => [drawing.id, drawing]))));
    return device;
  });
  for (const { sync } of [...devices, ...devices]) {
    await sync.round();
  }
  expect(drawingIds(devices[0]!)).toHaveLength(120);
  expect(drawingIds(devices[1]!)).toEqual(drawingIds(devices[0]!));
  expect(server.live().size).toBe(120);
});

test('an alert whose listing another device removed goes, and is not reported as refused', async () => {
  const server = modelAccount();
  const [first, second] = [open(server, ADA), open(server, ADA)];
  star(first.store, 'AAPL');
  await first.sync.round();
  await second.sync.round();
  edit(first.store, removeListings(new Set(['AAPL'])));
  await first.sync.round();
  edit(second.store, addAlert('AAPL', { rule: { on: 'signal' } }, null));
  await second.sync.round();
  expect(tickers(second.store)).toEqual([]);
  expect(second.refused()).toEqual([]);
  expect([...server.live().keys()]).toEqual(['order watchlist']);
});

describe('two accounts in one browser', () => {
  test('do not mix their data or their settings', async () => {
    const [adas, bobs] = [modelAccount(), modelAccount()];
    const storage = memoryStorage();
    const ada = open(adas, ADA, storage);
    star(ada.store, 'AAPL');
    edit(ada.store, withSettings({ palette: 'safe' }));
    await ada.sync.round();
    const bob = open(bobs, BOB, storage);
    await bob.sync.round();
    expect(bob.store.get(settingsAtom).palette).toBe('classic');
    star(bob.store, 'KO');
    edit(bob.store, withSettings({ palette: 'red-up', clock: 'local' }));
    await bob.sync.round();
    const again = open(adas, ADA, storage);
    await again.sync.round();
    expect(again.store.get(settingsAtom)).toMatchObject({ palette: 'safe', clock: 'exchange' });
    expect(starKeys(adas)).toEqual(['AAPL']);
    expect(starKeys(bobs)).toEqual(['KO']);
    expect(adas.live().get('setting palette')).toEqual({ choice: 'safe' });
    expect(adas.live().has('setting clock')).toBe(false);
    expect(bobs.live().get('setting palette')).toEqual({ choice: 'red-up' });
  });

  test('a new account with the same address does not take over the lists of the deleted one', async () => {
    const storage = memoryStorage();
    const before = open(modelAccount(), ADA, storage);
    star(before.store, 'AAPL');
    await before.sync.round();
    const anew = modelAccount();
    const { store, sync } = open(anew, 'ada-2', storage);
    signInAs(store, 'ada-2', 'ada@example.com');
    await sync.round();
    expect(tickers(store)).toEqual([]);
    expect(anew.live().size).toBe(0);
  });

  test('a round that is stopped before its answer arrives writes nothing', async () => {
    const server = modelAccount();
    const other = open(server, ADA);
    star(other.store, 'AAPL');
    await other.sync.round();
    const { store, storage, sync } = open(server, ADA);
    const round = sync.round();
    sync.stop();
    expect(await round).toEqual(err({ reason: 'stopped' }));
    expect(storage.length).toBe(0);
    expect(tickers(store)).toEqual([]);
  });
});

test('a cleared journal is cleared in the account, a lost one is restored from it', async () => {
  const server = modelAccount();
  const { store, storage, sync } = open(server, ADA);
  edit(store, replaceJournal([record()]));
  await sync.round();
  expect([...server.live().keys()]).toEqual([
    'forecast live AAPL 2026-01-05 1',
    'outcome live AAPL 2026-01-05 1 2026-01-05T12:00:00.000Z',
  ]);
  for (const kind of ['forecast', 'outcome'] as const) storage.removeItem(itemsKey(kind, ADA));
  await sync.round();
  expect(store.get(journalAtom)).toEqual([record()]);
  edit(store, clearJournal('forecast'));
  await sync.round();
  expect(server.live().size).toBe(0);
});

test('a default setting never overwrites a choice made on another device', async () => {
  const server = modelAccount();
  const [first, second] = [open(server, ADA), open(server, ADA)];
  edit(first.store, withSettings({ palette: 'safe' }));
  edit(second.store, withSettings({ region: 'de' }));
  await first.sync.round();
  await second.sync.round();
  await first.sync.round();
  const settings = [first, second].map(({ store }) => store.get(settingsAtom));
  expect(settings).toMatchObject([
    { palette: 'safe', region: 'de' },
    { palette: 'safe', region: 'de' },
  ]);
});

test('a bug is not reported as full storage', async () => {
  const storage: Storage = {
    ...memoryStorage(),
    setItem: () => {
      throw new TypeError('not a function');
    },
  };
  const { sync } = open(modelAccount(), ADA, storage);
  expect(await sync.round()).toEqual(err({ reason: 'malformed' }));
});

test('nothing is lost when storage is full: what could not be written is fetched again', async () => {
  const server = modelAccount();
  const other = open(server, ADA);
  star(other.store, 'AAPL');
  await other.sync.round();
  const full = memoryStorage();
  let isFull = true;
  const storage: Storage = {
    ...full,
    setItem(key, text) {
      if (isFull && key.includes('star')) throw new DOMException('full', 'QuotaExceededError');
      full.setItem(key, text);
    },
  };
  const { sync } = open(server, ADA, storage);
  expect(await sync.round()).toEqual(err({ reason: 'storage_full' }));
  isFull = false;
  await sync.round();
  expect(tickers(userStore(full, ADA))).toEqual(['AAPL']);
  expect(starKeys(server)).toEqual(['AAPL']);
});

test('a layout may have any name', async () => {
  const server = modelAccount();
  const [first, second] = [open(server, ADA), open(server, ADA)];
  const layouts = new Map(['constructor', '__proto__'].map((name) => [name, { query: 'range=1M' }]));
  const set = (value: { query: string } | null): Change => {
    return () => Array.from(layouts.keys(), (key) => ({ kind: 'layout', key, value }));
  };
  edit(first.store, set({ query: 'range=1M' }));
  expect(await first.sync.round()).toEqual(ok(undefined));
  await second.sync.round();
  expect(second.store.get(valueAtoms.layout)).toEqual(layouts);
  for (const { store, sync } of [first, second]) {
    edit(store, set(null));
    await sync.round();
    expect(await sync.round()).toEqual(ok(undefined));
  }
  expect(server.live().size).toBe(0);
});

test('a change that was undone before it was sent does not override the same change by another device', async () => {
  const server = modelAccount();
  const [first, second] = [open(server, ADA), open(server, ADA)];
  for (const { store, sync } of [first, second]) {
    edit(store, withSettings({ palette: 'red-up' }));
    await sync.round();
  }
  const { putItems } = server;
  server.putItems = () => err({ reason: 'unreachable' });
  edit(first.store, withSettings({ palette: 'safe' }));
  await first.sync.round();
  server.putItems = putItems;
  edit(first.store, withSettings({ palette: 'red-up' }));
  await first.sync.round();
  edit(second.store, withSettings({ palette: 'safe' }));
  await second.sync.round();
  await first.sync.round();
  expect(first.store.get(settingsAtom).palette).toBe('safe');
  expect(server.live().get('setting palette')).toEqual({ choice: 'safe' });
});

test('what was sent, not confirmed and then removed does not come back', async () => {
  const server = modelAccount();
  const { store, sync } = open(server, ADA);
  star(store, 'AAPL');
  await sync.round();
  const { putItems } = server;
  server.putItems = (changes) => {
    putItems(changes);
    return err({ reason: 'unreachable' });
  };
  star(store, 'NVDA');
  await sync.round(true);
  server.putItems = putItems;
  edit(store, removeListings(new Set(['NVDA'])));
  star(store, 'KO');
  await sync.round(true);
  await sync.round();
  expect(tickers(store)).toEqual(['AAPL', 'KO']);
  expect(starKeys(server)).toEqual(['AAPL', 'KO']);
});

test('a failure of the server is passed on, and every change waits', async () => {
  const store = userStore();
  star(store, 'AAPL');
  const failure: Result<never, AccountFailure> = err({ reason: 'account_deleted' });
  const sync = new Sync(store, ADA, { getItems: async () => failure, putItems: async () => failure });
  expect(await sync.round()).toEqual(failure);
  expect(unsent(store)).toBe(2);
});

test('deleting an account removes all its data from the browser, and nothing of other accounts', async () => {
  const storage = memoryStorage();
  storage.setItem('theme', 'dark');
  star(userStore(storage, BOB), 'KO');
  const before = keysOf(storage);
  const { store, sync } = open(modelAccount(), ADA, storage);
  star(store, 'AAPL');
  await sync.round();
  removeItems(store, ADA, true);
  expect(keysOf(storage)).toEqual(before);
  expect(tickers(store)).toEqual([]);
});
