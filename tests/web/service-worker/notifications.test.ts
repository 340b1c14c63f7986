// @vitest-environment node
import { expect, test, vi } from 'vitest';
import { listenForPushes } from '#web/service-worker/notifications.ts';

const ORIGIN = 'https://candor.test';

/** A service worker with the given open tabs. */
interface Tab {
  readonly navigate: (href: string) => Promise<unknown>;
  readonly visibilityState: 'visible' | 'hidden';
}

function setUp(tabs: readonly Tab[] = []) {
  const listeners = new Map<string, (event: unknown) => void>();
  const showNotification = vi.fn<(title: string, options: NotificationOptions) => Promise<void>>(
    async () => undefined,
  );
  const subscribe = vi.fn<(options: object) => Promise<object>>(async () => ({}));
  const openWindow = vi.fn<(href: string) => Promise<null>>(async () => null);
  const clients = tabs.map((tab) => ({ focus: async () => undefined, ...tab }));
  listenForPushes({
    addEventListener: (type: string, listener: (event: unknown) => void) => listeners.set(type, listener),
    location: { origin: ORIGIN },
    registration: { showNotification, pushManager: { subscribe } },
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
    subscribe,
    close,
    replace: (oldSubscription: object | null) => fire('pushsubscriptionchange', { oldSubscription }),
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

test('a press opens the URL in the visible tab, or in a new one', async () => {
  const alone = setUp();
  await alone.press(PUSHED.url);
  expect(alone.close).toHaveBeenCalled();
  expect(alone.openWindow).toHaveBeenCalledWith(ORIGIN + PUSHED.url);

  const navigate = vi.fn<(href: string) => Promise<unknown>>(async () => null);
  const other = vi.fn<(href: string) => Promise<unknown>>(async () => null);
  const open = setUp([
    { navigate: other, visibilityState: 'hidden' },
    { navigate, visibilityState: 'visible' },
  ]);
  await open.press(PUSHED.url);
  expect(navigate).toHaveBeenCalledWith(ORIGIN + PUSHED.url);
  expect([other.mock.calls, open.openWindow.mock.calls]).toEqual([[], []]);

  const foreign = setUp([
    { navigate: async () => Promise.reject(new Error('not controlled')), visibilityState: 'visible' },
  ]);
  await foreign.press(PUSHED.url);
  expect(foreign.openWindow).toHaveBeenCalledWith(ORIGIN + PUSHED.url);
});

test('a press leaves tabs in the background as they are', async () => {
  const navigate = vi.fn<(href: string) => Promise<unknown>>(async () => null);
  const worker = setUp([{ navigate, visibilityState: 'hidden' }]);
  await worker.press(PUSHED.url);
  expect(navigate).not.toHaveBeenCalled();
  expect(worker.openWindow).toHaveBeenCalledWith(ORIGIN + PUSHED.url);
});

test('a subscription that the browser replaces is made again with its key', async () => {
  const worker = setUp();
  const applicationServerKey = new ArrayBuffer(65);
  await worker.replace({ options: { applicationServerKey } });
  expect(worker.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey });
  worker.subscribe.mockClear();
  await worker.replace(null);
  expect(worker.subscribe).not.toHaveBeenCalled();
});

test('another site’s URL is not opened', async () => {
  const worker = setUp();
  await worker.press('https://elsewhere.test/');
  expect(worker.close).toHaveBeenCalled();
  expect(worker.openWindow).not.toHaveBeenCalled();
});
