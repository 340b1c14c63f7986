/** The app with its service worker: what the worker must not delay, store or mix up. */
import type { BrowserContext, Page, Worker } from 'playwright/test';
import { expect, test as base } from './fixtures.ts';
import { type Deployment, startDeployment } from './two-builds.ts';

const test = base.extend<{ deployment: Deployment }>({
  // oxlint-disable-next-line no-empty-pattern -- the runner reads a fixture's needs off this pattern
  deployment: async ({}, provide) => {
    const deployment = await startDeployment();
    await provide(deployment);
    await deployment.stop();
  },
});
test.use({ serviceWorkers: 'allow' });

interface WorkerFetchEvent {
  readonly request: Request;
  respondWith: (this: WorkerFetchEvent, response: Promise<Response>) => void;
}

/** Opens a page and waits until the service worker controls it. By then the worker has stored the build. */
async function openControlled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

/** Marks every document once it listens for another worker. */
async function noteListening(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { addEventListener } = navigator.serviceWorker;
    navigator.serviceWorker.addEventListener = function listen(
      this: ServiceWorkerContainer,
      ...[type, ...rest]: Parameters<typeof addEventListener>
    ) {
      if (type === 'controllerchange') Object.assign(globalThis, { isListening: true });
      addEventListener.call(this, type, ...rest);
    };
  });
}

async function lookForUpdate(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await (await navigator.serviceWorker.ready).update().catch(() => undefined);
  });
}

function workerOf(context: BrowserContext): Worker {
  const [worker] = context.serviceWorkers();
  if (!worker) throw new Error('no service worker is running');
  return worker;
}

/** Fetches a path as the page does, and reads the whole response. */
async function ask(page: Page, path: string) {
  return page.evaluate(async (url) => {
    const response = await fetch(url);
    const text = await response.text();
    return { status: response.status, source: response.headers.get('X-Candor-Source'), text };
  }, path);
}

const STOCK = '/api/stock/AAPL?days=7';

test('the worker delays no response, stores only good ones, and lets downloads pass', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/api\/me/);
  await context.grantPermissions(['notifications']);
  await openControlled(page, '/about');
  await ask(page, STOCK);
  await expect.poll(() => isStored(page, STOCK)).toBe(true);
  const worker = workerOf(context);
  await worker.evaluate(() => {
    const { fetch } = globalThis;
    const { put } = Cache.prototype;
    const answered: string[] = [];
    // The browser tests have no service worker types.
    const { FetchEvent } = globalThis as unknown as { FetchEvent: { prototype: WorkerFetchEvent } };
    const { respondWith } = FetchEvent.prototype;
    FetchEvent.prototype.respondWith = function note(response) {
      answered.push(new URL(this.request.url).pathname);
      respondWith.call(this, response);
    };
    Object.assign(globalThis, { kept: { fetch, put }, answered });
  });

  await test.step('downloads and account data do not pass through it', async () => {
    await ask(page, '/api/record.csv');
    await ask(page, '/api/me/items?since=0');
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.evaluate(() => {
        window.location.href = '/api/record.csv';
      }),
    ]);
    expect(download.suggestedFilename()).toMatch(/\.csv$/);
    await ask(page, STOCK);
    const answered = await worker.evaluate(() => (globalThis as unknown as { answered: string[] }).answered);
    expect(answered).toEqual(['/api/stock/AAPL']);
  });
  await test.step('a response is not delayed until it is stored', async () => {
    await worker.evaluate(() => {
      Cache.prototype.put = () => new Promise(() => undefined);
    });
    expect((await ask(page, STOCK)).text).toContain('"AAPL"');
  });
  await test.step('a response arrives even if the disk is full', async () => {
    await worker.evaluate(() => {
      Cache.prototype.put = () => Promise.reject(new DOMException('The disk is full.', 'QuotaExceededError'));
    });
    expect(await ask(page, STOCK)).toMatchObject({ status: 200, source: null });
  });
  await test.step('an empty response and a no-store response are not stored', async () => {
    await worker.evaluate(() => {
      Cache.prototype.put = (globalThis as unknown as { kept: Pick<Cache, 'put'> }).kept.put;
      globalThis.fetch = async () => new Response(null, { status: 204 });
    });
    expect(await ask(page, STOCK)).toMatchObject({ status: 204, source: null });
    await worker.evaluate(() => {
      globalThis.fetch = async () => Response.json({}, { headers: { 'Cache-Control': 'no-store' } });
    });
    expect(await ask(page, STOCK)).toMatchObject({ status: 200, text: '{}', source: null });
  });
  await test.step('the last good copy is kept', async () => {
    await worker.evaluate(() => {
      globalThis.fetch = () => Promise.reject(new TypeError('no network'));
    });
    expect(await ask(page, STOCK)).toMatchObject({
      status: 200,
      text: expect.stringContaining('"requested_ticker":"AAPL"'),
      source: 'cache',
    });
  });
  await test.step('a file that the browser has dropped is fetched and stored again', async () => {
    await worker.evaluate(() => {
      globalThis.fetch = (globalThis as unknown as { kept: Pick<typeof globalThis, 'fetch'> }).kept.fetch;
    });
    const entry = await dropEntry(page);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => isStored(page, entry)).toBe(true);
  });
  // Headless Chromium cannot grant notifications.
  if (!(await page.evaluate(() => Notification.permission === 'granted'))) return;
  await test.step('a pushed message is shown as a notification', async () => {
    const cdp = await context.newCDPSession(page);
    const registered = new Promise<string>((resolve) => {
      cdp.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [one] }) => {
        if (one) resolve(one.registrationId);
      });
    });
    await cdp.send('ServiceWorker.enable');
    const message = { title: 'NVDA fell to or below $140.00', body: '$139.50', tag: 'NVDA', url: '/today' };
    await cdp.send('ServiceWorker.deliverPushMessage', {
      origin: new URL(page.url()).origin,
      registrationId: await registered,
      data: JSON.stringify(message),
    });
    const shown = () =>
      page.evaluate(async () => {
        const notifications = await (await navigator.serviceWorker.ready).getNotifications();
        return notifications.map(({ title, body, tag, data }) => ({
          title,
          body,
          tag,
          url: data as unknown,
        }));
      });
    await expect.poll(shown).toEqual([message]);
  });
});

test('a page keeps its build while another is deployed, then updates to all of it, never to a part', async ({
  page,
  deployment,
  problems,
}) => {
  problems.expect(/404/);
  await noteListening(page);
  await openControlled(page, `${deployment.origin}/about`);
  await test.step('a partly deployed build is not used', async () => {
    deployment.deploy('next', 'method.html');
    let isMissed = false;
    void deployment.missed().then(() => (isMissed = true));
    // Repeated, because the browser merges an update check with one under way, which may have read the first build.
    await expect
      .poll(async () => {
        await lookForUpdate(page);
        return isMissed;
      })
      .toBe(true);
    const isInstalling = () =>
      page.evaluate(async () => (await navigator.serviceWorker.ready).installing !== null);
    await expect.poll(isInstalling).toBe(false);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await buildOf(page)).toBe('first');
  });
  await test.step('a page of the first build keeps working after the next one is deployed, and updates to it', async () => {
    // From here on its notice learns of a new worker.
    await page.waitForFunction(() => 'isListening' in globalThis);
    deployment.deploy('next');
    // This page's code has not been loaded yet.
    await page.getByRole('contentinfo').getByRole('link', { name: 'Method' }).click();
    const heading = page.getByRole('heading', { level: 1, name: 'How the forecast works' });
    await expect(heading).toBeVisible();
    await expect
      .poll(async () => {
        await lookForUpdate(page);
        return page.getByRole('status').filter({ hasText: 'New version available' }).count();
      })
      .toBe(1);
    expect(await buildOf(page)).toBe('first');
    await page.getByRole('button', { name: 'Reload' }).click();
    await expect.poll(() => buildOf(page)).toBe('next');
    await expect(heading).toBeVisible();
    await expect(page.getByText('New version available')).toHaveCount(0);
  });
});

/** Whether the worker or the page has a copy of a URL. */
function isStored(page: Page, url: string): Promise<boolean> {
  return page.evaluate(async (path) => Boolean(await caches.match(path, { ignoreSearch: true })), url);
}

/** Deletes the app's first script from the caches. Returns its path. */
async function dropEntry(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const { src } = document.querySelector<HTMLScriptElement>('script[type="module"]')!;
    for (const name of await caches.keys()) await (await caches.open(name)).delete(src);
    return src;
  });
}

/** The build of the document on screen; none while the page is navigating. */
async function buildOf(page: Page): Promise<string | null> {
  const source = await page
    .locator('script[type="module"]')
    .first()
    .getAttribute('src')
    .catch(() => null);
  return source && (source.includes('/next-') ? 'next' : 'first');
}
