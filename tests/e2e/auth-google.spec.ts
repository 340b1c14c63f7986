/** Google by popup: the real SDK and the emulator's account chooser, with Google's frame script from a stand-in. */
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { serveGoogleScript } from './google-script.ts';
import type { Problems } from './problems.ts';

const WAYS = [
  { path: '/login', button: 'Sign in with Google', failure: 'Failed to log in with Google.' },
  { path: '/register', button: 'Sign up with Google', failure: 'Failed to sign up with Google.' },
] as const;

/**
 * The emulator's chooser is dressed from other hosts, which are cut off. Its frame looks for an answer left in the
 * session storage, which a private window, as tests use, keeps from frames of another site.
 */
function expectEmulatorNoise(problems: Problems): void {
  problems.expect(/https:\/\/(unpkg\.com|fonts\.googleapis\.com)\//);
  problems.expect(/Failed to read the 'sessionStorage' property/);
}

/** Opens the popup and waits for the account chooser in it. */
async function openChooser(page: Page, button: string): Promise<Page> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: button }).click();
  const popup = await opened;
  await popup.waitForURL(/\/emulator\/auth\/handler/);
  return popup;
}

async function chooseNewAccount(popup: Page, email: string, name: string): Promise<void> {
  await popup.locator('.js-new-account').click();
  await popup.locator('#email-input').fill(email);
  await popup.locator('#display-name-input').fill(name);
  await popup.locator('#sign-in').click();
}

for (const { path, button, failure } of WAYS) {
  test(`${button}: an account chosen in the popup signs in and leads to /prediction`, async ({
    page,
    context,
    problems,
  }) => {
    expectEmulatorNoise(problems);
    await serveGoogleScript(context);
    await page.goto(path);
    const popup = await openChooser(page, button);
    const { searchParams } = new URL(popup.url());
    expect(searchParams.get('providerId')).toBe('google.com');
    expect(searchParams.get('customParameters')).toBe('{"prompt":"select_account"}');
    await expect(page.getByRole('button', { name: button })).toBeDisabled();

    await chooseNewAccount(popup, `grace-${randomUUID()}@candor.example`, 'Grace Hopper');
    await expect(page).toHaveURL(/\/prediction/);
    await page.getByRole('banner').getByRole('link', { name: 'Grace Hopper' }).click();
    await expect(page.getByText('Google', { exact: true })).toBeVisible();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  });

  test(`${button}: a popup that is closed, blocked or refused says so, and another try is possible`, async ({
    page,
    context,
    problems,
  }) => {
    expectEmulatorNoise(problems);
    problems.expect(/accounts:signInWithIdp/);
    await serveGoogleScript(context);
    await page.goto(path);
    const alert = page.getByRole('alert');
    const google = page.getByRole('button', { name: button });

    await test.step('closed', async () => {
      const popup = await openChooser(page, button);
      await popup.close();
      // The SDK leaves a closed window eight seconds for an answer on its way.
      await expect(alert).toHaveText(failure, { timeout: 15_000 });
      await expect(google).toBeEnabled();
    });

    await test.step('refused by the identity service', async () => {
      await context.route('**/accounts:signInWithIdp*', (route) =>
        route.fulfill({
          status: 400,
          headers: { 'access-control-allow-origin': '*' },
          json: { error: { code: 400, message: 'USER_DISABLED' } },
        }),
      );
      const popup = await openChooser(page, button);
      await expect(alert).toBeHidden();
      await chooseNewAccount(popup, `refused-${randomUUID()}@candor.example`, 'Nobody');
      await expect(alert).toHaveText(failure);
    });

    await test.step('blocked', async () => {
      await page.evaluate(() => {
        window.open = () => null;
      });
      await google.click();
      await expect(alert).toBeVisible();
      await expect(alert).toHaveText(failure);
      await expect(page).toHaveURL(new RegExp(`${path}$`));
    });
  });

  test(`${button}: when Google’s script cannot be loaded the page says so`, async ({ page, problems }) => {
    problems.expect(/apis\.google\.com/);
    await page.goto(path);
    await page.getByRole('button', { name: button }).click();
    await expect(page.getByRole('alert')).toHaveText(failure);
    await expect(page.getByRole('button', { name: button })).toBeEnabled();
  });
}

for (const [theme, ground, line, ink] of [
  ['dark', 'rgb(19, 19, 20)', 'rgb(142, 145, 143)', 'rgb(227, 227, 227)'],
  ['light', 'rgb(255, 255, 255)', 'rgb(116, 119, 117)', 'rgb(31, 31, 31)'],
] as const) {
  test(`the button has Google’s logo and colours in the ${theme} theme`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    for (const { path, button } of WAYS) {
      // oxlint-disable no-await-in-loop -- one page after the other
      await page.goto(path);
      const google = page.getByRole('button', { name: button });
      await expect(google).toBeEnabled();
      await expect(google).toHaveCSS('background-color', ground);
      await expect(google).toHaveCSS('border-top-color', line);
      await expect(google).toHaveCSS('color', ink);
      await expect(google).toHaveCSS('font-weight', '500');
      expect((await google.boundingBox())?.height).toBeGreaterThanOrEqual(40);
      const fills = await google
        .locator('path')
        .evaluateAll((paths) => paths.map((part) => getComputedStyle(part).fill));
      expect(fills).toEqual([
        'rgb(234, 67, 53)',
        'rgb(66, 133, 244)',
        'rgb(251, 188, 5)',
        'rgb(52, 168, 83)',
      ]);
      expect((await google.locator('svg').boundingBox())?.width).toBe(18);
      // oxlint-enable no-await-in-loop
    }
  });
}

test('a Google account is deleted after its popup has confirmed the user', async ({
  page,
  context,
  problems,
}) => {
  expectEmulatorNoise(problems);
  await serveGoogleScript(context);
  const email = `grace-${randomUUID()}@candor.example`;
  await page.goto('/login');
  await chooseNewAccount(await openChooser(page, 'Sign in with Google'), email, 'Grace Hopper');
  await expect(page).toHaveURL(/\/prediction/);
  await page.goto('/profile');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await expect(page.getByRole('button', { name: 'Keep it' })).toBeFocused();
  const popup = await openChooser(page, 'Confirm with Google and delete');
  await popup.locator('.js-reuse-account', { hasText: email }).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(page.getByText('Your account and everything it held are deleted.')).toBeVisible();
});
