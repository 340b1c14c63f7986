import { beforeEach, afterEach, describe, expect, test, vi } from 'vitest';
import type { FirebaseConfig } from '#web/shared/sign-in/identity.ts';
import { openSignIn } from '#web/shared/sign-in/open-sign-in.ts';
import { Sync } from '#web/shared/sync/sync.ts';
import { drawingsAtom, setDrawings, type Drawing } from '#web/shared/user/drawings.ts';
import { journalAtom } from '#web/shared/user/forecast-journal.ts';
import { withSettings } from '#support/web/settings.ts';
import { settingsAtom } from '#web/shared/user/settings.ts';
import { writeTextsAtom } from '#web/shared/user/browser-storage.ts';
import {
  areItemsStoredAtom,
  itemsKey,
  changeItemsAtom,
  followStorage,
  kindAtoms,
  removeItems,
} from '#web/shared/user/user-items.ts';
import { addListings, removeListings, watchlistAtom } from '#web/shared/user/watchlist.ts';
import { createStore, type Store } from '#web/store.ts';
import {
  edit,
  keysOf,
  memoryStorage,
  signInAs,
  tickers,
  userStore,
  valuesOf,
} from '#support/web/user-store.ts';

const STARS = itemsKey('star', 'ada');

function star(store: Store, ticker: string): void {
  edit(store, addListings([{ ticker, name: '' }]));
}

describe('two tabs of a user', () => {
  test('star different listings within one task, and both stay', () => {
    const storage = memoryStorage();
    const [first, second] = [userStore(storage), userStore(storage)];
    expect([tickers(first), tickers(second)]).toEqual([[], []]);
    star(first, 'AAPL');
    star(second, 'MSFT');
    star(first, 'NVDA');
    expect(tickers(userStore(storage))).toEqual(['AAPL', 'MSFT', 'NVDA']);
    expect(tickers(first)).toEqual(['AAPL', 'MSFT', 'NVDA']);
  });

  test('one that changes a listing keeps what the other has changed of the rest', () => {
    const storage = memoryStorage();
    const [first, second] = [userStore(storage), userStore(storage)];
    star(first, 'AAPL');
    edit(second, removeListings(new Set(['AAPL'])));
    star(first, 'MSFT');
    expect(tickers(userStore(storage))).toEqual(['MSFT']);
  });

  test.each(['storage', 'pageshow', 'focus'])('follow each other on %s', (event) => {
    const [first, second] = [userStore(localStorage), userStore(localStorage)];
    const stop = followStorage(second);
    expect(tickers(second)).toEqual([]);
    star(first, 'AAPL');
    dispatchEvent(event === 'storage' ? new StorageEvent(event, { key: STARS }) : new Event(event));
    expect(tickers(second)).toEqual(['AAPL']);
    stop();
    localStorage.clear();
  });
});

describe('another user', () => {
  test('replaces all items at once, and the first one’s come back with the first one', () => {
    const storage = memoryStorage();
    star(userStore(storage, 'bob'), 'BOB');
    const store = userStore(storage);
    star(store, 'ADA');
    edit(store, withSettings({ region: 'de' }));
    const seen: unknown[] = [];
    store.sub(watchlistAtom, () => seen.push([tickers(store), store.get(settingsAtom).region]));
    signInAs(store, 'bob');
    expect(seen).toEqual([[['BOB'], 'us']]);
    signInAs(store, 'ada');
    expect([tickers(store), store.get(settingsAtom).region]).toEqual([['ADA'], 'de']);
    signInAs(store, null);
    expect(valuesOf(store)).toEqual(new Map());
  });

  test('a guest changes nothing but settings', () => {
    const storage = memoryStorage();
    const store = userStore(storage, null);
    star(store, 'AAPL');
    edit(store, withSettings({ region: 'de' }));
    expect(keysOf(storage)).toEqual([itemsKey('setting', '')]);
    expect([tickers(store), store.get(settingsAtom).region]).toEqual([[], 'de']);
  });
});

describe('a tab that was frozen while another one ended the sign-in', () => {
  const CONFIG: FirebaseConfig = {
    apiKey: 'k',
    authDomain: 'a',
    projectId: 'p',
    appId: 'i',
    emulatorUrl: null,
  };
  const KEY = 'firebase:authUser:k:[DEFAULT]';

  /** What the identity provider's SDK leaves in the browser. */
  function storeSignIn(uid: string): void {
    localStorage.setItem(KEY, JSON.stringify({ uid, apiKey: 'k', stsTokenManager: { refreshToken: 'r' } }));
  }

  /** A tab of a user, as it is once the provider has confirmed the stored sign-in. */
  function tabOf(uid: string): Store {
    const store = createStore();
    storeSignIn(uid);
    openSignIn(store, CONFIG);
    signInAs(store, uid);
    return store;
  }

  /** Every text that this browser holds. */
  function storedTexts(): string {
    return JSON.stringify(Object.entries(localStorage));
  }

  beforeEach(() => localStorage.clear());
  afterEach(() => localStorage.clear());

  test('shows and writes none of the first user’s items beside the second’s', async () => {
    const [first, frozen] = [tabOf('ada'), tabOf('ada')];
    star(first, 'ADAS');
    edit(first, withSettings({ region: 'de' }));
    reread(frozen);
    expect(tickers(frozen)).toEqual(['ADAS']);
    const sent = vi.fn<() => never>();
    const sync = new Sync(frozen, 'ada', { getItems: sent, putItems: sent });
    confirmAll(first);

    signInAs(first, null);
    localStorage.removeItem(KEY);
    removeItems(first, 'ada');
    const second = tabOf('bob');
    star(second, 'BOBS');
    expect(storedTexts()).not.toMatch(/ADAS|"de"|candor:\w+:ada/);

    // The frozen tab wakes up before its SDK has noticed anything.
    star(frozen, 'ADAS2');
    edit(frozen, withSettings({ region: 'fr' }));
    await sync.round(true);
    expect(sent).not.toHaveBeenCalled();
    expect([valuesOf(frozen), tickers(second)]).toEqual([new Map(), ['BOBS']]);
    expect(storedTexts()).not.toMatch(/ADAS|"de"|"fr"|candor:\w+:ada/);

    signInAs(frozen, 'bob');
    expect(tickers(frozen)).toEqual(['BOBS']);
    expect(storedTexts()).not.toMatch(/candor:\w+:ada/);
  });

  test('shows none of them as soon as it is visible again', () => {
    const frozen = tabOf('ada');
    const stop = followStorage(frozen);
    star(frozen, 'ADAS');
    storeSignIn('bob');
    dispatchEvent(new Event('pageshow'));
    expect(valuesOf(frozen)).toEqual(new Map());
    stop();
  });

  test('what was never sent stays out of sight until its user is back', () => {
    const store = tabOf('ada');
    star(store, 'ADAS');
    signInAs(store, null);
    removeItems(store, 'ada');
    expect(valuesOf(store)).toEqual(new Map());
    expect(valuesOf(tabOf('bob'))).toEqual(new Map());
    expect(tickers(tabOf('ada'))).toEqual(['ADAS']);
  });
});

/** Lets a tab read again what is stored. */
function reread(store: Store): void {
  const stop = followStorage(store);
  dispatchEvent(new Event('focus'));
  stop();
}

/** The account has confirmed every item. */
function confirmAll(store: Store): void {
  store.set(changeItemsAtom, (read) =>
    Object.fromEntries(
      Object.keys(kindAtoms).map((kind) => [
        kind,
        new Map(
          Array.from(read(kind as 'star').items, ([key, { value }]) => [key, { value, version: 1 }] as const),
        ),
      ]),
    ),
  );
}

describe('items that storage refuses', () => {
  test('last as long as the page, and are stored with the next change that it takes', () => {
    const storage = memoryStorage();
    const store = userStore(storage);
    star(store, 'AAPL');
    let isFull = true;
    const { setItem } = storage;
    storage.setItem = (key, text) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      setItem(key, text);
    };
    // No item, so nothing of the user's is lost.
    store.set(writeTextsAtom, [['theme', 'light']]);
    expect(store.get(areItemsStoredAtom)).toBe(true);
    star(store, 'MSFT');
    expect([tickers(store), tickers(userStore(storage))]).toEqual([['AAPL', 'MSFT'], ['AAPL']]);
    expect(store.get(areItemsStoredAtom)).toBe(false);
    isFull = false;
    star(store, 'NVDA');
    expect(tickers(userStore(storage))).toEqual(['AAPL', 'MSFT', 'NVDA']);
    expect(store.get(areItemsStoredAtom)).toBe(true);
  });
});

const LEVEL: Drawing = {
  id: 'a',
  tool: 'trend',
  points: [
    { time_seconds: 1, price: 2 },
    { time_seconds: 2, price: 3 },
  ],
};

describe('what derives from items', () => {
  test('is the same object while its own items are unchanged', () => {
    const store = userStore();
    star(store, 'AAPL');
    const derived = () => [store.get(watchlistAtom), store.get(journalAtom), store.get(settingsAtom)];
    const before = derived();
    edit(store, setDrawings('AAPL', new Map([['a', LEVEL]])));
    confirmAll(store);
    reread(store);
    for (const [at, value] of derived().entries()) expect(value).toBe(before[at]);
    expect(store.get(drawingsAtom).get('AAPL')).toEqual([LEVEL]);
  });

  test('a text is parsed once for all that reads it, and not again for the same text', () => {
    const storage = memoryStorage();
    star(userStore(storage), 'AAPL');
    const parse = vi.spyOn(JSON, 'parse');
    const store = userStore(storage);
    tickers(store);
    star(store, 'AAPL');
    reread(store);
    const stars = parse.mock.calls.filter(([text]) => text === storage.getItem(STARS));
    parse.mockRestore();
    expect(stars).toHaveLength(1);
  });

  test.each(['', '{', '[["AAPL"]]', '{"AAPL":{}}'])('a damaged text, %j, is no items', (text) => {
    const storage = memoryStorage();
    storage.setItem(STARS, text);
    const store = userStore(storage);
    expect(tickers(store)).toEqual([]);
    star(store, 'MSFT');
    expect(tickers(userStore(storage))).toEqual(['MSFT']);
  });
});
