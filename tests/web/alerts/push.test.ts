import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pushState, renewPush, turnOffPush, turnOnPush } from '#web/shared/alerts/push.ts';
import { pushKeyAtom } from '#web/shared/user/alert-events.ts';
import { valueAtoms } from '#web/shared/user/user-items.ts';
import { edit, keysOf, memoryStorage, signInAs, userStore } from '#support/web/user-store.ts';

// 65 bytes as base64url.
const KEY = `B${'k'.repeat(85)}A`;
const OTHER_KEY = `B${'o'.repeat(85)}A`;

/** A browser's push manager. As a real one, it refuses to subscribe with another key than the subscription that there is. */
class PushBrowser {
  current: { endpoint: string; key: string } | null = null;
  #made = 0;

  renew(key = this.current?.key ?? ''): void {
    this.#made++;
    this.current = { endpoint: `https://push.example/${this.#made}`, key };
  }

  async getSubscription() {
    const { current } = this;
    return (
      current && {
        endpoint: current.endpoint,
        options: { applicationServerKey: bytes(current.key) },
        toJSON: () => ({
          endpoint: current.endpoint,
          keys: { p256dh: KEY, auth: current.endpoint.slice(-1).padStart(22, 'a') },
        }),
        unsubscribe: async () => {
          this.current = null;
        },
      }
    );
  }

  async subscribe({ applicationServerKey: key }: { applicationServerKey: string }) {
    if (this.current && this.current.key !== key) throw new DOMException('', 'InvalidStateError');
    if (!this.current) this.renew(key);
    return this.getSubscription();
  }
}

let storage = memoryStorage();
let store = userStore(storage);
let browser = new PushBrowser();

function bytes(base64url: string): ArrayBuffer {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0)).buffer;
}

const state = () => pushState(store.get(pushKeyAtom), store.get(valueAtoms.push));

/** The endpoints that the account sends to, each with the server's key that it was made with. */
function targets(): readonly (readonly [string, string])[] {
  return [...store.get(valueAtoms.push).values()].map((value) => [value.endpoint, value.server_key]);
}

/** The server has removed all subscriptions, and the sync has brought that here. */
function endOnServer(): void {
  const keys = [...store.get(valueAtoms.push).keys()];
  edit(store, () => keys.map((key) => ({ kind: 'push', key, value: null })));
}

beforeEach(() => {
  storage = memoryStorage();
  store = userStore(storage);
  browser = new PushBrowser();
  const registration = { pushManager: browser };
  vi.stubGlobal('Notification', { permission: 'granted', requestPermission: async () => 'granted' });
  vi.stubGlobal('PushManager', Object);
  vi.stubGlobal('crypto', webcrypto);
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } });
});
afterEach(() => vi.unstubAllGlobals());

test('a subscription that the server has ended shows as ended, and turning it on again makes a new one', async () => {
  expect(await state()).toBe('page');
  await turnOnPush(store, KEY);
  expect(await state()).toBe('on');
  endOnServer();
  expect(await state()).toBe('ended');
  await renewPush(store, KEY);
  expect(await state()).toBe('ended');
  await turnOnPush(store, KEY);
  expect(await state()).toBe('on');
  expect(targets()).toEqual([['https://push.example/2', KEY]]);
});

test('one that the browser has ended shows as ended too', async () => {
  await turnOnPush(store, KEY);
  browser.current = null;
  await renewPush(store, KEY);
  expect(await state()).toBe('ended');
  await turnOnPush(store, KEY);
  expect(targets()).toEqual([['https://push.example/2', KEY]]);
});

test.each([true, false])(
  'a page subscribes again with the server’s new key, whether or not the account still has the old one (%s)',
  async (isKnown) => {
    await turnOnPush(store, KEY);
    if (!isKnown) endOnServer();
    await renewPush(store, OTHER_KEY);
    expect(targets()).toEqual([['https://push.example/2', OTHER_KEY]]);
    expect(await state()).toBe('on');
  },
);

test('what the service worker has renewed takes the place of the old one in the account', async () => {
  await turnOnPush(store, KEY);
  browser.renew();
  await renewPush(store, KEY);
  expect(targets()).toEqual([['https://push.example/2', KEY]]);
  expect(await state()).toBe('on');
});

test('a subscription that is as the account knows it is left alone, after a reload too', async () => {
  await turnOnPush(store, KEY);
  store = userStore(storage);
  const before = store.get(valueAtoms.push);
  await renewPush(store, KEY);
  expect(store.get(valueAtoms.push)).toBe(before);
  expect(await state()).toBe('on');
  expect(targets()).toHaveLength(1);
});

test('a sign-out ends the subscription, and the next user of the browser begins without one', async () => {
  await turnOnPush(store, KEY);
  signInAs(store, null);
  await turnOffPush(store, 'ada');
  expect(browser.current).toBeNull();
  expect(keysOf(storage).filter((key) => /push|subscription/.test(key))).toEqual(['candor:push:ada']);
  signInAs(store, 'bob');
  expect(await state()).toBe('page');
  browser.renew(KEY);
  await renewPush(store, KEY);
  expect(targets()).toEqual([]);
});
