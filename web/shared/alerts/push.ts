import type { Notice } from '#compute';
import type { Store } from '../../store.ts';
import { pushKey, pushKeyAtom } from '../user/alert-events.ts';
import { writeTextsAtom } from '../user/browser-storage.ts';
import { settingsAtom } from '../user/settings.ts';
import { editAtom } from '../user/user-items.ts';

/** `on`: also with the page closed. `ended`: was on until the browser or push service ended it. `page`: only while a page is open. */
export type PushState = 'on' | 'ended' | 'page' | 'ask' | 'denied' | 'unsupported' | 'needs_app';

/** Does not prompt the user. `key`: see `pushKeyAtom`; `targets`: the account's subscriptions. */
export async function pushState(
  key: string | null,
  targets: ReadonlyMap<string, unknown>,
): Promise<PushState> {
  if (!('Notification' in globalThis) || !('PushManager' in globalThis))
    return isAppleMobile() ? 'needs_app' : 'unsupported';
  if (Notification.permission === 'default') return 'ask';
  if (Notification.permission === 'denied') return 'denied';
  if (!key) return 'page';
  const current = await subscription();
  return current !== null && targets.has(keyOf(current)) ? 'on' : 'ended';
}

/** An iPad calls itself a Mac, which has no touch screen. */
function isAppleMobile(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return /iPhone|iPad/.test(userAgent) || (/Macintosh/.test(userAgent) && maxTouchPoints > 1);
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration();
}

async function subscription(): Promise<PushSubscription | null> {
  return (await (await registration())?.pushManager.getSubscription()) ?? null;
}

/** A subscription's item is named by its secret, which each new subscription has of its own. */
function keyOf(current: PushSubscription): string {
  return current.toJSON().keys?.['auth'] ?? '';
}

/** Prompts the user and subscribes this browser. Call it only on a button press: browsers penalise unrequested prompts. */
export async function turnOnPush(store: Store, publicKey: string | null): Promise<void> {
  if (!('Notification' in globalThis) || (await Notification.requestPermission()) !== 'granted') return;
  if (publicKey !== null) await subscribeAnew(store, publicKey);
}

/** Updates the account if the service worker has renewed the subscription or the server's key has changed. */
export async function renewPush(store: Store, publicKey: string): Promise<void> {
  const current = await subscription();
  const key = store.get(pushKeyAtom);
  if (current === null || !key) return;
  const { applicationServerKey } = current.options;
  if (applicationServerKey && base64url(applicationServerKey) !== publicKey)
    await subscribeAnew(store, publicKey);
  else if (keyOf(current) !== key) await sendToAccount(store, current, publicKey);
}

async function subscribeAnew(store: Store, publicKey: string): Promise<void> {
  try {
    // The browser keeps an old key, and does not know if the push service has ended a subscription.
    await (await subscription())?.unsubscribe();
    const options = { userVisibleOnly: true, applicationServerKey: publicKey };
    const made = await (await registration())?.pushManager.subscribe(options);
    if (made) await sendToAccount(store, made, publicKey);
  } catch {
    // No network, or the push service refuses.
  }
}

async function sendToAccount(store: Store, made: PushSubscription, publicKey: string): Promise<void> {
  const { endpoint, keys: { p256dh, auth } = {} } = made.toJSON();
  if (endpoint === undefined || p256dh === undefined || auth === undefined) return;
  const { region } = store.get(settingsAtom);
  const value = { endpoint, p256dh, auth, server_key: publicKey, region };
  const earlier = store.get(pushKeyAtom);
  store.set(editAtom, () => [
    ...(earlier === null ? [] : [{ kind: 'push', key: earlier, value: null } as const]),
    { kind: 'push', key: auth, value },
  ]);
  store.set(pushKeyAtom, () => auth);
}

/** Ends the subscription at sign-out. The push service informs the server. */
export async function turnOffPush(store: Store, uid: string): Promise<void> {
  await (await subscription().catch(() => null))?.unsubscribe().catch(() => false);
  store.set(writeTextsAtom, [[pushKey(uid), null]]);
}

function base64url(bytes: ArrayBuffer): string {
  return btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Shows a notification if the user allows them. It replaces one with the same `tag`, also one from the service worker. */
export async function notify({ title, body, tag, url }: Notice): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const options = { body, tag, icon: '/favicon.svg', data: url };
  await (await registration())?.showNotification(title, options).catch(() => undefined);
}
