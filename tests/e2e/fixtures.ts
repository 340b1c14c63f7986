import { randomUUID } from 'node:crypto';
import { test as base, expect, type Page } from 'playwright/test';
import { type Account, ensureAccount, signInTokens } from '../../scripts/stack/accounts.ts';
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
  /** What the app keeps of a session of `account` in `localStorage`. */
  readonly session: Entries;
  /** A page on /prediction whose browser holds that session, without the seconds that a form takes. */
  readonly signedInPage: Page;
}

type Entries = readonly (readonly [name: string, value: string])[];

interface WorkerFixtures {
  /** The same of another account, from one real sign-in: how the app keeps a session today. */
  readonly storedSession: Entries;
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
  storedSession: [
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
  session: async ({ account, storedSession }, provide) => {
    const { uid, idToken, refreshToken } = await signInTokens(AUTH_ORIGIN, account);
    const { email } = account;
    await provide(
      storedSession.map(([name, value]) => {
        if (!name.startsWith('firebase:authUser:')) return [name, value];
        const stored = JSON.parse(value);
        Object.assign(stored, { uid, email });
        Object.assign(stored.providerData[0], { uid: email, email });
        Object.assign(stored.stsTokenManager, { accessToken: idToken, refreshToken });
        return [name, JSON.stringify(stored)];
      }),
    );
  },
  signedInPage: async ({ page, session }, provide) => {
    // Any small file of the app's origin: the session has to be there before the app is.
    await page.goto('/favicon.svg');
    await page.evaluate(
      (entries) => entries.forEach(([name, value]) => localStorage.setItem(name, value)),
      session,
    );
    await page.goto('/prediction');
    await provide(page);
  },
});

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
