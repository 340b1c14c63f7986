/** Who may see what, where they go, and what a browser with two tabs shows. */
import { EventEmitter, once } from 'node:events';
import type { Page } from 'playwright/test';
import { AUTH_ORIGIN } from './addresses.ts';
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

test('a guest’s home page makes no request to the identity service or for its code', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(
    requests.filter(
      (url) => url.startsWith(AUTH_ORIGIN) || /firebase|identitytoolkit|apis\.google/.test(url),
    ),
  ).toEqual([]);

  const code = page.waitForRequest(/firebase-auth-.*\.js$/);
  await page.getByRole('banner').getByRole('link', { name: 'Log In' }).hover();
  await code;
});

test('a guest returns to the protected page with its query after signing in', async ({ page, account }) => {
  await page.goto('/prediction?ticker=NVDA&days=14');
  await expect(page).toHaveURL(/\/login$/);
  expect(await page.evaluate(() => location.search + location.hash)).toBe('');
  // By way of the other account pages, which do not forget it.
  await page.getByRole('link', { name: 'Create an account' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByRole('link', { name: 'Back to login' }).click();
  await signIn(page, account);
  await expect(page).toHaveURL(/\/prediction\?ticker=NVDA&days=14/);
});

for (const place of ['//evil.example', '/\\evil', 'javascript:alert(1)', '/login', 'https://evil.example/']) {
  test(`the remembered place ${place} leads to /prediction of this app`, async ({
    page,
    account,
    baseURL,
  }) => {
    await page.goto('/login');
    await page.evaluate((returnTo) => history.replaceState({ returnTo }, '', '/login'), place);
    await signIn(page, account);
    await expect(page).toHaveURL(new RegExp(`^${baseURL}/prediction`));
  });
}

test('/login and /register send a signed-in visitor on, and Back does not return to them', async ({
  newlySignedInPage: page,
}) => {
  await page.goto('/about');
  for (const path of ['/login', '/register']) {
    // oxlint-disable no-await-in-loop -- one page after the other
    await page.goto(path);
    await expect(page).toHaveURL(/\/prediction/);
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
    // oxlint-enable no-await-in-loop
  }
});

test('two tabs stay in step, signing in and signing out', async ({ page, context, account }) => {
  // A tab that has never loaded the identity service's code, and one on a protected place.
  await page.goto('/');
  const login = await context.newPage();
  await login.goto('/profile');
  const third = await context.newPage();
  await third.goto('/login');
  await signIn(third, account);
  await expect(third).toHaveURL(/\/prediction/);
  await expect(page.getByRole('banner').getByRole('link', { name: account.displayName })).toBeVisible();
  await expect(login).toHaveURL(/\/profile$/);
  await expect(login.getByRole('heading', { level: 1, name: account.displayName })).toBeVisible();

  await page.getByRole('banner').getByRole('link', { name: account.displayName }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log In' })).toBeVisible();
  await expect(login).toHaveURL(/\/login$/);
  await expect(third).toHaveURL(/\/login$/);
});

test('a signed-in visitor sees a skeleton until the first check is over, while the page’s code loads', async ({
  newlySignedInPage: page,
}) => {
  const check = await heldCheck(page);
  const code = page.waitForRequest(/\/profile-page-.*\.js$/);
  await page.goto('/profile', { waitUntil: 'domcontentloaded' });
  await code;
  await expect(page.getByText('Loading the page')).toBeAttached();
  await expect(page.getByRole('banner')).toContainText('Candor');
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0);
  await expect.poll(() => check.listenerCount('answer')).toBe(1);
  check.emit('answer');
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Investor' })).toBeVisible();
});

const star = (page: Page) => page.getByRole('button', { name: 'NVDA on my watchlist' });
const storedStats = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage).filter((name) => !/^(?:firebase:|theme$|candor:typeface$)/.test(name)),
  );

/**
 * Empties the browser's storage as the next page opens, but for the session. The page that is open now may still be syncing
 * the new account, and write once more.
 */
const forgetAllButSession = (page: Page) =>
  page.addInitScript(() => {
    for (const name of Object.keys(localStorage))
      if (!name.startsWith('firebase:')) localStorage.removeItem(name);
  });

test('the stock page opens during the session check, fetches its data once, and stores nothing until then', async ({
  newlySignedInPage: page,
}) => {
  await forgetAllButSession(page);
  const check = await heldCheck(page);
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(?:stock|sentiment|news)\/NVDA/.test(pathname)) asked.push(pathname);
  });
  await page.goto('/prediction?ticker=NVDA', { waitUntil: 'domcontentloaded' });
  await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Ada Investor' })).toBeVisible();
  await expect(star(page)).toBeDisabled();
  await expect.poll(() => check.listenerCount('answer')).toBe(1);
  expect(await storedStats(page)).toEqual([]);
  check.emit('answer');
  await expect(star(page)).toBeEnabled();
  await expect.poll(() => storedStats(page)).not.toEqual([]);
  expect(asked.toSorted()).toEqual(['/api/news/NVDA', '/api/sentiment/NVDA', '/api/stock/NVDA']);
});

test('for a guest, or an address without a ticker, the document prefetches no listing', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) asked.push(request.url());
  });
  await page.goto('/prediction?ticker=NVDA');
  await expect(page).toHaveURL(/\/login$/);
  expect(asked).toEqual([]);
});

test('a revoked session shows the page until the service says so, then /login, with nothing stored', async ({
  newlySignedInPage: page,
  problems,
}) => {
  problems.expect(/accounts:lookup/);
  await forgetAllButSession(page);
  await page.route('**/accounts:lookup*', (route) =>
    route.fulfill({ status: 400, json: { error: { code: 400, message: 'USER_NOT_FOUND' } } }),
  );
  await page.goto('/prediction?ticker=NVDA');
  await expect(page).toHaveURL(/\/login$/);
  expect(await storedStats(page)).toEqual([]);
});

test('a service that never answers, or code that never loads, signs nobody out', async ({
  newlySignedInPage: page,
  problems,
}) => {
  problems.expect(/ERR_FAILED|identity provider|dynamically imported/);
  await page.route(/firebase-auth-.*\.js/, (route) => route.abort());
  await page.goto('/prediction?ticker=NVDA');
  await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
  await expect(star(page)).toBeDisabled();
  // A page of the account waits, and says what for.
  await page.getByRole('banner').getByRole('link', { name: 'Ada Investor' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your sign-in could not be checked');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Ada Investor' })).toBeVisible();
});

test('a network lost after the chart signs nobody out', async ({
  newlySignedInPage: page,
  context,
  problems,
}) => {
  problems.expect(
    /ERR_INTERNET_DISCONNECTED|network-request-failed|Unable to preload CSS|dynamically imported/,
  );
  const check = await heldCheck(page);
  await page.goto('/prediction?ticker=NVDA');
  await expect.poll(() => check.listenerCount('answer')).toBe(1);
  await context.setOffline(true);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  check.emit('answer');
  await expect(page.getByText(/^Offline: data from/)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/prediction/);
});

test('a session removed in another tab ends at once, checked or not', async ({
  newlySignedInPage: page,
  context,
}) => {
  await heldCheck(page);
  await page.goto('/prediction?ticker=NVDA');
  await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/favicon.svg');
  await other.evaluate(() => localStorage.clear());
  await expect(page).toHaveURL(/\/login$/);
});

test('a corrupt stored session waits for the service, which has no user', async ({
  newlySignedInPage: page,
}) => {
  await page.evaluate(() => {
    const name = Object.keys(localStorage).find((key) => key.startsWith('firebase:authUser'));
    if (name) localStorage.setItem(name, '{"uid":"u1"}');
  });
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/stock/NVDA')) asked.push(request.url());
  });
  await page.goto('/prediction?ticker=NVDA');
  await expect(page).toHaveURL(/\/login$/);
  expect(asked).toEqual([]);
});

test('another account’s leftover data is not shown to the session’s user', async ({
  newlySignedInPage: page,
  account,
}) => {
  // An earlier build of another project kept its session in this browser too.
  await page.evaluate(() => localStorage.setItem('firebase:authUser:other-key:[DEFAULT]', '{"uid":"other"}'));
  await page.goto('/prediction?ticker=NVDA');
  await expect(page.getByRole('banner').getByRole('link', { name: account.displayName })).toBeVisible();
  await expect(star(page)).toBeEnabled();
});

test('a browser that blocks site data can sign in and analyse, and stores nothing', async ({
  page,
  account,
}) => {
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
  for (const { link, heading } of [
    { link: 'Watchlist', heading: 'Watchlist' },
    { link: account.displayName, heading: account.displayName },
  ]) {
    // oxlint-disable no-await-in-loop -- one page after the other
    await page.getByRole('banner').getByRole('link', { name: link }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
    // oxlint-enable no-await-in-loop
  }
  await expect(page.getByRole('button', { name: 'Sign Out' })).toBeVisible();
});

test('sign-in code that fails to load is reported as a network error, and the next try loads it again', async ({
  page,
  account,
  problems,
}) => {
  problems.expect(/ERR_FAILED/);
  await page.route(/firebase-auth-.*\.js/, (route) => route.abort());
  await page.goto('/login');
  await signIn(page, account);
  await expect(page.getByRole('alert')).toHaveText('Network error. Check your connection and try again.');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page).toHaveURL(/\/prediction/);
});
