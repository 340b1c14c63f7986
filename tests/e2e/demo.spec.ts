import { expect, test } from './fixtures.ts';
import { card, expectPainted, tile } from './stock-page.ts';

test('a guest searches on the home page and has the listing’s full analysis, the workbench and a comparison', async ({
  page,
  problems,
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
    await expect.soft(page).not.toHaveTitle(/shifted/);
    await page.keyboard.press('Enter');
  });

  await test.step('one more Enter shows the full report, labelled', async () => {
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/demo\?ticker=NVDA$/);
    await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
    await expect.soft(page.getByText('Sample market: simulated prices', { exact: true })).toBeVisible();
    await expect.soft(tile(page, 'Predicted Price')).toContainText(/\$\d+\.\d\d/);
    await expectPainted(card(page, 'Stock Price Prediction (7 days)').locator('canvas').first());
    await expect.soft(card(page, 'Forecast Signals').getByRole('row')).toHaveCount(8);
    await expect.soft(page.getByText(/^An account adds a watchlist/)).toBeVisible();
  });

  await test.step('opened by URL, the listing comes with the document; an unknown one is said', async () => {
    requested.length = 0;
    await page.goto('/demo?ticker=vod.l&days=30');
    await expect(page.getByRole('heading', { level: 2, name: 'VOD.L', exact: true })).toBeVisible();
    await expect(card(page, 'Stock Price Prediction (30 days)')).toBeVisible();
    expect.soft(requested.filter((path) => path.startsWith('/api/stock/'))).toEqual([]);
    problems.expect(/status of 40[04]/);
    await page.goto('/demo?ticker=ZZZZ');
    await expect(page.getByText('Couldn’t analyze ZZZZ')).toBeVisible();
    await page.goto('/demo?ticker=!!!');
    await expect(page.getByText('Couldn’t analyze “!!!”')).toBeVisible();
  });

  await test.step('workbench and comparison are open, and nothing is stored', async () => {
    await page.goto('/workbench?ticker=KO');
    await expectPainted(page.locator('canvas').first());
    await expect.soft(page.getByText(/^An account adds drawings/)).toBeVisible();
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await expect(page).toHaveURL(/\/demo\?ticker=KO&days=7$/);
    await page.goto('/compare?tickers=AAPL,MSFT');
    await page.getByRole('link', { name: 'MSFT', exact: true }).first().click();
    await expect(page).toHaveURL(/\/demo\?ticker=MSFT$/);
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect.soft(kept.filter((key) => key !== 'candor:typeface')).toEqual([]);
  });

  await test.step('Log in names the listing, and offers the way back without an account', async () => {
    await page.goto('/prediction?ticker=KO');
    await expect(page.getByText(/^KO is waiting\./)).toBeVisible();
    await page.getByRole('link', { name: 'See KO without an account' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'KO', exact: true })).toBeVisible();
  });
});
