/** Settings: chosen by keyboard and touch, applied at once, stored, followed by other tabs, cleared. */
import type { Locator, Page } from 'playwright/test';
import { expect, hydrated, openSettings, test, withFreshPrices } from './fixtures.ts';
import { card, tickerField, tile } from './stock-page.ts';
import { violations } from './violations.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const choice = (page: Page, group: string, name: string) =>
  dialog(page).getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true });

/** A design token's value, as the browser computes it. */
function token(page: Page, name: string): Promise<string> {
  return page.evaluate(
    (property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim(),
    `--${name}`,
  );
}

/** The names of all controls in a part of the page. */
function names(within: Locator): Promise<(string | null)[]> {
  return within
    .locator('fieldset, select, button')
    .evaluateAll((controls) =>
      controls.map((control) => control.getAttribute('aria-label') ?? control.textContent),
    );
}

test('a guest chooses in the dialog by keyboard and on the page; both agree, and the next pages follow', async ({
  page,
}) => {
  await page.goto('/');
  const more = page.getByRole('button', { name: 'More', exact: true });
  await hydrated(page);
  await test.step('by keyboard alone: open, choose, close, and the focus returns', async () => {
    await more.focus();
    await page.keyboard.press('Enter');
    for (const name of ['Compare', 'Holdings', 'Track record', 'Method', 'Data', 'Settings']) {
      await page.keyboard.press('Tab');
      await expect(page.getByRole('banner').locator(':focus')).toHaveText(name);
    }
    await page.keyboard.press('Enter');
    await choice(page, 'Gain and loss colors', 'Color-blind safe').focus();
    await page.keyboard.press('Enter');
    await expect(choice(page, 'Gain and loss colors', 'Color-blind safe')).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    expect(await token(page, 'gain')).toBe('#2bb9d6');
    await choice(page, 'Theme', 'Light').focus();
    await page.keyboard.press('Enter');
    expect(await token(page, 'gain')).toBe('#0872a0');
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expect(more).toBeFocused();
  });
  const main = page.getByRole('main');
  await test.step('the page has the same choices as the dialog', async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
    await expect(main.getByRole('button', { name: 'Color-blind safe' })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    const onPage = await names(main);
    expect(onPage.length).toBeGreaterThan(10);
    await openSettings(page);
    expect(await names(dialog(page))).toEqual(['Close Settings', ...onPage]);
    await choice(page, 'Gain and loss colors', 'Classic').click();
    await dialog(page).getByRole('button', { name: 'Clear data' }).click();
    expect.soft(await violations(page, dialog(page))).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(main.getByRole('button', { name: 'Classic' })).toHaveAttribute('aria-pressed', 'true');
  });
  await test.step('prerendered pages apply colors, theme and number format without a hydration error', async () => {
    await main.getByRole('button', { name: 'Red for gains' }).click();
    await main.getByLabel('Numbers and dates').selectOption('de');
    await page.goto('/');
    const sample = page.getByRole('region', { name: 'Live Stock Data' });
    await expect.soft(sample.getByText(/^\d+,\d\d\s\$$/)).toHaveCount(3);
    await expect
      .soft(
        page
          .getByRole('figure')
          .getByRole('paragraph')
          .filter({ hasText: /^\d+,\d\d\s\$$/ }),
      )
      .toBeVisible();
    await expect.soft(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect.soft(page.locator('html')).toHaveAttribute('data-palette', 'red-up');
    await page.goto('/method');
    await expect
      .soft(
        page.getByRole('table', { name: /^Measured on 40/ }).getByRole('row', { name: /^80% range held/ }),
      )
      .toContainText(/\d\d,\d/);
  });
});

test('on the analysis a change of settings loses nothing and survives a reload', async ({
  signedInTab: page,
}) => {
  await withFreshPrices(page);
  await page.goto('/prediction');
  const chart = card(page, 'Technical Chart (Candlestick)');
  await expect(chart.locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Why' }).click();
  // Loaded on demand, and its arrival moves what is below it.
  await expect(page.getByText(/[+−]?\d\.\d{3} on a scale from −1 to \+1/)).toBeVisible();
  await chart.getByText('View as table').click();
  await chart.getByRole('button', { name: 'Zoom out' }).click();
  const more = chart.getByRole('button', { name: /^Show \d+ more rows$/ });
  await more.press('Enter');
  await expect(chart.getByRole('row').nth(40)).toBeAttached();
  const sessions = await chart.getByRole('row').count();
  await chart.scrollIntoViewIfNeeded();
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(0);
  const topPx = async () => (await chart.boundingBox())?.y ?? Number.NaN;
  const top = await topPx();
  const analyses = () =>
    page.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('candor:stats:'));
      return JSON.parse(localStorage.getItem(name ?? '') ?? 'null').predictions as number;
    });
  expect(await analyses()).toBe(1);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));

  await hydrated(page);
  await openSettings(page);
  await dialog(page).getByLabel('Numbers and dates').selectOption('de');
  await choice(page, 'Time zone', 'Local').click();
  await choice(page, 'Data use', 'Reduced').click();
  await choice(page, 'Single-key shortcuts', 'Off').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await test.step('the page is reformatted and otherwise stays as it was', async () => {
    await expect.soft(tile(page, 'Current Price')).toContainText(/\d,\d\d\s\$/);
    await expect.soft(page.getByText(/ local time · /)).toBeVisible();
    await expect.soft(card(page, /^Stock Price Prediction/)).toContainText(/between \d+,\d\d\s\$ and/);
    await expect.soft(card(page, 'Forecast Signals').getByRole('row').nth(1)).toContainText(/\d,\d\d\s\$/);
    await expect.soft(card(page, 'Performance')).toContainText(/\d,\d\d%/);
    await expect.soft(chart.getByRole('row').nth(1)).toContainText(/\d,\d\d\s\$/);
    await expect.soft(chart.getByRole('row')).toHaveCount(sessions);
    await expect.soft(page.getByRole('button', { name: 'Why' })).toHaveAttribute('aria-expanded', 'true');
    await expect.soft(page.getByText(/[+−]?\d,\d{3} on a scale from −1 to \+1/)).toBeVisible();
    expect.soft(Math.abs((await topPx()) - top)).toBeLessThanOrEqual(2);
    expect.soft(await analyses()).toBe(1);
    expect.soft(requests.filter((path) => /^\/api\/(?!me\/|dates)/.test(path))).toEqual([]);
  });

  const images: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image' && !request.url().endsWith('/favicon.svg'))
      images.push(request.url());
  });
  await page.clock.install();
  await page.reload();
  await expect(tile(page, 'Current Price')).toContainText(/\d+,\d\d\s\$/);
  await expect(page.getByText(/ local time · /)).toBeVisible();
  await test.step('reduced data use: no images, no automatic refresh, no prefetch', async () => {
    await expect(card(page, 'Latest News').getByRole('listitem').first()).toBeVisible();
    expect.soft(images).toEqual([]);
    requests.length = 0;
    await page.clock.fastForward(180_000);
    await tickerField(page).fill('TSL');
    await page.getByRole('option', { name: /TSLA/ }).hover();
    await page.clock.fastForward(1000);
    expect.soft(requests.filter((path) => /^\/api\/(?!me\/|search|dates)/.test(path))).toEqual([]);
  });
  await test.step('single-key shortcuts do nothing, those with Ctrl work, and the shortcut list says so', async () => {
    await tickerField(page).blur();
    await page.keyboard.press('6');
    await page.keyboard.press('?');
    await page.keyboard.press('/');
    // The palette opens after the keys before it, so their effect would be visible by now.
    await page.keyboard.press('Control+k');
    await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(page).not.toHaveURL(/range=ALL/);
    await page.keyboard.type('keyboard shortcuts');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
      'are turned off in Settings',
    );
    await page.keyboard.press('Escape');
    await expect(tickerField(page)).not.toBeFocused();
  });
});

test('"Clear data" asks first, clears this browser’s data, and keeps the sign-in and the account', async ({
  signedInPage: page,
  account,
}) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  // As the service worker, which does not run here, would store it.
  await page.evaluate(async () =>
    (await caches.open('candor-data')).put('/api/stock/AAPL', new Response('')),
  );
  const keys = () =>
    page.evaluate(() => Object.keys(localStorage).map((key) => key.replace(/^(candor:setting:).+/, '$1UID')));
  await hydrated(page);
  await openSettings(page);
  await choice(page, 'Gain and loss colors', 'Red for gains').click();
  await choice(page, 'Theme', 'Light').click();
  expect(await keys()).toContain('candor:setting:UID');

  await dialog(page).getByRole('button', { name: 'Clear data' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Clear data' })).toBeFocused();
  expect(await keys()).toContain('candor:setting:UID');

  await page.keyboard.press('Enter');
  await Promise.all([
    page.waitForEvent('load'),
    dialog(page).getByRole('button', { name: 'Clear', exact: true }).click(),
  ]);
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  // The account restores its data; the theme belongs to this browser.
  await expect.poll(keys).toContain('candor:setting:UID');
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'red-up');
  expect(await keys()).not.toContain('theme');
  // The page has stored a new copy; the old one is gone.
  expect(await page.evaluate(async () => (await caches.match('/api/stock/AAPL')) === undefined)).toBe(true);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('link', { name: new RegExp(account.displayName) })).toBeVisible();
});

test('on a phone the menu opens palette and settings, which fit and work by touch @phone', async ({
  page,
}) => {
  await page.goto('/');
  const fromMenu = async (name: string) => {
    await page.getByRole('button', { name: 'Open menu' }).tap();
    await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name }).tap();
  };
  const palette = page.getByRole('dialog', { name: 'Command palette' });
  await fromMenu('Commands');
  await palette.getByRole('combobox').fill('about');
  await palette.getByRole('option').first().tap();
  await expect(page).toHaveURL('/about');
  await fromMenu('Settings');
  await choice(page, 'Gain and loss colors', 'Red for gains').tap();
  expect(await token(page, 'gain')).toBe('#f3707b');
  const box = await choice(page, 'Gain and loss colors', 'Red for gains').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(40);
  for (const width of [375, 320]) {
    await page.setViewportSize({ width, height: 700 });
    const overflow = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  expect(await violations(page, dialog(page))).toEqual([]);
});
