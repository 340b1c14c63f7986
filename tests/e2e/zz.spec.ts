import { expect, test } from './fixtures.ts';
import { tile } from './stock-page.ts';
test.use({ serviceWorkers: 'allow' });
test('offline probe', async ({ signedInPage: page, context, problems }) => {
  problems.expect(/./); page.on('console', (m) => console.log('C', m.text())); page.on('pageerror', (e) => console.log('E', e.stack)); page.on('requestfailed', (r) => console.log('F', r.url(), r.failure()?.errorText));
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.reload();
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await context.setOffline(true);
  console.log('before reload', await page.evaluate(() => navigator.onLine));
  await page.reload();
  for (let i = 0; i < 5; i++) { console.log('after', await page.evaluate(() => navigator.onLine)); await page.waitForTimeout(300); }
  console.log(await page.evaluate(() => document.querySelector('output:last-of-type')?.textContent), await page.getByText(/Offline/).count());
});
test('sign-in probe', async ({ page, account, problems }) => {
  problems.expect(/./); page.on('console', (m) => console.log('C', m.text())); page.on('pageerror', (e) => console.log('E', e.stack)); page.on('requestfailed', (r) => console.log('F', r.url(), r.failure()?.errorText));
  await page.route(/firebase-auth-.*\.js$/, (route) => route.abort());
  await page.goto('/login');
  await page.getByLabel('Email', { exact: false }).fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText('Network error. Check your connection and try again.');
  await page.unrouteAll();
  const asked: string[] = [];
  page.on('request', (r) => asked.push(r.url()));
  page.on('requestfailed', (r) => asked.push('FAILED ' + r.url()));
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForTimeout(3000);
  console.log(asked, page.url(), await page.getByRole('alert').allTextContents(), await page.evaluate(() => document.activeElement?.outerHTML));
});
