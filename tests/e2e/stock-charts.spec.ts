/** The charts by keyboard, mouse, wheel and touch, and what they say to those who do not see them. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { card, expectPainted, tile } from './stock-page.ts';
import { violations } from './violations.ts';

test.beforeEach(async ({ signedInPage: page }) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
});

const candles = (page: Page) => card(page, 'Technical Chart (Candlestick)');
/** The date in the strip above a chart: of the session under the crosshair, else of the last one. */
const shownDate = (chart: Locator) => chart.locator('figure dl').first().locator('dd').first();

/** Opens "View as table" and reads the dates of its first and last row. */
async function datesOnScreen(chart: Locator): Promise<{ newest: string; rows: number }> {
  const details = chart.locator('details');
  if ((await details.getAttribute('open')) === null) await chart.getByText('View as table').click();
  const rows = chart.getByRole('table').locator('tbody tr');
  return { newest: await rows.first().locator('td').first().innerText(), rows: await rows.count() };
}

test('a year of prices has a date label at every other month', async ({ signedInPage: page }) => {
  await page.addInitScript(() => {
    const { fillText } = CanvasRenderingContext2D.prototype;
    const drawn = new Set<string>();
    Object.assign(window, { drawn });
    CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
      drawn.add(text);
      fillText.call(this, text, ...place);
    };
  });
  await page.goto('/prediction?range=1Y');
  await expectPainted(card(page, 'Performance').locator('canvas'));
  const months = await page.evaluate(() =>
    [...(window as unknown as { drawn: Set<string> }).drawn].filter((text) =>
      /^(20\d\d|[A-Z][a-z]{2})$/.test(text),
    ),
  );
  // Six, or five where the first would be cut by the edge.
  expect(months.length).toBeGreaterThanOrEqual(5);
});

test('arrow keys move through the sessions and the series, and each value is announced', async ({
  signedInPage: page,
}) => {
  const chart = page.getByRole('application', { name: 'Candlestick chart' });
  const spoken = candles(page).getByRole('status');
  const last = await shownDate(candles(page)).innerText();
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await expect(spoken).toHaveText(
    new RegExp(`^${last}, O \\$[\\d.]+, H \\$[\\d.]+, L \\$[\\d.]+, C \\$[\\d.]+, Vol`),
  );
  await page.keyboard.press('ArrowLeft');
  await expect(shownDate(candles(page))).not.toHaveText(last);
  await page.keyboard.press('ArrowUp');
  await expect(spoken).toHaveText(/^\w{3}, \w{3} \d+, SMA 20 \$[\d.]+$/);
  await page.keyboard.press('ArrowDown');
  await expect(spoken).toHaveText(/^\w{3}, \w{3} \d+, O \$[\d.]+$/);
  await page.keyboard.press('Enter');
  await expect(spoken).toHaveText(/, O .*, SMA 20 /);
  await page.keyboard.press('End');
  await expect(shownDate(candles(page))).toHaveText(last);
  await expect(chart).toHaveAccessibleDescription(/closes between .* Left and right arrow keys/);
});

test('candles start with the last 30 and go back through the whole history by keys, buttons, wheel and drag', async ({
  signedInPage: page,
}) => {
  const chart = candles(page);
  const surface = page.getByRole('application', { name: 'Candlestick chart' });
  const start = await datesOnScreen(chart);
  expect(start.rows).toBe(30);
  await surface.focus();
  await page.keyboard.press('+');
  expect((await datesOnScreen(chart)).rows).toBe(21);
  await page.keyboard.press('0');
  expect(await datesOnScreen(chart)).toEqual(start);
  await chart.getByRole('button', { name: 'Earlier' }).click();
  const earlier = await datesOnScreen(chart);
  expect(earlier.newest).not.toBe(start.newest);
  await chart.getByRole('button', { name: 'Reset zoom' }).click();
  expect(await datesOnScreen(chart)).toEqual(start);

  const plot = chart.locator('.u-over');
  await plot.scrollIntoViewIfNeeded();
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  await page.mouse.move(box.x + 100, box.y + 60);
  await page.mouse.down();
  await page.mouse.move(box.x + 400, box.y + 60, { steps: 4 });
  await page.mouse.up();
  expect((await datesOnScreen(chart)).newest).not.toBe(start.newest);
  await plot.dblclick();
  expect(await datesOnScreen(chart)).toEqual(start);
  await page.keyboard.down('Control');
  await page.mouse.wheel(0, -300);
  await page.keyboard.up('Control');
  await expect.poll(async () => (await datesOnScreen(chart)).rows).toBeLessThan(30);
});

test('a zoomed view survives a refresh of its data', async ({ signedInPage: page }) => {
  const chart = candles(page);
  await chart.getByRole('button', { name: 'Zoom in' }).click();
  expect((await datesOnScreen(chart)).rows).toBe(21);
  const answered = page.waitForResponse((response) => response.url().includes('/api/stock/AAPL'));
  await page.getByRole('button', { name: 'Analyze Stock' }).click();
  await answered;
  await expect(page.getByRole('button', { name: 'Analyze Stock' })).not.toHaveAttribute('aria-busy', 'true');
  expect((await datesOnScreen(chart)).rows).toBe(21);
});

test('indicators open as full charts that share zoom and crosshair with the candles', async ({
  signedInPage: page,
}) => {
  const indicators = card(page, 'Technical Indicators');
  await expect(indicators.getByRole('img')).toHaveCount(3);
  await indicators.getByRole('button', { name: 'Full charts' }).click();
  await expect(indicators.getByRole('application')).toHaveCount(3);
  await Promise.all((await indicators.locator('canvas').all()).map((canvas) => expectPainted(canvas)));
  const rsi = indicators.getByRole('region', { name: 'RSI (14)' });
  const macd = indicators.getByRole('region', { name: 'MACD (12, 26, 9)' });
  await rsi.getByRole('application').focus();
  for (let i = 0; i < 4; i += 1) {
    // oxlint-disable-next-line no-await-in-loop -- key presses come one after the other
    await page.keyboard.press('ArrowLeft');
  }
  const date = await shownDate(rsi).innerText();
  await expect(shownDate(macd)).toHaveText(date);
  await expect(shownDate(candles(page))).toHaveText(date);
  await macd.getByRole('button', { name: 'Zoom in' }).click();
  expect((await datesOnScreen(rsi)).rows).toBe(21);
  expect((await datesOnScreen(candles(page))).rows).toBe(21);
  await expect(macd.locator('dl')).toContainText(/Signal.*Hist/);
  expect(await violations(page)).toEqual([]);
  await indicators.getByRole('button', { name: 'Full charts' }).click();
  await expect(indicators.getByRole('img')).toHaveCount(3);
});

test('the performance chart is 300 px high and names full date, price and change under the crosshair', async ({
  signedInPage: page,
}) => {
  const performance = card(page, 'Performance');
  const canvas = performance.locator('canvas');
  await expectPainted(canvas);
  expect((await canvas.boundingBox())?.height).toBe(300);
  await performance.locator('.u-over').hover({ position: { x: 120, y: 100 } });
  await expect(shownDate(performance)).toHaveText(/^\w+day, \w+ \d+, \d{4}$/);
  await expect(performance.locator('figure dl')).toHaveText(
    /Price\$[\d.,]+Change[+−]\$[\d.]+ \([+−][\d.]+%\)$/,
  );
});

test('a change of theme, forced colours and a narrow window repaint the charts', async ({
  signedInPage: page,
}) => {
  const canvas = candles(page).locator('canvas');
  await expectPainted(canvas);
  await page.getByRole('button', { name: 'Switch to light theme' }).click();
  await expectPainted(canvas);
  await page.emulateMedia({ forcedColors: 'active' });
  await expectPainted(canvas);
  await page.setViewportSize({ width: 720, height: 450 });
  await expectPainted(canvas);
  expect((await canvas.boundingBox())?.width).toBeLessThan(720);
});

test('at 320 px and at 200 % zoom nothing scrolls sideways', async ({ signedInPage: page }) => {
  for (const width of [320, 720]) {
    // oxlint-disable no-await-in-loop -- one width after the other
    await page.setViewportSize({ width, height: 450 });
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow, `${width} px`).toBeLessThanOrEqual(0);
    // oxlint-enable no-await-in-loop
  }
});

/** One finger on the plot of the candles, in the browser's own input, and a place on it. */
async function fingerOnCandles(page: Page) {
  const plot = candles(page).locator('.u-over');
  await plot.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const session = await page.context().newCDPSession(page);
  return {
    x: Math.round(box.x + 60),
    y: Math.round(box.y + 150),
    touch: (type: 'touchStart' | 'touchMove' | 'touchEnd', x: number, y: number) =>
      session.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
      }),
  };
}

test('swiping up over a chart scrolls the page @phone', async ({ signedInPage: page }) => {
  const { x, y, touch } = await fingerOnCandles(page);
  const before = await page.evaluate(() => scrollY);
  await touch('touchStart', x, y);
  for (let step = 1; step <= 10; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a finger is in one place at a time
    await touch('touchMove', x, y - 12 * step);
  }
  await touch('touchEnd', x, y);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 60);
});

test('swiping sideways over a chart inspects it @phone', async ({ signedInPage: page }) => {
  const { x, y, touch } = await fingerOnCandles(page);
  const last = await shownDate(candles(page)).innerText();
  await touch('touchStart', x, y);
  await expect(shownDate(candles(page))).not.toHaveText(last);
  const inspected = await shownDate(candles(page)).innerText();
  // A finger is never still, and the browser may hold a movement back until the next one.
  const dateUnder = async (fingerX: number) => {
    await touch('touchMove', fingerX, y);
    await touch('touchMove', fingerX + 1, y);
    return shownDate(candles(page)).innerText();
  };
  await expect.poll(() => dateUnder(x + 100)).not.toBe(inspected);
  await touch('touchEnd', x + 100, y);
});
