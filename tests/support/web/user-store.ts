/** A page's store for a user, without a page: on a storage of its own. */
import { alertKey, type ItemKind } from '#worker/contract';
import { Sync } from '#web/shared/sync/sync.ts';
import { publishAuthAtom, SIGNED_OUT } from '#web/shared/sign-in/auth.ts';
import { storageAtom } from '#web/shared/user/browser-storage.ts';
import type { Edit } from '#web/shared/user/items.ts';
import { editAtom, kindAtoms, type Change } from '#web/shared/user/user-items.ts';
import { watchlistAtom, type Watchlist } from '#web/shared/user/watchlist.ts';
import { createElement, type ReactNode } from 'react';
import { createStore, Provider, type Store } from '#web/store.ts';
import type { ModelAccount } from './model-account.ts';

/** Storage of a browser of its own. */
export function memoryStorage(): Storage {
  const texts = new Map<string, string>();
  return {
    get length() {
      return texts.size;
    },
    key: (index) => [...texts.keys()][index] ?? null,
    getItem: (key) => texts.get(key) ?? null,
    setItem: (key, text) => void texts.set(key, text),
    removeItem: (key) => void texts.delete(key),
    clear: () => texts.clear(),
  };
}

export function keysOf(storage: Storage): readonly string[] {
  return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').toSorted();
}

/** Signs a user in; `null` signs out. */
export function signInAs(store: Store, uid: string | null, email = `${uid}@example.com`): void {
  const user =
    uid === null
      ? null
      : { uid, email, displayName: null, emailVerified: true, creationTime: null, providerId: 'password' };
  store.set(publishAuthAtom, { ...SIGNED_OUT, status: user ? 'signed-in' : 'signed-out', user });
}

/** A store of a page on a storage, with a user who is signed in. */
export function userStore(storage: Storage = memoryStorage(), uid: string | null = 'ada'): Store {
  const store = createStore();
  store.set(storageAtom, storage);
  signInAs(store, uid);
  return store;
}

/** A wrapper that renders in a store. */
export function inStore(store: Store) {
  return ({ children }: { children: ReactNode }) => createElement(Provider, { store }, children);
}

/** A browser of a user: its store, and its sync with the account. */
export function syncedStore(server: ModelAccount) {
  const store = userStore();
  const sync = new Sync(store, 'ada', {
    getItems: async (since) => server.getItems(since),
    putItems: async (changes) => server.putItems(structuredClone(changes)),
  });
  return { store, round: async (isLast = false) => sync.round(false, isLast) };
}

export function edit(store: Store, change: Change): readonly Edit[] {
  return store.set(editAtom, change);
}

export function tickers(store: Store): readonly string[] {
  return store.get(watchlistAtom).map(({ ticker }) => ticker);
}

/** Every value of a store, by kind and key. */
export function valuesOf(store: Store): Map<string, unknown> {
  return new Map(
    Object.entries(kindAtoms).flatMap(([kind, items]) =>
      Array.from(store.get(items).values, ([key, value]) => [`${kind} ${key}`, value] as const),
    ),
  );
}

/** Puts exactly these values in place of those of a kind. */
export function replaceKind(kind: ItemKind, values: ReadonlyMap<string, object>): Change {
  return (read) => [
    ...[...read(kind).keys()]
      .filter((key) => !values.has(key))
      .map((key) => ({ kind, key, value: null }) as Edit),
    ...Array.from(values, ([key, value]) => ({ kind, key, value }) as Edit),
  ];
}

/** Puts exactly this list in place of the user's. */
export function replaceWatchlist(list: Watchlist): Change {
  const stars = list.map(({ ticker, name, group }) => [ticker, { name, ...(group && { group }) }] as const);
  const alerts = list.flatMap(({ ticker, alerts: own }) =>
    own.map((alert) => [alertKey(ticker, alert.rule), { ticker, ...alert }] as const),
  );
  const order = { tickers: list.map(({ ticker }) => ticker) };
  return (read) => [
    ...replaceKind('star', new Map(stars))(read),
    ...replaceKind('alert', new Map(alerts))(read),
    ...replaceKind('order', new Map([['watchlist', order]]))(read),
  ];
}
