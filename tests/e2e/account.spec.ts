/** An account's data: it follows its user, can be exported, and can be deleted. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { ensureAccount } from '#scripts/stack/accounts.ts';
import { signInTokens } from './accounts.ts';
import { AUTH_ORIGIN, SAMPLE_ORIGIN } from './addresses.ts';
import { expect, hydrated, openSettings, storeUser, test } from './fixtures.ts';
import { violationsFromTop } from './stock-page.ts';
import { chooseFromMenu, expectOrder, openWatchlist } from './watchlist-page.ts';

const data = (page: Page) => page.getByRole('region', { name: 'Your data' });
const synced = (page: Page) => expect(data(page).getByText(/^Synced /)).toBeVisible();

async function chooseRedUp(page: Page): Promise<void> {
  await hydrated(page);
  await openSettings(page);
  await page
    .getByRole('group', { name: 'Gain and loss colors' })
    .getByRole('button', { name: 'Red for gains' })
    .click();
  await page.keyboard.press('Escape');
}

test('two browsers of one account converge: once back online, and through what a sign-out still sends', async ({
  signedInTab: page,
  account,
  storedUser,
  browser,
}) => {
  await openWatchlist(page, 'KO AAPL NVDA');
  await chooseFromMenu(page, 'KO', 'Alerts…');
  await page.getByLabel('Price in USD').fill('999999');
  await page.getByLabel('Price in USD').press('Enter');
  await expect(page.getByRole('dialog').getByRole('listitem')).toBeVisible();
  await page.keyboard.press('Escape');
  // Changes are sent together, two seconds after the first, so the card may still say "Synced" for an earlier sync.
  const sent = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === '/api/me/items' &&
      response.request().postData()?.includes('red-up') === true,
  );
  await chooseRedUp(page);
  await sent;
  await page.getByRole('banner').getByRole('link', { name: account.displayName }).click();
  await synced(page);
  await expect(data(page)).toContainText('3 listings, 1 alert');

  const other = await browser.newPage({ baseURL: SAMPLE_ORIGIN, serviceWorkers: 'block' });
  await storeUser(other, storedUser);
  await other.goto('/watchlist');
  await expectOrder(other, ['KO', 'AAPL', 'NVDA']);
  await expect(other.locator('html')).toHaveAttribute('data-palette', 'red-up');
  await expect(other.getByRole('button', { name: 'Alerts for KO: 1' })).toBeVisible();
  await other.getByRole('button', { name: 'AAPL on your watchlist' }).click();
  await expectOrder(other, ['KO', 'NVDA']);
  await other.getByRole('banner').getByRole('link', { name: account.displayName }).click();
  await other.getByRole('button', { name: 'Sign Out' }).click();
  await expect(other).toHaveURL(/:\d+\/$/);
  await other.close();

  await page.evaluate(() => void dispatchEvent(new Event('online')));
  await expect(data(page)).toContainText('2 listings, 1 alert');
});

test('the export holds everything; an interrupted deletion can be finished, leaves nothing, and frees the address', async ({
  signedInTab: page,
  account,
  problems,
}) => {
  problems.expect(/accounts:signInWithPassword|ERR_FAILED|status of 410/);
  await page.goto('/profile');
  await synced(page);
  await chooseRedUp(page);
  await test.step('export', async () => {
    const downloading = page.waitForEvent('download');
    await data(page).getByRole('button', { name: 'Export' }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('candor-account.json');
    const exported = JSON.parse(await readFile(await download.path(), 'utf8'));
    expect(exported.user.email).toBe(account.email);
    expect(exported.items).toEqual([
      expect.objectContaining({ kind: 'setting', key: 'palette', value: { choice: 'red-up' } }),
    ]);
  });

  const form = page.getByRole('form', { name: 'Delete account' });
  const enter = async (password: string) => {
    await form.getByLabel('Your password').fill(password);
    await page.keyboard.press('Enter');
  };
  await test.step('cancelled, and with a wrong password', async () => {
    await data(page).getByRole('button', { name: 'Delete account' }).click();
    await expect(form.getByLabel('Your password')).toBeFocused();
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(data(page).getByRole('button', { name: 'Delete account' })).toBeFocused();
    await page.keyboard.press('Enter');
    await enter('not this one');
    await expect(form.getByRole('alert')).toHaveText('That password is incorrect. Nothing was deleted.');
    expect(await violationsFromTop(page, form)).toEqual([]);
  });
  await test.step('interrupted after the data, and finished on the next visit', async () => {
    await page.route('**/accounts:delete*', (route) => route.abort());
    await enter(account.password);
    await expect(form.getByRole('alert')).toContainText('your sign-in still exists');
    await page.unrouteAll();
    await page.reload();
    await data(page).getByRole('button', { name: 'Finish deleting account' }).click();
    await enter(account.password);
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(
      page.getByText('Your account has been deleted, with its data on the server and in this browser.'),
    ).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  });
  const left = await page.evaluate(() => Object.keys(localStorage));
  expect(left.filter((key) => /^candor:(?!typeface)|^firebase:authUser/.test(key))).toEqual([]);
  await expect(signInTokens(AUTH_ORIGIN, account)).rejects.toThrow();

  await ensureAccount(AUTH_ORIGIN, account);
  const { idToken } = await signInTokens(AUTH_ORIGIN, account);
  const items = await page.request.get('/api/me/items?since=0', {
    headers: { authorization: `Bearer ${idToken}` },
  });
  expect(await items.json()).toMatchObject({ items: [] });
});
