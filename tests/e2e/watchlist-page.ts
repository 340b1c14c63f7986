import { expect, type Locator, type Page } from 'playwright/test';

/** Expects the list's rows in this order, by ticker. */
export async function expectOrder(page: Page, tickers: readonly string[]): Promise<void> {
  await expect(page.getByRole('rowheader').getByRole('link')).toHaveText([...tickers]);
}

/** One listing's row. */
export function row(page: Page, ticker: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link', { name: ticker, exact: true }) });
}

/** Chooses from a row's menu by keyboard. */
export async function chooseFromMenu(page: Page, ticker: string, entry: string): Promise<void> {
  const button = page.getByRole('button', { name: `More actions for ${ticker}` });
  await button.press('Enter');
  const items = page.getByRole('menu', { name: `More actions for ${ticker}` }).getByRole('menuitem');
  // The menu focuses its first item once it is open.
  await expect(items.first()).toBeFocused();
  await items.filter({ hasText: entry }).press('Enter');
}

/** Imports a list on the open watchlist. */
export async function importList(page: Page, text: string): Promise<void> {
  await page.getByLabel('Tickers, ISINs, names').fill(text);
  await page.getByRole('button', { name: 'Preview import' }).click();
  await page.getByRole('button', { name: /^Add \d+ listing/ }).click();
}

/** Opens the watchlist, imports these tickers and waits for prices. */
export async function openWatchlist(page: Page, text: string): Promise<void> {
  await page.goto('/watchlist');
  await importList(page, text);
  await expect(page.getByRole('cell').filter({ hasText: /^\$/ }).first()).toBeVisible();
}

/** Pixels by which the page is wider than its window. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
