import { grantClaims, mailedLink } from '../../scripts/stack/accounts.ts';
import { AUTH_ORIGIN } from './addresses.ts';
import { expect, signIn, test } from './fixtures.ts';

test('the profile shows the user, the provider and the date of joining, and switches the theme', async ({
  newlySignedInPage: page,
  account,
}) => {
  await page.getByRole('banner').getByRole('link', { name: account.displayName }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await expect(page.getByRole('heading', { level: 1, name: account.displayName })).toBeVisible();
  await expect(page.getByText('Not Verified', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Member since \w+ \d+, \d{4}$/)).toBeVisible();
  const contact = page.getByRole('region', { name: 'Contact Information' });
  await expect(contact.getByRole('definition')).toHaveText([
    account.displayName,
    account.email,
    'Email/Password',
  ]);
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.getByText('Stats update as you use the platform')).toBeVisible();
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(/\/change-password$/);
});

test('the mailed link verifies the address, and the profile says so when the user comes back', async ({
  newlySignedInPage: page,
  context,
  account,
}) => {
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Send verification email' }).click();
  await expect(page.getByText('Verification email sent. Open its link, then come back here.')).toBeVisible();

  const mail = await context.newPage();
  await mail.goto(await mailedLink(AUTH_ORIGIN, account.email, 'VERIFY_EMAIL'));
  await expect(mail.getByText('The email has been successfully verified.')).toBeVisible();
  await mail.close();
  await page.bringToFront();
  await page.evaluate(() => dispatchEvent(new Event('focus')));
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  await expect(page.getByText('Not Verified')).toHaveCount(0);
});

test('a user whose token carries the admin flag is marked as an admin, on sign-in and after a reload', async ({
  page,
  account,
}) => {
  await page.goto('/login');
  await signIn(page, account);
  await expect(page).toHaveURL(/\/prediction/);
  await page.goto('/profile');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText('Admin', { exact: true })).toHaveCount(0);
  await grantClaims(AUTH_ORIGIN, account.email, { admin: true });
  await page.reload();
  await expect(page.getByText('Admin', { exact: true })).toBeVisible();
});

test('an analysis counts in the stats, which are marked as simulated, and its forecast is noted in the journal', async ({
  newlySignedInPage: page,
}) => {
  await expect(page.getByRole('group', { name: 'Current Price' })).toBeVisible();
  const notes = () =>
    page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('candor:forecasts:')));
  await expect.poll(notes).toHaveLength(1);
  await page.goto('/profile');
  await expect(page.getByRole('group', { name: 'Predictions Made' })).toContainText('1');
  await expect(page.getByRole('group', { name: 'Stocks Tracked' })).toContainText('1');
  await expect(page.getByRole('group', { name: 'Accuracy Rate Simulated' })).toContainText(/(100\.0|0\.0)%/);

  const record = page.getByRole('region', { name: 'Verified hit rate' });
  await expect(record).toContainText('Sample market: simulated prices');
  await expect(record).toContainText('Not enough settled forecasts yet (n = 0)');
  await expect(record).toContainText('0 settled, 1 open.');

  const downloaded = page.waitForEvent('download');
  await record.getByRole('button', { name: 'Export' }).click();
  expect((await downloaded).suggestedFilename()).toBe('candor-forecasts.csv');

  await record.getByRole('button', { name: 'Clear' }).click();
  await expect(record.getByRole('button', { name: 'Keep' })).toBeFocused();
  await record.getByRole('button', { name: 'Keep' }).click();
  await expect(record).toContainText('1 open');
  await record.getByRole('button', { name: 'Clear' }).click();
  await record.getByRole('button', { name: 'Clear' }).click();
  await expect(record).toContainText('Analyze a stock, and its forecast is noted here.');
  await page.reload();
  await expect(page.getByRole('group', { name: 'Predictions Made' })).toContainText('1');
  await expect(record.getByRole('button', { name: 'Export' })).toHaveCount(0);
});
