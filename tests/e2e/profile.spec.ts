import { mailedLink } from './accounts.ts';
import { AUTH_ORIGIN } from './addresses.ts';
import { expect, test } from './fixtures.ts';

test('after an analysis the profile shows the user, counts it and saves its forecast; the mailed link verifies the address', async ({
  signedInPage: page,
  context,
  account,
}) => {
  await expect(page.getByRole('group', { name: 'Current Price' })).toContainText(/\d/);
  await expect(page.getByRole('button', { name: 'AAPL on your watchlist' })).toBeEnabled();
  await page.getByRole('banner').getByRole('link', { name: account.displayName }).click();
  await expect(page).toHaveURL(/\/profile$/);
  await test.step('who the user is', async () => {
    await expect(page.getByRole('heading', { level: 1, name: account.displayName })).toBeVisible();
    await expect.soft(page.getByText('Not Verified', { exact: true })).toBeVisible();
    await expect.soft(page.getByText(/^Member since \w+ \d+, \d{4}$/)).toBeVisible();
    const contact = page.getByRole('region', { name: 'Contact Information' });
    await expect
      .soft(contact.getByRole('definition'))
      .toHaveText([account.displayName, account.email, 'Email/Password']);
  });
  await test.step('both columns end at the same height', async () => {
    await expect(page.getByText('Synced just now.')).toBeVisible();
    const [left, right] = await Promise.all(
      ['Pro Tips', 'Your data'].map((name) => page.getByRole('region', { name }).boundingBox()),
    );
    expect.soft((left?.y ?? 0) + (left?.height ?? 0)).toBeCloseTo((right?.y ?? 0) + (right?.height ?? 0), 0);
  });
  await test.step('what they did', async () => {
    await expect.soft(page.getByRole('group', { name: 'Predictions Made' })).toContainText('1');
    await expect.soft(page.getByRole('group', { name: 'Stocks Tracked' })).toContainText('1');
    await expect
      .soft(page.getByRole('group', { name: 'Accuracy Rate Simulated' }))
      .toContainText(/(100\.0|0\.0)%/);
    const record = page.getByRole('region', { name: 'Verified hit rate' });
    await expect.soft(record).toContainText('Sample market: simulated prices');
    await expect(record).toContainText('0 settled, 1 open.');
    await record.getByRole('button', { name: 'Clear' }).click();
    await record.getByRole('button', { name: 'Clear' }).click();
    await expect(record).toContainText('Analyze a stock to save its forecast here.');
  });
  await test.step('verification', async () => {
    await page.getByRole('button', { name: 'Send verification email' }).click();
    await expect(
      page.getByText('Verification email sent. Open the link in it, then come back here.'),
    ).toBeVisible();
    const mail = await context.newPage();
    await mail.goto(await mailedLink(AUTH_ORIGIN, account.email, 'VERIFY_EMAIL'));
    await expect(mail.getByText('The email has been successfully verified.')).toBeVisible();
    await mail.close();
    await page.bringToFront();
    await page.evaluate(() => dispatchEvent(new Event('focus')));
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  });
  await page.getByRole('button', { name: 'Light', exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await page.getByRole('link', { name: 'Change', exact: true }).click();
  await expect(page).toHaveURL(/\/change-password$/);
});
