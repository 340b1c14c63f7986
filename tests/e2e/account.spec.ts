/** What an account holds: it follows its user, can be taken along, and can be deleted. */
import { readFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright/test';
import type { Account } from '../../scripts/stack/accounts.ts';
import { SAMPLE_ORIGIN } from './addresses.ts';
import { expect, signIn, test } from './fixtures.ts';
import { THEMES } from './routes.ts';
import { violations } from './violations.ts';
import { expectOrder, openWatchlist } from './watchlist-page.ts';

/** A browser of its own in which the account is signed in. */
async function anotherBrowser(
  browser: Browser,
  account: Account,
): Promise<{ context: BrowserContext; page: Page }> {
  const context = await browser.newContext({ baseURL: SAMPLE_ORIGIN, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.goto('/login');
  await signIn(page, account);
  await expect(page).toHaveURL(/\/prediction/);
  return { context, page };
}

const focus = (page: Page) => page.evaluate(() => void dispatchEvent(new Event('focus')));
const data = (page: Page) => page.getByRole('region', { name: 'Your data' });
const synced = (page: Page) => expect(data(page).getByText(/^Synced /)).toBeVisible();

test('two browsers of one account converge on focus: stars, order, alert and setting', async ({
  newlySignedInPage: page,
  account,
  browser,
}) => {
  await openWatchlist(page, 'AAPL NVDA KO');
  await page.getByRole('button', { name: 'Move KO up' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  const palette = page.getByRole('group', { name: 'Palette' });
  await palette.getByRole('button', { name: 'Red up' }).click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Alerts for KO: none' }).click();
  const alerts = page.getByRole('dialog', { name: 'Alerts for KO' });
  await alerts.getByLabel('Price in USD').fill('999999');
  await alerts.getByRole('button', { name: 'Add alert' }).click();
  await expect(alerts.getByRole('listitem')).toContainText('at or above $999,999.00');
  await page.goto('/profile');
  await synced(page);
  await expect(data(page)).toContainText('3 listings, 1 alert');

  const { context, page: other } = await anotherBrowser(browser, account);
  await other.goto('/watchlist');
  await expectOrder(other, ['AAPL', 'KO', 'NVDA']);
  await expect(other.locator('html')).toHaveAttribute('data-palette', 'red-up');
  await expect(other.getByRole('button', { name: 'Alerts for KO: 1' })).toBeVisible();
  await other.getByRole('button', { name: 'AAPL on my watchlist' }).click();
  await expectOrder(other, ['KO', 'NVDA']);
  await other.goto('/profile');
  await synced(other);
  await page.goto('/watchlist');
  await focus(page);
  await expectOrder(page, ['KO', 'NVDA']);
  await context.close();
});

test('a sign-out sends unsent changes; the rest stays for the user’s next sign-in and nobody else', async ({
  newlySignedInPage: page,
  account,
  browser,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  await openWatchlist(page, 'AAPL');
  await page.getByRole('link', { name: new RegExp(account.displayName) }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  const { context, page: other } = await anotherBrowser(browser, account);
  await other.goto('/watchlist');
  await expectOrder(other, ['AAPL']);

  await page.goto('/login');
  await signIn(page, account);
  await expect(page).toHaveURL(/\/prediction/);
  await page.goto('/profile');
  await synced(page);
  await page.route('**/api/me/items*', (route) => route.abort());
  await openWatchlist(page, 'KO');
  await page.getByRole('link', { name: new RegExp(account.displayName) }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/$/);
  await page.unrouteAll();
  await focus(other);
  await expectOrder(other, ['AAPL']);
  await page.goto('/login');
  await signIn(page, account);
  await expect(page).toHaveURL(/\/prediction/);
  await page.goto('/profile');
  await synced(page);
  await focus(other);
  await expectOrder(other, ['AAPL', 'KO']);
  await context.close();
});

test('the export holds everything; a deletion leaves nothing, and the address can sign up again', async ({
  newlySignedInPage: page,
  account,
  problems,
}) => {
  problems.expect(/accounts:signInWithPassword/);
  await openWatchlist(page, 'AAPL KO');
  await page.goto('/profile');
  await synced(page);
  const downloading = page.waitForEvent('download');
  await data(page).getByRole('button', { name: 'Export' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('candor-account.json');
  const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
  expect(exported.user.email).toBe(account.email);
  const stars = exported.items.filter(({ kind }: { kind: string }) => kind === 'star');
  expect(stars.map(({ key }: { key: string }) => key).toSorted()).toEqual(['AAPL', 'KO']);

  await data(page).getByRole('button', { name: 'Delete account' }).click();
  const form = page.getByRole('form', { name: 'Delete account' });
  await expect(form.getByLabel('Your password')).toBeFocused();
  await form.getByRole('button', { name: 'Keep it' }).click();
  await expect(data(page).getByRole('button', { name: 'Delete account' })).toBeFocused();
  await page.keyboard.press('Enter');
  await form.getByLabel('Your password').fill('not this one');
  await page.keyboard.press('Enter');
  await expect(form.getByRole('alert')).toHaveText('Failed to log in. Please check your credentials.');
  await form.getByLabel('Your password').fill(account.password);
  await form.getByRole('button', { name: 'Delete account' }).click();

  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Your account and everything it held are deleted.')).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => /^candor:(?!typeface)|^firebase:authUser/.test(key))).toEqual([]);

  await page.goto('/login');
  await signIn(page, account);
  await expect(page.getByRole('alert')).toHaveText('Failed to log in. Please check your credentials.');
  await page.goto('/register');
  await page.getByLabel('Full Name').fill(account.displayName);
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page).toHaveURL(/\/prediction/);
  await page.goto('/profile');
  await synced(page);
  await expect(data(page)).toContainText('0 listings, 0 alerts');
});

test('a deletion that was interrupted after the data is finished on the next visit', async ({
  newlySignedInPage: page,
  account,
  problems,
}) => {
  problems.expect(/ERR_FAILED|status of 410/);
  await page.goto('/profile');
  await synced(page);
  await page.route('**/accounts:delete*', (route) => route.abort());
  await data(page).getByRole('button', { name: 'Delete account' }).click();
  const form = page.getByRole('form', { name: 'Delete account' });
  await form.getByLabel('Your password').fill(account.password);
  await form.getByRole('button', { name: 'Delete account' }).click();
  await expect(form.getByRole('alert')).toContainText('its sign-in is not yet');
  await page.unrouteAll();
  await page.reload();
  await data(page).getByRole('button', { name: 'Finish deleting the account' }).click();
  await form.getByLabel('Your password').fill(account.password);
  await form.getByRole('button', { name: 'Delete account' }).click();
  await expect(page).toHaveURL(/\/$/);
});

for (const theme of THEMES) {
  test(`axe finds nothing on the card and its form, ${theme}`, async ({ newlySignedInPage: page }) => {
    await page.evaluate((chosen) => localStorage.setItem('theme', chosen), theme);
    await page.goto('/profile');
    await synced(page);
    await data(page).getByRole('button', { name: 'Delete account' }).click();
    expect(await violations(page)).toEqual([]);
  });
}
