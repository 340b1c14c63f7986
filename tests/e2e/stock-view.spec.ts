/** The view in the URL, changes without a network, and links onward. */
import { expect, test, withFreshPrices } from './fixtures.ts';
import { analyse, card, tickerField, tile } from './stock-page.ts';

const RANGES = ['1W', '1M', '3M', '6M', '1Y', 'ALL'] as const;

test('the view is in the URL, and Back and Forward restore it', async ({ signedInTab: page, problems }) => {
  problems.expect(/status of 400/);
  const performance = card(page, 'Performance');
  const range = (label: (typeof RANGES)[number]) =>
    performance.getByRole('button', { name: label, exact: true });
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  const horizon = (days: number) => heading(`Stock Price Prediction (${days} days)`);
  const published: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname === '/api/record/TSLA') published.push(pathname);
  });
  await withFreshPrices(page);
  await page.goto('/prediction?ticker=%3Cscript%3Ealert(1)%3C/script%3E&days=14&range=9Y');

  await test.step('a text that is no ticker is said, with nothing of AAPL in its place', async () => {
    const error = page.getByRole('alert');
    await expect(error).toContainText('Couldn’t show “<SCRIPT>ALERT(1)</SC…”.');
    await expect.soft(heading('Couldn’t analyze “<SCRIPT>ALERT(1)</SC…”')).toBeVisible();
    await expect.soft(tickerField(page)).toHaveValue('<SCRIPT>ALERT(1)</SCRIPT>');
    await expect.soft(tile(page, 'Current Price')).toHaveCount(0);
    await page.getByRole('button', { name: 'Analyze AAPL' }).click();
    await expect(heading('AAPL')).toBeVisible();
    await expect.soft(page).toHaveURL('/prediction?ticker=AAPL&days=14&range=1M');
    await expect.soft(horizon(14)).toBeVisible();
    await page.goBack();
    await expect.soft(error).toBeVisible();
    await page.goForward();
    await expect.soft(error).toHaveCount(0);
    await expect.soft(page).toHaveTitle('AAPL · Stock analysis · Candor');
    await analyse(page, 'TSLA');
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
