/** Drawings and layouts of the workbench, by mouse, by keyboard alone and by finger. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { expectPainted } from './stock-page.ts';
import { violations } from './violations.ts';

const surface = (page: Page) => page.getByRole('application', { name: 'Workbench chart' });
const drawButton = (page: Page) => page.getByRole('button', { name: /^Draw/ });
const drawings = (page: Page) => page.getByRole('list', { name: 'Drawings' });
const selected = (page: Page) => page.getByRole('group', { name: 'Selected drawing' });
const plot = (page: Page) => page.locator('.u-over').first();

async function open(page: Page, query: string) {
  await page.goto(`/workbench?${query}`);
  await expectPainted(page.locator('figure canvas').first());
  await expect(drawButton(page)).toBeEnabled();
}

/** A place on the plot: shares of its width and height. */
async function place(page: Page, x: number, y: number) {
  const box = await plot(page).boundingBox();
  if (box === null) throw new Error('There is no plot.');
  return { x: Math.round(box.x + box.width * x), y: Math.round(box.y + box.height * y) };
}

async function choose(page: Page, tool: string) {
  await drawButton(page).click();
  await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: tool }).click();
  await expect(surface(page)).toBeFocused();
}

async function click(page: Page, x: number, y: number) {
  const at = await place(page, x, y);
  await page.mouse.click(at.x, at.y);
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const [start, end] = [await place(page, ...from), await place(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

/** What is drawn, in words; the panel is closed again. */
async function words(page: Page): Promise<string[]> {
  await drawButton(page).press('Enter');
  const rows = await drawings(page)
    .getByRole('button', { name: /^(?!Remove|Alert)/ })
    .allInnerTexts();
  await page.keyboard.press('Escape');
  return rows;
}

async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 80; presses += 1) {
    // oxlint-disable no-await-in-loop -- one key after the other
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
    // oxlint-enable no-await-in-loop
  }
  throw new Error('Tab does not get there.');
}

test('the mouse draws, moves and removes, with undo and redo; a new visit has the drawings', async ({
  newlySignedInPage: page,
}) => {
  await open(page, 'ticker=NVDA&fan=off');
  await choose(page, 'Trend line');
  await drag(page, [0.2, 0.3], [0.6, 0.6]);
  await choose(page, 'Level');
  // Above every bar, where it snaps to none.
  await click(page, 0.5, 0.04);
  await choose(page, 'Measure');
  await click(page, 0.7, 0.6);
  await click(page, 0.9, 0.4);
  for (const key of ['Escape', 'Enter']) {
    // oxlint-disable no-await-in-loop -- one text after the other
    await choose(page, 'Text');
    await click(page, 0.1, 0.2);
    await page.getByLabel('Text on the chart').fill('Results');
    await page.keyboard.press(key);
    await expect(surface(page)).toBeFocused();
    // oxlint-enable no-await-in-loop
  }
  await expect(drawButton(page)).toHaveText('Draw (4)');
  const drawn = await words(page);
  expect(drawn).toEqual([
    expect.stringMatching(/^Trend line from \w+ \d+, \d+ at \$[\d.]+ to \w+ \d+, \d+ at \$[\d.]+$/),
    expect.stringMatching(/^Level at \$[\d.]+$/),
    expect.stringMatching(/^Measure from .*: \+\$[\d.]+ \(\+[\d.]+%\), \d+ sessions$/),
    expect.stringMatching(/^Text “Results” on /),
  ]);

  await drag(page, [0.9, 0.04], [0.9, 0.15]);
  await expect(selected(page)).toContainText('Level');
  const lower = await words(page);
  expect(lower[1]).not.toBe(drawn[1]);
  expect(lower.toSpliced(1, 1)).toEqual(drawn.toSpliced(1, 1));

  await surface(page).focus();
  await page.keyboard.press('Delete');
  await expect(drawButton(page)).toHaveText('Draw (3)');
  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Undo' }).click();
  expect(await words(page)).toEqual(drawn);
  await page.keyboard.press('Control+Shift+z');
  expect(await words(page)).toEqual(lower);

  await page.getByRole('button', { name: 'Week', exact: true }).click();
  await page.getByRole('button', { name: 'Log', exact: true }).click();
  expect(await words(page)).toEqual(lower);
  await page.reload();
  await expect(drawButton(page)).toHaveText('Draw (4)');
  expect(await words(page)).toEqual(lower);
  await open(page, 'ticker=MSFT');
  await expect(drawButton(page)).toHaveText('Draw');
});

test('the chart pans beside a drawing and not on it, in every scale', async ({ newlySignedInPage: page }) => {
  await open(page, 'ticker=NVDA&fan=off');
  const strip = page.locator('figure dl').first();
  await choose(page, 'Level');
  await click(page, 0.5, 0.2);
  for (const scale of ['Log', '%']) {
    // oxlint-disable no-await-in-loop -- one scale after the other
    const [before] = await words(page);
    await page.getByRole('button', { name: scale, exact: true }).click();
    await expect(page).toHaveURL(/scale=/);
    // A level is found where it is drawn.
    await page.keyboard.press('Escape');
    await drawButton(page).press('Enter');
    await drawings(page)
      .getByRole('button', { name: /^Level/ })
      .press('Enter');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => words(page)).toEqual([before]);
    // oxlint-enable no-await-in-loop
  }
  await surface(page).press('Home');
  const first = await strip.innerText();
  await drag(page, [0.3, 0.7], [0.6, 0.7]);
  await surface(page).press('Home');
  expect(await strip.innerText()).not.toBe(first);
  await expect(drawButton(page)).toHaveText('Draw (1)');
});

test('a drawing that is held while the listing changes stays with its own listing', async ({
  newlySignedInPage: page,
}) => {
  await open(page, 'ticker=NVDA&fan=off');
  await page.getByRole('button', { name: 'NVDA', exact: true }).click();
  await page.getByLabel('Show another listing').fill('AAPL');
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(page.getByRole('button', { name: 'AAPL', exact: true })).toBeVisible();
  await choose(page, 'Level');
  await click(page, 0.5, 0.04);
  await expect(drawButton(page)).toHaveText('Draw (1)');

  const [from, to] = [await place(page, 0.5, 0.04), await place(page, 0.5, 0.2)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y);
  await page.goBack();
  await expect(page.getByRole('button', { name: 'NVDA', exact: true })).toBeVisible();
  await expect(drawButton(page)).toHaveText('Draw');
  await page.mouse.up();
  await page.goForward();
  await expect(page.getByRole('button', { name: 'AAPL', exact: true })).toBeVisible();
  await expect(drawButton(page)).toHaveText('Draw (1)');
  await page.goBack();
  await expect(page.getByRole('button', { name: 'NVDA', exact: true })).toBeVisible();
  await expect(drawButton(page)).toHaveText('Draw');
});

test('drawings follow from another tab, and a level becomes an alert', async ({
  newlySignedInPage: page,
  context,
}) => {
  await open(page, 'ticker=NVDA&fan=off');
  const other = await context.newPage();
  await open(other, 'ticker=NVDA&fan=off');
  await choose(other, 'Level');
  await click(other, 0.5, 0.2);
  await expect(drawButton(page)).toHaveText('Draw (1)');

  await drawButton(page).click();
  const [level = ''] = await drawings(page)
    .getByRole('button', { name: /^Level/ })
    .allInnerTexts();
  await page.getByRole('button', { name: `Alert me at ${level}` }).click();
  const told = page.getByRole('status').filter({ hasText: 'Alert set' });
  const price = level.replace('Level at ', '');
  await expect(told).toContainText(`NVDA price is at or above ${price}`);
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Watchlist', exact: true }).last().click();
  await page.getByRole('button', { name: 'Alerts for NVDA: 1' }).click();
  await expect(page.getByRole('dialog', { name: 'Alerts for NVDA' })).toContainText(price);
});

test('drawing by keyboard alone', async ({ newlySignedInPage: page }) => {
  await open(page, 'ticker=NVDA&fan=off');
  await page.keyboard.press('4');
  await expect(page).toHaveURL(/range=6M/);
  await tabTo(page, page.getByRole('button', { name: 'Week', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/bars=week/);
  await page.keyboard.press('i');
  await page.keyboard.type('rsi');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/in=rsi-14/);

  await page.keyboard.press('d');
  await expect(page.getByRole('button', { name: 'Trend line' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(surface(page)).toBeFocused();
  const spoken = page.getByRole('status');
  for (const key of ['PageUp', 'h', 'Enter']) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press(key);
  }
  await expect(spoken.filter({ hasText: 'First point on' })).toBeAttached();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press(key);
  }
  await expect(spoken.filter({ hasText: /Trend line from .* added/ })).toBeAttached();
  await expect(drawButton(page)).toHaveText('Draw (1)');
  await page.keyboard.press('Control+z');
  await expect(drawButton(page)).toHaveText('Draw');
  await page.keyboard.press('Control+Shift+z');
  await expect(drawButton(page)).toHaveText('Draw (1)');

  // A drawing that is begun and cancelled leaves nothing.
  await page.keyboard.press('d');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await expect(drawButton(page)).toHaveText('Draw (1)');

  await page.keyboard.press('d');
  await tabTo(page, drawings(page).getByRole('button', { name: /^Trend line/ }));
  await page.keyboard.press('Enter');
  await expect(surface(page)).toBeFocused();
  const [before] = await words(page);
  await surface(page).focus();
  for (const key of ['Enter', 'Enter', 'ArrowUp', 'ArrowUp']) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press(key);
  }
  // The first point stays, the second one goes up.
  const [after = ''] = await words(page);
  expect(after).not.toBe(before);
  expect(after.split(' to ')[0]).toBe(before?.split(' to ')[0]);
  await page.keyboard.press('Control+z');
  expect(await words(page)).toEqual([before]);

  await page.keyboard.press('l');
  await expect(page.getByLabel('Save this view as')).toBeFocused();
  await page.keyboard.type('Swing');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await page.keyboard.press('1');
  await expect(page).toHaveURL(/range=1W/);
  await page.keyboard.press('l');
  await tabTo(page, page.getByRole('button', { name: 'Swing', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/range=6M&bars=week&fan=off&in=rsi-14/);

  const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(true);
  await page.keyboard.press('f');
  await expect.poll(isFull).toBe(false);
  await tabTo(page, page.locator('summary'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('columnheader', { name: 'RSI 14' })).toBeVisible();
});

test('drawing by finger @phone', async ({ newlySignedInPage: page }) => {
  await open(page, 'ticker=NVDA&fan=off');
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  await tap('6M');
  await expect(page).toHaveURL(/range=6M/);
  await tap('Week');
  await expect(page).toHaveURL(/bars=week/);
  await tap('Indicators');
  await page.getByRole('button', { name: /^SMA/ }).tap();
  await expect(page).toHaveURL(/in=sma-20/);

  const finger = await page.context().newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', ...spots: [number, number][]) =>
    finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: await Promise.all(spots.map(([x, y]) => place(page, x, y))),
    });
  async function swipe(from: [number, number], to: [number, number]) {
    await touch('touchStart', from);
    for (const share of [0.25, 0.5, 0.75, 1]) {
      // oxlint-disable-next-line no-await-in-loop -- a finger is in one place at a time
      await touch('touchMove', [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
    }
    await touch('touchEnd');
  }
  async function arm(tool: string) {
    await drawButton(page).tap();
    await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: tool }).tap();
    await plot(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  }

  await arm('Measure');
  await swipe([0.3, 0.7], [0.6, 0.3]);
  await expect(drawButton(page)).toHaveText('Draw (1)');
  await arm('Trend line');
  await swipe([0.2, 0.2], [0.2, 0.2]);
  await swipe([0.5, 0.2], [0.5, 0.2]);
  await expect(drawButton(page)).toHaveText('Draw (2)');
  await arm('Level');
  await swipe([0.8, 0.5], [0.8, 0.5]);
  await expect(drawButton(page)).toHaveText('Draw (3)');
  const drawn = await words(page);

  // A finger on a drawing moves it, and the page stays where it is.
  await plot(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  const scrolled = await page.evaluate(() => scrollY);
  await swipe([0.85, 0.5], [0.85, 0.85]);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await expect(page.getByRole('status').filter({ hasText: /^Level at/ })).toBeAttached();
  expect((await words(page))[2]).not.toBe(drawn[2]);
  await selected(page).getByRole('button', { name: 'Remove' }).tap();
  await expect(drawButton(page)).toHaveText('Draw (2)');
  await tap('Undo');
  await tap('Undo');
  expect(await words(page)).toEqual(drawn);

  await tap('Layouts');
  await page.getByLabel('Save this view as').fill('Pocket');
  await tap('Save');
  await page.keyboard.press('Escape');
  await tap('1W');
  await tap('Layouts');
  await tap('Pocket');
  await expect(page).toHaveURL(/range=6M&bars=week&fan=off&in=sma-20/);

  await tap('Full screen');
  await tap('Leave full screen');
  await page.locator('summary').tap();
  await expect(page.getByRole('columnheader', { name: 'SMA 20' })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});

test('a layout is renamed, overwritten, removed and restored', async ({ newlySignedInPage: page }) => {
  await open(page, 'ticker=NVDA&range=1Y');
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const saved = page.getByRole('list', { name: 'Saved layouts' }).getByRole('listitem');
  const field = page.getByLabel('Save this view as');
  await button('Layouts').click();
  await field.fill('Long');
  await button('Save').click();
  await expect(saved).toHaveText([/^Long/]);
  await button('Rename Long').click();
  await page.getByLabel('New name of Long').fill('Very long');
  await page.keyboard.press('Enter');
  await expect(saved).toHaveText([/^Very long/]);
  await page.keyboard.press('Escape');
  await button('1W').click();
  await button('Layouts').click();
  await field.fill('Very long');
  await button('Overwrite').click();
  await page.keyboard.press('Escape');
  await page.goto('/workbench?ticker=MSFT');
  await button('Layouts').click();
  await button('Very long').click();
  await expect(page).toHaveURL(/ticker=MSFT&range=1W/);
  await button('Layouts').click();
  await button('Remove Very long').click();
  await expect(saved).toHaveCount(0);
  await expect(field).toBeFocused();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await expect(saved).toHaveText([/^Very long/]);
});

test('axe finds nothing with drawings, their panel and the layouts open; drawings can be exported', async ({
  newlySignedInPage: page,
}) => {
  await open(page, 'ticker=NVDA&fan=off');
  await choose(page, 'Level');
  expect(await violations(page)).toEqual([]);
  await click(page, 0.5, 0.2);
  await expect(selected(page)).toBeVisible();
  await drawButton(page).click();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Drawings as CSV' }).click();
  const stream = await (await file).createReadStream();
  expect((await stream.toArray()).join('')).toMatch(/Sample market[^]*level,\d{4}-\d\d-\d\d,[\d.]+/);
  await expect(drawings(page)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Layouts', exact: true }).click();
  await page.getByLabel('Save this view as').fill('Long');
  await page.keyboard.press('Enter');
  expect(await violations(page)).toEqual([]);
});
