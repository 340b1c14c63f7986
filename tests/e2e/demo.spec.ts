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
  await expect(page.getByText('Sample market: simulated prices', { exact: true })).toBeVisible();
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
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key !== 'candor:typeface')).toEqual([]);
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible();
});

test('the demo offers a signed-in user the full analysis', async ({ signedInPage: page }) => {
  await page.getByRole('link', { name: 'Demo', exact: true }).click();
  await page.getByRole('link', { name: 'Open the full analysis' }).click();
  await expect(page).toHaveURL(/\/prediction/);
});

test('every listing of the sample market has a demo, prefetched by the document', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.pathname.startsWith('/api/stock/')) asked.push(url.pathname);
  });
  await page.goto('/demo?ticker=vod.l&days=30');
  await expect(page.getByRole('heading', { level: 2, name: 'VOD.L', exact: true })).toBeVisible();
  await expect(card(page, 'Stock Price Prediction (7 days)')).toBeVisible();
  await expect(page).toHaveTitle('VOD.L · Demo · Candor');
  expect(asked).toEqual(['/api/stock/VOD.L']);
});

for (const text of ['ZZZZ', '<script>', '']) {
  test(`the demo says that it has no listing “${text}”, and shows AAPL`, async ({ page, problems }) => {
    if (text === 'ZZZZ') problems.expect(/status of 404.*ZZZZ/);
    await page.goto(`/demo?${new URLSearchParams({ ticker: text })}`);
    await expect(page.getByRole('status').filter({ hasText: 'The demo has no listing' })).toContainText(
      'The numbers below are AAPL’s.',
    );
    await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
  });
}

test('a guest searches on the home page, sees the listing in the demo, or signs in to it', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  await page.goto('/');
  const field = page.getByRole('search').locator('input');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled();
  expect(scripts.filter((url) => url.includes('quick-suggestions'))).toEqual([]);
  await page.evaluate(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) document.title += ` shifted ${JSON.stringify(entry)}`;
    }).observe({ type: 'layout-shift' });
  });
  await field.click();
  await page.keyboard.type('nvi');
  const options = page.getByRole('listbox', { name: 'Suggestions' }).getByRole('option');
  await expect(options.filter({ hasText: 'NVIDIA Corporation' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await options.first().getAttribute('id')) ?? '',
  );
  await expect(field).toHaveAttribute(
    'aria-controls',
    (await page.getByRole('listbox').getAttribute('id')) ?? '',
  );
  await page.keyboard.press('Enter');
  await expect(field).toHaveValue('NVDA');
  await expect(page).not.toHaveTitle(/shifted/);
  await page.getByRole('link', { name: 'See NVDA in the demo (simulated prices)' }).click();
  await expect(page).toHaveURL(/\/demo\?ticker=NVDA$/);
  await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
  await page.goBack();
  await field.fill('tsla');
  await field.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
  expect(await page.evaluate(() => history.state)).toEqual({ returnTo: '/prediction?ticker=TSLA' });
});

test('the search on a missing page leads a signed-in user to the analysis', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/status of 404.*no-such-page/);
  await page.goto('/no-such-page');
  const field = page.getByRole('search').locator('input');
  await field.fill('micros');
  await page.getByRole('option', { name: /Microsoft/ }).click();
  await expect(page).toHaveURL(/\/prediction\?ticker=MSFT/);
});
