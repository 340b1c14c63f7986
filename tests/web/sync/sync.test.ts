import { err, ok, type Result } from '#compute';
import type { ItemChange } from '#worker/contract';
import { describe, expect, test } from 'vitest';
import type { AccountFailure } from '../../../web/shared/sync/account-api.ts';
import { accountKeys, removeLocalData, syncKey } from '../../../web/shared/sync/local-data.ts';
import { createSync } from '../../../web/shared/sync/sync.ts';
import { withChoices } from '../../../web/shared/user/change-settings.ts';
import { parseSettings, SETTINGS_KEY, type Settings } from '../../../web/shared/user/settings.ts';
import { JOURNAL, parseJournal } from '../../../web/shared/user/forecast-journal.ts';
import { statsKey } from '../../../web/shared/user/local-stats.ts';
import { DRAWINGS, drawingsText, parseDrawings } from '../../../web/shared/user/drawings.ts';
import { LAYOUTS, layoutsText, parseLayouts } from '../../../web/shared/user/layouts.ts';
import { WATCHLIST } from '../../../web/shared/user/watchlist.ts';
import { crossings, withAlert, withQuote } from '../../../web/shared/user/alerts.ts';
import {
  memoryStorage,
  modelAccount,
  readWatchlist,
  writeWatchlist,
  type ModelAccount,
} from '../../support/web/model-account.ts';
import { journalText, record, storeJournal } from '../user/journal-entries.ts';
import { ready } from '../user/quotes.ts';

const ADA = { owner: 'Ada@Example.com', uid: 'ada' };
const BOB = { owner: 'bob@example.com', uid: 'bob' };

function open(server: ModelAccount, user: { owner: string; uid: string }, storage = memoryStorage()) {
  const written: string[] = [];
  const sent: (readonly ItemChange[])[] = [];
  const sync = createSync({
    storage,
    ...user,
    api: {
      getItems: async (since) => server.getItems(since),
      putItems: async (changes) => {
        sent.push(changes);
        return server.putItems(changes);
      },
    },
    onWrite: (key) => written.push(key),
  });
  return { storage, sync, written, sent };
}

function star(storage: Storage, { owner }: { owner: string }, ...tickers: readonly string[]) {
  const added = tickers.map((ticker) => ({ ticker, name: '', alerts: [] }));
  writeWatchlist(storage, owner, [...readWatchlist(storage, owner), ...added]);
}

function stars(storage: Storage, { owner }: { owner: string }): readonly string[] {
  return readWatchlist(storage, owner).map(({ ticker }) => ticker);
}

function choose(storage: Storage, change: Partial<Settings>) {
  storage.setItem(SETTINGS_KEY, withChoices(storage.getItem(SETTINGS_KEY), change));
}

const starKeys = (server: ModelAccount) =>
  [...server.live().keys()].filter((id) => id.startsWith('star ')).map((id) => id.slice(5));

test('what a browser held before the first sign-in is adopted, and comes to the next browser in its order', async () => {
  const server = modelAccount();
  const first = open(server, ADA);
  star(first.storage, ADA, 'NVDA', 'AAPL');
  expect(await first.sync.round()).toEqual(ok(undefined));
  const second = open(server, ADA);
  await second.sync.round();
  expect(stars(second.storage, ADA)).toEqual(['NVDA', 'AAPL']);
  expect(second.written).toEqual([WATCHLIST.storageKey(ADA.owner)]);
  expect(await second.sync.round()).toEqual(ok(undefined));
  expect(second.sent).toEqual([]);
});

describe('a change that the account refuses', () => {
  test('does not hold back the others, and is not sent again', async () => {
    const server = modelAccount();
    const { storage, sync, sent } = open(server, ADA);
    const { putItems } = server;
    // A value that is larger than the server's limit.
    server.putItems = (changes) =>
      changes.some(({ key }) => key.includes('T4')) ? err({ reason: 'invalid_item' }) : putItems(changes);
    const entries = Array.from({ length: 9 }, (_, index) => record({ ticker: `T${index}`, outcome: null }));
    storeJournal(storage, ADA.owner, entries);
    await sync.round();
    expect(server.live().size).toBe(8);
    expect(sync.refused()).toMatchObject([{ kind: 'forecast', reason: 'invalid' }]);
    expect(sync.countUnsent()).toBe(0);
    const before = sent.length;
    await sync.round();
    expect(sent).toHaveLength(before);
  });

  test('deletes nothing: this browser keeps it, and the account the value it had before', async () => {
    const server = modelAccount();
    const [first, second] = [open(server, ADA), open(server, ADA)];
    star(first.storage, ADA, 'AAPL', 'KO');
    await first.sync.round();
    const tooLong = 'A'.repeat(201);
    const [, ko] = readWatchlist(first.storage, ADA.owner);
    writeWatchlist(first.storage, ADA.owner, [{ ticker: 'AAPL', name: tooLong, alerts: [] }, ko!]);
    await first.sync.round();
    expect(first.sync.refused()).toEqual([{ kind: 'star', key: 'AAPL', reason: 'invalid' }]);
    expect(server.live().get('star AAPL')).toEqual({ name: '' });

    await second.sync.round();
    star(second.storage, ADA, 'NVDA');
    await second.sync.round();
    await first.sync.round();
    expect(readWatchlist(first.storage, ADA.owner)).toMatchObject([
      { ticker: 'AAPL', name: tooLong },
      { ticker: 'KO' },
      { ticker: 'NVDA' },
    ]);
  });

  test('is reported where the list is full: what the account has stays', async () => {
    const server = modelAccount(100);
    const first = open(server, ADA);
    const names = Array.from({ length: 50 }, (_, index) => `T${index}`);
    star(first.storage, ADA, ...names);
    await first.sync.round();
    const second = open(server, ADA);
    star(second.storage, ADA, 'AAPL');
    await second.sync.round();
    expect(stars(second.storage, ADA)).toEqual(names);
    expect(second.sync.refused()).toEqual([{ kind: 'star', key: 'AAPL', reason: 'limit' }]);
    expect(starKeys(server)).toHaveLength(50);
  });
});

/** NVDA before a split and after it. */
const quote = (divisor: number, price: number) =>
  ready('NVDA', { current_price: price, year_closes: { dates: ['2026-01-02'], prices: [120 / divisor] } });

test('an alert from before a split has today’s price on another device, whichever of them saw the split first', async () => {
  const server = modelAccount();
  const [first, second] = [open(server, ADA), open(server, ADA)];
  star(first.storage, ADA, 'NVDA');
  const alert = { rule: { on: 'price', direction: 'above', value: 140 } } as const;
  const made = withAlert(readWatchlist(first.storage, ADA.owner), 'NVDA', alert, quote(1, 135));
  writeWatchlist(first.storage, ADA.owner, made);
  await first.sync.round();
  await second.sync.round();
  for (const { storage, sync } of [second, first]) {
    writeWatchlist(storage, ADA.owner, withQuote(readWatchlist(storage, ADA.owner), quote(10, 13.5)));
    await sync.round();
    const [{ alerts } = { alerts: [] }] = readWatchlist(storage, ADA.owner);
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
    writeWatchlist(device.storage, ADA.owner, [{ ticker: 'AAPL', name: '', alerts }]);
    return device;
  });
}

/** The prices of a device's alerts. */
function limits(storage: Storage): readonly number[] {
  const rules = readWatchlist(storage, ADA.owner).flatMap(({ alerts }) => alerts.map(({ rule }) => rule));
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
    for (const { storage, sync } of [first!, second!]) {
      expect(limits(storage)).toEqual(all);
      expect(sync.refused()).toEqual([]);
    }
    expect([...server.live().keys()].filter((id) => id.startsWith('alert '))).toHaveLength(10);
  });
});

/** The drawings of AAPL in a device's store. */
function drawingIds({ storage }: { readonly storage: Storage }): readonly string[] {
  const drawings = parseDrawings(storage.getItem(DRAWINGS.storageKey(ADA.owner)));
  return (drawings.get('AAPL') ?? []).map(({ id }) => id).toSorted();
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
    device.storage.setItem(DRAWINGS.storageKey(ADA.owner), drawingsText(new Map([['AAPL', drawings]])));
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
  star(first.storage, ADA, 'AAPL');
  await first.sync.round();
  await second.sync.round();
  writeWatchlist(first.storage, ADA.owner, []);
  await first.sync.round();
  const [item] = readWatchlist(second.storage, ADA.owner);
  const alerts = [{ rule: { on: 'signal' }, isMet: false }] as const;
  writeWatchlist(second.storage, ADA.owner, [{ ...item!, alerts }]);
  await second.sync.round();
  expect(stars(second.storage, ADA)).toEqual([]);
  expect(second.sync.refused()).toEqual([]);
  expect([...server.live().keys()]).toEqual(['order watchlist']);
});

describe('two accounts in one browser', () => {
  test('do not mix their data or their settings', async () => {
    const [adas, bobs] = [modelAccount(), modelAccount()];
    const storage = memoryStorage();
    star(storage, ADA, 'AAPL');
    choose(storage, { palette: 'safe' });
    await open(adas, ADA, storage).sync.round();
    const bob = open(bobs, BOB, storage);
    await bob.sync.round();
    expect(storage.getItem(SETTINGS_KEY)).toBeNull();
    expect(bob.written).toEqual([SETTINGS_KEY]);
    star(storage, BOB, 'KO');
    choose(storage, { palette: 'red-up', clock: 'local' });
    await bob.sync.round();
    await open(adas, ADA, storage).sync.round();
    expect(storage.getItem(SETTINGS_KEY)).toBe(withChoices(null, { palette: 'safe' }));
    expect(starKeys(adas)).toEqual(['AAPL']);
    expect(starKeys(bobs)).toEqual(['KO']);
    expect(adas.live().get('setting palette')).toEqual({ choice: 'safe' });
    expect(adas.live().has('setting clock')).toBe(false);
    expect(bobs.live().get('setting palette')).toEqual({ choice: 'red-up' });
  });

  test('a new account with the same address does not take over the lists of the deleted one', async () => {
    const storage = memoryStorage();
    star(storage, ADA, 'AAPL');
    await open(modelAccount(), ADA, storage).sync.round();
    const anew = modelAccount();
    const { sync, written } = open(anew, { ...ADA, uid: 'ada-2' }, storage);
    await sync.round();
    expect(stars(storage, ADA)).toEqual([]);
    expect(written).toContain(WATCHLIST.storageKey(ADA.owner));
    expect(anew.live().size).toBe(0);
  });

  test('a round that is stopped before its answer arrives writes nothing', async () => {
    const server = modelAccount();
    const other = open(server, ADA);
    star(other.storage, ADA, 'AAPL');
    await other.sync.round();
    const { storage, sync, written } = open(server, ADA);
    const round = sync.round();
    sync.stop();
    expect(await round).toEqual(err({ reason: 'stopped' }));
    expect(written).toEqual([]);
    expect(stars(storage, ADA)).toEqual([]);
  });
});

test('a cleared journal is cleared in the account, a lost one is restored from it', async () => {
  const server = modelAccount();
  const { storage, sync } = open(server, ADA);
  storeJournal(storage, ADA.owner, [record()]);
  await sync.round();
  expect([...server.live().keys()]).toEqual([
    'forecast live AAPL 2026-01-05 1',
    'outcome live AAPL 2026-01-05 1',
  ]);
  storage.removeItem(JOURNAL.storageKey(ADA.owner));
  await sync.round();
  expect(parseJournal(storage.getItem(JOURNAL.storageKey(ADA.owner)))).toEqual([record()]);
  storage.setItem(JOURNAL.storageKey(ADA.owner), journalText([]));
  await sync.round();
  expect(server.live().size).toBe(0);
});

test('a default setting never overwrites a choice made on another device', async () => {
  const server = modelAccount();
  const [first, second] = [open(server, ADA), open(server, ADA)];
  choose(first.storage, { palette: 'safe' });
  choose(second.storage, { region: 'de' });
  await first.sync.round();
  await second.sync.round();
  await first.sync.round();
  const settings = [first, second].map(({ storage }) => parseSettings(storage.getItem(SETTINGS_KEY)));
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
  star(other.storage, ADA, 'AAPL');
  await other.sync.round();
  const full = memoryStorage();
  let isFull = true;
  const storage: Storage = {
    ...full,
    setItem(key, text) {
      if (isFull && key.includes('watchlist')) throw new DOMException('full', 'QuotaExceededError');
      full.setItem(key, text);
    },
  };
  const { sync } = open(server, ADA, storage);
  expect(await sync.round()).toEqual(err({ reason: 'storage_full' }));
  isFull = false;
  await sync.round();
  expect(stars(storage, ADA)).toEqual(['AAPL']);
  expect(starKeys(server)).toEqual(['AAPL']);
});

test('a layout may have any name', async () => {
  const server = modelAccount();
  const [first, second] = [open(server, ADA), open(server, ADA)];
  const key = LAYOUTS.storageKey(ADA.owner);
  const layouts = new Map(['constructor', '__proto__'].map((name) => [name, 'ticker=AAPL']));
  first.storage.setItem(key, layoutsText(layouts));
  expect(await first.sync.round()).toEqual(ok(undefined));
  await second.sync.round();
  expect(parseLayouts(second.storage.getItem(key))).toEqual(layouts);
  for (const { storage, sync } of [first, second]) {
    storage.setItem(key, layoutsText(new Map()));
    await sync.round();
    expect(await sync.round()).toEqual(ok(undefined));
  }
  expect(server.live().size).toBe(0);
});

test('a change that was undone before it was sent does not override the same change by another device', async () => {
  const server = modelAccount();
  const [first, second] = [open(server, ADA), open(server, ADA)];
  for (const { storage, sync } of [first, second]) {
    choose(storage, { palette: 'red-up' });
    await sync.round();
  }
  const { putItems } = server;
  server.putItems = () => err({ reason: 'unreachable' });
  choose(first.storage, { palette: 'safe' });
  await first.sync.round();
  server.putItems = putItems;
  choose(first.storage, { palette: 'red-up' });
  await first.sync.round();
  choose(second.storage, { palette: 'safe' });
  await second.sync.round();
  await first.sync.round();
  expect(first.storage.getItem(SETTINGS_KEY)).toBe(withChoices(null, { palette: 'safe' }));
  expect(server.live().get('setting palette')).toEqual({ choice: 'safe' });
});

test('what was sent, not confirmed and then removed does not come back', async () => {
  const server = modelAccount();
  const { storage, sync } = open(server, ADA);
  star(storage, ADA, 'AAPL');
  await sync.round();
  const { putItems } = server;
  server.putItems = (changes) => {
    putItems(changes);
    return err({ reason: 'unreachable' });
  };
  star(storage, ADA, 'NVDA');
  await sync.send();
  server.putItems = putItems;
  writeWatchlist(storage, ADA.owner, readWatchlist(storage, ADA.owner).slice(0, 1));
  star(storage, ADA, 'KO');
  await sync.send();
  await sync.round();
  expect(stars(storage, ADA)).toEqual(['AAPL', 'KO']);
  expect(starKeys(server)).toEqual(['AAPL', 'KO']);
});

test('a failure of the server is passed on, and every change waits', async () => {
  const storage = memoryStorage();
  star(storage, ADA, 'AAPL');
  const failure: Result<never, AccountFailure> = err({ reason: 'account_deleted' });
  const sync = createSync({
    storage,
    ...ADA,
    api: { getItems: async () => failure, putItems: async () => failure },
    onWrite: () => undefined,
  });
  expect(await sync.round()).toEqual(failure);
  expect(sync.countUnsent()).toBe(2);
});

test('deleting an account removes all its data from the browser, and nothing of other accounts', async () => {
  const storage = memoryStorage();
  storage.setItem('theme', 'dark');
  star(storage, BOB, 'KO');
  star(storage, ADA, 'AAPL');
  storage.setItem(statsKey(ADA.owner), '{}');
  await open(modelAccount(), ADA, storage).sync.round();
  removeLocalData(storage, ADA.owner, ADA.uid, (key) => storage.removeItem(key));
  const left = Array.from({ length: storage.length }, (_, index) => storage.key(index));
  expect(left.toSorted()).toEqual([WATCHLIST.storageKey(BOB.owner), 'theme']);
  expect(accountKeys(ADA.owner)).toContain(syncKey(ADA.owner));
});
