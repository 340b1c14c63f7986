import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, card, tile } from './stock-page.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker answers for the page and has the files that came before it. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(
    async () =>
      navigator.serviceWorker.controller !== null &&
      (await (await caches.open('candor-assets')).keys()).some(({ url }) => url.includes('/assets/index-')),
  );
}

test('without a network the app opens and shows the last seen tickers, marked as old', async ({
  signedInPage: page,
  context,
  problems,
}) => {
  problems.expect(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|network-request-failed|Could not refresh|lookup failed/,
  );
  await controlled(page);
  // A page that the worker took over half-way may still ask past it for a moment.
  await page.reload();
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await analyse(page, 'NVDA');
  await analyse(page, 'MSFT');
  await expect(card(page, 'Latest News')).toBeVisible();
  const price = await tile(page, 'Current Price').textContent();
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'MSFT', exact: true })).toBeVisible();
  await expect(tile(page, 'Current Price')).toHaveText(price ?? '');
  await expect(page.getByText(/^Offline: data from \d/)).toBeVisible();
  await analyse(page, 'NVDA');
  await expect(page.getByText(/^Offline: data from \d/)).toBeVisible();
});

test('without a network a public page that was seen opens as it was, another one in the frame', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported|Unable to preload CSS/);
  await page.goto('/about');
  await controlled(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  const kept = await page.reload();
  expect(await kept?.text()).toContain('<h1>A forecast is worth');
  await expect(
    page.getByRole('heading', { name: 'A forecast is worth what its record shows' }),
  ).toBeVisible();
  await page.goto('/data');
  await expect(page.getByRole('banner')).toContainText('Candor');
});

test('an open page says when another build was published, and a reload shows it', async ({ page }) => {
  await page.goto('/about');
  await controlled(page);
  await expect(page.getByText('Update ready')).toHaveCount(0);
  // Another address is another worker, as another build is.
  await page.evaluate(() => navigator.serviceWorker.register('/service-worker.js?next'));
  await expect(page.getByRole('status').filter({ hasText: 'Update ready' })).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('Update ready')).toHaveCount(0);
});
