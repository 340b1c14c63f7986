/** The chart workbench: everything it shows is in its address, and everything on it can be done by keyboard. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { card, expectPainted } from './stock-page.ts';
import { violations } from './violations.ts';

const surface = (page: Page) => page.getByRole('application', { name: 'Workbench chart' });
const strip = (page: Page) => page.locator('figure dl').first();
const legend = (page: Page) => page.getByRole('list', { name: 'Indicators' });
const charts = (page: Page) => page.locator('figure canvas');

async function open(page: Page, query: string) {
  await page.goto(`/workbench?${query}`);
  await expectPainted(charts(page).first());
}

async function addIndicator(page: Page, text: string) {
  await page.keyboard.press('i');
  await page.getByLabel('Find an indicator').fill(text);
  await page.keyboard.press('Enter');
}

test('opens from a card with the data that the page has loaded, and Back returns to it', async ({
  signedInPage: page,
}) => {
  await page.goto('/prediction?ticker=NVDA&days=14');
  const link = card(page, 'Technical Chart (Candlestick)').getByRole('link', { name: 'Workbench' });
  await expect(link).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await link.click();
  await expect(page.getByRole('heading', { level: 1, name: 'Chart workbench' })).toBeVisible();
  await expectPainted(charts(page).first());
  await expect(legend(page).getByRole('listitem')).toHaveCount(1);
  expect(asked.filter((path) => /^\/api\/(?!me\/)/.test(path))).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(/\/prediction\?ticker=NVDA&days=14/);
});

test('a phone shows every pane in its first screen, and its controls scroll sideways', async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 375, height: 812 });
  await open(page, 'ticker=NVDA&in=sma-50*1_bollinger-20-2*2_rsi-14*3_macd-12-26-9*4');
  await expect(charts(page)).toHaveCount(3);
  await expect(charts(page).last()).toBeInViewport({ ratio: 1 });
  const last = page.getByRole('button', { name: 'Remove MACD 12, 26, 9' });
  await expect(last).not.toBeInViewport();
  await last.focus();
  await expect(last).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Marks' }).click();
  await expect(page.getByText('Dividends')).toBeVisible();
});

test('an indicator is found, gets a pane and another parameter, and is in the address', async ({
  signedInPage: page,
}) => {
  const copies: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('indicator-api')) copies.push(request.url());
  });
  await open(page, 'ticker=NVDA');
  await addIndicator(page, 'relative str');
  await expect(charts(page)).toHaveCount(2);
  await expectPainted(charts(page).nth(1));
  const before = await legend(page).innerText();
  await page.getByLabel('RSI: Period').fill('21');
  await expect(page).toHaveURL(/in=rsi-21\*1$/);
  await expect.poll(() => legend(page).innerText()).not.toBe(before);
  // In the worker, and not in the page's own copy of its code.
  expect(page.workers().some((worker) => worker.url().includes('indicator.worker'))).toBe(true);
  expect(copies).toEqual([]);

  await page.getByLabel('RSI: Period').fill('0');
  await expect(page.getByLabel('RSI: Period')).toHaveAttribute('aria-invalid', 'true');
  await expect(page).toHaveURL(/in=rsi-21\*1$/);

  await page.reload();
  await expect(page.getByLabel('RSI: Period')).toHaveValue('21');
});

test('indicators change places and go, and the focus is never lost', async ({ signedInPage: page }) => {
  await open(page, 'ticker=NVDA&in=sma-50*1_ema-20*2');
  await page.getByRole('button', { name: 'Move SMA 50 down' }).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expect(page).toHaveURL(/in=ema-20\*2_sma-50\*1$/);
  await expect(legend(page).getByRole('listitem').nth(1)).toContainText('SMA');
  await page.getByRole('button', { name: 'Remove SMA 50' }).press('Enter');
  await expect(page.getByRole('button', { name: 'Remove EMA 20' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Indicators' })).toBeFocused();
  await page.goBack();
  await expect(legend(page).getByRole('listitem')).toHaveCount(1);
});

test('scale, interval, style, range and forecast are history entries that Back undoes', async ({
  signedInPage: page,
}) => {
  await open(page, 'ticker=NVDA');
  const steps = [
    ['Log', /scale=log/],
    ['Area', /style=area/],
    ['1Y', /range=1Y/],
    ['Week', /bars=week/],
  ] as const;
  await page.getByRole('button', { name: 'Forecast' }).click();
  await expect(page).toHaveURL(/fan=off/);
  for (const [name, address] of steps) {
    // oxlint-disable no-await-in-loop -- one step after the other
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page).toHaveURL(address);
    await expectPainted(charts(page).first());
    // oxlint-enable no-await-in-loop
  }
  await expect(page.getByRole('button', { name: 'Forecast' })).toBeHidden();
  await page.goBack();
  await expect(page).not.toHaveURL(/bars=week/);
  await expect(page.getByRole('button', { name: 'Day', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('the keyboard reads a session with its indicators, zooms and chooses a range', async ({
  signedInPage: page,
}) => {
  await open(page, 'ticker=NVDA&fan=off&in=rsi-14*1');
  await surface(page).focus();
  await page.keyboard.press('Home');
  const first = await strip(page).innerText();
  await expect(page.locator('figure output')).toContainText(/RSI 14 \d/);
  await page.keyboard.press('End');
  await page.keyboard.press('+');
  await page.keyboard.press('Home');
  expect(await strip(page).innerText()).not.toBe(first);
  await page.keyboard.press('4');
  await expect(page).toHaveURL(/range=6M/);
});

test('a pane is resized by the arrow keys and the pointer', async ({ signedInPage: page }) => {
  await open(page, 'ticker=NVDA&in=rsi-14*1');
  const handle = page.getByRole('separator', { name: 'Height of RSI 14' });
  await handle.press('ArrowUp');
  await expect(handle).toHaveAttribute('aria-valuenow', '22');
  const box = await handle.boundingBox();
  if (box === null) throw new Error('The pane has no border.');
  await page.mouse.move(box.x + 200, box.y + 4);
  await page.mouse.down();
  await page.mouse.move(box.x + 200, box.y - 76, { steps: 4 });
  await page.mouse.up();
  await expect.poll(async () => Number(await handle.getAttribute('aria-valuenow'))).toBeGreaterThan(28);
  await expect(page).toHaveURL(/in=rsi-14\*1\*\d\d$/);
});

test('the table and the file have the chart’s data and its source', async ({ signedInPage: page }) => {
  await open(page, 'ticker=NVDA&in=sma-20*1_rsi-14*2');
  await page.getByText('View as table').click();
  const table = page.getByRole('table');
  await expect(table.getByRole('columnheader', { name: 'RSI 14' })).toBeVisible();
  await expect(table.getByRole('columnheader', { name: 'SMA 20' })).toBeVisible();

  await page.getByRole('button', { name: 'Export Workbench chart' }).click();
  const file = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'CSV' }).click();
  const stream = await (await file).createReadStream();
  const text = (await stream.toArray()).join('');
  expect(text).toContain('Sample market: simulated prices');
  expect(text).toMatch(/date,open,high,low,close,volume,median,.*SMA 20,RSI 14/);
  const lastBar = text.split('\n').findLast((line) => /^\d{4}-[^,]*,\d/.test(line));
  expect(Number(lastBar?.trim().split(',').at(-1))).toBeGreaterThan(0);
});

test('another listing is drawn over the price in percent, and one without prices says so', async ({
  signedInPage: page,
  problems,
}) => {
  await open(page, 'ticker=NVDA');
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await page.getByLabel('Draw a listing over it').fill('MSFT');
  const compare = page.getByRole('dialog', { name: 'Draw another listing' });
  await compare.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page).toHaveURL(/scale=percent&with=MSFT/);
  const compared = page.getByRole('list', { name: 'Compared listings' });
  await expect(compared).toContainText(/MSFT\s*[+−]\d/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Remove MSFT' }).click();
  await expect(compared).toBeHidden();

  problems.expect(/api\/stock\/ZZZZQ/);
  await open(page, 'ticker=NVDA&scale=percent&with=ZZZZQ');
  await expect(compared.getByRole('listitem')).toContainText(/ZZZZQ.*\w{3}/);
});

test('axe finds nothing, with a menu open and at 320 pixels, where nothing scrolls sideways', async ({
  signedInPage: page,
}) => {
  await open(page, 'ticker=NVDA&scale=percent&with=MSFT&in=bollinger-20-2*1_macd-12-26-9*3');
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('i');
  await expect(page.getByLabel('Find an indicator')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 320, height: 800 });
  await expectPainted(charts(page).first());
  // A chart follows a narrower window a frame later.
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await violations(page)).toEqual([]);
});

test('a listing that does not exist is named, and the page stays usable', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/stock\/ZZZZQ/);
  await page.goto('/workbench?ticker=ZZZZQ');
  await expect(page.getByRole('alert')).toContainText('ZZZZQ');
  await page.keyboard.press('/');
  await page.getByLabel('Show another listing').fill('NVDA');
  await page.keyboard.press('Enter');
  await expectPainted(charts(page).first());
});

test('a key and a button fill the screen and leave it', async ({ signedInPage: page }) => {
  await open(page, 'ticker=NVDA');
  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.keyboard.press('i');
  await expect(page.getByLabel('Find an indicator')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Indicators' })).toBeFocused();
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(true);
  await page.getByRole('button', { name: 'Leave full screen' }).click();
  await expect.poll(isFull).toBe(false);
});
