/** What screens, paper and large letters must not cut off: measured in the browser, because no unit test sees it. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { card, tile } from './stock-page.ts';
import { openWatchlist, row, sidewaysScroll } from './watchlist-page.ts';

/** A4 within its margins. */
const SHEET = { width: 703, height: 1000 };

/** How much of an element's own text lies outside of it. */
function cutOff(element: Locator): Promise<number> {
  return element.evaluate(({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
    Math.max(scrollWidth - clientWidth, scrollHeight - clientHeight, 0),
  );
}

/** Where an element ends at the right, beyond the window's edge. */
function beyondWindow(element: Locator): Promise<number> {
  return element.evaluate((node) =>
    Math.max(node.getBoundingClientRect().right - document.documentElement.clientWidth, 0),
  );
}

/** Whether the middle of one element is within the height of the other; `false` while either is being rendered. */
async function shareALine(element: Locator, other: Locator): Promise<boolean> {
  const [box, line] = await Promise.all([element.boundingBox(), other.boundingBox()]);
  if (box === null || line === null) return false;
  const isWithin = (a: typeof box, b: typeof box) =>
    b.y <= a.y + a.height / 2 && a.y + a.height / 2 <= b.y + b.height;
  return isWithin(box, line) || isWithin(line, box);
}

/** Controls that a finger misses: lower than 40 px. */
function lowControls(page: Page): Promise<string[]> {
  return page
    .locator('main :is(button, select, summary, input):visible, header a:visible')
    .evaluateAll((controls) =>
      controls
        .filter((control) => control.getBoundingClientRect().height < 40)
        .map((control) => control.textContent || control.outerHTML),
    );
}

/** The browser's own setting for the size of letters, which rem and em follow. */
async function setLetters(page: Page, pixels: number): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } });
}

const setWidth = (page: Page, width: number) => page.setViewportSize({ width, height: 812 });

test('the analysis on a phone cuts nothing off and has room for fingers @phone', async ({
  signedInPage: page,
}) => {
  const backTest = page.getByRole('button', { name: 'Run back-test' });
  await expect(backTest).toBeVisible();

  await test.step('every control is large enough for a finger', async () => {
    expect.soft(await lowControls(page)).toEqual([]);
    const compare = page.getByRole('main').getByRole('link', { name: 'Compare', exact: true });
    expect.soft((await compare.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  });

  await test.step('the star stands beside the name, “Why” beside its signal, and the tiles two by two', async () => {
    const star = page.getByRole('main').getByRole('button', { name: 'AAPL on your watchlist' });
    // Its element is replaced once the session has been checked.
    await expect(star).toBeEnabled();
    for (const width of [375, 430]) {
      await setWidth(page, width);
      const name = page.getByRole('heading', { level: 2, name: 'AAPL', exact: true });
      expect.soft(await shareALine(star, name), `${width} px`).toBe(true);
      const why = page.getByRole('button', { name: 'Why', exact: true });
      const signal = page.getByText('Model signal', { exact: true }).first();
      expect.soft(await shareALine(why, signal), `${width} px`).toBe(true);
      const tiles = await Promise.all(
        ['Current Price', 'Predicted Price', 'Expected Change', 'Volume'].map((label) =>
          tile(page, label).boundingBox(),
        ),
      );
      expect.soft(new Set(tiles.map((box) => box?.x)).size, `${width} px`).toBe(2);
      expect.soft(new Set(tiles.map((box) => box?.y)).size, `${width} px`).toBe(2);
    }
  });

  await test.step('the text above a wide table stays on screen while the table scrolls', async () => {
    await setWidth(page, 320);
    await backTest.click();
    const errors = page.getByRole('region', { name: 'Back-test errors' });
    await expect(errors).toBeVisible({ timeout: 30_000 });
    expect.soft(await beyondWindow(errors.locator('caption'))).toBe(0);
  });

  await test.step('a company has its full name, with its signal below', async () => {
    await page.goto('/prediction?ticker=MC.PA');
    const name = page.getByText('LVMH Moët Hennessy - Louis Vuitton, Société Européenne · Paris');
    await expect(name).toBeVisible();
    for (const width of [320, 375]) {
      await setWidth(page, width);
      expect.soft(await cutOff(name), `${width} px`).toBe(0);
      const ticker = page.getByRole('heading', { level: 2, name: 'MC.PA', exact: true });
      expect.soft(await cutOff(ticker), `${width} px`).toBe(0);
      await expect.soft(page.getByText('Model signal', { exact: true }).first()).toBeVisible();
      await expect.soft.poll(() => sidewaysScroll(page), `${width} px`).toBe(0);
    }
  });

  await test.step('so it has on the watchlist', async () => {
    await setWidth(page, 320);
    await page.goto('/watchlist');
    await openWatchlist(page, 'BTC-USD, AAPL');
    const ticker = row(page, 'BTC-USD').getByRole('rowheader');
    await expect.soft(ticker).toContainText('Bitcoin USD');
    expect.soft(await cutOff(ticker)).toBe(0);
    expect.soft(await sidewaysScroll(page)).toBe(0);
  });
});

test('the record and the method on a phone keep their texts together @phone', async ({ page }) => {
  await page.goto('/track-record');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toBeVisible();
  expect.soft(await sidewaysScroll(page)).toBe(0);

  await setWidth(page, 320);
  const cells = card(page, 'How often the 95% range held').getByRole('row', { name: /^30 days/ });
  await expect(cells).toBeVisible();
  for (const text of [/^\d+ forecasts$/, /^[\d.]+% to [\d.]+%$/]) {
    const lines = await cells.getByText(text).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect.soft(lines, String(text)).toBe(1);
  }

  await page.goto('/method');
  const measured = page.getByRole('region', { name: /^Measured on 40 listings/ });
  await expect(measured).toBeVisible();
  expect.soft(await beyondWindow(measured.locator('caption'))).toBe(0);
});

test('the analysis at every width, and on paper', async ({ signedInPage: page }) => {
  const signals = card(page, 'Forecast Signals');
  const table = signals.getByRole('region');
  await expect(signals.getByRole('row')).toHaveCount(8);
  await expect(card(page, 'Stats')).toBeVisible();

  await test.step('the signal has its text, and its table has all columns on one line', async () => {
    for (const width of [375, 800, 1100, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect.soft(page.getByText('Model signal', { exact: true }).first()).toBeVisible();
      const hidden = await table.evaluate((region) => region.scrollWidth - region.clientWidth);
      expect.soft(hidden, `${width} px`).toBe(0);
      const heads = await table
        .getByRole('columnheader')
        .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
      expect.soft(Math.max(...heads), `${width} px`).toBeLessThan(40);
    }
  });

  await test.step('the export of a card stands beside its other controls', async () => {
    for (const width of [768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const name of ['Technical Chart (Candlestick)', 'Performance']) {
        const controls = card(page, name);
        const exported = controls.getByRole('button', { name: /^Export/ }).first();
        await expect(exported).toBeVisible();
        const workbench = controls.getByRole('link', { name: 'Workbench' });
        await expect.soft.poll(() => shareALine(exported, workbench), `${name}, ${width} px`).toBe(true);
      }
    }
  });

  await test.step('on paper every card is within the sheet', async () => {
    await page.setViewportSize(SHEET);
    await page.emulateMedia({ media: 'print' });
    for (const name of [/^Stock Price Prediction/, 'Forecast Signals', 'Performance', 'Stats']) {
      // The media and the sheet's width render anew.
      await expect.soft
        .poll(async () => (await card(page, name).boundingBox())?.x ?? -1, String(name))
        .toBeGreaterThanOrEqual(0);
      await expect.soft.poll(() => beyondWindow(card(page, name)), String(name)).toBe(0);
    }
    await page.emulateMedia({ media: 'screen' });
  });

  await test.step('thirty forecast rows scroll in their card, and the last visible one is cut in half', async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
    await expect(signals.getByRole('row')).toHaveCount(31);
    const shown = await table.evaluate((region) => {
      const { bottom } = region.getBoundingClientRect();
      const cut = [...region.querySelectorAll('tbody tr')]
        .map((line) => line.getBoundingClientRect())
        .find((line) => line.bottom > bottom);
      return cut === undefined ? Number.NaN : (bottom - cut.top) / cut.height;
    });
    expect.soft(shown).toBeGreaterThan(0.25);
    expect.soft(shown).toBeLessThan(0.75);
  });
});

test('with text twice as large nothing scrolls sideways, and paper has all columns', async ({
  signedInTab: page,
}) => {
  const comparison = page.getByRole('table', { name: /Change from/ });
  const forecasts = card(page, 'Latest 7-day forecasts').getByRole('table');
  for (const { path, shown, printed } of [
    { path: '/', shown: page.getByText('Illustrative figures') },
    { path: '/prediction', shown: tile(page, 'Current Price') },
    { path: '/compare?tickers=AAPL%2CBTC-USD', shown: comparison, printed: comparison },
    { path: '/track-record', shown: forecasts, printed: forecasts },
  ]) {
    await test.step(path, async () => {
      await setLetters(page, 32);
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(path);
      await expect(shown).toBeVisible();
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      for (const width of [1440, 375]) {
        await page.setViewportSize({ width, height: 900 });
        // Charts follow the window in a later frame.
        await expect.soft.poll(() => sidewaysScroll(page), `${width} px`).toBe(0);
      }
      if (!printed) return;
      await setLetters(page, 16);
      await page.setViewportSize(SHEET);
      await page.emulateMedia({ media: 'print' });
      await expect.soft.poll(() => beyondWindow(printed)).toBe(0);
      await expect.soft(page.getByLabel('Add a ticker')).toBeHidden();
      await page.emulateMedia({ media: 'screen' });
    });
  }
});
