import { grantClaims } from './accounts.ts';
import { AUTH_ORIGIN } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { violations } from './violations.ts';
import { sidewaysScroll } from './watchlist-page.ts';

test('System status opens only to an admin, as the server decides, in both themes and at 320 px', async ({
  problems,
  signedInTab: page,
  account,
}) => {
  problems.expect(/403/);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'System status' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('This page is only for this site’s operators.');
  await expect(page.getByRole('region', { name: 'Providers' })).toHaveCount(0);

  await grantClaims(AUTH_ORIGIN, account.email, { admin: true });
  await page.reload();
  await expect(page.getByRole('region', { name: 'Release' })).toContainText('Sample market');
  await expect(page.getByRole('region', { name: 'Database', exact: true })).toContainText('MB');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect.soft(await violations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Use light theme' }).click();
  await page.setViewportSize({ width: 320, height: 800 });
  await expect.poll(() => sidewaysScroll(page)).toBe(0);
  expect(await violations(page)).toEqual([]);
});
