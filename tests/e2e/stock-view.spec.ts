/** What the address holds, what needs no network, and the cards that explain. */
import type { Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, card, tickerField, tile } from './stock-page.ts';

test.beforeEach(async ({ signedInPage: page }) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
});

test('back and forward restore ticker, horizon and range', async ({ signedInPage: page }) => {
  const performance = card(page, 'Performance');
  await analyse(page, 'TSLA');
  await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('14');
  await performance.getByRole('button', { name: '6M', exact: true }).click();
  await expect(page).toHaveURL('/prediction?ticker=TSLA&days=14&range=6M');
  await page.goBack();
  await expect(performance.getByRole('button', { name: '1M', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.goBack();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Stock Price Prediction (7 days)' }),
  ).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
  await expect(tickerField(page)).toHaveValue('AAPL');
  await page.goForward();
  await page.goForward();
  await page.goForward();
  await expect(page).toHaveURL('/prediction?ticker=TSLA&days=14&range=6M');
  await expect(
    page.getByRole('heading', { level: 2, name: 'Stock Price Prediction (14 days)' }),
  ).toBeVisible();
});

test('the title names the ticker, and choosing the current choice adds no history entry', async ({
  signedInPage: page,
}) => {
  await expect(page).toHaveTitle('AAPL · Stock analysis · Candor');
  await analyse(page, 'TSLA');
  await expect(page).toHaveTitle('TSLA · Stock analysis · Candor');
  const steps = () => page.evaluate(() => history.length);
  const before = await steps();
  await card(page, 'Performance').getByRole('button', { name: '1M', exact: true }).click();
  await page.keyboard.press('2');
  await analyse(page, 'TSLA');
  await card(page, 'Performance').getByRole('button', { name: '6M', exact: true }).click();
  await expect(page).toHaveURL(/range=6M/);
  expect(await steps()).toBe(before + 1);
});

test('an address opens its view, and an invalid part falls back', async ({ signedInPage: page }) => {
  await page.goto('/prediction?ticker=nvda&days=30&range=9Y');
  await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
  await expect(
    page.getByRole('heading', { level: 2, name: 'Stock Price Prediction (30 days)' }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: '1M', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

for (const [query, words] of [
  [
    'ticker=%3Cscript%3Ealert(1)%3C/script%3E&days=14',
    '“<script>alert(1)</sc…” in the address is not a ticker.',
  ],
  ['ticker=AAAAAAAAAAAAAAAAAAAAAAAAAAAA', '“AAAAAAAAAAAAAAAAAAAA…” in the address is not a ticker.'],
  ['ticker=', 'The address names no ticker.'],
] as const) {
  test(`an address with ${query} says that it shows AAPL`, async ({ signedInPage: page }) => {
    await page.goto(`/prediction?${query}`);
    await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
    const note = page.getByRole('status').filter({ hasText: 'address' });
    await expect(note).toHaveText(`${words} The numbers below are AAPL’s.`);
    // The same listing as a choice of the reader's own: fetched, as ever, and no longer in a stranger's place.
    const answer = page.waitForResponse('**/api/stock/AAPL?*');
    await tickerField(page).press('Enter');
    await answer;
    await expect(page).toHaveURL(/\?ticker=AAPL&/);
    await expect(note).toHaveCount(0);
    await page.goBack();
    await expect(note).toHaveText(`${words} The numbers below are AAPL’s.`);
    await analyse(page, 'MSFT');
    await expect(note).toHaveCount(0);
  });
}

test('the page without a ticker in its address shows no notice', async ({ signedInPage: page }) => {
  await page.goto('/prediction?days=14');
  await expect(
    page.getByRole('heading', { level: 2, name: 'Stock Price Prediction (14 days)' }),
  ).toBeVisible();
  await expect(page.getByText(/in the address|the address names/i)).toHaveCount(0);
});

test('horizons and ranges make no requests; keys 1 to 6 choose the range', async ({ signedInPage: page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  const performance = card(page, 'Performance');
  await expect(performance).toBeVisible();
  for (const [index, label] of ['1W', '1M', '3M', '6M', '1Y', 'ALL'].entries()) {
    // oxlint-disable no-await-in-loop -- key presses come one after the other
    await page.keyboard.press(String(index + 1));
    await expect(performance.getByRole('button', { pressed: true })).toHaveText(label);
    // oxlint-enable no-await-in-loop
  }
  await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
  await expect(card(page, 'Forecast Signals').getByRole('row')).toHaveCount(31);
  expect(requests.filter((path) => /^\/api\/(?!me\/)/.test(path))).toEqual([]);
});

test('a ticker seen before is shown at once and refreshed in the background', async ({
  signedInPage: page,
}) => {
  await analyse(page, 'TSLA');
  const held: Route[] = [];
  await page.route('**/api/stock/AAPL?*', (route) => void held.push(route));
  await tickerField(page).fill('AAPL');
  await tickerField(page).press('Enter');
  await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
  await expect.poll(() => held.length).toBe(1);
  await held[0]?.continue();
});

test('"Why" lists the votes of the signal and leads to the method', async ({ signedInPage: page }) => {
  const why = page.getByRole('button', { name: 'Why' });
  await why.focus();
  await page.keyboard.press('Enter');
  await expect(why).toHaveAttribute('aria-expanded', 'true');
  await expect(page.getByRole('listitem').filter({ hasText: /^SMA 200/ })).toContainText(/[+−]0\.25/);
  await expect(
    page.getByText(
      /Measured 7 sessions later, once a week from .* After BUY or STRONG BUY the price was higher in \d+% of \d+ cases \(95% interval \d+% to \d+%\), over all weeks in \d+%\./,
    ),
  ).toBeVisible();
  await page.getByRole('link', { name: 'How the signal is made' }).click();
  await expect(page).toHaveURL(/\/method#signal$/);
  await expect(page.getByRole('heading', { level: 2, name: 'The model signal' })).toBeInViewport();
});

test('the brief heads the prediction, with the numbers of the cards beside it', async ({
  signedInPage: page,
}) => {
  const brief = card(page, /^Stock Price Prediction/)
    .locator('p')
    .first();
  await expect(brief).toHaveText(
    /^By \w{3}, \w{3} \d+, 8 of 10 outcomes are expected between \$[\d.]+ and \$[\d.]+\. That is .+ usual: \d+% of past ranges were \w+\. Chance to end lower: \d+%\. Such 80% ranges held in \d+% of \d+ back-tested forecasts\. The trend rule says [A-Z ]+; it describes the past\.$/,
  );
  const text = await brief.innerText();
  const [, held, n] = /held in (\d+%) of (\d+)/.exec(text) ?? [];
  const record = card(page, 'Track record');
  await expect(record).toContainText(`Over ${n} forecasts`);
  await expect(record.locator('dl > div').first()).toContainText(`80%${held}`);
  const [, level] = /says ([A-Z ]+);/.exec(text) ?? [];
  await expect(page.getByText(/^Model signal/).locator('..')).toContainText(`Model signal${level}past trend`);
  const odds = card(page, 'Odds');
  await expect(odds).toContainText(/Of 20 equally likely outcomes by \w{3} \d+:/);
  const counts = await odds.getByRole('listitem').allInnerTexts();
  expect(counts.map((count) => Number.parseInt(count, 10)).reduce((sum, count) => sum + count)).toBe(20);
  const [, higher] = /Chance to end higher: (\d+)%/.exec(await odds.innerText()) ?? [];
  const [, lower] = /end lower: (\d+)%/.exec(text) ?? [];
  expect(Number(higher) + Number(lower)).toBe(100);
});

test('the confidence is in words, and the track record has its intervals', async ({ signedInPage: page }) => {
  await expect(card(page, /^Stock Price Prediction/)).toContainText(
    /Confidence: \d+% to end within ±3% of the median, \$[\d.]+\./,
  );
  await expect(card(page, /^Stock Price Prediction/)).toContainText('Model estimate, not advice.');
  const record = card(page, 'Track record');
  await expect(record).toContainText(
    /Over \d+ forecasts from \w{3} \d+, \d{4} to \w{3} \d+, \d{4}, the 7-day median (was better than|was worse than|could not be told apart from) no change\./,
  );
  await expect(record).toContainText(/80% range held.*\d+%\d+% to \d+%/);
  await expect(record).toContainText(/always up: \d+%/);
});

test('"Load more news" reveals the rest in place and moves the focus to the first new article', async ({
  signedInPage: page,
}) => {
  const news = card(page, 'Latest News');
  await expect(news.getByRole('link')).toHaveCount(5);
  const more = news.getByRole('button', { name: /^Load more news \(\d+ more articles?\)$/ });
  await more.focus();
  await page.keyboard.press('Enter');
  await expect(more).toBeHidden();
  await expect(news.getByRole('link').nth(5)).toBeFocused();
});

test('dividends and splits are marked under the price, told by the table, and listed in a card', async ({
  signedInPage: page,
}) => {
  const actions = card(page, 'Dividends and splits');
  await analyse(page, 'NVDA');
  await expect(card(page, 'Performance')).toContainText('D: ex-dividend day. S: split.');
  await expect(actions).toContainText('10 for 1');

  await analyse(page, 'KO');
  const performance = card(page, 'Performance');
  await performance.getByRole('button', { name: '3M', exact: true }).click();
  await performance.getByText('View as table').click();
  await performance.getByRole('button', { name: /more rows/ }).click();
  await performance.getByRole('button', { name: /more rows/ }).click();
  await expect(performance.getByRole('columnheader', { name: 'Dividend' })).toBeVisible();
  await expect(actions).toContainText(/Yield of the last 12 months: \d/);
  await expect(actions.getByRole('rowheader', { name: '1Y' })).toBeVisible();

  await analyse(page, 'BTC-USD');
  await expect(card(page, 'Performance')).not.toContainText('ex-dividend');
  await expect(actions).toHaveCount(0);
});
