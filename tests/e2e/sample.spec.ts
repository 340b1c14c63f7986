import { expect, test } from './fixtures.ts';

test('the first page shows AAPL on the sample market, labelled as simulated', async ({
  signedInPage: page,
}) => {
  await expect(page.getByRole('combobox', { name: 'Ticker' })).toHaveValue('AAPL');
  await expect(page.getByText('Sample market: simulated prices').first()).toBeVisible();
  for (const tile of ['Current Price', 'Predicted Price', 'Expected Change', 'Volume']) {
    // oxlint-disable-next-line no-await-in-loop -- four looks at one page
    await expect(page.getByRole('group', { name: tile, exact: false }).first()).toContainText(/\d/);
  }
});

for (const days of [1, 7, 14, 30]) {
  test(`a horizon of ${days} is in the chart’s title and gives as many forecast rows`, async ({
    signedInPage: page,
  }) => {
    await expect(page.getByRole('heading', { name: /^Stock Price Prediction/ })).toContainText('7');
    await page.getByRole('combobox', { name: 'Forecast days' }).selectOption(String(days));
    await expect(page.getByRole('heading', { name: /^Stock Price Prediction/ })).toContainText(
      new RegExp(`\\(${days} days?\\)`),
    );
    const rows = page.getByRole('region', { name: 'Forecast Signals', exact: true }).getByRole('row');
    await expect(rows).toHaveCount(days + 1);
  });
}

test('an unknown ticker shows the banner titled Error with the server’s words', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/(stock|sentiment|news)\/ZZZZZZ/);
  await page.getByRole('combobox', { name: 'Ticker' }).fill('zzzzzz');
  await expect(page.getByRole('combobox', { name: 'Ticker' })).toHaveValue('ZZZZZZ');
  await page.getByRole('button', { name: 'Analyze Stock' }).click();
  const banner = page.getByRole('alert');
  await expect(banner).toContainText('Error');
  await expect(banner).toContainText('No listing was found for ZZZZZZ.');
});

test('an empty ticker is not submitted', async ({ signedInPage: page }) => {
  const requests: string[] = [];
  await expect(page.getByRole('group', { name: 'Current Price' })).toContainText(/\d/);
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.getByRole('combobox', { name: 'Ticker' }).fill('   ');
  await page.getByRole('button', { name: 'Analyze Stock' }).click();
  // A lookup of the empty text would come before this one's.
  await page.getByRole('combobox', { name: 'Ticker' }).fill('nvd');
  await expect(page.getByRole('option', { name: /NVDA/ })).toBeVisible();
  expect(requests.filter((path) => /^\/api\/(?!me\/)/.test(path))).toEqual(['/api/search']);
});

test('the first screen of a phone has the price once, the brief and the top of the fan chart @phone', async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  const prediction = page.getByRole('region', { name: /^Stock Price Prediction/ });
  const canvas = await prediction.locator('canvas').first().boundingBox();
  // The fan opens in the middle of the plot's height.
  expect((canvas?.y ?? Infinity) + (canvas?.height ?? 0) / 2).toBeLessThan(812);
  await expect(prediction.getByText(/^By .* 8 of 10 outcomes/).first()).toBeInViewport({ ratio: 1 });
  const tile = await page.getByRole('group', { name: 'Current Price' }).boundingBox();
  expect(tile?.y).toBeGreaterThan(812);
});

test('the analysis fits a phone: tiles, ranges, no sideways scroll @phone', async ({
  signedInPage: page,
}) => {
  await expect(page.getByRole('group', { name: 'Current Price' })).toContainText(/\d/);
  await page.getByRole('button', { name: '1Y', exact: true }).tap();
  await expect(page.getByRole('button', { name: '1Y', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
});
