/** The analysis on a phone: the order of its cards, charts by finger, the search, files and the back-test by tap. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import {
  backTest,
  card,
  currentSection,
  expectLinksLeadToSections,
  sectionHeadings,
  sectionLinks,
  SECTIONS,
  shownDate,
  tickerField,
  tile,
  violationsFromTop,
  wholeReport,
} from './stock-page.ts';
import { sidewaysScroll } from './watchlist-page.ts';

/** Six and a half screens. */
const MAX_PAGE_HEIGHT_PX = 5280;

/** One finger, through the browser's own input. */
async function finger(page: Page) {
  const session = await page.context().newCDPSession(page);
  return (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
}

/** A finger, and a position on the candlestick plot. */
async function fingerOnCandles(page: Page) {
  const plot = card(page, 'Technical Chart (Candlestick)').locator('.u-over');
  await plot.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  return { x: Math.round(box.x + 60), y: Math.round(box.y + 150), touch: await finger(page) };
}

/** Expects the brief's first sentence and the whole fan within the first screen. */
async function expectFanInFirstScreen(page: Page): Promise<void> {
  const prediction = card(page, /^Stock Price Prediction/);
  await expect.soft(prediction.getByText(/^8 in 10 chance of a close between /)).toBeInViewport({ ratio: 1 });
  await expect.soft(prediction.getByRole('application')).toBeInViewport({ ratio: 1 });
}

test('the analysis on a phone, by finger @phone', async ({ signedInPage: page }) => {
  await wholeReport(page);

  await test.step('the first screen has the price once, one sentence and the whole fan, and the page is short', async () => {
    await expectFanInFirstScreen(page);
    expect.soft((await tile(page, 'Current Price').boundingBox())?.y).toBeGreaterThan(812);
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollHeight))
      .toBeLessThanOrEqual(MAX_PAGE_HEIGHT_PX);
  });

  await test.step('the cards are in document order', async () => {
    const found = await sectionHeadings(page);
    expect.soft(found.map(({ text }) => text)).toEqual(['AAPL', ...SECTIONS.map(([heading]) => heading)]);
    expect.soft(found.toSorted((a, b) => a.top - b.top)).toEqual(found);
  });

  await test.step('every section link leads to its heading below all sticky bars, and fits a finger', async () => {
    await expectLinksLeadToSections(page);
    const height = await sectionLinks(page)
      .first()
      .evaluate((link) => link.clientHeight);
    expect.soft(height).toBeGreaterThanOrEqual(40);
  });

  await test.step('the current section is marked while scrolling', async () => {
    for (const [heading, link] of [...SECTIONS.slice(2, 7), ...SECTIONS.slice(8, 10)]) {
      await page
        .getByRole('heading', { level: 2, name: heading, exact: true })
        .evaluate((element) => scrollTo(0, element.getBoundingClientRect().top + scrollY - 110));
      await expect.soft(currentSection(page)).toHaveText(link ?? '');
    }
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    await expect.soft(currentSection(page)).toHaveText('Dividends');
    await page.evaluate(() => scrollTo(0, 0));
    await expect.soft(currentSection(page)).toHaveText('Forecast');
  });

  await test.step('swiping sideways over a chart inspects it', async () => {
    const { x, y, touch } = await fingerOnCandles(page);
    const date = shownDate(card(page, 'Technical Chart (Candlestick)'));
    const last = await date.innerText();
    await touch('touchStart', x, y);
    await expect(date).not.toHaveText(last);
    const inspected = await date.innerText();
    // A finger is never still, and the browser may delay a movement until the next one.
    const dateUnder = async (fingerX: number) => {
      await touch('touchMove', fingerX, y);
      await touch('touchMove', fingerX + 1, y);
      return date.innerText();
    };
    await expect.soft.poll(() => dateUnder(x + 100)).not.toBe(inspected);
    await touch('touchEnd', x + 100, y);
  });

  await test.step('swiping up over a chart scrolls the page', async () => {
    const { x, y, touch } = await fingerOnCandles(page);
    const before = await page.evaluate(() => scrollY);
    await touch('touchStart', x, y);
    for (let step = 1; step <= 10; step += 1) {
      await touch('touchMove', x, y - 12 * step);
    }
    await touch('touchEnd', x, y);
    await expect.soft.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 60);
  });

  await test.step('a thumb moves a handle without scrolling the page, keys make the chart grow, and the range is saved', async () => {
    const prediction = card(page, /^Stock Price Prediction/);
    await prediction.getByText('Add your range').tap();
    const high = prediction.getByLabel('High', { exact: true });
    const handle = prediction.getByRole('slider', { name: 'High end' });
    const start = Number(await high.inputValue());
    const price = prediction.locator('[data-end="high"] > span');
    await price.evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const [track, label] = await Promise.all([handle.boundingBox(), price.boundingBox()]);
    const x = (track?.x ?? 0) + 22;
    // In the lower part of the handle, whose middle is 22 px above its price.
    const y = (label?.y ?? 0) + (label?.height ?? 0) - 8;
    const before = await page.evaluate(() => scrollY);
    const touch = await finger(page);
    await touch('touchStart', x, y);
    for (let step = 1; step <= 10; step += 1) await touch('touchMove', x, y - 4 * step);
    await touch('touchEnd', x, y - 40);
    await expect.poll(async () => Number(await high.inputValue())).toBeGreaterThan(start);
    expect.soft(await page.evaluate(() => scrollY)).toBe(before);
    for (let press = 0; press < 5; press += 1) await handle.press('PageUp');
    const room = () => handle.evaluate((input: HTMLInputElement) => Number(input.max) - input.valueAsNumber);
    await expect.soft.poll(room).toBeGreaterThan(0);
    expect.soft(await violationsFromTop(page, prediction)).toEqual([]);
    await prediction.getByRole('button', { name: 'Save range' }).tap();
    await expect(prediction.getByText(/^Your range: /)).toBeVisible();
    expect.soft(await violationsFromTop(page, prediction)).toEqual([]);
    await prediction.getByRole('button', { name: 'Take back' }).tap();
    await expect(prediction.getByText('Add your range')).toBeVisible();
  });

  await test.step('an export menu opens beside its button, within the screen, and downloads its file', async () => {
    const button = page.getByRole('button', { name: 'Export Performance', exact: true });
    await button.tap();
    const item = page.getByRole('menuitem', { name: 'CSV' });
    await expect.soft(item).toBeInViewport({ ratio: 1 });
    const [beside, box] = [await button.boundingBox(), await item.boundingBox()];
    expect.soft(Math.abs((box?.y ?? 0) - (beside?.y ?? Infinity))).toBeLessThan(200);
    expect.soft(box?.height).toBeGreaterThanOrEqual(40);
    const downloading = page.waitForEvent('download');
    await item.tap();
    expect.soft(await readFile(await (await downloading).path(), 'utf8')).toMatch(/^\uFEFFdate,close\r\n/);
  });

  await test.step('the results of the back-test fit without sideways scroll', async () => {
    await backTest(page).getByRole('button', { name: 'Run back-test' }).tap();
    await expect(backTest(page).getByRole('status')).toHaveText(/scored/);
    expect.soft(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
    expect.soft(await violationsFromTop(page, backTest(page))).toEqual([]);
  });

  await test.step('a tap into the search selects its text, and the field has its own row', async () => {
    await page.evaluate(() => scrollTo(0, 0));
    await tickerField(page).tap();
    await page.keyboard.type('msft');
    await expect.soft(tickerField(page)).toHaveValue('MSFT');
    expect.soft((await tickerField(page).boundingBox())?.width).toBeGreaterThan(300);
    await expect.soft(page.getByRole('option', { name: /Microsoft/ })).toBeVisible();
    // On a tablet too, the clear button is at the end of the field, and there is no shortcut hint.
    await page.setViewportSize({ width: 768, height: 1024 });
    await tickerField(page).blur();
    await expect.soft(page.getByRole('button', { name: 'Clear ticker' })).toBeVisible();
    await expect.soft(page.locator('kbd')).toBeHidden();
    await page.setViewportSize({ width: 720, height: 812 });
    const [field, stats] = await Promise.all([
      tickerField(page).boundingBox(),
      card(page, 'Stats').boundingBox(),
    ]);
    // Cards reach the edges; their gutters are inside.
    expect.soft(field?.width).toBe((stats?.width ?? 0) - 32);
    await page.setViewportSize({ width: 375, height: 812 });
  });

  await test.step('the section links are not printed', async () => {
    await page.emulateMedia({ media: 'print' });
    await expect.soft(sectionLinks(page).first()).toBeHidden();
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('the demo has the fan in the first screen too, and a guest’s page is as short', async () => {
    await page.evaluate(() => localStorage.clear());
    await page.goto('/demo?ticker=KO');
    await expect(page.getByText(/^An account adds/)).toBeVisible();
    await expectFanInFirstScreen(page);
    await wholeReport(page);
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollHeight))
      .toBeLessThanOrEqual(MAX_PAGE_HEIGHT_PX);
  });
});
