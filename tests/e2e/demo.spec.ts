import { expect, test } from './fixtures.ts';
import { card, expectPainted, tile } from './stock-page.ts';

test('a guest sees the whole analysis of one stock, labelled, without search and without the sign-in code', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/');
  await page.getByRole('link', { name: 'See a live demo' }).click();
  await expect(page).toHaveURL(/\/demo$/);
  await expect(page.getByText('Demo · read only')).toBeVisible();
  await expect(page.getByText('Sample market: simulated prices')).toBeVisible();
  await expect(tile(page, 'Predicted Price')).toContainText(/\$\d+\.\d\d/);
  await expectPainted(card(page, 'Stock Price Prediction (7 days)').locator('canvas').first());
  await expect(card(page, 'Forecast Signals').getByRole('row')).toHaveCount(8);
  await expect(page.getByRole('combobox')).toHaveCount(0);
  expect(scripts.filter((url) => url.includes('firebase'))).toEqual([]);
});

test('the demo switches its range, counts nothing, and leads to an account', async ({ page }) => {
  await page.goto('/demo');
  const year = card(page, 'Performance').getByRole('button', { name: '1Y', exact: true });
  await year.click();
  await expect(year).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/\/demo$/);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible();
});

test('the demo offers a signed-in user the full analysis', async ({ signedInPage: page }) => {
  await page.getByRole('link', { name: 'Demo', exact: true }).click();
  await page.getByRole('link', { name: 'Open the full analysis' }).click();
  await expect(page).toHaveURL(/\/prediction/);
});
