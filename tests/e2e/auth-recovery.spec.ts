/** What the mails lead to, and what the pages say when the identity service refuses or cannot be reached. */
import type { Page } from 'playwright/test';
import { mailedLink } from '../../scripts/stack/accounts.ts';
import { AUTH_ORIGIN } from './addresses.ts';
import { expect, newAccount, signIn, test } from './fixtures.ts';

/** Lets the identity service refuse a method from now on, with the code it has on the wire. */
async function refuse(page: Page, method: string, message: string): Promise<void> {
  await page.context().route(`**/accounts:${method}*`, (route) =>
    route.fulfill({
      status: 400,
      headers: { 'access-control-allow-origin': '*' },
      json: { error: { code: 400, message, errors: [{ message }] } },
    }),
  );
}

async function fillRegistration(page: Page): Promise<void> {
  const { displayName, email, password } = newAccount();
  await page.getByLabel('Full Name').fill(displayName);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Confirm Password', { exact: true }).fill(password);
}

test('the mailed reset link leads to a new password, which signs in, and the old one does not', async ({
  page,
  account,
  problems,
}) => {
  problems.expect(/accounts:signInWithPassword/);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  await page.getByLabel('Email address').fill(account.email);
  await page.getByRole('button', { name: 'Send Reset Email' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Password reset email sent.' })).toBeVisible();

  const link = await mailedLink(AUTH_ORIGIN, account.email, 'PASSWORD_RESET');
  await page.goto(`${link}&newPassword=a+new+password`);
  await expect(page.getByText('The password has been successfully updated.')).toBeVisible();

  await page.goto('/forgot-password');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await signIn(page, account);
  await expect(page.getByRole('alert')).toHaveText('Failed to log in. Please check your credentials.');
  await signIn(page, { ...account, password: 'a new password' });
  await expect(page).toHaveURL(/\/prediction/);
});

for (const [wire, text] of [
  ['EMAIL_NOT_FOUND', 'No account exists with that email. Please sign up or try a different address.'],
  ['INVALID_EMAIL', 'The email address appears to be invalid. Check the spelling and try again.'],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', 'Too many attempts. Please wait a moment before trying again.'],
  ['QUOTA_EXCEEDED', 'Failed to send reset email. Verify the address and try again.'],
] as const) {
  test(`a reset that the service refuses with ${wire} says "${text}"`, async ({ page, problems }) => {
    problems.expect(/accounts:sendOobCode/);
    await refuse(page, 'sendOobCode', wire);
    await page.goto('/forgot-password');
    await page.getByLabel('Email address').fill('ada@candor.example');
    await page.getByRole('button', { name: 'Send Reset Email' }).click();
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(page.getByRole('button', { name: 'Send Reset Email' })).toBeEnabled();
  });
}

for (const [wire, text] of [
  ['EMAIL_EXISTS', 'That email is already registered. Try signing in instead.'],
  ['INVALID_EMAIL', 'The email address looks invalid. Double-check and try again.'],
  ['WEAK_PASSWORD', 'Your password is too weak. Use at least six characters.'],
  [
    'API key not valid. Please pass a valid API key.',
    'The identity service credentials look incorrect. Check the Firebase settings of this deployment.',
  ],
  [
    'OPERATION_NOT_ALLOWED',
    'Email/password sign-ups are disabled. Enable them in the Firebase console, or sign up with Google.',
  ],
  ['TOO_MANY_ATTEMPTS_TRY_LATER', /auth\/too-many-requests/],
] as const) {
  test(`a registration that the service refuses with ${wire} says ${text}`, async ({ page, problems }) => {
    problems.expect(/accounts:signUp/);
    await refuse(page, 'signUp', wire);
    await page.goto('/register');
    await fillRegistration(page);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByRole('alert')).toHaveText(text);
    await expect(page.getByRole('button', { name: 'Create Account' })).toBeEnabled();
    await expect(page).toHaveURL(/\/register$/);
  });
}

test('without a network each form says so in its specified words and can be sent again', async ({
  page,
  account,
  problems,
}) => {
  problems.expect(/accounts:|ERR_FAILED/);
  const lose = () => page.context().route('**/accounts:*', (route) => route.abort());
  const restore = () => page.context().unroute('**/accounts:*');
  const alert = page.getByRole('alert');

  await test.step('registration', async () => {
    await page.goto('/register');
    await lose();
    await fillRegistration(page);
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(alert).toHaveText('Network error. Check your connection and try again.');
  });
  await test.step('reset', async () => {
    await page.goto('/forgot-password');
    await page.getByLabel('Email address').fill(account.email);
    await page.getByRole('button', { name: 'Send Reset Email' }).click();
    await expect(alert).toHaveText('Failed to send reset email. Verify the address and try again.');
  });
  await test.step('login, then the network is back', async () => {
    await page.goto('/login');
    await signIn(page, account);
    await expect(alert).toHaveText('Failed to log in. Please check your credentials.');
    await restore();
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page).toHaveURL(/\/prediction/);
  });
});

test('a refused password change advises logging in again', async ({ newlySignedInPage: page, problems }) => {
  problems.expect(/accounts:update/);
  await refuse(page, 'update', 'CREDENTIAL_TOO_OLD_LOGIN_AGAIN');
  await page.goto('/change-password');
  await page.getByLabel('New Password', { exact: true }).fill('another one');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('another one');
  await page.getByRole('button', { name: 'Update Password' }).click();
  await expect(page.getByRole('alert')).toHaveText('Failed to update password. Please try logging in again.');
  await page.getByRole('link', { name: 'Send reset email' }).click();
  await expect(page).toHaveURL(/\/forgot-password$/);
});

test('a changed password offers to go on at once', async ({ newlySignedInPage: page }) => {
  await page.goto('/change-password');
  const update = page.getByRole('button', { name: 'Update Password' });
  await page.getByLabel('New Password', { exact: true }).fill('abcde');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('abcdf');
  await update.click();
  await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible();
  await page.getByLabel('Confirm New Password', { exact: true }).fill('abcde');
  await update.click();
  await expect(page.getByText('Password must be at least 6 characters', { exact: true })).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill('abcdef');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('abcdef');
  await update.click();
  await page.getByRole('link', { name: 'Continue now' }).click();
  await expect(page).toHaveURL(/\/prediction/, { timeout: 1500 });
});
