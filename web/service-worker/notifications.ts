import type { Notice } from '#compute';

/** If a push shows no notification, the browser shows a generic one. */
const UNREADABLE: Notice = {
  title: 'Candor',
  body: 'One of your alerts was triggered.',
  tag: 'alerts',
  url: '/today',
};

export function listenForPushes(scope: ServiceWorkerGlobalScope): void {
  scope.addEventListener('push', (event) => {
    const { title, body, tag, url } = readPush(event.data);
    const options = { body, tag, icon: '/favicon.svg', data: url };
    event.waitUntil(scope.registration.showNotification(title, options));
  });

  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    const { href, origin } = new URL(String(event.notification.data), scope.location.origin);
    if (origin === scope.location.origin) event.waitUntil(open(scope, href));
  });

  scope.addEventListener('pushsubscriptionchange', (event) => {
    const { oldSubscription } = event as PushSubscriptionChangeEvent;
    event.waitUntil(subscribeAgain(scope, oldSubscription));
  });
}

/** The browser has replaced a subscription. Subscribes with the same key; the next page that opens sends it to the account. */
async function subscribeAgain(scope: ServiceWorkerGlobalScope, old: PushSubscription | null): Promise<void> {
  const key = old?.options.applicationServerKey;
  if (!key) return;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  // Without a network the page offers to turn notifications on again.
  await scope.registration.pushManager.subscribe(options).catch(() => undefined);
}

function readPush(data: PushMessageData | null): Notice {
  try {
    return { ...UNREADABLE, ...(data?.json() as Partial<Notice>) };
  } catch {
    return UNREADABLE;
  }
}

/** Shows an address in the tab that is visible, or in a new one: what is in the background may be anything. */
async function open(scope: ServiceWorkerGlobalScope, href: string): Promise<void> {
  const tabs = await scope.clients.matchAll({ type: 'window' });
  const visible = tabs.find(({ visibilityState }) => visibilityState === 'visible');
  if (visible === undefined) {
    await scope.clients.openWindow(href);
    return;
  }
  // Only a real press may move the focus.
  await visible.focus().catch(() => undefined);
  // A tab that this service worker does not control cannot be sent anywhere.
  await visible.navigate(href).catch(() => scope.clients.openWindow(href));
}
