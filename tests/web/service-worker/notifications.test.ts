// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { listenForPushes } from '../../../web/service-worker/notifications.ts';

const ORIGIN = 'https://candor.test';

/** A service worker with the given open tabs. */
function setUp(tabs: readonly { navigate: (href: string) => Promise<unknown> }[] = []) {
  const listeners = new Map<string, (event: unknown) => void>();
  const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>(
    async () => undefined,
  );
  const openWindow = vi.fn<(href: string) => Promise<null>>(async () => null);
  const clients = tabs.map((tab) => ({ focus: async () => undefined, ...tab }));
  listenForPushes({
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    location: { origin: ORIGIN },
    registration: { showNotification },
    clients: { matchAll: async () => clients, openWindow },
  } as unknown as Parameters<typeof listenForPushes>[0]);
  const fire = async (type: string, event: object) => {
    const work: Promise<unknown>[] = [];
    listeners.get(type)!({ ...event, waitUntil: (promise: Promise<unknown>) => work.push(promise) });
    await Promise.all(work);
  };
  const close = vi.fn<() => void>();
  return {
    showNotification,
    openWindow,
    close,
    push: (text: string | null) =>
      fire('push', { data: text && { json: () => JSON.parse(text) as unknown } }),
    press: (data: unknown) => fire('notificationclick', { notification: { data, close } }),
  };
}

const PUSHED = { title: 'NVDA fell', body: '$139.50', tag: 'NVDA', url: '/prediction?ticker=NVDA&alert=x' };

test('a push is shown with its tag and URL, and an unreadable one as a generic notification', async () => {
  const worker = setUp();
  await worker.push(JSON.stringify(PUSHED));
  const { title, body, tag, url } = PUSHED;
  expect(worker.showNotification).toHaveBeenLastCalledWith(
    title,
    expect.objectContaining({ body, tag, data: url }),
  );
  for (const text of ['{', null]) {
    await worker.push(text);
    expect(worker.showNotification).toHaveBeenLastCalledWith(
      'Candor',
      expect.objectContaining({ data: '/today' }),
    );
  }
});

test('a press opens the URL in an open tab, or in a new one', async () => {
  const alone = setUp();
  await alone.press(PUSHED.url);
  expect(alone.close).toHaveBeenCalled();
  expect(alone.openWindow).toHaveBeenCalledWith(ORIGIN + PUSHED.url);

  const navigate = vi.fn<(href: string) => Promise<unknown>>(async () => null);
  const open = setUp([{ navigate }]);
  await open.press(PUSHED.url);
  expect(navigate).toHaveBeenCalledWith(ORIGIN + PUSHED.url);
  expect(open.openWindow).not.toHaveBeenCalled();

  const foreign = setUp([{ navigate: async () => Promise.reject(new Error('not controlled')) }]);
  await foreign.press(PUSHED.url);
  expect(foreign.openWindow).toHaveBeenCalledWith(ORIGIN + PUSHED.url);
});

test('another site’s URL is not opened', async () => {
  const worker = setUp();
  await worker.press('https://elsewhere.test/');
  expect(worker.close).toHaveBeenCalled();
  expect(worker.openWindow).not.toHaveBeenCalled();
});
