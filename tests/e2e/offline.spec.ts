import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, card, OFFLINE_COPY, tile } from './stock-page.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker controls the page; it has then stored the build. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
}

test('without a network the app opens and shows the last seen tickers, marked as stale', async ({
  signedInPage: page,
  context,
  problems,
}) => {
  problems.expect(
    /ERR_INTERNET_DISCONNECTED|ERR_FAILED|network-request-failed|Could not refresh|lookup failed|account-sync/,
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
  await expect(page.getByText(OFFLINE_COPY)).toBeVisible();
  await analyse(page, 'NVDA');
  await expect(page.getByText(OFFLINE_COPY)).toBeVisible();
});

test('without a network every page opens after one visit, prerendered ones as prerendered', async ({
  page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED.*favicon/);
  await page.goto('/about');
  await controlled(page);
  await context.setOffline(true);
  const reloaded = await page.reload();
  expect(await reloaded?.text()).toContain('<h1>A forecast is worth');
  await page.goto('/data');
  await expect(page.getByRole('heading', { level: 1, name: 'About the data' })).toBeVisible();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Method' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How the forecast is made' })).toBeVisible();
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a page that was not opened before says that it is offline, and opens when the network is back', async ({
    page,
    context,
    problems,
  }) => {
    problems.expect(/ERR_INTERNET_DISCONNECTED|dynamically imported|Unable to preload CSS/);
    await page.goto('/about');
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByRole('contentinfo').getByRole('link', { name: 'Method' }).click();
    const alert = page.getByRole('alert');
    await expect(alert).toContainText('You are offline');
    await expect(alert).not.toContainText('Loading again');
    await context.setOffline(false);
    // A machine without any network never says so by itself; on any other one the page is loading again by now.
    await page.evaluate(() => void dispatchEvent(new Event('online'))).catch(() => undefined);
    await expect(page.getByRole('heading', { level: 1, name: 'How the forecast is made' })).toBeVisible();
  });
});
