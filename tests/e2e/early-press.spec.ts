/** What a visitor does on a prerendered page while its code is still on the way. */
import { once } from 'node:events';
import type { Page } from 'playwright/test';
import { expect, newAccount, test } from './fixtures.ts';

/** Holds the app's script back until the function that it resolves with is called. */
async function holdScript(page: Page): Promise<() => void> {
  const held = new EventTarget();
  const released = once(held, 'release');
  await page.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return () => void held.dispatchEvent(new Event('release'));
}

test('a press on Sign In before hydration is done once the code is there, and the button says so meanwhile', async ({
  page,
  account,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const release = await holdScript(page);
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toBeVisible();
  const google = page.getByRole('button', { name: 'Sign in with Google' });
  await expect(google).toBeDisabled();
  await expect(google).toContainText('not ready yet');
  expect(sent).toEqual(['GET /login']);
  release();
  await expect(page).toHaveURL(/\/prediction/);
});

test('a press on Create Account before hydration makes the account', async ({ page }) => {
  const { email, password, displayName } = newAccount();
  const release = await holdScript(page);
  await page.goto('/register', { waitUntil: 'commit' });
  await page.getByLabel('Full Name').fill(displayName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('button', { name: 'Creating account...' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/prediction/);
});
