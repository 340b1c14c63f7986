/** Prerendered pages before the app's code takes them over: what they show, and what a visitor does meanwhile; also in `auth`. */
import { expect, holdScript, signIn, storeUser, test } from './fixtures.ts';

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  // The text of each page and its style sheets are in `tests/build/pages`.
  test('a page shows its heading between header and footer, with its styles', async ({ page }) => {
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Predicting' }).first()).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(56);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 13, 16)');
  });
});

test('the first paint has the reader’s theme and no guest’s links for a user, whose name the app brings', async ({
  page,
  storedUser,
}) => {
  await storeUser(page, [...storedUser, ['theme', 'light']]);
  const release = await holdScript(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 248, 250)');
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#f7f8fa');
  await expect(page.getByRole('link', { name: 'Log In' })).toBeHidden();
  release();
  await expect(page.getByRole('link', { name: 'Ada Investor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
});

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

test('a company and Enter on the home page before hydration leads through the sign-in to its listing', async ({
  page,
  account,
  problems,
}) => {
  problems.expect(/status of 404.*MICRO/);
  const release = await holdScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.getByRole('combobox', { name: 'Ticker' });
  await field.fill('micro');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Searching...' })).toBeVisible();
  release();
  await expect(page).toHaveURL(/\/login$/);
  await signIn(page, account);
  await expect(page).toHaveURL(/\/prediction\?ticker=MSFT/);
  await expect(page.getByRole('status').filter({ hasText: 'MSFT for “micro”' })).toBeVisible();
});
