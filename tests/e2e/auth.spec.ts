/** The account pages' forms, each used once against the identity service. */
import { mailedLink, signInTokens } from './accounts.ts';
import { AUTH_ORIGIN } from './addresses.ts';
import { expect, holdScript, newAccount, signIn, test } from './fixtures.ts';

test('a visitor registers once the passwords match and the address is free, and lands on /prediction', async ({
  page,
  account,
  problems,
}) => {
  problems.expect(/accounts:signUp/);
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  const release = await holdScript(page);
  await page.goto('/register', { waitUntil: 'commit' });
  const create = page.getByRole('button', { name: 'Create Account' });
  const confirmation = page.getByLabel('Confirm Password', { exact: true });
  await page.getByLabel('Full Name').fill('Grace Hopper');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill('abcdef');
  await confirmation.fill('abcdef');
  await test.step('a press before hydration takes effect once the code has loaded', async () => {
    await create.click();
    await expect(page.getByRole('button', { name: 'Creating account...' })).toBeVisible();
    const google = page.getByRole('button', { name: 'Sign up with Google' });
    await expect(google).toBeDisabled();
    await expect(google).toContainText('loading…');
    expect(sent).toEqual(['GET /register']);
    release();
    await expect(page.getByRole('alert')).toHaveText(
      'That email is already registered. Try signing in instead.',
    );
  });
  await confirmation.fill('abcdeg');
  await create.click();
  await expect(page.getByText('Passwords do not match', { exact: true })).toBeVisible();
  await expect(confirmation).toBeFocused();
  await confirmation.fill('abcdef');
  await page.getByLabel('Email').fill(newAccount().email);
  await create.click();
  await expect(page).toHaveURL(/\/prediction$/);
  await expect(page.getByRole('banner').getByRole('link', { name: 'Grace Hopper' })).toBeVisible();
});

test('a guest who asks for a protected page signs in to it, stays signed in, and signs out', async ({
  page,
  account,
  problems,
}) => {
  problems.expect(/accounts:signInWithPassword/);
  await page.goto('/about');
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await page.goto('/prediction?ticker=NVDA&days=14');
  await expect(page).toHaveURL(/\/login$/);
  // The protected page fetched nothing, and /login preloads the next page.
  await expect.poll(() => requested.some((url) => /firebase-auth-.*\.js$/.test(url))).toBe(true);
  expect(requested.filter((url) => url.includes('/api/'))).toEqual([]);
  await expect(page.getByRole('contentinfo')).toBeInViewport({ ratio: 1 });
  await test.step('a wrong password', async () => {
    await signIn(page, { ...account, password: 'not the password' });
    await expect(page.getByRole('alert')).toHaveText('Failed to log in. Please check your credentials.');
    // The button keeps the focus while it is busy.
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeFocused();
  });
  await test.step('the requested page with its query replaces /login in the history', async () => {
    await signIn(page, account);
    await expect(page).toHaveURL(/\/prediction\?ticker=NVDA&days=14$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
  });
  await test.step('/register sends a signed-in user on, and Back does not return to it', async () => {
    await page.goto('/register');
    await expect(page).toHaveURL(/\/prediction$/);
    await page.goBack();
    await expect(page).toHaveURL(/\/about$/);
  });
  await test.step('sign-out', async () => {
    await page.getByRole('banner').getByRole('link', { name: account.displayName }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await page.goto('/profile');
    await expect(page).toHaveURL(/\/login$/);
  });
});

test('a forgotten password is reset by mail, signs in, and can be changed', async ({
  page,
  account,
  problems,
}) => {
  problems.expect(/accounts:sendOobCode/);
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot password?' }).click();
  const send = page.getByRole('button', { name: 'Send Reset Email' });
  await page.getByLabel('Email address').fill('nobody@candor.example');
  await send.click();
  await expect(page.getByRole('alert')).toHaveText(
    'No account exists with that email. Please sign up or try a different address.',
  );
  await page.getByLabel('Email address').fill(account.email);
  await send.click();
  await expect(page.getByRole('status').filter({ hasText: 'Password reset' })).toHaveText(
    'Password reset email sent. Check your inbox, spam, promotions, and other folders for the reset link.',
  );
  const link = await mailedLink(AUTH_ORIGIN, account.email, 'PASSWORD_RESET');
  await page.goto(`${link}&newPassword=a+new+password`);
  await expect(page.getByText('The password has been successfully updated.')).toBeVisible();
  await expect(signInTokens(AUTH_ORIGIN, account)).rejects.toThrow();

  await page.goto('/forgot-password');
  await page.getByRole('link', { name: 'Back to login' }).click();
  await signIn(page, { ...account, password: 'a new password' });
  await expect(page).toHaveURL(/\/prediction$/);

  await page.clock.install();
  await page.goto('/change-password');
  await page.getByLabel('New Password', { exact: true }).fill('another one');
  await page.getByLabel('Confirm New Password', { exact: true }).fill('another one');
  const update = page.getByRole('button', { name: 'Update Password' });
  await update.click();
  await expect(page.getByText('Password updated successfully!')).toBeVisible();
  await expect(update).toBeDisabled();
  await page.clock.fastForward(2000);
  await expect(page).toHaveURL(/\/prediction$/);
  await signInTokens(AUTH_ORIGIN, { ...account, password: 'another one' });
});
