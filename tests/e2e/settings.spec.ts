/** Settings: chosen by keyboard and touch, in force at once, kept, followed by other tabs, cleared. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { card, tickerField, tile } from './stock-page.ts';
import { violations } from './violations.ts';

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Settings' });
const choice = (page: Page, group: string, name: string) =>
  dialog(page).getByRole('group', { name: group, exact: true }).getByRole('button', { name, exact: true });

/** A token in force, as the browser computes it. */
function token(page: Page, name: string): Promise<string> {
  return page.evaluate(
    (property) => getComputedStyle(document.documentElement).getPropertyValue(property).trim(),
    `--${name}`,
  );
}

test('by keyboard alone: open, choose, close, and the focus is back', async ({ page }) => {
  await page.goto('/');
  const button = page.getByRole('button', { name: 'Settings', exact: true });
  // Disabled until hydration.
  await expect(button).toBeEnabled();
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page)).toBeVisible();
  await choice(page, 'Palette', 'Colour-blind safe').focus();
  await page.keyboard.press('Enter');
  await expect(choice(page, 'Palette', 'Colour-blind safe')).toHaveAttribute('aria-pressed', 'true');
  expect(await token(page, 'gain')).toBe('#5aa9f2');
  await choice(page, 'Theme', 'Light').focus();
  await page.keyboard.press('Enter');
  expect(await token(page, 'gain')).toBe('#1464b4');
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(button).toBeFocused();

  await page.reload();
  expect(await token(page, 'gain')).toBe('#1464b4');
});

/** The names of all controls. */
function names(within: Locator): Promise<(string | null)[]> {
  return within
    .locator('fieldset, select, button')
    .evaluateAll((controls) =>
      controls.map((control) => control.getAttribute('aria-label') ?? control.textContent),
    );
}

test('the page has what the dialog has, and a choice in one shows in the other', async ({ page }) => {
  await page.goto('/');
  // Until hydration a link loads a new page.
  await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeEnabled();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeFocused();
  const main = page.getByRole('main');
  await main.getByRole('button', { name: 'Red up' }).click();
  expect(await token(page, 'gain')).toBe('#f3707b');
  const onPage = await names(main);
  expect(onPage.length).toBeGreaterThan(10);

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(choice(page, 'Palette', 'Red up')).toHaveAttribute('aria-pressed', 'true');
  expect(await names(dialog(page))).toEqual(['Close Settings', ...onPage]);
  await choice(page, 'Palette', 'Classic').click();
  await page.keyboard.press('Escape');
  await expect(main.getByRole('button', { name: 'Classic' })).toHaveAttribute('aria-pressed', 'true');
});

test('numbers, dates, clock and palette change on the page that is open, without a request for it', async ({
  signedInPage: page,
}) => {
  await expect(tile(page, 'Current Price')).toContainText(/\$\d+\.\d\d/);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await dialog(page).getByLabel('Numbers and dates').selectOption('de');
  await choice(page, 'Time of quotes', 'Local').click();
  await choice(page, 'Palette', 'Red up').click();
  await page.keyboard.press('Escape');
  await expect(tile(page, 'Current Price')).toContainText(/\d+,\d\d\s\$/);
  await expect(page.getByText(/ local time · /)).toBeVisible();
  await expect(card(page, /^Stock Price Prediction/)).toContainText(/between \d+,\d\d\s\$ and/);
  expect(await token(page, 'gain')).toBe('#f3707b');
  await page.reload();
  await expect(tile(page, 'Current Price')).toContainText(/\d+,\d\d\s\$/);
  await expect(page.getByText(/ local time · /)).toBeVisible();
});

test('a change of settings formats the page again and loses nothing on it', async ({
  signedInPage: page,
}) => {
  const chart = card(page, 'Technical Chart (Candlestick)');
  await expect(chart.locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Why' }).click();
  // Loaded on demand: its arrival moves what is below it.
  await expect(page.getByText(/Its score is [+−]?\d\.\d/)).toBeVisible();
  await chart.getByText('View as table').click();
  await chart.getByRole('button', { name: 'Zoom out' }).click();
  const more = chart.getByRole('button', { name: /^Show \d+ more rows$/ });
  await more.press('Enter');
  await expect(chart.getByRole('row').nth(40)).toBeAttached();
  const sessions = await chart.getByRole('row').count();
  await chart.scrollIntoViewIfNeeded();
  const scrollY = await page.evaluate(() => window.scrollY);
  expect(scrollY).toBeGreaterThan(0);
  const analyses = () =>
    page.evaluate(() => {
      const name = Object.keys(localStorage).find((key) => key.startsWith('candor:stats:'));
      return JSON.parse(localStorage.getItem(name ?? '') ?? 'null').predictions as number;
    });
  expect(await analyses()).toBe(1);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));

  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await dialog(page).getByLabel('Numbers and dates').selectOption('de');
  await choice(page, 'Time of quotes', 'Local').click();
  await choice(page, 'Data use', 'Reduced').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();

  await expect(tile(page, 'Current Price')).toContainText(/\d,\d\d\s\$/);
  await expect(page.getByText(/ local time · /)).toBeVisible();
  await expect(card(page, /^Stock Price Prediction/)).toContainText(/between \d+,\d\d\s\$ and/);
  await expect(card(page, 'Forecast Signals').getByRole('row').nth(1)).toContainText(/\d,\d\d\s\$/);
  await expect(card(page, 'Performance')).toContainText(/\d,\d\d%/);
  await expect(chart.getByRole('row').nth(1)).toContainText(/\d,\d\d\s\$/);
  await expect(chart.getByRole('row')).toHaveCount(sessions);
  await expect(page.getByRole('button', { name: 'Why' })).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByText(/Its score is [+−]?\d,\d/)).toBeVisible();
  expect(await page.evaluate(() => window.scrollY)).toBe(scrollY);
  expect(await analyses()).toBe(1);
  expect(requests.filter((path) => /^\/api\/(?!me\/)/.test(path))).toEqual([]);
});

test('reduced data loads no images and refreshes nothing by itself', async ({ signedInPage: page }) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await choice(page, 'Data use', 'Reduced').click();
  await page.keyboard.press('Escape');
  const images: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') images.push(request.url());
  });
  await page.clock.install();
  await page.reload();
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await page.waitForLoadState('networkidle');
  expect(images.filter((url) => !url.endsWith('/favicon.svg'))).toEqual([]);

  const guesses: string[] = [];
  page.on('request', (request) => {
    if (request.headers()['purpose'] === 'prefetch') guesses.push(request.url());
  });
  await tickerField(page).fill('TSL');
  await page.getByRole('option', { name: /TSLA/ }).hover();
  await page.clock.fastForward(1000);
  expect(guesses).toEqual([]);
});

test('single keys can be turned off; those with Ctrl stay, and the list of keys says so', async ({
  signedInPage: page,
}) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await choice(page, 'Single-key shortcuts', 'Off').click();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await page.reload();
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('6');
  await page.keyboard.press('?');
  await page.keyboard.press('/');
  // The palette comes after the keys before it, so what they would have done would be there.
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page).not.toHaveURL(/range=ALL/);
  await page.keyboard.type('keyboard shortcuts');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText(
    'are off in the settings',
  );
  await page.keyboard.press('Escape');
  await expect(tickerField(page)).not.toBeFocused();
});

test('another tab follows at once', async ({ page, context }) => {
  await page.goto('/');
  const other = await context.newPage();
  await other.goto('/about');
  await other.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await choice(page, 'Palette', 'Red up').click();
  await expect.poll(() => token(other, 'gain')).toBe('#f3707b');
});

test('prerendered pages take the number format of a stored region, without a hydration error', async ({
  page,
}) => {
  await page.addInitScript(() =>
    localStorage.setItem('candor:settings', JSON.stringify({ version: 1, region: 'de' })),
  );
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Live Stock Data' }).getByText(/^\d+,\d\d\s\$$/)).toHaveCount(
    3,
  );
  await expect(page.getByRole('figure').getByText(/^\d+,\d\d\s\$$/)).toBeVisible();
  await page.goto('/method');
  await expect(page.getByRole('table').getByRole('row', { name: /^80% range held/ })).toContainText(
    /\d\d,\d/,
  );
  await expect(
    page.getByRole('table').getByRole('row', { name: /Error against the baseline/ }),
  ).toContainText(/0,9\d\d/);
  await page.goto('/track-record?ledger=replay');
  await expect(page.getByRole('region', { name: 'Verdict' })).toContainText(
    /settled 7-day forecasts from \d+ [A-Z][a-z]+ \d{4} to/,
  );
  await expect(tile(page, '80% range held')).toContainText(/\d,\d%/);
  await expect(card(page, 'Last 7-day forecasts').getByRole('row').nth(1)).toContainText(/\d,\d\d/);
  await expect(card(page, 'Last 7-day forecasts')).not.toContainText(/\d\.\d\d\b/);
});

for (const stored of [
  '{',
  'null',
  '"safe"',
  '{"version":0,"palette":"safe"}',
  '{"version":1,"region":"atlantis"}',
]) {
  test(`stored settings ${stored} never break the page`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('candor:settings', value), stored);
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await token(page, 'gain')).toBe('#35c27a');
    await page.getByRole('button', { name: 'Settings', exact: true }).click();
    await expect(choice(page, 'Palette', 'Classic')).toHaveAttribute('aria-pressed', 'true');
  });
}

test('where storage is full or blocked a choice lasts as long as the page', async ({ page }) => {
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await choice(page, 'Palette', 'Colour-blind safe').click();
  expect(await token(page, 'gain')).toBe('#5aa9f2');
});

test('"Clear my data" asks first, clears what this browser holds, and leaves the sign-in and the account', async ({
  newlySignedInPage: page,
  account,
}) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  // As the service worker keeps it, which does not run here.
  await page.evaluate(async () =>
    (await caches.open('candor-data')).put('/api/stock/AAPL', new Response('')),
  );
  const keys = () => page.evaluate(() => Object.keys(localStorage));
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await choice(page, 'Palette', 'Red up').click();
  await choice(page, 'Theme', 'Light').click();
  expect(await keys()).toContain('candor:settings');

  await dialog(page).getByRole('button', { name: 'Clear my data' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Keep' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByRole('button', { name: 'Clear my data' })).toBeFocused();
  expect(await keys()).toContain('candor:settings');

  await page.keyboard.press('Enter');
  await Promise.all([
    page.waitForEvent('load'),
    dialog(page).getByRole('button', { name: 'Clear', exact: true }).click(),
  ]);
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  // The account brings back what it holds; the theme is this browser's own.
  await expect.poll(keys).toContain('candor:settings');
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'red-up');
  expect(await keys()).not.toContain('theme');
  expect(await page.evaluate(() => caches.has('candor-data'))).toBe(false);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await expect(page.getByRole('link', { name: new RegExp(account.displayName) })).toBeVisible();
});

test('axe finds nothing in the settings, in both themes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(dialog(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await choice(page, 'Theme', 'Light').click();
  await dialog(page).getByRole('button', { name: 'Clear my data' }).click();
  expect(await violations(page)).toEqual([]);
});

test('on a phone the menu leads to the settings, which fit and work by touch @phone', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Settings' }).tap();
  await choice(page, 'Palette', 'Red up').tap();
  expect(await token(page, 'gain')).toBe('#f3707b');
  const box = await choice(page, 'Palette', 'Red up').boundingBox();
  expect(box?.height).toBeGreaterThanOrEqual(40);
  for (const width of [375, 320]) {
    // oxlint-disable-next-line no-await-in-loop -- one width after the other
    await page.setViewportSize({ width, height: 700 });
    // oxlint-disable-next-line no-await-in-loop -- as above
    const overflow = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth);
    expect(overflow).toBeLessThanOrEqual(0);
  }
  expect(await violations(page)).toEqual([]);
});
