/** The command palette and the sheet of shortcuts, by keyboard and touch. */
import type { Page } from 'playwright/test';
import { expect, hydrated, test } from './fixtures.ts';
import { card, tickerField, tile } from './stock-page.ts';
import { violations } from './violations.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const field = (page: Page) => palette(page).getByRole('combobox');
const options = (page: Page) => palette(page).getByRole('option');

async function openPalette(page: Page) {
  await page.keyboard.press('Control+k');
  await expect(field(page)).toBeFocused();
}

test('a guest opens a page by keyboard; Esc returns the focus, and a failed lookup says so and breaks nothing', async ({
  page,
  problems,
}) => {
  problems.expect(/api\/search|Suggestion lookup failed/);
  await page.route('**/api/search?*', (route) => route.fulfill({ status: 503, json: null }));
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/');
  await hydrated(page);
  const link = page.getByRole('link', { name: 'About', exact: true }).first();
  await link.focus();
  await openPalette(page);
  expect.soft(await violations(page, palette(page))).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(palette(page)).toBeHidden();
  await expect(link).toBeFocused();
  await openPalette(page);
  await page.keyboard.type('theme light');
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await openPalette(page);
  expect.soft(await violations(page, palette(page))).toEqual([]);
  await page.keyboard.type('zz zz');
  await expect(palette(page).getByRole('status')).toHaveText(/^Search isn’t responding\./);
  await field(page).fill('zzzz');
  await expect(options(page)).toHaveText(['Analyze ZZZZ']);
  await field(page).fill('meth');
  await expect(options(page)).toHaveCount(2);
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/method');
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('on the analysis page the palette sets the range and opens listings, and ? lists the keys', async ({
  signedInTab: page,
}) => {
  await page.goto('/prediction?ticker=AAPL&days=14');
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await page.getByRole('button', { name: 'AAPL on your watchlist' }).click();
  await test.step('a range', async () => {
    await openPalette(page);
    await page.keyboard.type('range 6m');
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
    await expect(card(page, 'Performance').getByRole('button', { pressed: true })).toHaveText('6M');
  });
  await test.step('opens a listing by company name on the same horizon and range, even before the search responds', async () => {
    await openPalette(page);
    await page.keyboard.type('tesla i');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/prediction?ticker=TSLA&days=14&range=6M');
    await expect(page.getByRole('heading', { level: 2, name: 'TSLA', exact: true })).toBeVisible();
  });
  await test.step('opens a ticker as typed, not a result of an older text', async () => {
    await openPalette(page);
    await page.keyboard.type('m');
    await expect(options(page).filter({ hasText: 'MSFT' })).toBeVisible();
    await page.keyboard.type('eta');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?ticker=META\b/);
    await expect(page.getByRole('heading', { level: 2, name: 'META', exact: true })).toBeVisible();
  });
  await test.step('lists recent and starred listings before anything is typed; arrow keys wrap', async () => {
    await page.getByRole('button', { name: 'META on your watchlist' }).click();
    await openPalette(page);
    const group = (name: string) => palette(page).getByRole('group', { name });
    await expect(group('Recent').getByRole('option')).toHaveText([/^META/, /^TSLA/, /^AAPL/]);
    await page.keyboard.press('ArrowUp');
    await expect(options(page).last()).toHaveAttribute('aria-selected', 'true');
    await page.keyboard.press('ArrowDown');
    await expect(field(page)).toHaveAttribute('aria-activedescendant', /-0$/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\?ticker=TSLA\b/);
  });
  await test.step('? lists the keys, but not while typing; page shortcuts do nothing under a dialog', async () => {
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    await tickerField(page).fill('');
    await page.keyboard.press('?');
    await expect(tickerField(page)).toHaveValue('?');
    await expect(sheet).toBeHidden();
    await page.getByRole('heading', { level: 2, name: 'TSLA', exact: true }).click();
    await page.keyboard.press('?');
    await expect(sheet).toContainText('Set range to 1W, 1M, 3M, 6M, 1Y or ALL');
    await page.keyboard.press('6');
    await expect(page).not.toHaveURL(/range=ALL/);
    expect(await violations(page, sheet)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  });
});
