/** The comparison's chart after its lines have changed: every gesture and key still reaches it. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { card, expectPainted } from './stock-page.ts';

const chart = (page: Page) => card(page, 'Rebased to 100');
const surface = (page: Page) => page.getByRole('application', { name: 'Comparison' });
/** The date in the strip above the chart: of the session under the crosshair, else of the last one. */
const shownDate = (page: Page) => chart(page).locator('figure dl').first().locator('dd').first();

/** Dates of the newest and oldest session on screen, read with the keyboard's edges. */
async function edges(page: Page): Promise<{ first: string; last: string }> {
  await surface(page).focus();
  await page.keyboard.press('Home');
  const first = await shownDate(page).innerText();
  await page.keyboard.press('End');
  const last = await shownDate(page).innerText();
  return { first, last };
}

async function plotBox(page: Page) {
  const plot = chart(page).locator('.u-over');
  await plot.scrollIntoViewIfNeeded();
  const box = await plot.boundingBox();
  if (box === null) throw new Error('The chart has no plotting area.');
  return box;
}

/** Opens a comparison and changes its lines twice: one listing fewer, then another range. */
async function openAndChange(page: Page) {
  await page.goto('/compare?tickers=AAPL%2CMSFT&range=6M');
  await expectPainted(chart(page).locator('canvas'));
  await page.getByRole('button', { name: 'Remove MSFT' }).click();
  await expect(surface(page)).toHaveAccessibleDescription(/: AAPL [^,]*, SPY [^,]*\./);
  await page.getByRole('button', { name: '1Y', exact: true }).click();
  await expect(page.getByRole('button', { name: '1Y', exact: true })).toHaveAttribute('aria-pressed', 'true');
  await expectPainted(chart(page).locator('canvas'));
}

test('drag, wheel, double click and keys work after a listing was removed and the range changed', async ({
  signedInPage: page,
}) => {
  await openAndChange(page);
  const all = await edges(page);

  await surface(page).focus();
  await page.keyboard.press('+');
  const zoomed = await edges(page);
  expect(zoomed.first).not.toBe(all.first);
  await page.keyboard.press('0');
  expect(await edges(page)).toEqual(all);

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
  expect((await edges(page)).first).not.toBe(wheeled.first);

  await chart(page).locator('.u-over').dblclick();
  expect(await edges(page)).toEqual(all);
});

test('one finger inspects and two fingers zoom after a listing was removed and the range changed @phone', async ({
  signedInPage: page,
}) => {
  await openAndChange(page);
  const all = await edges(page);
  const box = await plotBox(page);
  const finger = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...xs: number[]) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: xs.map((x, id) => ({ x: Math.round(box.x + x), y: Math.round(box.y + 80), id })),
    });

  await touch('touchStart', 40);
  await touch('touchMove', 80);
  await expect(shownDate(page)).not.toHaveText(all.last);
  const inspected = await shownDate(page).innerText();
  await touch('touchMove', 140);
  await expect(shownDate(page)).not.toHaveText(inspected);
  await touch('touchEnd');

  await touch('touchStart', 100, 140);
  for (let step = 1; step <= 6; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- fingers are in one place at a time
    await touch('touchMove', 100 - 10 * step, 140 + 10 * step);
  }
  await touch('touchEnd');
  await expect.poll(async () => (await edges(page)).first).not.toBe(all.first);
});
