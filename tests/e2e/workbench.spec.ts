/** The chart workbench: its whole state is in the URL, and everything works by keyboard. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { expect, test, withFreshPrices } from './fixtures.ts';
import { card, expectPainted } from './stock-page.ts';
import { violations } from './violations.ts';
import { sidewaysScroll } from './watchlist-page.ts';

const surface = (page: Page) => page.getByRole('application', { name: 'Workbench chart' });
const strip = (page: Page) => page.locator('figure dl').first();
const legend = (page: Page) => page.getByRole('list', { name: 'Indicators' });
const rowOf = (page: Page, at: number) => page.locator(`[data-indicator="${at}"]`);
const charts = (page: Page) => page.locator('figure canvas');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function addIndicator(page: Page, text: string) {
  await page.keyboard.press('i');
  await page.getByLabel('Find an indicator').fill(text);
  await page.keyboard.press('Enter');
}

test('from a card to the workbench: indicators, panes and parameters, table and export', async ({
  signedInTab: page,
}) => {
  await withFreshPrices(page);
  await page.goto('/prediction?ticker=NVDA&days=14');

  await test.step('opens from a card with the page’s loaded data, and Back returns to the page', async () => {
    const link = card(page, 'Technical Chart (Candlestick)').getByRole('link', { name: 'Workbench' });
    await expect(link).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: 'Workbench' })).toBeVisible();
    await expectPainted(charts(page).first());
    await expect.soft(legend(page).getByRole('listitem')).toHaveText(/SMA/);
    expect.soft(asked.filter((path) => /^\/api\/(?!me\/|dates)/.test(path))).toEqual([]);
    await page.goBack();
    await expect.soft(page).toHaveURL(/\/prediction\?ticker=NVDA&days=14/);
    await page.goForward();
    await expectPainted(charts(page).first());
  });

  await test.step('an indicator is found, gets a pane and another parameter, and is in the URL', async () => {
    await addIndicator(page, 'relative str');
    await expect(charts(page)).toHaveCount(2);
    await expectPainted(charts(page).nth(1));
    const before = await rowOf(page, 1).innerText();
    await button(page, 'RSI 14').click();
    await page.getByLabel('RSI: Period').fill('21');
    await expect.soft(page).toHaveURL(/in=sma-20\*\d_rsi-21\*\d$/);
    await expect.soft.poll(() => rowOf(page, 1).innerText()).not.toBe(before);
    await page.getByLabel('RSI: Period').fill('0');
    await expect.soft(page.getByLabel('RSI: Period')).toHaveJSProperty('validity.valid', false);
    await expect.soft(page).toHaveURL(/rsi-21\*\d$/);
    await page.getByLabel('RSI: Period').fill('14');
    await page.keyboard.press('Escape');
  });

  await test.step('an indicator’s legend is in its pane, where hovering shows an eye that hides its line', async () => {
    const pane = await charts(page).nth(1).boundingBox();
    const row = await rowOf(page, 1).boundingBox();
    expect.soft(row?.y).toBeGreaterThanOrEqual(pane?.y ?? Infinity);
    await rowOf(page, 1).hover();
    await button(page, 'Hide RSI 14').click();
    await expect.soft(page).toHaveURL(/rsi-14\*\d\*off$/);
    await button(page, 'Show RSI 14').click();
    await expect.soft(page).toHaveURL(/rsi-14\*\d$/);
  });

  await test.step('a pane is resized by the arrow keys and the pointer', async () => {
    const handle = page.getByRole('slider', { name: 'Height of RSI 14' });
    await handle.press('ArrowUp');
    await expect.soft(handle).toHaveValue('22');
    const box = await handle.boundingBox();
    if (box === null) throw new Error('The pane has no border.');
    await page.mouse.move(box.x + 200, box.y + 4);
    await page.mouse.down();
    await page.mouse.move(box.x + 200, box.y - 76, { steps: 4 });
    await page.mouse.up();
    await expect.soft
      .poll(async () => Number.parseInt((await handle.getAttribute('aria-valuetext')) ?? ''))
      .toBeGreaterThan(28);
    await expect.soft(page).toHaveURL(/rsi-14\*\d\*\d\d$/);
  });

  await test.step('the keyboard reads a session with its indicators, zooms and chooses a range', async () => {
    await surface(page).focus();
    await page.keyboard.press('Home');
    const first = await strip(page).innerText();
    await expect.soft(page.locator('figure output')).toContainText(/RSI 14 \d/);
    await page.keyboard.press('End');
    await page.keyboard.press('+');
    await page.keyboard.press('Home');
    expect.soft(await strip(page).innerText()).not.toBe(first);
    await page.keyboard.press('4');
    await expect.soft(page).toHaveURL(/range=6M/);
  });

  await test.step('the wheel zooms at once, a drag scales the price axis until Auto is pressed', async () => {
    await page.getByText('View as table').click();
    const rows = page.getByRole('row');
    await expect(rows.first()).toBeVisible();
    const before = await rows.count();
    const plot = await page.locator('.u-over').first().boundingBox();
    if (plot === null) throw new Error('The chart has no plot.');
    await surface(page).blur();
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 100);
    await page.mouse.wheel(0, -1500);
    await expect.soft.poll(() => rows.count()).toBeLessThan(before);
    expect.soft(await page.evaluate(() => scrollY)).toBe(0);
    const zoomed = await rows.count();
    await page.mouse.move(plot.x + plot.width + 20, plot.y + 100);
    await page.mouse.down();
    await page.mouse.move(plot.x + plot.width + 20, plot.y + 160, { steps: 3 });
    await page.mouse.up();
    await expect.soft(button(page, 'Auto')).toBeVisible();
    await page.mouse.dblclick(plot.x + plot.width + 20, plot.y + 100);
    await expect.soft(button(page, 'Auto')).toBeHidden();
    expect.soft(await rows.count()).toBe(zoomed);
    await surface(page).press('Shift+ArrowUp');
    await button(page, 'Auto').press('Enter');
    await expect.soft(surface(page)).toBeFocused();
    await expect.soft(button(page, 'Auto')).toBeHidden();
    await page.getByText('View as table').click();
  });

  await test.step('the crosshair has its price and date on the axes, and none beyond the last bar', async () => {
    const plot = await page.locator('.u-over').first().boundingBox();
    if (plot === null) throw new Error('The chart has no plot.');
    const tag = (side: 'price' | 'date') => page.locator(`[class*="${side}Tag"]:visible`);
    await page.mouse.move(plot.x + plot.width / 2, plot.y + 90);
    await expect.soft(tag('price')).toHaveText(/^\$\d+\.\d\d$/);
    await expect.soft(tag('date')).toHaveText((await strip(page).locator('dd').first().innerText()) ?? '');
    await page.mouse.down();
    await page.mouse.move(plot.x + 40, plot.y + 90, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.press('0');
    await surface(page).press('Shift+ArrowRight');
    await page.mouse.move(plot.x + plot.width - 20, plot.y + 90);
    await expect.soft(tag('price')).toHaveCount(1);
    await expect.soft(tag('date')).toHaveCount(0);
    await surface(page).press('0');
  });

  await test.step('the URL keeps the zoom over a reload, and the range’s button ends it', async () => {
    const range = button(page, '6M');
    await expect.soft(range).toHaveAttribute('aria-pressed', 'true');
    await surface(page).press('Shift+ArrowLeft');
    await expect.soft(range).toHaveAttribute('aria-pressed', 'false');
    await expect(page).toHaveURL(/&zoom=\d+_\d+_\d+$/);
    const panned = page.url();
    await surface(page).press('Shift+ArrowUp');
    await expect(page).toHaveURL(/&prices=/);
    await surface(page).press('Home');
    await surface(page).press('+');
    await surface(page).press('Home');
    const first = await strip(page).innerText();
    // At once: the URL does not have the last change yet.
    await page.reload();
    await expectPainted(charts(page).first());
    await expect.soft(button(page, 'Auto')).toBeVisible();
    await expect.soft(page).not.toHaveURL(panned);
    await surface(page).press('Home');
    await expect.soft(strip(page)).toHaveText(first, { useInnerText: true });
    await surface(page).press('a');
    await expect.soft(page).not.toHaveURL(/prices=/);
    await range.click();
    await expect.soft(range).toHaveAttribute('aria-pressed', 'true');
    await expect.soft(page).not.toHaveURL(/zoom=/);
  });

  await test.step('table and export have the chart’s data and its source', async () => {
    await page.getByText('View as table').click();
    const table = page.getByRole('table');
    await expect.soft(table.getByRole('columnheader', { name: 'RSI 14' })).toBeVisible();
    await expect.soft(table.getByRole('columnheader', { name: 'SMA 20' })).toBeVisible();
    await button(page, 'Export Workbench chart').click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: 'CSV' }).click();
    const text = await readFile(await (await downloading).path(), 'utf8');
    expect.soft(text).toContain('Sample market: simulated prices');
    expect.soft(text).toMatch(/date,open,high,low,close,volume,median,.*SMA 20,RSI 14/);
    const lastBar = text.split('\n').findLast((line) => /^\d{4}-[^,]*,\d/.test(line));
    expect.soft(Number(lastBar?.trim().split(',').at(-1))).toBeGreaterThan(0);
  });

  await test.step('indicators are reordered and removed without losing the focus', async () => {
    await addIndicator(page, 'exponential');
    await button(page, 'SMA 20').press('Enter');
    await button(page, 'Move down').click();
    await expect.soft(page).toHaveURL(/in=ema-20[^_]*_rsi-14[^_]*_sma-20/);
    await expect.soft(button(page, 'SMA 20')).toBeFocused();
    await button(page, 'Remove SMA 20').press('Enter');
    await expect.soft(button(page, 'RSI 14')).toBeFocused();
    await button(page, 'Remove RSI 14').press('Enter');
    await expect.soft(button(page, 'EMA 20')).toBeFocused();
    await button(page, 'Remove EMA 20').press('Enter');
    await expect.soft(button(page, 'Indicators')).toBeFocused();
    await page.goBack();
    await expect.soft(legend(page).getByRole('listitem')).toHaveCount(1);
  });
});

test('scales, other listings, narrow and full screens', async ({ signedInTab: page, problems }) => {
  problems.expect(/api\/stock\/(ZZZZQ|MICROS|COCA-COLA|!!!)/);
  await page.goto('/workbench?ticker=NVDA&in=bollinger-20-2*1_macd-12-26-9*3');
  await expectPainted(charts(page).first());

  await test.step('scale, interval, style, range and forecast are history entries that Back undoes', async () => {
    const forecast = page.getByRole('combobox', { name: 'Forecast' });
    await forecast.selectOption('30');
    await expect(page).toHaveURL(/days=30/);
    await forecast.selectOption('off');
    await expect(page).toHaveURL(/fan=off/);
    await button(page, '1Y').click();
    await expect(page).toHaveURL(/range=1Y/);
    for (const [choice, value, address] of [
      ['Scale', 'log', /scale=log/],
      ['Chart', 'area', /style=area/],
      ['Interval', 'week', /bars=week/],
    ] as const) {
      await page.getByRole('combobox', { name: choice }).selectOption(value);
      await expect(page).toHaveURL(address);
      await expectPainted(charts(page).first());
    }
    await expect.soft(forecast).toHaveAccessibleDescription(/Set the interval to Day/);
    await page.goBack();
    await expect.soft(page).not.toHaveURL(/bars=week/);
    await expect.soft(page.getByRole('combobox', { name: 'Interval' })).toHaveValue('day');
  });

  await test.step('another listing is compared in percent, and one without prices says so', async () => {
    const compared = page.getByRole('list', { name: 'Compared listings' });
    const dialog = page.getByRole('dialog', { name: 'Compare with another listing' });
    await button(page, 'Compare').click();
    for (const [text, ticker] of [
      ['micros', 'MSFT'],
      ['ZZZZQ', 'ZZZZQ'],
    ] as const) {
      await page.getByRole('combobox', { name: 'Compare with' }).fill(text);
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`with=.*${ticker}`));
    }
    await expect.soft(page).toHaveURL(/scale=percent/);
    await expect.soft(compared).toContainText(/MSFT\s*[+−]\d/);
    await expect.soft(compared.getByRole('listitem').nth(1)).toContainText(/ZZZZQ.*\w{3}/);
    await page.keyboard.press('Escape');
    await button(page, 'Remove ZZZZQ').click();
    await expect.soft(compared.getByRole('listitem')).toHaveCount(1);
  });

  await test.step('axe finds nothing with an open menu or at 320 px, where nothing scrolls sideways', async () => {
    await page.keyboard.press('i');
    await expect(page.getByLabel('Find an indicator')).toBeFocused();
    expect.soft(await violations(page, page.getByRole('dialog'))).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.soft(button(page, 'Indicators')).toBeFocused();
    expect.soft(await violations(page, page.getByRole('main'))).toEqual([]);
    await page.setViewportSize({ width: 320, height: 800 });
    await expectPainted(charts(page).first());
    // A chart adapts to a narrower window a frame later.
    await expect.soft.poll(() => sidewaysScroll(page)).toBe(0);
    // Elements half covered by the header would count as too small.
    await page.evaluate(() => scrollTo(0, 0));
    expect.soft(await violations(page, page.getByRole('main'))).toEqual([]);
  });

  await test.step('a phone shows every pane in its first screen, with a tools panel and a collapsed legend', async () => {
    await page.setViewportSize({ width: 375, height: 812 });
    await addIndicator(page, 'relative str');
    await expect(charts(page)).toHaveCount(3);
    await page.evaluate(() => scrollTo(0, 0));
    await expect.soft(charts(page).last()).toBeInViewport({ ratio: 1 });
    await button(page, 'Legend (2)').click();
    await expect.soft(button(page, 'Bollinger bands 20, 2')).toBeInViewport({ ratio: 1 });
    await button(page, 'RSI 14').click();
    await expect.soft(page.getByLabel('RSI: Period')).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await button(page, 'Tools').click();
    await button(page, 'Marks').click();
    await expect.soft(page.getByText('Dividends')).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
  });

  await test.step('a phone in landscape has 70 % of its height for the charts', async () => {
    await page.setViewportSize({ width: 812, height: 375 });
    const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { y: Number.NaN, height: 0 };
    await expect.soft.poll(async () => (await boxOf(page.getByRole('figure'))).y).toBeLessThan(0.3 * 375);
    const { y, height } = await boxOf(strip(page));
    expect.soft((await boxOf(surface(page))).y).toBeGreaterThanOrEqual(y + height);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  await test.step('full screen works by key and by button', async () => {
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(true);
    await button(page, 'Exit full screen').click();
    await expect.poll(isFull).toBe(false);
  });

  await test.step('an unknown listing is named, and leaves the previous one whole', async () => {
    for (const [text, ticker] of [
      ['ZZZZQ', 'ZZZZQ'],
      ['coca-cola', 'KO'],
    ] as const) {
      await page.keyboard.press('/');
      await page.getByLabel('Ticker or company', { exact: true }).fill(text);
      await page.keyboard.press('Enter');
      await expect(page).toHaveURL(new RegExp(`ticker=${ticker}`));
      if (ticker !== 'ZZZZQ') continue;
      await expect.soft(page.getByRole('alert')).toContainText('The numbers below are for NVDA.');
      await expect.soft(button(page, 'NVDA')).toBeVisible();
      await expectPainted(charts(page).first());
    }
    await expectPainted(charts(page).first());
    await expect.soft(page.getByRole('alert')).toHaveCount(0);
    await page.goto('/workbench?ticker=!!!');
    const alert = page.getByRole('alert');
    await expect.soft(alert).toContainText('That isn’t a valid ticker.');
    await expect.soft(alert).toContainText('Couldn’t show “!!!”.');
    await expect.soft(charts(page)).toHaveCount(0);
  });
});
