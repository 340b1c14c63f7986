/** The command palette and the sheet of shortcuts, by keyboard and touch. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, card, tickerField, tile } from './stock-page.ts';
import { violations } from './violations.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');

/** Opens the palette by its key; the code that listens for it comes after the first paint. */
async function openPalette(page: Page) {
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('opens a page by keyboard, and Esc gives the focus back', async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('link', { name: 'About', exact: true }).first();
  await link.focus();
  await openPalette(page);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(link).toBeFocused();
  await openPalette(page);
  await page.keyboard.type('meth');
  await expect(options(page)).toHaveCount(2);
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/method');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('finds a ticker by its company and keeps horizon and range', async ({ signedInPage: page }) => {
  await page.goto('/prediction?ticker=AAPL&days=14&range=6M');
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await openPalette(page);
  await page.keyboard.type('tesla');
  await expect(options(page).filter({ hasText: 'TSLA' })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/prediction?ticker=TSLA&days=14&range=6M');
  await expect(page.getByRole('heading', { level: 2, name: 'TSLA', exact: true })).toBeVisible();
});

test('Enter opens the ticker as it was typed, not what an older text had found', async ({
  signedInPage: page,
}) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await openPalette(page);
  await page.keyboard.type('m');
  await expect(options(page).filter({ hasText: 'MSFT' })).toBeVisible();
  await page.keyboard.type('eta');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\?ticker=META\b/);
});

test('sets range, horizon, theme and settings, and the arrow keys wrap', async ({ signedInPage: page }) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  const run = async (query: string, label: string) => {
    await openPalette(page);
    await page.keyboard.type(query);
    await expect(options(page).first()).toContainText(label);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
  };
  await run('range 1y', 'Range 1Y');
  await expect(card(page, 'Performance').getByRole('button', { pressed: true })).toHaveText('1Y');
  await run('horizon 30', 'Horizon 30 days');
  await expect(page.getByRole('heading', { name: 'Stock Price Prediction (30 days)' })).toBeVisible();
  await run('theme light', 'Theme: Light');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await run('red', 'Palette: Red up');
  await expect(page.locator('html')).toHaveAttribute('data-palette', 'red-up');
  await run('all sett', 'All settings');
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
  await page.keyboard.press('Escape');

  await openPalette(page);
  await page.keyboard.press('ArrowUp');
  await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowDown');
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await expect(field(page)).toHaveAttribute('aria-activedescendant', /-0$/);
});

test('offers this user’s recent and starred listings before anything is typed', async ({
  signedInPage: page,
}) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await analyse(page, 'TSLA');
  await page.getByRole('button', { name: 'TSLA on my watchlist' }).click();
  await analyse(page, 'NVDA');
  await page.getByRole('button', { name: 'NVDA on my watchlist' }).click();
  await page.goto('/watchlist');
  await page.getByLabel('Tickers to add').fill('MSFT');
  await page.getByRole('button', { name: 'Import', exact: true }).click();
  await openPalette(page);
  const group = (name: string) => palette(page).getByRole('group', { name });
  await expect(group('Recent').getByRole('option')).toHaveText([/^NVDA/, /^TSLA/, /^AAPL/]);
  await expect(group('Watchlist').getByRole('option')).toHaveText([/^MSFT/]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/prediction?ticker=TSLA');
  await openPalette(page);
  await page.keyboard.type('nvda');
  await expect(options(page)).toHaveText([/^NVDA/]);
});

test('says that nothing was found, and a lookup that fails breaks nothing', async ({ page, problems }) => {
  problems.expect(/api\/search/);
  await page.route('**/api/search?*', (route) => route.fulfill({ status: 503, json: null }));
  await page.goto('/');
  await openPalette(page);
  await page.keyboard.type('zz zz');
  await expect(palette(page).getByRole('status')).toHaveText('Nothing found');
  await field(page).fill('zzzz');
  await expect(options(page)).toHaveText(['Analyze ZZZZ']);
});

test('? lists the shortcuts, but not while typing; the page’s keys do nothing under a dialog', async ({
  signedInPage: page,
}) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await page.waitForLoadState('networkidle');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await tickerField(page).fill('');
  await page.keyboard.press('?');
  await expect(tickerField(page)).toHaveValue('?');
  await expect(sheet).toBeHidden();
  await tickerField(page).fill('AAPL');
  await page.getByRole('heading', { level: 2, name: 'AAPL', exact: true }).click();
  await page.keyboard.press('?');
  await expect(sheet).toContainText('Command palette');
  await expect(sheet).toContainText('Range 1W, 1M, 3M, 6M, 1Y, ALL');
  await page.keyboard.press('6');
  await expect(page).not.toHaveURL(/range=ALL/);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('axe finds nothing in the palette, in both themes', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/about');
  await openPalette(page);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.type('theme light');
  await page.keyboard.press('Enter');
  await openPalette(page);
  expect(await violations(page)).toEqual([]);
});

test('on a phone the menu leads to the palette, which fits and works by touch @phone', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('button', { name: 'Open menu' }).tap();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Commands' }).tap();
  await field(page).fill('about');
  await options(page).first().tap();
  await expect(page).toHaveURL('/about');
});
