/** The product's typeface: fetched late, used from the next page or visit on, and never a reason for anything to move. */
import type { Page } from 'playwright/test';
import { expect, storeItems, test } from './fixtures.ts';
import { layoutShift, watchShifts } from './layout-shift.ts';
import { expectPainted } from './stock-page.ts';

const isFont = (url: string) => url.endsWith('.woff2');
const html = (page: Page) => page.locator('html');

/** The width of a text in the page's own letters, on its own or in a paragraph. */
function width(page: Page, text: string, parent: 'main' | 'p' = 'main'): Promise<number> {
  return page.evaluate(
    ([content, place]) => {
      const span = document.createElement('span');
      span.textContent = content;
      document.querySelector(place)?.append(span);
      const box = span.getBoundingClientRect();
      span.remove();
      return box.width;
    },
    [text, parent] as const,
  );
}

/** Whether the page's letters are as wide as the system font's. A face that was late is loaded, but not used. */
function isInSystemFont(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const span = document.createElement('span');
    span.textContent = 'Wide and narrow letters';
    document.querySelector('main')?.append(span);
    const widths = ['', 'var(--font-system)'].map((family) => {
      span.style.fontFamily = family;
      return span.getBoundingClientRect().width;
    });
    span.remove();
    return widths[0] === widths[1];
  });
}

test('a first visit uses the system font, the next page and the next visit use ours', async ({ page }) => {
  await watchShifts(page);
  const fetched = page.waitForResponse((response) => isFont(response.url()));
  await page.goto('/about');
  const { ok, headers } = await fetched.then(async (response) => ({
    ok: response.ok(),
    headers: await response.allHeaders(),
  }));
  expect(ok).toBe(true);
  expect(headers['cache-control']).toContain('immutable');
  await expect.poll(() => page.evaluate(() => localStorage.getItem('candor:typeface'))).toBe('inter');
  await expect(html(page)).not.toHaveAttribute('data-typeface');
  expect(await layoutShift(page)).toBe(0);

  await page.getByRole('contentinfo').getByRole('link', { name: 'Method' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How the forecast works' })).toBeVisible();
  await expect(html(page)).toHaveAttribute('data-typeface', 'inter');
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toMatch(/^Inter,/);
  expect(await page.evaluate(() => [...document.fonts].map(({ status }) => status))).toEqual(['loaded']);
  // Tabular figures.
  expect(await width(page, '1111')).toBe(await width(page, '8888'));
  // Among them a hyphen is as wide as a figure, which would tear the words of a sentence apart.
  expect(await width(page, '-', 'p')).toBeLessThan(await width(page, '-'));
  expect(await width(page, 'ii')).toBeLessThan(await width(page, 'mm'));

  // A listing's first screen is painted before any style sheet has loaded, and keeps its letters.
  for (const path of ['/', '/demo']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect(html(page)).toHaveAttribute('data-typeface', 'inter');
    expect(await isInSystemFont(page)).toBe(false);
    expect(await layoutShift(page)).toBe(0);
  }
});

test('the typeface is not fetched before the chart of a first visit, and that visit keeps its letters', async ({
  signedInTab: page,
}) => {
  await watchShifts(page);
  let chartsAtRequest: number | null = null;
  await page.route(isFontAddress, async (route) => {
    chartsAtRequest = await page.locator('canvas').count();
    await route.continue();
  });
  await page.goto('/prediction');
  await expectPainted(page.locator('canvas').first());
  await expect.poll(() => chartsAtRequest).toBeGreaterThan(0);
  await expect.poll(() => page.evaluate(() => localStorage.getItem('candor:typeface'))).toBe('inter');
  await expect(html(page)).not.toHaveAttribute('data-typeface');
});

test('with reduced data the system font stays', async ({ page }) => {
  await storeItems(page, 'setting', { traffic: { choice: 'reduced' } });
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.clock.install();
  await page.goto('/about', { waitUntil: 'networkidle' });
  await page.clock.fastForward(10_000);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Method' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'How the forecast works' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(requested.filter(isFont)).toEqual([]);
});

function isFontAddress(url: URL): boolean {
  return isFont(url.pathname);
}
