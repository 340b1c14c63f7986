import { expect, test } from './fixtures.ts';
import { card, expectPainted, tile } from './stock-page.ts';

test('a guest searches on the home page, sees the listing’s full analysis in the demo, and is led to sign up', async ({
  page,
}) => {
  const requested: string[] = [];
  page.on('request', (request) => requested.push(new URL(request.url()).pathname));
  await page.goto('/');
  const field = page.getByRole('search').locator('input');
  await expect(page.getByRole('button', { name: 'Pause' })).toBeEnabled();

  await test.step('the search loads on focus, shifts nothing, and works by keyboard', async () => {
    expect.soft(requested.filter((path) => path.includes('suggestion-list'))).toEqual([]);
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
    const id = async (element: typeof field) => (await element.getAttribute('id')) ?? '';
    await expect.soft(field).toHaveAttribute('aria-activedescendant', await id(options.first()));
    await expect.soft(field).toHaveAttribute('aria-controls', await id(page.getByRole('listbox')));
    await page.keyboard.press('Enter');
    await expect(field).toHaveValue('NVDA');
    await expect.soft(page).not.toHaveTitle(/shifted/);
  });

  await test.step('another listing leads to /login, which remembers it', async () => {
    await field.fill('tsla');
    await field.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Log in' })).toBeVisible();
    expect.soft(await page.evaluate(() => history.state)).toEqual({ returnTo: '/prediction?ticker=TSLA' });
    await page.goBack();
  });

  await test.step('the demo shows the full report, labelled, without a search', async () => {
    await field.fill('nvda');
    // The list covers the link.
    await expect(page.getByRole('option', { name: /NVDA/ })).toBeVisible();
    await field.press('Escape');
    await page.getByRole('link', { name: 'Open NVDA in the demo (simulated prices)' }).click();
    await expect(page).toHaveURL(/\/demo\?ticker=NVDA$/);
    await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
    await expect.soft(page.getByText('Demo · read-only')).toBeVisible();
    await expect.soft(page.getByText('Sample market: simulated prices', { exact: true })).toBeVisible();
    await expect.soft(tile(page, 'Predicted Price')).toContainText(/\$\d+\.\d\d/);
    await expectPainted(card(page, 'Stock Price Prediction (7 days)').locator('canvas').first());
    await expect.soft(card(page, 'Forecast Signals').getByRole('row')).toHaveCount(8);
    await expect.soft(page.getByRole('combobox')).toHaveCount(0);
  });

  await test.step('opened by URL, the listing comes with the document', async () => {
    requested.length = 0;
    await page.goto('/demo?ticker=vod.l&days=30');
    await expect(page.getByRole('heading', { level: 2, name: 'VOD.L', exact: true })).toBeVisible();
    await expect(card(page, 'Stock Price Prediction (7 days)')).toBeVisible();
    expect.soft(requested.filter((path) => path.startsWith('/api/stock/'))).toEqual([]);
  });

  await test.step('the range can be switched, and nothing is counted', async () => {
    const year = card(page, 'Performance').getByRole('button', { name: '1Y', exact: true });
    await year.click();
    await expect.soft(year).toHaveAttribute('aria-pressed', 'true');
    await expect.soft(page).toHaveURL('/demo?ticker=vod.l&days=30');
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect.soft(kept.filter((key) => key !== 'candor:typeface')).toEqual([]);
    await page.getByRole('link', { name: 'Create an account' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Sign up' })).toBeVisible();
  });
});
