import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from 'playwright/test';
import { type Account, ensureAccount, type NewSession, signUp } from '../../scripts/stack/accounts.ts';
import { AUTH_ORIGIN, SAMPLE_ORIGIN } from './addresses.ts';
import { type Problems, watchProblems } from './problems.ts';

export { expect };

interface Fixtures {
  /** Fails the test when the page had a problem that the test did not announce. Always on. */
  readonly problems: Problems;
  /** A fresh email account that exists in the emulator. */
  readonly account: Account;
  /** A page that signed in through /login with `account` and stands on /prediction. */
  readonly newlySignedInPage: Page;
  /** A page on /prediction whose browser holds the session of `account`. */
  readonly signedInPage: Page;
}

interface WorkerFixtures {
  /** What the app keeps of a session in `localStorage`, from one real sign-in: the pattern of all others of a process. */
  readonly session: readonly (readonly [name: string, value: string])[];
}

/** Playwright's `test` with accounts and a watch on everything that must not happen silently. */
export const test = base.extend<Fixtures, WorkerFixtures>({
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
  newlySignedInPage: async ({ page, account }, provide) => {
    await page.goto('/login');
    await signIn(page, account);
    await expect(page).toHaveURL(/\/prediction/);
    await provide(page);
  },
  session: [
    async ({ browser }, provide) => {
      const account = newAccount();
      await ensureAccount(AUTH_ORIGIN, account);
      const page = await browser.newPage({ baseURL: SAMPLE_ORIGIN, serviceWorkers: 'block' });
      await page.goto('/login');
      await signIn(page, account);
      await expect(page).toHaveURL(/\/prediction/);
      const entries = await page.evaluate(() => Object.entries<string>({ ...localStorage }));
      await page.close();
      await provide(entries.filter(([name]) => name.startsWith('firebase:')));
    },
    { scope: 'worker' },
  ],
  // An account of its own for each test: what one stars would follow the user into the next.
  signedInPage: async ({ page, session }, provide) => {
    const account = newAccount();
    const opened = await signUp(AUTH_ORIGIN, account);
    if (opened === null) throw new Error('A new account existed already.');
    const entries = session.map(([name, value]) => [name, storedUser(value, account, opened)] as const);
    // Any small file of the app's origin: the session has to be there before the app is.
    await page.goto('/favicon.svg');
    await page.evaluate((own) => own.forEach(([name, value]) => localStorage.setItem(name, value)), entries);
    await page.goto('/prediction');
    await provide(page);
  },
});

/** The stored session of one account, made into that of another. */
function storedUser(pattern: string, { email, displayName }: Account, session: NewSession): string {
  const stored = JSON.parse(pattern);
  return JSON.stringify({
    ...stored,
    uid: session.localId,
    email,
    displayName,
    providerData: [{ ...stored.providerData[0], uid: email, email, displayName }],
    stsTokenManager: {
      ...stored.stsTokenManager,
      accessToken: session.idToken,
      refreshToken: session.refreshToken,
    },
  });
}

/** An account nobody has yet. */
export function newAccount(): Account {
  return {
    email: `investor-${randomUUID()}@candor.example`,
    password: 'correct horse',
    displayName: 'Ada Investor',
  };
}

/** Fills the sign-in form of the page and submits it. */
export async function signIn(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email', { exact: false }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}
