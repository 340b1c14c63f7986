import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, card, tile } from './stock-page.ts';

test.use({ serviceWorkers: 'allow' });

/** Waits until the service worker answers for the page. */
async function controlled(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
}

test('without a network the app opens and shows the last seen tickers, marked as old', async ({
  signedInPage: page,
  context,
  problems,
}) => {
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|network-request-failed|Could not refresh/i);
  await controlled(page);
  await analyse(page, 'NVDA');
  await analyse(page, 'MSFT');
  await expect(card(page, 'Latest News')).toBeVisible();
  const price = await tile(page, 'Current Price').textContent();
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
  problems.expect(/ERR_INTERNET_DISCONNECTED|Failed to fetch|dynamically imported/i);
  await page.goto('/about');
  await controlled(page);
  await page.reload();
  await context.setOffline(true);
  await page.reload();
  await expect(
    page.getByRole('heading', { name: 'A forecast is worth what its record shows' }),
  ).toBeVisible();
  await page.goto('/data');
  await expect(page.getByRole('banner')).toContainText('Candor');
});

test('an open page says when another build was published, and a reload shows it', async ({
  page,
  context,
}) => {
  await page.goto('/about');
  await controlled(page);
  await expect(page.getByText('Update ready')).toHaveCount(0);
  const script = await (await page.request.get('/service-worker.js')).text();
  await context.route('**/service-worker.js', (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: script.replace(/build:(.)[^`'"]+/, 'build:$1next'),
    }),
  );
  await page.evaluate(async () => (await navigator.serviceWorker.ready).update());
  await expect(page.getByRole('status').filter({ hasText: 'Update ready' })).toBeVisible();
  await page.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByText('Update ready')).toHaveCount(0);
});
