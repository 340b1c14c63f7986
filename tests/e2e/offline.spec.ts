import type { Page } from 'playwright/test';
import { expect, hydrated, test } from './fixtures.ts';
import { layoutShift, watchShifts } from './layout-shift.ts';
import { analyse, OFFLINE_COPY, tile } from './stock-page.ts';

test.use({ serviceWorkers: 'allow' });

test('offline, the app opens every page, and the last seen tickers marked as stale', async ({
  signedInTab: page,
  context,
  problems,
}) => {
  problems.expect(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|network-request-failed|Could not refresh|lookup failed|account-sync/,
  );
  await page.goto('/about');
  // By then it has stored the build.
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.goto('/prediction');
  await expect.poll(() => isWritten(page, 'AAPL')).toBe(true);
  await analyse(page, 'NVDA');
  await expect(page.getByRole('button', { name: 'NVDA on your watchlist' })).toBeEnabled();
  const price = tile(page, 'Current Price');
  await expect.poll(() => isWritten(page, 'NVDA')).toBe(true);
  await context.setOffline(true);
  // Read late, because an open market may have changed the price until now.
  const shown = (await price.textContent()) ?? '';
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
  await expect(price).toHaveText(shown);
  await expect(page.getByText(OFFLINE_COPY)).toBeVisible();
  await analyse(page, 'AAPL');
  await expect(page.getByText(OFFLINE_COPY)).toBeVisible();
  await test.step('prerendered pages open as prerendered, and through a link', async () => {
    const about = await page.goto('/about');
    expect(await about?.text()).toContain('<h1>A forecast is only as good as its track record');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Method' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'How the forecast works' })).toBeVisible();
  });
  await test.step('back online, a repeat visit shows the last snapshot with its age while the next one loads, and nothing shifts', async () => {
    const [worker] = context.serviceWorkers();
    // The server responds only when the test lets it, and with another price.
    await worker?.evaluate(() => {
      const scope = globalThis as typeof globalThis & { answer?: () => void };
      const answered = new Promise<void>((resolve) => {
        scope.answer = resolve;
      });
      const { fetch } = scope;
      scope.fetch = async (input, init) => {
        const response = await fetch(input, init);
        if (!response.url.includes('/api/stock/')) return response;
        await answered;
        const body = (await response.json()) as object;
        return Response.json({ ...body, current_price: 123.45 }, { headers: { etag: '"next"' } });
      };
    });
    await context.setOffline(false);
    await watchShifts(page);
    await page.goto('/prediction?ticker=NVDA');
    await expect(price).toHaveText(shown);
    await expect(page.getByText(/^Showing prices from .+ while newer ones load$/)).toBeVisible();
    await worker?.evaluate(() => (globalThis as { answer?: () => void }).answer?.());
    await expect(price).toContainText('$123.45');
    await expect(page.getByText(/while newer ones load$/)).toHaveCount(0);
    expect(await layoutShift(page)).toBeLessThan(0.001);
  });
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page that was never opened says that it is offline, and opens once back online', async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported|Unable to preload CSS/);
    await page.goto('/about');
    await hydrated(page);
    await context.setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Method' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('You’re offline');
    await expect(alert).not.toContainText('Loading again');
    await context.setOffline(false);
    // A machine without any network never reports being online; on any other, the page is already reloading by now.
    await page.evaluate(() => void dispatchEvent(new Event('online'))).catch(() => undefined);
    await expect(page.getByRole('heading', { level: 1, name: 'How the forecast works' })).toBeVisible();
  });
});

/** Whether the page has stored its copy of a listing for the next visit. */
function isWritten(page: Page, ticker: string): Promise<boolean> {
  return page.evaluate(
    async (path) => (await caches.match(path)) !== undefined,
    `/first-screen?ticker=${ticker}&days=7`,
  );
}
