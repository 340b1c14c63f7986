/** The charts by keyboard, mouse and wheel, and for screen readers. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { card, expectPainted, shownDate } from './stock-page.ts';
import { sidewaysScroll } from './watchlist-page.ts';

const candles = (page: Page) => card(page, 'Technical Chart (Candlestick)');

/** Opens "View as table"; reads the newest date and the number of rows. */
async function datesOnScreen(chart: Locator): Promise<{ newest: string; rows: number }> {
  const details = chart.locator('details');
  if ((await details.getAttribute('open')) === null) await chart.getByText('View as table').click();
  const rows = chart.getByRole('table').locator('tbody tr');
  return { newest: await rows.first().locator('th').innerText(), rows: await rows.count() };
}

/** Records every text that a canvas draws. */
function noteDrawnTexts(): void {
  const { fillText } = CanvasRenderingContext2D.prototype;
  const drawn = new Set<string>();
  Object.assign(window, { drawn });
  CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
    drawn.add(text);
    fillText.call(this, text, ...place);
  };
}

test('the charts are painted, and move by keyboard, mouse and wheel', async ({ signedInTab: page }) => {
  await page.addInitScript(noteDrawnTexts);
  await page.goto('/prediction?range=1Y');
  const chart = candles(page);
  const surface = page.getByRole('application', { name: 'Candlestick chart' });
  const performance = card(page, 'Performance');

  await test.step('a year of prices has a date label every other month', async () => {
    await expectPainted(performance.locator('canvas'));
    const months = await page.evaluate(() =>
      [...(window as unknown as { drawn: Set<string> }).drawn].filter((text) =>
        /^(20\d\d|[A-Z][a-z]{2})$/.test(text),
      ),
    );
    // Six, or five if the edge would cut the first.
    expect.soft(months.length).toBeGreaterThanOrEqual(5);
  });

  await test.step('the performance chart is 300 px high and shows full date, price and change under the crosshair', async () => {
    expect.soft((await performance.locator('canvas').boundingBox())?.height).toBe(300);
    await performance.locator('.u-over').hover({ position: { x: 120, y: 100 } });
    await expect.soft(shownDate(performance)).toHaveText(/^\w+day, \w+ \d+, \d{4}$/);
    await expect
      .soft(performance.locator('figure dl'))
      .toHaveText(/Price\$[\d.,]+Change[+−]\$[\d.]+ \([+−][\d.]+%\)$/);
  });

  await test.step('arrow keys move through sessions and series, and each value is announced', async () => {
    const spoken = chart.getByRole('status');
    const last = await shownDate(chart).innerText();
    await surface.focus();
    await page.keyboard.press('ArrowLeft');
    await expect
      .soft(spoken)
      .toHaveText(new RegExp(`^${last}, O \\$[\\d.]+, H \\$[\\d.]+, L \\$[\\d.]+, C \\$[\\d.]+, Vol`));
    await page.keyboard.press('ArrowLeft');
    await expect.soft(shownDate(chart)).not.toHaveText(last);
    await page.keyboard.press('ArrowUp');
    await expect.soft(spoken).toHaveText(/^\w{3} \d+, \d{4}, SMA 20 \$[\d.]+$/);
    await page.keyboard.press('ArrowDown');
    await expect.soft(spoken).toHaveText(/^\w{3} \d+, \d{4}, O \$[\d.]+$/);
    await page.keyboard.press('Enter');
    await expect.soft(spoken).toHaveText(/, O .*, SMA 20 /);
    await page.keyboard.press('End');
    await expect.soft(shownDate(chart)).toHaveText(last);
    await expect.soft(surface).toHaveAccessibleDescription(/closes between .* left and right arrow keys/);
  });

  await test.step('the candlestick chart starts with the last 30 candles and reaches the whole history by keys, buttons, wheel and drag', async () => {
    const start = await datesOnScreen(chart);
    expect.soft(start.rows).toBe(30);
    await surface.focus();
    await page.keyboard.press('+');
    expect.soft((await datesOnScreen(chart)).rows).toBe(21);
    await page.keyboard.press('0');
    expect.soft(await datesOnScreen(chart)).toEqual(start);
    await chart.getByRole('button', { name: 'Earlier' }).click();
    expect.soft((await datesOnScreen(chart)).newest).not.toBe(start.newest);
    await chart.getByRole('button', { name: 'Reset view' }).click();
    expect.soft(await datesOnScreen(chart)).toEqual(start);

    const plot = chart.locator('.u-over');
    await plot.scrollIntoViewIfNeeded();
    const box = (await plot.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const canvas = chart.locator('canvas');
    const picture = () => canvas.evaluate((element: HTMLCanvasElement) => element.toDataURL());
    await page.mouse.move(box.x + 100, box.y + 60);
    const resting = await picture();
    await page.mouse.down();
    await page.mouse.move(box.x + 400, box.y + 60, { steps: 4 });
    expect.soft(await picture()).not.toBe(resting);
    await page.mouse.up();
    expect.soft((await datesOnScreen(chart)).newest).not.toBe(start.newest);
    await plot.dblclick();
    expect.soft(await datesOnScreen(chart)).toEqual(start);
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -300);
    await page.keyboard.up('Control');
    await expect.soft.poll(async () => (await datesOnScreen(chart)).rows).toBeLessThan(30);
    await plot.dblclick();
  });

  await test.step('a zoomed view survives a refresh of its data', async () => {
    await chart.getByRole('button', { name: 'Zoom in' }).click();
    const analyse = page.getByRole('button', { name: 'Analyze Stock' });
    const answered = page.waitForResponse((response) => response.url().includes('/api/stock/AAPL'));
    await analyse.click();
    await answered;
    await expect(analyse).not.toHaveAttribute('aria-busy', 'true');
    expect.soft((await datesOnScreen(chart)).rows).toBe(21);
    await chart.getByRole('button', { name: 'Reset view' }).click();
  });

  await test.step('a change of theme, forced colours and a narrow window repaint the charts', async () => {
    const canvas = chart.locator('canvas');
    await page.getByRole('button', { name: 'Use light theme' }).click();
    await expectPainted(canvas);
    await page.emulateMedia({ forcedColors: 'active' });
    await expectPainted(canvas);
    for (const width of [720, 320]) {
      await page.setViewportSize({ width, height: 450 });
      await expectPainted(canvas);
      await expect.soft
        .poll(async () => (await canvas.boundingBox())?.width, `${width} px`)
        .toBeLessThan(width);
      await expect.soft.poll(() => sidewaysScroll(page), `${width} px`).toBeLessThanOrEqual(0);
    }
  });
});
