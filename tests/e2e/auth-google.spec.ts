/** Google sign-in by popup: the real SDK and the emulator's account chooser, with a stand-in for Google's frame script. */
import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { serveGoogleScript } from './google-script.ts';
import type { Problems } from './problems.ts';

/**
 * Expected: Google's script is requested from its own host, and the emulator's chooser loads styles from others. The SDK's frame
 * looks for a result in the session storage, which private windows, as used in tests, deny to frames of another site.
 */
function expectEmulatorNoise(problems: Problems): void {
  problems.expect(/https:\/\/(apis\.google\.com|unpkg\.com|fonts\.googleapis\.com)\//);
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

/** The logo is the same in both themes; the button has its own colours in each. */
async function expectGoogleLook(google: Locator, ground: string, line: string, ink: string): Promise<void> {
  await expect.soft(google).toHaveCSS('background-color', ground);
  await expect.soft(google).toHaveCSS('border-top-color', line);
  await expect.soft(google).toHaveCSS('color', ink);
  await expect.soft(google).toHaveCSS('font-weight', '500');
  expect.soft((await google.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  expect.soft((await google.locator('img').boundingBox())?.width).toBe(18);
  await expect.soft(google.locator('img')).not.toHaveJSProperty('naturalWidth', 0);
}

test('Google signs a user up unless its script fails or the popup is closed, and confirms them when they delete their account', async ({
  page,
  context,
  problems,
}) => {
  expectEmulatorNoise(problems);
  await page.clock.install();
  await page.goto('/register');
  const google = page.getByRole('button', { name: 'Sign up with Google' });
  await expect(google).toBeEnabled();
  await expectGoogleLook(google, 'rgb(19, 19, 20)', 'rgb(142, 145, 143)', 'rgb(227, 227, 227)');
  await page.getByRole('button', { name: 'Use light theme' }).click();
  await expectGoogleLook(google, 'rgb(255, 255, 255)', 'rgb(116, 119, 117)', 'rgb(31, 31, 31)');
  await test.step('a script that cannot be loaded', async () => {
    await google.click();
    await expect(page.getByRole('alert')).toHaveText('Failed to sign up with Google.');
    await expect(google).toBeEnabled();
    await serveGoogleScript(context);
  });
  await test.step('a closed popup', async () => {
    const popup = await openChooser(page, 'Sign up with Google');
    const { searchParams } = new URL(popup.url());
    expect(searchParams.get('providerId')).toBe('google.com');
    expect(searchParams.get('customParameters')).toBe('{"prompt":"select_account"}');
    await expect(google).toBeDisabled();
    await popup.close();
    // The SDK checks every 2 seconds, and waits another 8 after the window closes for a result that may be on its way.
    await page.clock.runFor(12_000);
    await expect(page.getByRole('alert')).toHaveText('Failed to sign up with Google.');
    await expect(google).toBeEnabled();
  });
  const email = `grace-${randomUUID()}@candor.example`;
  await test.step('an account chosen in the popup', async () => {
    await chooseNewAccount(await openChooser(page, 'Sign up with Google'), email, 'Grace Hopper');
    await expect(page).toHaveURL(/\/prediction$/);
    await page.getByRole('banner').getByRole('link', { name: 'Grace Hopper' }).click();
    await expect(page.getByText('Google', { exact: true })).toBeVisible();
    await expect(page.getByText('Verified', { exact: true })).toBeVisible();
  });
  await test.step('deletion', async () => {
    await page.getByRole('button', { name: 'Delete account' }).click();
    await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
    const popup = await openChooser(page, 'Confirm with Google and delete');
    await popup.locator('.js-reuse-account', { hasText: email }).click();
    await expect(page).toHaveURL(/:\d+\/$/);
    await expect(
      page.getByText('Your account has been deleted, with its data on the server and in this browser.'),
    ).toBeVisible();
  });
});
