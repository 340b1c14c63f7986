/** The view in the URL, changes without a network, and links onward. */
import { expect, test, withFreshPrices } from './fixtures.ts';
import { analyse, card, tickerField, tile } from './stock-page.ts';

const RANGES = ['1W', '1M', '3M', '6M', '1Y', 'ALL'] as const;

test('the view is in the URL, and Back and Forward restore it', async ({ signedInTab: page }) => {
  const performance = card(page, 'Performance');
  const range = (label: (typeof RANGES)[number]) =>
    performance.getByRole('button', { name: label, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  const horizon = (days: number) => heading(`Stock Price Prediction (${days} days)`);
  const note = page.getByRole('status').filter({ hasText: 'this link' });
  const words = '“<script>alert(1)</sc…” in this link isn’t a valid ticker. Showing AAPL instead.';
  const published: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/record/TSLA') published.push(pathname);
  });
  await withFreshPrices(page);
  await page.goto('/prediction?ticker=%3Cscript%3Ealert(1)%3C/script%3E&days=14&range=9Y');
  await expect(tile(page, 'Current Price')).toContainText(/\d/);

  await test.step('a URL without a valid ticker shows AAPL and says so until the user chooses a listing', async () => {
    await expect(heading('AAPL')).toBeVisible();
    await expect.soft(note).toHaveText(words);
    await expect.soft(horizon(14)).toBeVisible();
    await expect.soft(range('1M')).toHaveAttribute('aria-pressed', 'true');
    // Choosing the same listing fetches it and clears the notice.
    const answer = page.waitForResponse('**/api/stock/AAPL?*');
    await tickerField(page).press('Enter');
    await answer;
    await expect.soft(page).toHaveURL(/\?ticker=AAPL&/);
    await expect.soft(note).toHaveCount(0);
    await page.goBack();
    await expect.soft(note).toHaveText(words);
    await expect.soft(page).toHaveTitle('AAPL · Stock analysis · Candor');
    await analyse(page, 'TSLA');
    await expect.soft(note).toHaveCount(0);
    await expect.soft(page).toHaveTitle('TSLA · Stock analysis · Candor');
  });

  await test.step('back and forward restore ticker, horizon and range', async () => {
    await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
    await range('6M').click();
    await expect(page).toHaveURL('/prediction?ticker=TSLA&days=30&range=6M');
    await page.goBack();
    await expect.soft(range('1M')).toHaveAttribute('aria-pressed', 'true');
    await page.goBack();
    await expect.soft(horizon(14)).toBeVisible();
    await page.goBack();
    await expect.soft(heading('AAPL')).toBeVisible();
    await expect.soft(tickerField(page)).toHaveValue('AAPL');
    await page.goForward();
    await page.goForward();
    await page.goForward();
    await expect.soft(page).toHaveURL('/prediction?ticker=TSLA&days=30&range=6M');
    await expect.soft(horizon(30)).toBeVisible();
  });

  await test.step('choosing the current choice adds no history entry', async () => {
    const steps = () => page.evaluate(() => history.length);
    const before = await steps();
    await range('6M').click();
    await page.keyboard.press('4');
    await analyse(page, 'TSLA');
    await range('1M').click();
    await expect(page).toHaveURL(/range=1M/);
    expect.soft(await steps()).toBe(before + 1);
  });

  await test.step('horizons and ranges make no requests; keys 1 to 6 choose the range', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    for (const [index, label] of RANGES.entries()) {
      await page.keyboard.press(String(index + 1));
      await expect.soft(performance.getByRole('button', { pressed: true })).toHaveText(label);
    }
    await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('7');
    await expect.soft(card(page, 'Forecast Signals').getByRole('row')).toHaveCount(8);
    // A listing's dates and published forecast are requested after its chart, the latter once for all horizons and prices.
    expect.soft(requests.filter((path) => /^\/api\/(?!me\/|dates|record\/)/.test(path))).toEqual([]);
    await expect.soft.poll(() => published).toHaveLength(1);
  });

  await test.step('"Why" lists the signal’s votes and links to the method', async () => {
    await page.getByRole('button', { name: 'Why' }).press('Enter');
    const vote = page.getByRole('listitem').filter({ hasText: /^SMA 200/ });
    await expect.soft(vote).toContainText(/[+−]0\.25/);
    await page.getByRole('link', { name: 'How the signal works' }).click();
    await expect.soft(page).toHaveURL(/\/method#signal$/);
    await expect.soft(heading('The model signal')).toBeInViewport();
  });
});
