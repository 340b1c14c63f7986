/** The chart workbench on the latest sessions, what is marked on its prices, and how they sound. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { expectPainted } from './stock-page.ts';
import { THEMES } from './routes.ts';
import { violations } from './violations.ts';

const strip = (page: Page) => page.locator('figure dl').first();
const session = (page: Page) => page.getByRole('list', { name: 'Session' });
const charts = (page: Page) => page.locator('figure canvas');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function open(page: Page, query: string) {
  await page.goto(`/workbench?${query}`);
  await expectPainted(charts(page).first());
}

/** The paths of the requests for bars within the day from now on. */
function intradayRequests(page: Page): string[] {
  const asked: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.startsWith('/api/intraday/')) asked.push(pathname + search);
  });
  return asked;
}

test('today by the minute has the session in words, longer bars and no forecast, and Back returns to days', async ({
  signedInPage: page,
}) => {
  const asked = intradayRequests(page);
  await open(page, 'ticker=NVDA&in=rsi-14*1');
  expect(asked).toEqual([]);
  await press(page, '1D').click();
  await expect(page).toHaveURL(/range=1D/);
  // Before the opening the session of the day before is shown too.
  await expect(session(page)).toContainText(/(Previous close|Close before the range) \$[\d.]+/);
  await expect(session(page)).toContainText(/Bars of 1 min, New York time/);
  await expect(strip(page)).toContainText(/, \d\d:\d\d/);
  await expectPainted(charts(page).nth(1));
  expect(asked).toEqual(['/api/intraday/NVDA?range=1d']);
  await expect(press(page, 'Week')).toBeHidden();
  await expect(press(page, 'Forecast')).toBeDisabled();

  await page.keyboard.press('8');
  await expect(page).toHaveURL(/range=5D/);
  await expect(session(page)).toContainText(/Bars of 5 min/);
  await expect(press(page, '1 min')).toBeDisabled();
  await press(page, '30 min').click();
  await expect(session(page)).toContainText(/Bars of 30 min/);
  await expect(page).toHaveURL(/minutes=30/);
  await page.goBack();
  await page.goBack();
  await page.goBack();
  await expect(session(page)).toBeHidden();
  await expect(press(page, 'Week')).toBeEnabled();
});

test('the table and the file have the time of each bar', async ({ signedInPage: page }) => {
  await open(page, 'ticker=NVDA&range=1D&in=volatility-20*1');
  await page.getByText('View as table').click();
  await expect(page.getByRole('table').getByRole('columnheader', { name: 'Time' })).toBeVisible();
  await page.getByRole('button', { name: 'Export Workbench chart' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const stream = await (await file).createReadStream();
  const lines = (await stream.toArray()).join('').split('\n');
  const rows = lines.filter((line) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:00\.000Z,\d/.test(line));
  expect(rows.length).toBeGreaterThan(1);
});

test('another listing is compared within the day, from the previous close', async ({
  signedInPage: page,
}) => {
  await open(page, 'ticker=NVDA&range=5D&scale=percent&with=MSFT');
  await expect(page.getByRole('list', { name: 'Compared listings' })).toContainText(/MSFT\s*[+−]\d/);
  await expect(strip(page)).toContainText(/Since close before the range\s*[+−]\d/);
});

test('the chart uses the reader’s clock where that is chosen', async ({ signedInPage: page }) => {
  await page.addInitScript(() =>
    localStorage.setItem('candor:settings', JSON.stringify({ version: 1, clock: 'local' })),
  );
  await open(page, 'ticker=NVDA&range=1D');
  await expect(session(page)).toContainText('local time');
});

test('minutes that cannot be loaded leave the other ranges, and can be retried', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/intraday\/NVDA/);
  await open(page, 'ticker=NVDA');
  await page.route('**/api/intraday/**', (route) => route.abort());
  await press(page, '1D').click();
  await expect(page.getByRole('alert')).toContainText('Failed to fetch data');
  await expect(charts(page)).toHaveCount(0);
  await press(page, '1W').click();
  await expectPainted(charts(page).first());
  await expect(page.getByRole('alert')).toBeHidden();
  await press(page, '1D').click();
  await page.unroute('**/api/intraday/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectPainted(charts(page).first());
  await expect(session(page)).toBeVisible();
});

for (const traffic of ['full', 'reduced']) {
  test(`minutes are refreshed as time passes, unless data is reduced: ${traffic}`, async ({
    signedInPage: page,
  }) => {
    await page.addInitScript(
      (chosen) => localStorage.setItem('candor:settings', JSON.stringify({ version: 1, traffic: chosen })),
      traffic,
    );
    const asked = intradayRequests(page);
    await page.clock.install();
    await open(page, 'ticker=NVDA&range=1D');
    await expect(session(page)).toBeVisible();
    expect(asked).toHaveLength(1);
    // As long as it takes while the market is closed.
    await page.clock.fastForward('10:30');
    if (traffic === 'full') await expect.poll(() => asked.length).toBeGreaterThan(1);
    else expect(asked).toHaveLength(1);
  });
}

test('before the open there is only pre-market trading', async ({ signedInPage: page }) => {
  await page.route('**/api/intraday/**', async (route) => {
    const response = await route.fetch();
    const body = await response.json();
    const bars = Object.entries<number[]>(body.bars).map(([name, column]) => [name, column.slice(0, 3)]);
    const sessionParts = [{ part: 'pre', from: 0, to: 3 }];
    await route.fulfill({
      response,
      json: { ...body, bars: Object.fromEntries(bars), session_parts: sessionParts },
    });
  });
  await open(page, 'ticker=NVDA&range=1D&in=sma-20*1');
  await expect(session(page)).toContainText('Shaded: pre-market');
  await expect(session(page)).toContainText('Regular trading has not begun');
});

test('dividends, splits and the user’s forecasts are marked, and can be switched off', async ({
  signedInPage: page,
}) => {
  // The stock page notes the forecast that it shows.
  await page.goto('/prediction?ticker=MSFT&days=7');
  await page.waitForFunction(() =>
    Object.entries(localStorage).some(
      ([name, value]) => name.startsWith('candor:forecasts:') && String(value).includes('MSFT'),
    ),
  );
  await open(page, 'ticker=MSFT&range=1Y');
  await expect(strip(page)).toContainText(/Your forecast\s*open/);
  await press(page, 'Marks').click();
  const marks = page.getByRole('dialog', { name: 'Marks on the price' });
  const own = marks.getByRole('button', { name: 'Your forecasts' });
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await expect(
    marks.getByRole('listitem').filter({ hasText: /Your forecast, 7 d \$[\d.]+ to \$[\d.]+ by .*, open/ }),
  ).toHaveCount(1);
  await own.click();
  await expect(page).toHaveURL(/marks=events_alerts$/);
  await expect(strip(page)).not.toContainText('Your forecast');

  const dividends = marks.getByRole('listitem').filter({ hasText: /Dividend \$/ });
  await expect(dividends).not.toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await marks.getByRole('button', { name: 'Dividends and splits' }).click();
  await expect(dividends).toHaveCount(0);
  await expect(page).toHaveURL(/marks=alerts$/);
});

test('a price alert is a level with its text, also within the day', async ({ signedInPage: page }) => {
  await page.goto('/watchlist');
  await page.getByLabel('Add a ticker').fill('NVDA');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Alerts for NVDA: none' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alerts for NVDA' });
  await dialog.getByLabel('Price in USD').fill('150');
  await dialog.getByRole('button', { name: 'Add alert' }).click();
  await expect(dialog.getByRole('listitem')).toContainText('$150.00');
  await open(page, 'ticker=NVDA&range=1D');
  await press(page, 'Marks').click();
  await expect(page.getByRole('list', { name: 'Marks' })).toContainText('Alert at or above $150.00');
});

test('the prices can be played as sound, and Escape stops it', async ({ signedInPage: page }) => {
  await open(page, 'ticker=NVDA&range=1M');
  await page.getByRole('button', { name: 'Play prices as sound' }).press('Enter');
  const stop = page.getByRole('button', { name: 'Stop the sound' });
  await expect(stop).toBeFocused();
  await expect(page.getByRole('status').filter({ hasText: /^From \$/ })).toHaveText(
    /^From \$[\d.]+, \w+ \d+, \d{4}, to \$[\d.]+, \w+ \d+, \d{4}\.$/,
  );
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Play prices as sound' })).toBeFocused();
});

for (const theme of THEMES) {
  test(`axe finds nothing within the day, in ${theme}, and at 320 pixels nothing scrolls sideways`, async ({
    signedInPage: page,
  }) => {
    await page.addInitScript((chosen) => localStorage.setItem('theme', chosen), theme);
    await open(page, 'ticker=NVDA&range=1D&in=rsi-14*1');
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    expect(await violations(page)).toEqual([]);
  });
}
