/** The comparison: what the address says, lines on one axis, the table, and listings that are missing or too young. */
import { expect, test } from './fixtures.ts';
import { THEMES } from './routes.ts';
import { analyse, card, expectPainted } from './stock-page.ts';
import { violations } from './violations.ts';
import { sidewaysScroll } from './watchlist-page.ts';

const TWO = '/compare?tickers=AAPL%2CMSFT&range=6M';

test('the address opens its view: listings, a benchmark, a range; every line begins at 100', async ({
  signedInPage: page,
}) => {
  await page.goto(TWO);
  const chart = card(page, 'Rebased to 100');
  await expect(page.getByRole('list', { name: 'Compared listings' }).getByRole('listitem')).toHaveText([
    /AAPL/,
    /MSFT/,
    /SPY.*benchmark/,
  ]);
  await expect(page.getByRole('button', { name: '6M', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expectPainted(chart.locator('canvas'));
  const surface = chart.getByRole('application', { name: 'Comparison' });
  await surface.focus();
  await page.keyboard.press('Home');
  await expect(chart.getByRole('status').last()).toHaveText(/AAPL 100\.0, MSFT 100\.0, SPY 100\.0$/);
  await expect(surface).toHaveAccessibleDescription(/Each listing is 100 on .* Change to .*: AAPL [+−]/);
});

test('what the address names and cannot be compared is listed until the next choice', async ({
  signedInPage: page,
}) => {
  await page.goto('/compare?tickers=AAPL,%3Cscript%3E,MSFT,GOOGL,AMZN,META,NVDA,TSLA&benchmark=no%20ticker');
  const note = page.getByRole('status').filter({ hasText: 'Left out' });
  await expect(note).toHaveText(
    'Left out, as no ticker: “<script>”. Left out, beyond 5 listings: NVDA, TSLA. ' +
      '“no ticker” in the address is not a ticker. The benchmark is SPY.',
  );
  await page.getByRole('button', { name: 'Remove META' }).click();
  await expect(note).toHaveCount(0);
  await page.goto('/compare?tickers=%3Ca%3E,%3Cb%3E,%3Cc%3E,%3Cd%3E,%3Ce%3E');
  await expect(note).toHaveText('Left out, as no ticker: “<a>”, “<b>”, “<c>” and 2 more.');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
});

test('the focus stays on the page when its control goes, and a listing that failed offline loads when the network is back', async ({
  signedInPage: page,
  context,
  problems,
}) => {
  // The sync's code, which loads when nothing else waits, may come too late.
  problems.expect(/ERR_INTERNET_DISCONNECTED|account-sync/);
  await page.goto('/compare?tickers=AAPL&benchmark=none');
  const list = page.getByRole('list', { name: 'Compared listings' });
  await page.getByRole('button', { name: 'Add SPY as benchmark' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove SPY' })).toBeVisible();
  await expect(list).toBeFocused();
  await page.getByRole('button', { name: 'Remove SPY' }).press('Enter');
  await page.getByRole('button', { name: 'Remove AAPL' }).press('Enter');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await context.setOffline(true);
  await page.getByLabel('Add a ticker').fill('MSFT');
  await page.keyboard.press('Enter');
  await expect(list.getByText('Failed to fetch data')).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByRole('table', { name: /Change from/ })).toBeVisible();
  await expect(list.getByText('Failed to fetch data')).toHaveCount(0);
});

test('a listing that is added is announced while it loads and when it is compared', async ({
  signedInPage: page,
}) => {
  await page.goto('/compare?tickers=AAPL&range=1Y');
  const spoken = page.getByRole('status').filter({ hasText: /compared|MSFT/ });
  await expect(spoken).toHaveText(/^AAPL, .*; SPY, .*; compared over 1Y, forecasts over 7 days$/);
  await page.route('**/api/stock/MSFT?*', async (route) => {
    await expect(spoken).toHaveText('Loading MSFT');
    await route.continue();
  });
  await page.getByLabel('Add a ticker').fill('MSFT');
  await page.keyboard.press('Enter');
  await expect(spoken).toHaveText(/^MSFT, \$[\d.]+, model signal [A-Z ]+$/);
  const steps = await page.evaluate(() => history.length);
  await page.getByRole('button', { name: '1Y', exact: true }).click();
  await page.getByRole('button', { name: '6M', exact: true }).click();
  await expect(page).toHaveURL(/range=6M/);
  expect(await page.evaluate(() => history.length)).toBe(steps + 1);
});

test('ranges and removals are in the address, Back undoes them, and neither fetches', async ({
  signedInPage: page,
}) => {
  await page.goto(TWO);
  await expect(page.getByRole('table', { name: /Change from/ })).toBeVisible();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: '1M', exact: true }).click();
  await expect(page).toHaveURL('/compare?tickers=AAPL%2CMSFT&range=1M');
  await page.getByRole('button', { name: 'Remove MSFT' }).click();
  await expect(page).toHaveURL('/compare?tickers=AAPL&range=1M');
  await expect(page.getByRole('list', { name: 'Compared listings' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove SPY' }).click();
  await expect(page).toHaveURL('/compare?tickers=AAPL&range=1M&benchmark=none');
  await expect(page.getByRole('table', { name: /Change from/ }).getByRole('row')).toHaveCount(2);
  await page.goBack();
  await page.goBack();
  await expect(page.getByRole('table', { name: /Change from/ }).getByRole('row')).toHaveCount(4);
  expect(requests.filter((path) => path.startsWith('/api/stock'))).toEqual([]);
});

test('the horizon is in the address, Back and a shared link restore it, and nothing is fetched for it', async ({
  signedInPage: page,
  context,
}) => {
  await page.goto(TWO);
  const table = page.getByRole('table', { name: /look 7 days of trading ahead/ });
  await expect(table).toBeVisible();
  const range = (name: string) =>
    page
      .getByRole('table', { name: /Change from/ })
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('cell')
      .nth(2);
  const week = await range('AAPL').innerText();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: '30 days' }).click();
  await expect(page).toHaveURL('/compare?tickers=AAPL%2CMSFT&range=6M&horizon=30');
  await expect(page.getByRole('table', { name: /look 30 days of trading ahead/ })).toBeVisible();
  await expect(range('AAPL')).not.toHaveText(week);
  await page.getByRole('button', { name: '1M', exact: true }).click();
  await expect(page).toHaveURL('/compare?tickers=AAPL%2CMSFT&range=1M&horizon=30');
  const other = await context.newPage();
  await other.goto(page.url());
  await expect(other.getByRole('table', { name: /look 30 days of trading ahead/ })).toBeVisible();
  await expect(other.getByRole('button', { name: '30 days', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await other.close();
  await page.goBack();
  await page.goBack();
  await expect(page).toHaveURL(TWO);
  await expect(table).toBeVisible();
  await page.goForward();
  await expect(page.getByRole('table', { name: /look 30 days of trading ahead/ })).toBeVisible();
  expect(requests.filter((path) => path.startsWith('/api/stock'))).toEqual([]);
});

test('the table has range, probability, signal and the back-test with intervals', async ({
  signedInPage: page,
}) => {
  await page.goto(TWO);
  const table = page.getByRole('table', { name: /Change from/ });
  await expect(table.getByRole('columnheader')).toHaveText([
    'Listing',
    'Price',
    'Change',
    '80% range (estimate)',
    'Chance of +2%',
    'Signal',
    '80% range held',
    'Median: error saved',
    'Range: error saved',
  ]);
  const row = table.getByRole('row').filter({ hasText: 'AAPL' });
  await expect(row).toContainText(/\$[\d.]+ to \$[\d.]+/);
  await expect(row.getByRole('cell').nth(5)).toHaveText(/^\d+%\d+% to \d+%$/);
  await expect(row.getByRole('cell').nth(6)).toHaveText(/^[+−][\d.]+%[+−][\d.]+% to [+−][\d.]+%$/);
  await row.getByRole('button', { name: 'AAPL on my watchlist' }).click();
  await row.getByRole('link', { name: 'AAPL' }).click();
  await expect(page.getByRole('button', { name: 'AAPL on my watchlist' })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('different calendars add no prices: a coin trades on weekends, stocks do not', async ({
  signedInPage: page,
}) => {
  await page.goto('/compare?tickers=AAPL%2CBTC-USD&range=1M');
  const chart = card(page, 'Rebased to 100');
  await expectPainted(chart.locator('canvas'));
  await chart.getByText('View as table').click();
  const weekend = chart
    .getByRole('table')
    .getByRole('row')
    .filter({ hasText: /Saturday|Sunday/ });
  await expect(weekend.nth(6)).toBeVisible();
  for (const cells of await weekend.all()) {
    // oxlint-disable-next-line no-await-in-loop -- one row after the other
    await expect(cells.getByRole('cell')).toHaveText([/day/, 'no session', /^[\d.]+$/, 'no session']);
  }
});

test('up to five listings by keyboard; a sixth, a duplicate and an invalid text are refused with a reason', async ({
  signedInPage: page,
}) => {
  await page.goto('/compare');
  await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: /^Compare/ })).toHaveText([
    'Compare AAPL and MSFT',
  ]);
  await page.getByRole('link', { name: 'Compare AAPL and MSFT' }).press('Enter');
  await expect(page.getByRole('table', { name: /Change from/ }).getByRole('row')).toHaveCount(4);
  await page.goBack();
  const field = page.getByLabel('Add a ticker');
  await field.focus();
  for (const ticker of ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMD']) {
    // oxlint-disable no-await-in-loop -- typed one after the other
    await page.keyboard.type(ticker.toLowerCase());
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Remove ${ticker}` })).toBeVisible();
    // oxlint-enable no-await-in-loop
  }
  await page.keyboard.type('aapl');
  await page.keyboard.press('Enter');
  await expect(page.getByText('AAPL is compared already.')).toBeVisible();
  await field.fill('META');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Up to 5 listings. Remove one first.')).toBeVisible();
  await field.fill('<x>');
  await page.keyboard.press('Enter');
  await expect(page.getByText('That is not a valid ticker symbol.')).toBeVisible();
  await expectPainted(card(page, 'Rebased to 100').locator('canvas'));
});

test('a listing that does not exist is named, and the others are compared', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/404/);
  await page.goto('/compare?tickers=AAPL%2CNOSUCH&range=1Y');
  await expect(page.getByRole('listitem').filter({ hasText: 'NOSUCH' })).toContainText(
    'No listing was found for NOSUCH.',
  );
  await expect(page.getByRole('table', { name: /Change from/ }).getByRole('row')).toHaveCount(3);
});

function percentOf(text: string): number {
  return Number(text.replace('−', '-'));
}

test('on a phone each listing is a card with its range on one scale, and nothing scrolls sideways @phone', async ({
  signedInPage: page,
}) => {
  await page.goto('/compare?tickers=AAPL%2CMSFT%2CNVDA%2CTSLA%2CAMD&range=1Y');
  await expectPainted(card(page, 'Rebased to 100').locator('canvas'));
  await page.getByRole('button', { name: '3M', exact: true }).tap();
  await expect(page).toHaveURL(/range=3M/);
  const cards = page.getByRole('list', { name: /^Change from/ }).getByRole('listitem');
  await expect(cards.getByRole('link')).toHaveText(['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMD', 'SPY']);
  const table = page.getByRole('table', { name: /^Change from/ });
  await expect(table).toHaveCount(0);
  const widths: number[] = [];
  for (const one of await cards.all()) {
    // oxlint-disable no-await-in-loop -- one card after the other
    await expect(one).toContainText(/\$[\d.]+\s[▲▼][+−][\d.]+%\s*Model signal [A-Z ]+/);
    await expect(one).toContainText(/Chance of \+2%\d+%80% range held\d+%/);
    const [, low = '', high = ''] = /([+−][\d.]+)% to ([+−][\d.]+)%/.exec(await one.innerText()) ?? [];
    const drawn = await one.locator('svg:has(line + line)').evaluate((svg) => {
      const line = svg.querySelector('line');
      const [box, ends] = [svg.getBoundingClientRect(), line?.getBoundingClientRect()];
      return ((ends?.right ?? 0) - (ends?.left ?? 0)) / box.width;
    });
    // Percents to the width of the drawing.
    widths.push((percentOf(high) - percentOf(low)) / drawn);
    // oxlint-enable no-await-in-loop
  }
  expect(widths).toHaveLength(6);
  expect(Math.min(...widths)).toBeGreaterThan(0);
  expect(Math.max(...widths) / Math.min(...widths)).toBeLessThan(1.02);
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 320, height: 700 });
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
  await page.setViewportSize({ width: 641, height: 700 });
  await expect(table).toBeVisible();
  await expect(cards).toHaveCount(0);
  await expect.poll(() => sidewaysScroll(page)).toBeLessThanOrEqual(0);
});

test('an empty comparison offers starred and recent listings', async ({ newlySignedInPage: page }) => {
  await expect(page.getByRole('button', { name: 'AAPL on my watchlist' })).toBeEnabled();
  for (const ticker of ['KO', 'NVDA', 'AMD']) {
    // oxlint-disable no-await-in-loop -- one listing after the other
    await analyse(page, ticker);
    await page.getByRole('button', { name: `${ticker} on my watchlist` }).click();
    // oxlint-enable no-await-in-loop
  }
  await page.goto('/compare');
  const names = page.getByRole('list', { name: 'Compared listings' }).getByRole('listitem');
  await page.getByRole('link', { name: 'Compare what I looked at last' }).click();
  await expect(names).toHaveText([/AMD/, /NVDA/, /KO/, /AAPL/, /SPY/]);
  await page.goBack();
  await page.getByRole('link', { name: 'Compare my watchlist' }).click();
  await expect(names).toHaveText([/KO/, /NVDA/, /AMD/, /SPY/]);
});

for (const theme of THEMES) {
  test(`axe finds nothing on a comparison in the ${theme} theme at 1440 and 375 px`, async ({
    signedInPage: page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate((value) => localStorage.setItem('theme', value), theme);
    await page.goto(TWO);
    await expectPainted(card(page, 'Rebased to 100').locator('canvas'));
    for (const width of [1440, 375]) {
      // oxlint-disable no-await-in-loop -- one width after the other
      await page.setViewportSize({ width, height: 900 });
      expect(await violations(page)).toEqual([]);
      // oxlint-enable no-await-in-loop
    }
  });
}
