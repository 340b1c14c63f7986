/** The public pages before, while and after the app takes them over. */
import { once } from 'node:events';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { openRoute, ROUTES, THEMES } from './routes.ts';

/** Public too, but made of data or of this browser's choices: their addresses answer with the app shell. */
const APP_SHELLS = new Set(['/demo', '/track-record', '/settings']);
const STATIC_ROUTES = ROUTES.filter(({ path, isProtected }) => !isProtected && !APP_SHELLS.has(path));

/** Holds the app's script back until the answered function is called. */
async function holdScript(page: Page): Promise<() => boolean> {
  const held = new EventTarget();
  const released = once(held, 'release');
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => held.dispatchEvent(new Event('release'));
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, heading } of STATIC_ROUTES) {
    test(`${path} shows its heading between header and footer, with its styles`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Start Predicting' }).first()).toBeVisible();
      await expect(page.getByRole('contentinfo')).toContainText('© 2025 Candor');
      expect((await page.getByRole('banner').boundingBox())?.height).toBe(56);
    });
  }
});

for (const theme of THEMES) {
  test(`the ${theme} theme is set before the app runs`, async ({ page }) => {
    const release = await holdScript(page);
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    await page.goto('/about', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
    await expect(page.locator('body')).toHaveCSS(
      'background-color',
      theme === 'dark' ? 'rgb(11, 13, 16)' : 'rgb(247, 248, 250)',
    );
    await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute(
      'content',
      theme === 'dark' ? '#0b0d10' : '#f7f8fa',
    );
    release();
    await expect(
      page.getByRole('button', { name: `Switch to ${theme === 'dark' ? 'light' : 'dark'} theme` }),
    ).toBeVisible();
  });
}

test('a signed-in user comes back to a public page with avatar and name', async ({ signedInPage: page }) => {
  const release = await holdScript(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toBeHidden();
  release();
  await expect(page.getByRole('link', { name: 'Ada Investor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toHaveCount(0);
});

test('public pages load no sign-in code for a guest', async ({ page }) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  for (const path of ['/', '/about', '/method', '/data', '/privacy', '/terms']) {
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    await page.goto(path, { waitUntil: 'networkidle' });
  }
  expect(requested.filter((url) => /firebase|identitytoolkit/.test(url))).toEqual([]);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 375, height: 812 },
]) {
  for (const route of ROUTES) {
    test(`nothing shifts while ${route.path} loads at ${viewport.width} px`, async ({ page, account }) => {
      await page.setViewportSize(viewport);
      await openRoute(page, route, 'light', account);
      await page.waitForLoadState('networkidle');
      // A fresh visit: what moved on the way through /login is not this page's.
      await page.goto(route.path, { waitUntil: 'networkidle' });
      await expect(page.getByRole('heading', { level: 1, name: route.heading })).toBeVisible();
      const shift = await page.evaluate(
        () =>
          new Promise<number>((resolve) => {
            let sum = 0;
            new PerformanceObserver((list) => {
              for (const entry of list.getEntries()) sum += (entry as unknown as { value: number }).value;
            }).observe({ type: 'layout-shift', buffered: true });
            // The buffered entries come in a task of their own.
            setTimeout(() => resolve(sum), 200);
          }),
      );
      expect(shift).toBeLessThanOrEqual(0.02);
    });
  }
}

test('a link to a part of the current page scrolls to it, and a page opened after going back begins at its top', async ({
  page,
}) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'About the sample market' }).click();
  await expect(page.locator('#sample-market')).toBeInViewport();
  await page.goBack();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Method' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
