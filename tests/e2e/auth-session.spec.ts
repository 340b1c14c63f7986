/** Who may see what while a sign-in is checked, lost or ended, and what a browser with two tabs shows. */
import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright/test';
import { AUTH_ORIGIN } from './addresses.ts';
import { expect, hydrated, signIn, test } from './fixtures.ts';

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
const star = (page: Page) => page.getByRole('button', { name: 'NVDA on my watchlist' });
const profileLink = (page: Page) => page.getByRole('banner').getByRole('link', { name: 'Ada Investor' });
const profile = (page: Page) => page.getByRole('heading', { level: 1, name: 'Ada Investor' });

/** What the app keeps of the user's own. */
const storedWork = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((name) => !/^(?:firebase:|theme$|candor:typeface$)/.test(name)),
  );

test('a guest’s pages ask neither the identity service nor for its code, and a protected one for no data', async ({
  page,
}) => {
  const requests: string[] = [];
  const ofThePage: string[] = [];
  page.on('request', (request) => {
    requests.push(request.url());
    if (page.url().includes('/prediction')) ofThePage.push(request.url());
  });
  await page.goto('/prediction?ticker=NVDA');
  await expect(page).toHaveURL(/\/login$/);
  expect(ofThePage.filter((url) => url.includes('/api/'))).toEqual([]);

  // /login gets ready what follows it.
  await expect.poll(() => requests.some((url) => /firebase-auth-.*\.js$/.test(url))).toBe(true);
  await page.waitForLoadState('networkidle');
  requests.length = 0;
  await page.goto('/');
  const logIn = page.getByRole('banner').getByRole('link', { name: 'Log In' });
  await hydrated(page);
  expect(
    requests.filter(
      (url) => url.startsWith(AUTH_ORIGIN) || /firebase|identitytoolkit|apis\.google/.test(url),
    ),
  ).toEqual([]);
  const code = page.waitForRequest(/firebase-auth-.*\.js$/);
  await logIn.hover();
  await code;
});

test('two tabs stay in step, signing in and signing out', async ({ page, context, account, problems }) => {
  // The other tab's sync may be asking at the very moment of the sign-out; a token that cannot be had is logged.
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

test('while the sign-in is checked the stock page is open and stores nothing, and a page of the account waits', async ({
  signedInTab: page,
}) => {
  const check = await heldCheck(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(?:stock|sentiment|news)\/NVDA/.test(pathname)) asked.push(pathname);
  });
  await page.goto('/prediction?ticker=NVDA', { waitUntil: 'commit' });
  await expect(stock(page)).toBeVisible();
  await expect(star(page)).toBeDisabled();
  await expect.poll(() => check.listenerCount('answer')).toBe(1);
  expect(await storedWork(page)).toEqual([]);

  await profileLink(page).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByText('Loading the page')).toBeAttached();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  check.emit('answer');
  await expect(profile(page)).toBeVisible();

  await page.goBack();
  await expect(star(page)).toBeEnabled();
  await expect.poll(() => storedWork(page)).not.toEqual([]);
  // The prices came with the document.
  expect(asked.toSorted()).toEqual(['/api/news/NVDA', '/api/sentiment/NVDA']);
});

test('a revoked sign-in leads to /login, which says so, with nothing stored', async ({
  signedInTab: page,
  problems,
}) => {
  problems.expect(/accounts:lookup/);
  await page.route('**/accounts:lookup*', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: 'USER_NOT_FOUND' } } }),
  );
  await page.goto('/prediction?ticker=NVDA');
  await expect(page).toHaveURL(/\/login$/);
  await expect(page.getByText('You have been signed out. Please log in again.')).toBeVisible();
  expect(await storedWork(page)).toEqual([]);
});

test('code that never loads, and a network that is lost, sign nobody out', async ({
  signedInTab: page,
  context,
  problems,
}) => {
  problems.expect(
    /ERR_FAILED|ERR_INTERNET_DISCONNECTED|identity provider|network-request-failed|dynamically imported|preload CSS/,
  );
  await page.route(/firebase-auth-.*\.js/, (route) => route.abort());
  await page.goto('/prediction?ticker=NVDA');
  await expect(stock(page)).toBeVisible();
  await expect(star(page)).toBeDisabled();
  await profileLink(page).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your sign-in could not be checked');
  await page.unrouteAll();
  const check = await heldCheck(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.poll(() => check.listenerCount('answer')).toBe(1);
  await context.setOffline(true);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  check.emit('answer');
  await expect(profile(page)).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/^Offline: data from/)).toBeVisible();
  await expect(star(page)).toBeEnabled();
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
  await expect(page.getByText(/could not be (?:loaded|shown)/)).toHaveCount(0);
  await page.getByRole('banner').getByRole('link', { name: 'Watchlist' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Watchlist' })).toBeVisible();
  await profileLink(page).click();
  await expect(profile(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});
