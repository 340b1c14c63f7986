/** This browser's notifications: whether there are any, whether the user allows them, and its push subscription. */
import type { Notice } from '#compute';
import type { Store } from '../../store.ts';
import { setSubscription } from '../user/alert-events.ts';
import { settingsAtom } from '../user/settings.ts';
import { editAtom } from '../user/user-items.ts';

/** `on`: notified even with the page closed. `page`: only while a page is open. */
export type PushState = 'on' | 'page' | 'ask' | 'denied' | 'unsupported' | 'needs_app';

/** Reads the current state without prompting the user. */
export async function pushState(): Promise<PushState> {
  if (!('Notification' in globalThis) || !('PushManager' in globalThis))
    return /iPhone|iPad/.test(navigator.userAgent) ? 'needs_app' : 'unsupported';
  if (Notification.permission === 'default') return 'ask';
  if (Notification.permission === 'denied') return 'denied';
  return (await subscription()) === null ? 'page' : 'on';
}

async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  return navigator.serviceWorker?.getRegistration();
}

async function subscription(): Promise<PushSubscription | null> {
  return (await (await registration())?.pushManager.getSubscription()) ?? null;
}

/** Asks the user, and subscribes this browser. Call it from a press of a button: browsers punish a page that asks by itself. */
export async function turnOnPush(store: Store, publicKey: string | null): Promise<void> {
  if (!('Notification' in globalThis) || (await Notification.requestPermission()) !== 'granted') return;
  const worker = await registration();
  if (publicKey === null || worker === undefined) return;
  try {
    const { endpoint, keys } = (
      await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
    ).toJSON();
    const { p256dh, auth } = keys ?? {};
    const { region } = store.get(settingsAtom);
    if (endpoint === undefined || p256dh === undefined || auth === undefined) return;
    const target = { endpoint, p256dh, auth, server_key: publicKey, region };
    store.set(editAtom, setSubscription(await digest(endpoint), target));
  } catch {
    // No network, or the browser's push service refuses.
  }
}

/** Ends the user's push subscription at sign-out. The server learns of it from the push service. */
export async function turnOffPush(): Promise<void> {
  await (await subscription().catch(() => null))?.unsubscribe().catch(() => false);
}

/** SHA-256 as base64url. */
async function digest(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

/** Shows a notification where the user has agreed. One with the same `tag` is replaced, as with the service worker's pushes. */
export async function notify({ title, body, tag, url }: Notice): Promise<void> {
  if (!('Notification' in globalThis) || Notification.permission !== 'granted') return;
  const options = { body, tag, icon: '/favicon.svg', data: url };
  await (await registration())?.showNotification(title, options).catch(() => undefined);
}
