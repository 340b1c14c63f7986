/** Who sees what while a sign-in is being checked, fails to be checked or has ended, also in two tabs. */
import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright/test';
import { expect, signIn, test } from './fixtures.ts';

/** Holds the identity service's answer to the first check until `answer` is emitted. */
async function heldCheck(page: Page): Promise<EventEmitter> {
  const check = new EventEmitter();
  await page.route('**/accounts:lookup*', async (route) => {
    await once(check, 'answer');
    await route.continue();
  });
  return check;
}

const stock = (page: Page) => page.getByRole('heading', { level: 2, name: 'NVDA', exact: true });
const star = (page: Page) => page.getByRole('button', { name: 'NVDA on your watchlist' });
const profileLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Ada Investor' });
const profile = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ada Investor' });

/** What the app stores of the user's own. */
const storedWork = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((name) => !/^(?:firebase:|theme$|candor:typeface$)/.test(name)),
  );

test('two tabs stay in step on sign-in and sign-out', async ({ page, context, account, problems }) => {
  // The other tab's sync may run at the moment of the sign-out, and logs a missing token.
  problems.expect(/Could not read the ID token/);
  await page.goto('/profile');
  await expect(page).toHaveURL(/\/login$/);
  const other = await context.newPage();
  await other.goto('/login');
  await signIn(other, account);
  await expect(other).toHaveURL(/\/prediction$/);
  await expect(page).toHaveURL(/\/profile$/);
  await expect(profile(page)).toBeVisible();

  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  await expect(other).toHaveURL(/\/login$/);
});

test('a sign-in that was revoked, is still being checked, or cannot be checked', async ({
  signedInTab: page,
  storedUser,
  context,
  problems,
}) => {
  problems.expect(
    /accounts:lookup|ERR_FAILED|ERR_INTERNET_DISCONNECTED|identity provider|network-request-failed|dynamically imported|preload CSS/,
  );
  await test.step('revoked: leads to /login, which says so, and nothing stays stored', async () => {
    await page.route('**/accounts:lookup*', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 400, message: 'USER_NOT_FOUND' } } }),
    );
    await page.goto('/prediction?ticker=NVDA');
    await expect(page).toHaveURL(/\/login$/);
    await expect(page.getByText('You’ve been signed out. Sign in again.')).toBeVisible();
    expect(await storedWork(page)).toEqual([]);
    await page.unrouteAll();
  });

  await test.step('being checked: the stock page opens and stores nothing, and account pages wait', async () => {
    await page.evaluate((entries) => {
      for (const [name, value] of entries) localStorage.setItem(name, value);
    }, storedUser);
    const check = await heldCheck(page);
    await page.goto('/prediction?ticker=NVDA', { waitUntil: 'commit' });
    await expect(stock(page)).toBeVisible();
    await expect(star(page)).toBeDisabled();
    await expect.poll(() => check.listenerCount('answer')).toBe(1);
    expect(await storedWork(page)).toEqual([]);

    await profileLink(page).click();
    await expect(page).toHaveURL(/\/profile$/);
    await expect(page.getByText('Loading page…')).toBeAttached();
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
    check.emit('answer');
    await expect(profile(page)).toBeVisible();
    await page.goBack();
    await expect(star(page)).toBeEnabled();
    await expect.poll(() => storedWork(page)).not.toEqual([]);
    await page.unrouteAll();
  });

  await test.step('not checkable: neither missing code nor a lost network signs anybody out', async () => {
    await page.route(/firebase-auth-.*\.js/, (route) => route.abort());
    await page.reload();
    await expect(stock(page)).toBeVisible();
    await expect(star(page)).toBeDisabled();
    await profileLink(page).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Couldn’t check your sign-in');
    await page.unrouteAll();
    const check = await heldCheck(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => check.listenerCount('answer')).toBe(1);
    await context.setOffline(true);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    check.emit('answer');
    await expect(profile(page)).toBeVisible();
    await page.goBack();
    await expect(page.getByText(/^Offline\. Showing prices from/)).toBeVisible();
    await expect(star(page)).toBeEnabled();
  });
});

test('a browser that blocks site data can sign in and analyse', async ({ page, account }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const) {
      Object.defineProperty(globalThis, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/login');
  await signIn(page, account);
  await expect(page.getByRole('group', { name: 'Current Price' })).toContainText(/\d/);
  await expect(page.getByText(/^Couldn’t (?:load|show)/)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Watchlist' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Watchlist' })).toBeVisible();
  await profileLink(page).click();
  await expect(profile(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});
