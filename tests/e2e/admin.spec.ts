import { grantClaims } from '../../scripts/stack/accounts.ts';
import { AUTH_ORIGIN } from './addresses.ts';
import { expect, signIn, test } from './fixtures.ts';
import { violations } from './violations.ts';

test('the operators’ page opens to an admin, by the server’s word, and to nobody else', async ({
  page,
  account,
}) => {
  await page.goto('/admin');
  await signIn(page, account);
  await expect(page.getByRole('heading', { level: 1, name: 'Operation' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('This page is for the operators of this installation.');
  await expect(page.getByRole('region', { name: 'Providers' })).toHaveCount(0);

  await grantClaims(AUTH_ORIGIN, account.email, { admin: true });
  await page.reload();
  await expect(page.getByRole('table').first()).toBeVisible();
  await expect(page.getByRole('region', { name: 'Release' })).toContainText('Sample market');
  await expect(page.getByRole('region', { name: 'Rows of the database' })).toContainText('user_item');
  await expect(page.getByRole('alert')).toHaveCount(0);

  for (const theme of ['dark', 'light'] as const) {
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    for (const width of [1440, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await page.reload();
      await expect(page.getByRole('region', { name: 'Release' })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    }
  }
});
