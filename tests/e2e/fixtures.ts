import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { test as base, expect, type Page } from 'playwright/test';
import { type Account, ensureAccount } from '#scripts/stack/accounts.ts';
import { signInTokens } from './accounts.ts';
import { AUTH_ORIGIN } from './addresses.ts';
import { type Problems, watchProblems } from './problems.ts';

export { expect };

interface Fixtures {
  /** Fails the test if the page had a problem that the test did not expect. Always on. */
  readonly problems: Problems;
  /** A fresh email account that exists in the emulator. */
  readonly account: Account;
  /** The `localStorage` entries of a sign-in as `account`. */
  readonly storedUser: Entries;
  /** A blank page in a browser that is signed in from the first page on. */
  readonly signedInTab: Page;
  /** The same page on /prediction. */
  readonly signedInPage: Page;
}

export type Entries = readonly (readonly [name: string, value: string])[];

/** Playwright's `test` with accounts, and with a watch for problems that fail no assertion. */
export const test = base.extend<Fixtures>({
  problems: [
    async ({ context }, provide) => {
      const problems = await watchProblems(context);
      await provide(problems);
      expect(problems.unexpected()).toEqual([]);
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- the runner reads a fixture's needs off this pattern
  account: async ({}, provide) => {
    const account = newAccount();
    await ensureAccount(AUTH_ORIGIN, account);
    await provide(account);
  },
  storedUser: async ({ account }, provide) => {
    const { uid, idToken, refreshToken } = await signInTokens(AUTH_ORIGIN, account);
    await provide([
      [`firebase:authUser:${API_KEY}:[DEFAULT]`, userEntry(account, uid, idToken, refreshToken)],
    ]);
  },
  signedInTab: async ({ page, storedUser }, provide) => {
    await storeUser(page, storedUser);
    await provide(page);
  },
  signedInPage: async ({ signedInTab }, provide) => {
    await signedInTab.goto('/prediction');
    await provide(signedInTab);
  },
});

/** Stores a sign-in before the first document of `page`. Only once, so that a sign-out lasts. */
export async function storeUser(page: Page, storedUser: Entries): Promise<void> {
  await page.addInitScript((entries) => {
    // Frames of other sites have no storage.
    if (window !== top || sessionStorage.getItem('test:user') !== null) return;
    sessionStorage.setItem('test:user', 'stored');
    for (const [name, value] of entries) localStorage.setItem(name, value);
  }, storedUser);
}

/** Stores items of the user who is signed in here, or a guest’s, as this browser keeps them, before each document of `page`. */
export async function storeItems(
  page: Page,
  kind: string,
  values: Readonly<Record<string, object>>,
): Promise<void> {
  const items = Object.entries(values).map(([key, value]) => [key, { value, version: 0, confirmed: null }]);
  await page.addInitScript(
    ([name, text]) => {
      if (window !== top) return;
      const session = Object.keys(localStorage).find((key) => key.startsWith('firebase:authUser:'));
      const owner = session === undefined ? '' : JSON.parse(localStorage.getItem(session) ?? '{}').uid;
      localStorage.setItem(`candor:${name}:${owner}`, text);
    },
    [kind, JSON.stringify(items)] as const,
  );
}

/** As in `web/.env.emulator`. */
const API_KEY = 'demo-candor';

/** The user as the SDK stores it after a sign-in. */
function userEntry(
  { email, displayName }: Account,
  uid: string,
  accessToken: string,
  refreshToken: string,
): string {
  const now = Date.now();
  return JSON.stringify({
    uid,
    email,
    emailVerified: false,
    displayName,
    isAnonymous: false,
    providerData: [
      { providerId: 'password', uid: email, displayName, email, phoneNumber: null, photoURL: null },
    ],
    stsTokenManager: { refreshToken, accessToken, expirationTime: now + 3_600_000 },
    createdAt: String(now),
    lastLoginAt: String(now),
    apiKey: API_KEY,
    appName: '[DEFAULT]',
  });
}

/** A new account that does not exist yet. */
export function newAccount(): Account {
  return {
    email: `investor-${randomUUID()}@candor.example`,
    password: 'correct horse',
    displayName: 'Ada Investor',
  };
}

/** Fills in the sign-in form and submits it. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email', { exact: false }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Holds the app's script back. Resolves with a function that releases it. */
export async function holdScript(page: Page): Promise<() => void> {
  const held = new EventTarget();
  const released = once(held, 'release');
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => void held.dispatchEvent(new Event('release'));
}

/** Ends documents without a first screen, as if it took too long, so that the page fetches its data itself. */
export async function withoutFirstScreen(page: Page): Promise<void> {
  await page.route(/\/(?:prediction|demo)(?:\?.*)?$/, async (route) => {
    const { origin, pathname } = new URL(route.request().url());
    if (route.request().isNavigationRequest()) await route.continue({ url: `${origin}/shell${pathname}` });
    else await route.fallback();
  });
}

/**
 * Makes every price from the API brand new. In an open market the page would refetch an older one after two seconds.
 */
export async function withFreshPrices(page: Page): Promise<void> {
  await withoutFirstScreen(page);
  await page.route('**/api/stock/*?*', async (route) => {
    const response = await route.fetch();
    if (!response.ok()) return route.fulfill({ response });
    const json = { ...(await response.json()), fetched_at: new Date().toISOString() };
    const headers = { ...response.headers(), 'cache-status': 'candor; hit; ttl=60; detail=memory' };
    return route.fulfill({ response, headers, json });
  });
}

/** Waits until the page is hydrated and idle, so that the app handles keys and links. */
export async function hydrated(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: /^Use (?:light|dark) theme$/ })).toBeEnabled();
  // Without the timeout, headless Chromium may never report a page that paints nothing as idle.
  await page.evaluate(() => new Promise((resolve) => void requestIdleCallback(resolve, { timeout: 1_000 })));
}

/** Opens the settings dialog from the header of a hydrated page in a wide window. */
export async function openSettings(page: Page): Promise<void> {
  const header = page.getByRole('banner');
  await header.getByRole('button', { name: 'More', exact: true }).click();
  await header.getByRole('button', { name: 'Settings', exact: true }).click();
}
