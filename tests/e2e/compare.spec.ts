/** The comparison: its URL, lines on one axis that follow every gesture, the table, and choosing listings. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, storeItems, test, withFreshPrices } from './fixtures.ts';
import { card, expectPainted, shownDate } from './stock-page.ts';
import { sidewaysScroll } from './watchlist-page.ts';

const chart = (page: Page) => card(page, 'Rebased to 100');
const surface = (page: Page) => page.getByRole('application', { name: 'Comparison' });
const listings = (page: Page) => page.getByRole('list', { name: 'Compared listings' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Dates of the first and last session on screen, read with Home and End. */
async function edges(page: Page): Promise<{ first: string; last: string }> {
  await surface(page).focus();
  await page.keyboard.press('Home');
  const first = await shownDate(chart(page)).innerText();
  await page.keyboard.press('End');
  const last = await shownDate(chart(page)).innerText();
  return { first, last };
}

async function plotBox(page: Page) {
  const plot = chart(page).locator('.u-over');
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('The chart has no plotting area.');
  return box;
}

test('listings are compared, added and removed, and the URL follows', async ({
  signedInTab: page,
  problems,
}) => {
  problems.expect(/api\/stock\/NOSUCH/);
  const table = page.getByRole('table', { name: /Change from/ });
  const head = (ticker: string) => table.getByRole('columnheader').filter({ hasText: ticker });
  /** The figure of the first listing. */
  const figure = (name: string) =>
    table
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
      .getByRole('cell')
      .first();
  const field = page.getByLabel('Add a ticker');
  const spoken = page.getByRole('status').filter({ hasText: /Compared over|^Loading|^[A-Z]+, \$/ });
  const recent = ['AMD', 'TSLA'].map((symbol) => ({
    symbol,
    name: '',
    exchange: '',
    country: '',
    currency: '',
  }));
  await storeItems(page, 'recent', { listings: { listings: recent } });
  await withFreshPrices(page);
  await page.goto('/compare?tickers=AAPL,%3Cscript%3E,MSFT&range=6M&benchmark=no%20ticker');

  await test.step('the URL opens its view, and what it cannot compare is listed', async () => {
    await expect.soft(listings(page).getByRole('listitem')).toHaveText([/AAPL/, /MSFT/, /SPY.*benchmark/]);
    await expect.soft(button(page, '6M')).toHaveAttribute('aria-pressed', 'true');
    await expect
      .soft(page.getByRole('status').filter({ hasText: 'Not included' }))
      .toHaveText('Not included: “<script>, no ticker”. You can compare up to 5 valid tickers.');
    await expect
      .soft(spoken)
      .toHaveText(/^AAPL, .*; MSFT, .*; SPY, .*; Compared over 6M, with forecasts for 7 days$/);
  });

  await test.step('every line is painted and starts at 100', async () => {
    await expectPainted(chart(page).locator('canvas'));
    await surface(page).focus();
    await page.keyboard.press('Home');
    await expect
      .soft(chart(page).getByRole('status').last())
      .toHaveText(/AAPL 100\.0, MSFT 100\.0, SPY 100\.0$/);
    await expect
      .soft(surface(page))
      .toHaveAccessibleDescription(/Each listing starts at 100 on .* Change to .*: AAPL [+−]/);
  });

  await test.step('the table has range, chances, signal and back-test with intervals', async () => {
    await expect.soft(table.getByRole('columnheader')).toHaveCount(4);
    await expect.soft(table.getByRole('rowheader')).toHaveCount(10);
    await expect.soft(figure('80% range (estimate)')).toContainText(/\$[\d.]+ to \$[\d.]+/);
    await expect.soft(figure('80% range held')).toHaveText(/^\d+%\d+% to \d+%$/);
    await expect.soft(figure('Median vs “no change”')).toHaveText(/^[+−][\d.]+%[+−][\d.]+% to [+−][\d.]+%$/);
    await head('AAPL').locator(button(page, 'AAPL on your watchlist')).click();
    await head('MSFT').locator(button(page, 'MSFT on your watchlist')).click();
  });

  await test.step('range, horizon and removals are in the URL, Back undoes them, and none of them fetches', async () => {
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    const week = await figure('80% range (estimate)').innerText();
    await button(page, '30 days').click();
    await expect(page).toHaveURL(/&horizon=30$/);
    await expect
      .soft(page.getByRole('table', { name: /are for 30 days ahead, in trading days/ }))
      .toBeVisible();
    await expect.soft(figure('80% range (estimate)')).not.toHaveText(week);
    await button(page, '1Y').click();
    await expect.soft(page).toHaveURL('/compare?tickers=AAPL%2CMSFT&range=1Y&horizon=30');
    const steps = await page.evaluate(() => history.length);
    await button(page, '1Y').click();
    await button(page, 'Remove MSFT').click();
    await expect.soft(page).toHaveURL('/compare?tickers=AAPL&range=1Y&horizon=30');
    await expect.soft(listings(page)).toBeFocused();
    await expect.soft(table.getByRole('columnheader')).toHaveCount(3);
    expect.soft(await page.evaluate(() => history.length)).toBe(steps + 1);
    await page.goBack();
    await expect.soft(table.getByRole('columnheader')).toHaveCount(4);
    await page.goBack();
    await page.goBack();
    await expect
      .soft(page.getByRole('table', { name: /are for 7 days ahead, in trading days/ }))
      .toBeVisible();
    await expect.soft(button(page, '6M')).toHaveAttribute('aria-pressed', 'true');
    expect.soft(requests.filter((path) => path.startsWith('/api/stock'))).toEqual([]);
  });

  await test.step('drag, wheel, double click and keys work after a listing was removed and the range changed', async () => {
    await button(page, 'Remove MSFT').click();
    await expect(surface(page)).toHaveAccessibleDescription(/: AAPL [^,]*, SPY [^,]*\./);
    const half = await edges(page);
    await button(page, '1Y').click();
    // The lines follow after the pressed button.
    await expect.poll(async () => (await edges(page)).first).not.toBe(half.first);
    await expectPainted(chart(page).locator('canvas'));
    const all = await edges(page);
    await page.keyboard.press('+');
    expect.soft((await edges(page)).first).not.toBe(all.first);
    await page.keyboard.press('0');
    expect.soft(await edges(page)).toEqual(all);

    const box = await plotBox(page);
    await page.mouse.move(box.x + box.width / 2, box.y + 60);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -600);
    await page.keyboard.up('Control');
    await expect.poll(async () => (await edges(page)).first).not.toBe(all.first);
    const wheeled = await edges(page);
    await page.mouse.move(box.x + 100, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + 60, { steps: 6 });
    await page.mouse.up();
    expect.soft((await edges(page)).first).not.toBe(wheeled.first);
    await chart(page).locator('.u-over').dblclick();
    expect.soft(await edges(page)).toEqual(all);
  });

  await test.step('the exported chart data has every listing and its source', async () => {
    await button(page, 'Export Rebased to 100').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect
      .soft(text)
      .toMatch(/\r\n# Candor,AAPL SPY: Comparison\r\n# Source,"?Sample market: simulated prices/);
    expect.soft(text).toMatch(/^\uFEFFdate,AAPL,SPY\r\n\d{4}-\d\d-\d\d,100,100\r\n/);
  });

  await test.step('the focus stays on the page when its control disappears', async () => {
    await button(page, 'Remove SPY').press('Enter');
    await button(page, 'Add SPY as benchmark').press('Enter');
    await expect(button(page, 'Remove SPY')).toBeVisible();
    await expect.soft(listings(page)).toBeFocused();
    await button(page, 'Remove SPY').press('Enter');
    await button(page, 'Remove AAPL').press('Enter');
    await expect(page.getByRole('heading', { name: 'Nothing to compare yet' })).toBeVisible();
    await expect.soft(page.getByRole('heading', { level: 1 })).toBeFocused();
  });

  await test.step('an empty comparison offers the watchlist and well-known listings', async () => {
    const offers = page.getByRole('main').getByRole('link', { name: /^Compare/ });
    await expect.soft(offers).toHaveText(['Compare your watchlist', 'Compare AAPL and MSFT']);
    for (const [at, names] of [
      [0, [/AAPL/, /MSFT/, /SPY/]],
      [1, [/AAPL/, /MSFT/, /SPY/]],
    ] as const) {
      await offers.nth(at).press('Enter');
      await expect.soft(listings(page).getByRole('listitem')).toHaveText([...names]);
      await page.goBack();
    }
  });

  await test.step('up to five listings are added by keyboard and announced; others are refused with a reason', async () => {
    await field.fill('aapl');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Remove AAPL')).toBeVisible();
    await page.route('**/api/stock/KO?*', async (route) => {
      await expect.soft(spoken).toHaveText('Loading KO');
      await route.fallback();
    });
    await page.keyboard.type('ko');
    await page.keyboard.press('Enter');
    await expect.soft(spoken).toHaveText(/^KO, \$[\d.]+, model signal [A-Z ]+$/);
    for (const ticker of ['MSFT', 'NVDA', 'NOSUCH']) {
      await page.keyboard.type(ticker.toLowerCase());
      await page.keyboard.press('Enter');
      await expect(button(page, `Remove ${ticker}`)).toBeVisible();
    }
    await expect
      .soft(listings(page).getByRole('listitem').filter({ hasText: 'NOSUCH' }))
      .toContainText('Couldn’t find NOSUCH.');
    await page.keyboard.type('aapl');
    await page.keyboard.press('Enter');
    await expect.soft(page.getByText('AAPL is already in this comparison.')).toBeVisible();
    await field.fill('META');
    await page.keyboard.press('Enter');
    await expect.soft(page.getByText('You can compare up to 5 listings. Remove one first.')).toBeVisible();
    await field.fill('<x>');
    await page.keyboard.press('Enter');
    await expect.soft(page.getByText('No results for “<x>”.')).toBeVisible();
  });

  await test.step('a column stars its listing and leads to its analysis', async () => {
    const star = button(page, 'NVDA on your watchlist');
    await head('NVDA').locator(star).click();
    await head('NVDA').getByRole('link', { name: 'NVDA' }).click();
    await expect.soft(page).toHaveURL(/\/prediction\?ticker=NVDA/);
    await expect.soft(star).toHaveAttribute('aria-pressed', 'true');
  });
});

function percentOf(text: string): number {
  return Number(text.replace('−', '-'));
}

test('on a phone each listing is a card, and the chart moves by finger @phone', async ({
  signedInTab: page,
}) => {
  await withFreshPrices(page);
  await page.goto('/compare?tickers=AAPL%2CMSFT%2CNVDA%2CTSLA%2CAMD&range=1Y');
  await expectPainted(chart(page).locator('canvas'));
  const cards = page.getByRole('list', { name: /^Change from/ }).getByRole('listitem');

  await test.step('all cards draw their ranges on one scale', async () => {
    await button(page, '3M').tap();
    await expect(page).toHaveURL(/range=3M/);
    await expect.soft(cards.getByRole('link')).toHaveText(['AAPL', 'MSFT', 'NVDA', 'TSLA', 'AMD', 'SPY']);
    const widths: number[] = [];
    for (const one of await cards.all()) {
      await expect.soft(one).toContainText(/\$[\d.]+\s[▲▼][+−][\d.]+%\s*Model signal [A-Z ]+/);
      await expect
        .soft(one)
        .toContainText(/Chance of \+2%\s*\d+%\s*Chance of −2%\s*\d+%\s*80% range held\s*\d+%/);
      const [, low = '', high = ''] = /([+−][\d.]+)% to ([+−][\d.]+)%/.exec(await one.innerText()) ?? [];
      const drawn = await one.locator('svg:has(line + line)').evaluate((svg) => {
        const line = svg.querySelector('line');
        const [box, ends] = [svg.getBoundingClientRect(), line?.getBoundingClientRect()];
        return ((ends?.right ?? 0) - (ends?.left ?? 0)) / box.width;
      });
      // Percent per pixel of the drawing's width.
      widths.push((percentOf(high) - percentOf(low)) / drawn);
    }
    expect.soft(widths).toHaveLength(6);
    expect.soft(Math.min(...widths)).toBeGreaterThan(0);
    expect.soft(Math.max(...widths) / Math.min(...widths)).toBeLessThan(1.02);
  });

  await test.step('one finger inspects and two fingers zoom after a listing was removed and the range changed', async () => {
    await button(page, 'Remove AMD').tap();
    await expect(surface(page)).toHaveAccessibleDescription(/TSLA [^,]*, SPY [^,]*\./);
    const all = await edges(page);
    const box = await plotBox(page);
    const finger = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
      finger.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: xs.map((x, id) => ({ x: Math.round(box.x + x), y: Math.round(box.y + 80), id })),
      });
    const date = shownDate(chart(page));

    await touch('touchStart', 40);
    await touch('touchMove', 80);
    await expect.soft(date).not.toHaveText(all.last);
    const inspected = await date.innerText();
    await touch('touchMove', 140);
    await expect.soft(date).not.toHaveText(inspected);
    await touch('touchEnd');

    await touch('touchStart', 100, 140);
    for (let step = 1; step <= 6; step += 1) {
      await touch('touchMove', 100 - 10 * step, 140 + 10 * step);
    }
    await touch('touchEnd');
    await expect.soft.poll(async () => (await edges(page)).first).not.toBe(all.first);
  });

  await test.step('nothing scrolls sideways, and a wider screen has the table', async () => {
    const table = page.getByRole('table', { name: /^Change from/ });
    await expect.soft(table).toHaveCount(0);
    for (const width of [375, 320, 768]) {
      await page.setViewportSize({ width, height: 700 });
      await expect.soft.poll(() => sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
    }
    await expect.soft(table).toBeVisible();
    const region = page.getByRole('region', { name: 'Forecasts and track records: table' });
    expect.soft(await region.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    await expect.soft(cards).toHaveCount(0);
  });
});
