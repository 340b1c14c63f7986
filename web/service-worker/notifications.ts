/** Shows pushed messages as notifications; selecting one opens the page it is about. */

/** As `firedNotice` of `compute` writes it. */
interface Pushed {
  readonly title: string;
  readonly body: string;
  /** A later message with the same tag replaces this one. */
  readonly tag: string;
  readonly url: string;
}

/** If a push shows no notification, the browser shows a generic one. */
const UNREADABLE: Pushed = {
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
}

function readPush(data: PushMessageData | null): Pushed {
  try {
    return { ...UNREADABLE, ...(data?.json() as Partial<Pushed>) };
  } catch {
    return UNREADABLE;
  }
}

/** Shows a URL in an open tab, or in a new one. */
async function open(scope: ServiceWorkerGlobalScope, href: string): Promise<void> {
  const [client] = await scope.clients.matchAll({ type: 'window' });
  if (client === undefined) {
    await scope.clients.openWindow(href);
    return;
  }
  // Browsers allow this only upon a real press.
  await client.focus().catch(() => undefined);
  // A tab that this service worker does not control cannot be navigated.
  await client.navigate(href).catch(() => scope.clients.openWindow(href));
}
