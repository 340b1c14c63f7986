import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { openRoute, ROUTES, THEMES } from './routes.ts';

for (const route of ROUTES) {
  for (const theme of THEMES) {
    test(`${route.path} shows its heading in the ${theme} theme, with header and footer around it`, async ({
      page,
      account,
    }) => {
      await openRoute(page, route, theme, account);
      await expect(page.locator('html')).toHaveAttribute('data-theme', theme);
      await expect(page.getByRole('banner')).toContainText('Powered by Candor AI Insights');
      await expect(page.getByRole('contentinfo')).toContainText('AI Stock Price Predictions');
      await expect(page.getByRole('contentinfo')).toContainText('Powered by Candor');
      await expect(page.getByRole('contentinfo')).toContainText('© 2025 Candor');
    });
  }
}

for (const path of ['/', '/about']) {
  test(`${path} sets what was measured larger than any sample figure`, async ({ page }) => {
    await page.goto(path);
    const sizes = (region: string) =>
      page
        .getByRole('region', { name: region })
        .getByRole('group')
        .locator('span:first-child')
        .evaluateAll((figures) =>
          figures.map((figure) => Number.parseFloat(getComputedStyle(figure).fontSize)),
        );
    const [measured, samples] = [await sizes('What was measured'), await sizes('Illustrative figures')];
    expect(samples.length).toBeGreaterThanOrEqual(4);
    expect(Math.min(...measured)).toBeGreaterThan(1.5 * Math.max(...samples));
  });
}

test('an unknown address answers 404 and says that the page does not exist', async ({ page, problems }) => {
  problems.expect(/status of 404.*no\/such\/page/);
  expect((await page.goto('/no/such/page'))?.status()).toBe(404);
  await expect(page.getByRole('heading', { level: 1, name: 'This page does not exist' })).toBeVisible();
});

test('style sheets that fail to load after the page do no harm', async ({ page, problems }) => {
  problems.expect(/Failed to load resource/);
  let isLoaded = false;
  await page.route('**/assets/*.css', (route) => (isLoaded ? route.abort() : route.continue()));
  page.once('load', () => (isLoaded = true));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
  await page.goto('/about');
  await failed;
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('the header stays in view while the page scrolls', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'Get Started Now' }).scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
});

test('the theme is dark when nothing is stored, and a toggle survives a reload', async ({ page }) => {
  await page.goto('/');
  const html = page.locator('html');
  await expect(html).toHaveAttribute('data-theme', 'dark');
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expect(html).toHaveAttribute('data-theme', 'light');
  expect(await page.evaluate(() => localStorage.getItem('theme'))).toBe('light');
  await page.reload();
  await expect(html).toHaveAttribute('data-theme', 'light');
});

test('Start Analyzing leads a guest to /login and a signed-in user to /prediction', async ({
  page,
  account,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Start Analyzing' }).click();
  await expect(page).toHaveURL(/\/login$/);
  await openRoute(page, { path: '/profile', isProtected: true, heading: 'Ada Investor' }, 'dark', account);
  await page.getByRole('link', { name: 'Home', exact: true }).click();
  await page.getByRole('link', { name: 'Start Analyzing' }).click();
  await expect(page).toHaveURL(/\/prediction/);
});

test('the menu of a phone opens, closes on a link, and leads to the page @phone', async ({ page }) => {
  await page.goto('/');
  const opener = page.getByRole('button', { name: 'Open menu' });
  await opener.tap();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await expect(menu).toBeVisible();
  await menu.getByRole('button', { name: 'Close menu' }).tap();
  await expect(menu).toBeHidden();
  await opener.tap();
  await menu.getByRole('link', { name: 'About' }).tap();
  await expect(page).toHaveURL(/\/about$/);
  await expect(menu).toBeHidden();
});

test('no page scrolls sideways on a phone @phone', async ({ page, account }) => {
  for (const route of ROUTES.filter(({ isProtected }) => !isProtected)) {
    // oxlint-disable no-await-in-loop -- one page after the other
    await openRoute(page, route, 'dark', account);
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    // oxlint-enable no-await-in-loop
    expect(overflow, route.path).toBeLessThanOrEqual(0);
  }
});

/** Widths at which the header changes, and around them. */
const HEADER_WIDTHS = [320, 360, 375, 480, 600, 768, 900, 960, 1024, 1119, 1120, 1280, 1440];

/** In the system's letters of a first visit, then in the product's own. */
async function expectHeaderFits(page: Page) {
  await expectHeaderFitsNow(page);
  await page.evaluate(() => localStorage.setItem('candor:typeface', 'inter'));
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-typeface', 'inter');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Track record' })).toBeAttached();
  await expectHeaderFitsNow(page);
}

async function expectHeaderFitsNow(page: Page) {
  /* oxlint-disable no-await-in-loop -- one width after the other */
  for (const width of HEADER_WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const faults = await page.getByRole('banner').evaluate((header) => {
      const bar = header.firstElementChild!;
      const boxes = [...bar.children]
        .map((part) => part.getBoundingClientRect())
        .filter((box) => box.width > 0);
      const tagline = [...header.querySelectorAll('a:first-of-type span')].filter(
        (text) => text.scrollWidth > text.clientWidth + 1 && getComputedStyle(text).overflowX === 'hidden',
      );
      return {
        overflow: document.documentElement.scrollWidth > innerWidth || bar.scrollWidth > bar.clientWidth,
        overlaps: boxes.some((box, i) => i > 0 && box.left < boxes[i - 1]!.right - 0.5),
        cut: tagline.map((text) => text.textContent),
        low: [...document.querySelectorAll('header a, header button, footer a')]
          .filter((link) => link.checkVisibility() && link.getBoundingClientRect().height < 24)
          .map((link) => link.textContent),
      };
    });
    expect({ width, ...faults }).toEqual({ width, overflow: false, overlaps: false, cut: [], low: [] });
  }
  /* oxlint-enable no-await-in-loop */
}

test('header and footer fit every width, for a guest', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('banner').getByRole('link', { name: 'Track record' })).toBeVisible();
  await expectHeaderFits(page);
  await page.setViewportSize({ width: 375, height: 800 });
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Track record' }).click();
  await expect(page).toHaveURL(/\/track-record$/);
});

test('header and footer fit every width, for a user', async ({ signedInPage: page }) => {
  await expect(page.getByRole('banner').getByRole('link', { name: 'Track record' })).toBeVisible();
  await expectHeaderFits(page);
});
