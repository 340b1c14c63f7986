/** Drawings and layouts of the workbench, by mouse, by keyboard alone and by finger. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { expectPainted } from './stock-page.ts';
import { violations } from './violations.ts';
import { sidewaysScroll } from './watchlist-page.ts';

const surface = (page: Page) => page.getByRole('application', { name: 'Workbench chart' });
const drawButton = (page: Page) => page.getByRole('button', { name: /^Draw/ });
const drawings = (page: Page) => page.getByRole('list', { name: 'Drawings' });
const selected = (page: Page) => page.getByRole('group', { name: 'Selected drawing' });
const plot = (page: Page) => page.locator('.u-over').first();

async function ready(page: Page) {
  await expectPainted(page.locator('figure canvas').first());
  await expect(drawButton(page)).toBeEnabled();
}

/** A position on the plot, as shares of its width and height. */
async function place(page: Page, x: number, y: number) {
  const box = await plot(page).boundingBox();
  if (box === null) throw new Error('There is no plot.');
  return { x: Math.round(box.x + box.width * x), y: Math.round(box.y + box.height * y) };
}

const toolButton = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Drawing tools' }).getByRole('button', { name, exact: true });

async function choose(page: Page, tool: string) {
  await toolButton(page, tool).click();
  await expect(surface(page)).toBeFocused();
}

async function expectCount(page: Page, count: number) {
  await expect(drawButton(page)).toHaveAccessibleName(
    count === 0 ? /^Draw\w*$/ : new RegExp(`\\(${count}\\)$`),
  );
}

async function click(page: Page, x: number, y: number, options?: { button: 'right' }) {
  const at = await place(page, x, y);
  await page.mouse.click(at.x, at.y, options);
}

async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const [start, end] = [await place(page, ...from), await place(page, ...to)];
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2);
  await page.mouse.move(end.x, end.y);
  await page.mouse.up();
}

/** The drawings in words; closes the panel again. */
async function words(page: Page): Promise<string[]> {
  await drawButton(page).press('Enter');
  const rows = await drawings(page)
    .getByRole('button', { name: /^(?!Remove)/ })
    .allInnerTexts();
  await page.keyboard.press('Escape');
  return rows;
}

async function tabTo(page: Page, target: Locator) {
  for (let presses = 0; presses < 80; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not get there.');
}

test('drawing by mouse: drawings stay with their listing, on a new visit and in another tab, and become alerts', async ({
  signedInTab: page,
  context,
}) => {
  await page.goto('/workbench?ticker=NVDA&fan=off');
  await ready(page);
  let lower: string[] = [];

  await test.step('the mouse draws, moves and removes, with undo and redo', async () => {
    await choose(page, 'Trend line');
    await drag(page, [0.2, 0.5], [0.6, 0.8]);
    // A tool of the rail stays chosen, and what it has drawn is selected.
    await expect(toolButton(page, 'Trend line')).toHaveAttribute('aria-pressed', 'true');
    await expect(selected(page)).toContainText('Trend line');
    const [bar, prices] = await Promise.all([selected(page).boundingBox(), plot(page).boundingBox()]);
    expect(bar?.y).toBeGreaterThan((prices?.y ?? Infinity) + (prices?.height ?? 0));
    await page.keyboard.press('Delete');
    await drag(page, [0.2, 0.3], [0.6, 0.6]);
    await choose(page, 'Price level');
    // Above every bar, so that it does not snap.
    await click(page, 0.5, 0.04);
    await choose(page, 'Measure');
    await click(page, 0.7, 0.6);
    await click(page, 0.9, 0.4);
    await choose(page, 'Text');
    // The tool stays chosen for the next text.
    for (const key of ['Escape', 'Enter']) {
      await click(page, 0.1, 0.2);
      await page.getByLabel('Text on the chart').fill('Results');
      await page.keyboard.press(key);
      await expect(surface(page)).toBeFocused();
    }
    await page.keyboard.press('Escape');
    await expectCount(page, 4);
    const drawn = await words(page);
    expect
      .soft(drawn)
      .toEqual([
        expect.stringMatching(/^Trend line from \w+ \d+, \d+ at \$[\d.]+ to \w+ \d+, \d+ at \$[\d.]+$/),
        expect.stringMatching(/^Price level at \$[\d.]+$/),
        expect.stringMatching(/^Measure from .*: \+\$[\d.]+ \(\+[\d.]+%\), \d+ sessions$/),
        expect.stringMatching(/^Text “Results” on /),
      ]);

    await drag(page, [0.9, 0.04], [0.9, 0.15]);
    await expect.soft(selected(page)).toContainText('Price level');
    lower = await words(page);
    expect.soft(lower[1]).not.toBe(drawn[1]);
    expect.soft(lower.toSpliced(1, 1)).toEqual(drawn.toSpliced(1, 1));

    await surface(page).focus();
    await page.keyboard.press('Delete');
    await expectCount(page, 3);
    await page.keyboard.press('Control+z');
    await page.getByRole('button', { name: /^Undo: / }).click();
    expect.soft(await words(page)).toEqual(drawn);
    await page.keyboard.press('Control+Shift+z');
    expect.soft(await words(page)).toEqual(lower);
  });

  await test.step('Delete removes the selected drawing while one of its buttons has the focus', async () => {
    await click(page, 0.9, 0.15);
    await selected(page).getByRole('button', { name: 'Duplicate' }).click();
    await expectCount(page, 5);
    await page.keyboard.press('Delete');
    await expectCount(page, 4);
    await expect(surface(page)).toBeFocused();
    await click(page, 0.9, 0.15);
    await selected(page).getByRole('button', { name: 'Color and line' }).click();
    await page.getByRole('button', { name: 'Dashed', exact: true }).click();
    await page.keyboard.press('Delete');
    await expectCount(page, 3);
    await page.keyboard.press('Control+z');
    await page.keyboard.press('Control+z');
    expect.soft(await words(page)).toEqual(lower);
  });

  await test.step('a right click or the menu key opens a menu, which draws a level and copies a price', async () => {
    await click(page, 0.5, 0.95, { button: 'right' });
    const menu = page.getByRole('menu', { name: /^Chart at \$/ });
    const items = menu.getByRole('menuitem');
    const names = [/^Add alert at \$/, /^Draw level at \$/, /^Copy \$/, 'Reset view'];
    await expect.soft(items).toHaveText(names);
    await expect.soft(items.first()).toBeFocused();
    expect.soft(await violations(page, menu)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect.soft(menu).toBeHidden();
    await expect.soft(surface(page)).toBeFocused();
    await page.keyboard.press('Shift+F10');
    await expect.soft(items).toHaveText(names);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.soft(menu).toBeHidden();
    await expectCount(page, 5);
    await expect(selected(page)).toContainText('Price level');
    await page.keyboard.press('Delete');
    await page.keyboard.press('ContextMenu');
    await items.first().click();
    await expect.soft(page.getByRole('dialog', { name: 'Alerts for NVDA' })).toBeVisible();
    await page.keyboard.press('Escape');
    expect.soft(await words(page)).toEqual(lower);
  });

  await test.step('keys do not act on a selected drawing that is off the plot', async () => {
    await drawButton(page).press('Enter');
    await drawings(page)
      .getByRole('button', { name: /^Trend line/ })
      .press('Enter');
    await expect(selected(page)).toContainText('Trend line');
    await page.keyboard.press('1');
    await expect(selected(page)).toBeHidden();
    await page.keyboard.press('Delete');
    await page.keyboard.press('5');
    await expect(page).toHaveURL(/range=1Y/);
    await expect(selected(page)).toContainText('Trend line');
    await page.keyboard.press('3');
    await page.keyboard.press('Escape');
    expect.soft(await words(page)).toEqual(lower);
  });

  await test.step('the panel is accessible, and drawings can be exported', async () => {
    await drawButton(page).click();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export Drawings as CSV' }).click();
    const text = await readFile(await (await file).path(), 'utf8');
    expect.soft(text).toMatch(/level,\d{4}-\d\d-\d\d,[\d.]+[^]*Sample market/);
    await expect(drawings(page)).toBeVisible();
    expect.soft(await violations(page, page.getByRole('dialog'))).toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('a drawing stays in place in every interval and scale', async () => {
    await page.getByRole('combobox', { name: 'Interval' }).selectOption('week');
    for (const scale of ['log', 'percent']) {
      await page.getByRole('combobox', { name: 'Scale' }).selectOption(scale);
      await expect(page).toHaveURL(/scale=/);
      await drawButton(page).press('Enter');
      // The panel focuses its first button once it is open.
      await expect(page.getByRole('button', { name: 'Remove all' })).toBeFocused();
      await drawings(page)
        .getByRole('button', { name: /^Price level/ })
        .press('Enter');
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowDown');
      await expect.soft.poll(() => words(page)).toEqual(lower);
    }
  });

  await test.step('dragging pans the chart beside a drawing but not on it', async () => {
    const strip = page.locator('figure dl').first();
    await surface(page).press('Home');
    const first = await strip.innerText();
    await drag(page, [0.4, 0.9], [0.7, 0.9]);
    await surface(page).press('Home');
    expect.soft(await strip.innerText()).not.toBe(first);
    expect.soft(await words(page)).toEqual(lower);
  });

  await test.step('a drawing held while the listing changes stays with its own listing', async () => {
    const show = async (ticker: string) => {
      await page.keyboard.press('/');
      await page.getByLabel('Ticker or company', { exact: true }).fill(ticker);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: ticker, exact: true })).toBeVisible();
    };
    await show('AAPL');
    await expectCount(page, 0);
    await choose(page, 'Price level');
    await click(page, 0.5, 0.04);
    await expectCount(page, 1);
    await toolButton(page, 'Select').click();
    const [from, to] = [await place(page, 0.5, 0.04), await place(page, 0.5, 0.2)];
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(to.x, to.y);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'NVDA', exact: true })).toBeVisible();
    await expectCount(page, 4);
    await page.mouse.up();
    expect.soft(await words(page)).toEqual(lower);
    await page.goForward();
    await expect(page.getByRole('button', { name: 'AAPL', exact: true })).toBeVisible();
    await expectCount(page, 1);
  });

  await test.step('another tab shows the drawings and their changes, and a level becomes an alert', async () => {
    const other = await context.newPage();
    await other.goto('/workbench?ticker=AAPL&fan=off');
    await ready(other);
    await expectCount(other, 1);
    await choose(page, 'Text');
    await click(page, 0.5, 0.5);
    await page.getByLabel('Text on the chart').fill('Here');
    await page.keyboard.press('Enter');
    await expectCount(other, 2);

    await drawButton(other).click();
    const level = drawings(other).getByRole('button', { name: /^Price level/ });
    const price = (await level.innerText()).replace('Price level at ', '');
    await level.click();
    await selected(other).getByRole('button', { name: 'Alert me' }).click();
    const alerts = other.getByRole('dialog', { name: 'Alerts for AAPL' });
    await alerts.getByRole('button', { name: 'Add alert' }).click();
    await expect.soft(alerts.getByRole('listitem')).toContainText(`AAPL rises to ${price} or above`);
    await other.keyboard.press('Escape');
    // Its line is under the drawn level, which a press selects.
    await other.keyboard.press('Delete');
    await click(other, 0.3, 0.04);
    await expect
      .soft(other.getByRole('dialog', { name: 'Marks' }))
      .toContainText(`Alert at ${price} or above`);
    await other.keyboard.press('Escape');
    await other.getByRole('banner').getByRole('link', { name: 'Watchlist', exact: true }).click();
    await other.getByRole('button', { name: 'Alerts for AAPL: 1' }).click();
    await expect.soft(other.getByRole('dialog', { name: 'Alerts for AAPL' })).toContainText(price);
  });
});

test('drawing by keyboard alone, and layouts', async ({ signedInTab: page }) => {
  await page.goto('/workbench?ticker=NVDA&fan=off');
  await ready(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('range, interval and indicator', async () => {
    await page.keyboard.press('4');
    await expect(page).toHaveURL(/range=6M/);
    await tabTo(page, page.getByRole('combobox', { name: 'Interval' }));
    await page.keyboard.press('ArrowDown');
    await expect(page).toHaveURL(/bars=week/);
    await page.keyboard.press('i');
    await page.keyboard.type('rsi');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await expect.soft(page.getByLabel('Find an indicator')).toBeFocused();
    await expect.soft(page.getByRole('option', { name: /^RSI\b/, selected: true })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/in=rsi-14/);
  });

  await test.step('a line is drawn, undone and redone', async () => {
    await page.keyboard.press('d');
    await expect(toolButton(page, 'Select')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(surface(page)).toBeFocused();
    const spoken = page.getByRole('status');
    for (const key of ['PageUp', 'h', 'Enter']) {
      await page.keyboard.press(key);
    }
    await expect.soft(spoken.filter({ hasText: 'First point at' })).toBeAttached();
    for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'Enter']) {
      await page.keyboard.press(key);
    }
    await expect.soft(spoken.filter({ hasText: /Trend line from .* added/ })).toBeAttached();
    await expectCount(page, 1);
    await page.keyboard.press('Control+z');
    await expectCount(page, 0);
    // Drawings and indicators share one undo order.
    await page.keyboard.press('Control+z');
    await expect.soft(page).not.toHaveURL(/in=rsi-14/);
    await page.keyboard.press('Control+Shift+z');
    await expect.soft(page).toHaveURL(/in=rsi-14/);
    await page.keyboard.press('Control+Shift+z');
    await expectCount(page, 1);
  });

  await test.step('a cancelled drawing leaves nothing', async () => {
    for (const key of ['d', 'ArrowDown', 'Enter', 'Enter', 'Escape']) {
      await page.keyboard.press(key);
    }
    await expectCount(page, 1);
  });

  await test.step('one point of a drawing moves while the other stays', async () => {
    await drawButton(page).press('Enter');
    await tabTo(page, drawings(page).getByRole('button', { name: /^Trend line/ }));
    await page.keyboard.press('Enter');
    await expect(surface(page)).toBeFocused();
    const [before] = await words(page);
    await surface(page).focus();
    for (const key of ['Enter', 'Enter', 'ArrowUp', 'ArrowUp']) {
      await page.keyboard.press(key);
    }
    const [after = ''] = await words(page);
    expect.soft(after).not.toBe(before);
    expect.soft(after.split(' to ')[0]).toBe(before?.split(' to ')[0]);
    await page.keyboard.press('Control+z');
    expect.soft(await words(page)).toEqual([before]);
  });

  await test.step('a layout is saved, shown, renamed, overwritten, removed and restored', async () => {
    const saved = page.getByRole('list', { name: 'Saved layouts' }).getByRole('listitem');
    const field = page.getByLabel('Save layout as');
    await page.keyboard.press('l');
    await expect(field).toBeFocused();
    await page.keyboard.type('Swing');
    await page.keyboard.press('Enter');
    await expect.soft(saved).toHaveText([/^Swing/]);
    expect.soft(await violations(page, page.getByRole('dialog', { name: 'Saved layouts' }))).toEqual([]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await expect(page).toHaveURL(/range=1W/);
    await page.keyboard.press('l');
    await tabTo(page, button('Swing'));
    await page.keyboard.press('Enter');
    await expect.soft(page).toHaveURL(/range=6M&bars=week&fan=off&in=rsi-14/);

    await page.keyboard.press('l');
    await button('Rename Swing').press('Enter');
    await page.getByLabel('New name for Swing').fill('Long');
    await page.keyboard.press('Enter');
    await expect.soft(saved).toHaveText([/^Long/]);
    await page.keyboard.press('Escape');
    await page.keyboard.press('1');
    await expect(page).toHaveURL(/range=1W/);
    await page.keyboard.press('l');
    await field.fill('Long');
    await button('Overwrite').press('Enter');
    await page.keyboard.press('Escape');
    await page.keyboard.press('4');
    await expect(page).toHaveURL(/range=6M/);
    await page.keyboard.press('l');
    await button('Long').press('Enter');
    await expect.soft(page).toHaveURL(/range=1W/);
    await page.keyboard.press('l');
    await button('Remove Long').press('Enter');
    await expect.soft(saved).toHaveCount(0);
    await expect.soft(field).toBeFocused();
    await page.getByRole('button', { name: 'Undo', exact: true }).press('Enter');
    await expect.soft(saved).toHaveText([/^Long/]);
    await page.keyboard.press('Escape');
  });

  await test.step('full screen and table', async () => {
    const isFull = () => page.evaluate(() => document.fullscreenElement !== null);
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(true);
    await page.keyboard.press('f');
    await expect.poll(isFull).toBe(false);
    await tabTo(page, page.locator('summary'));
    await page.keyboard.press('Enter');
    await expect.soft(page.getByRole('columnheader', { name: 'RSI 14' })).toBeVisible();
  });
});

test('drawing by finger @phone', async ({ signedInTab: page }) => {
  await page.goto('/workbench?ticker=NVDA&fan=off');
  await ready(page);
  const tap = (name: string) => page.getByRole('button', { name, exact: true }).tap();
  await tap('6M');
  await expect(page).toHaveURL(/range=6M/);
  await tap('Tools');
  await page.getByRole('combobox', { name: 'Interval' }).selectOption('week');
  await expect(page).toHaveURL(/bars=week/);
  await tap('Indicators');
  await page.getByRole('option', { name: /^SMA/ }).tap();
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
      await touch('touchMove', [from[0] + (to[0] - from[0]) * share, from[1] + (to[1] - from[1]) * share]);
    }
    await touch('touchEnd');
  }
  async function arm(tool: string) {
    await drawButton(page).tap();
    await page.getByRole('list', { name: 'Tools' }).getByRole('button', { name: tool }).tap();
    await plot(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  }

  // A long press opens the menu.
  await plot(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await touch('touchStart', [0.5, 0.5]);
  const menu = page.getByRole('menu', { name: /^Chart at \$/ });
  await expect(menu).toBeVisible();
  await touch('touchEnd');
  await expect(menu.getByRole('menuitem', { name: 'Reset view' })).toBeVisible();
  await page.keyboard.press('Escape');

  await arm('Measure');
  await swipe([0.3, 0.7], [0.6, 0.3]);
  await expectCount(page, 1);
  await arm('Trend line');
  await swipe([0.2, 0.2], [0.2, 0.2]);
  await swipe([0.5, 0.2], [0.5, 0.2]);
  await expectCount(page, 2);
  await arm('Price level');
  await swipe([0.8, 0.5], [0.8, 0.5]);
  await expectCount(page, 3);
  const drawn = await words(page);

  // A finger moves a drawing only once a tap has selected it, and then does not scroll the page.
  await plot(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await swipe([0.9, 0.95], [0.9, 0.95]);
  await expect(selected(page)).toBeHidden();
  await swipe([0.85, 0.5], [0.8, 0.7]);
  expect(await words(page)).toEqual(drawn);
  await plot(page).evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await swipe([0.85, 0.5], [0.85, 0.5]);
  await expect(selected(page)).toContainText('Price level');
  const scrolled = await page.evaluate(() => scrollY);
  await swipe([0.85, 0.5], [0.85, 0.85]);
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
  await expect(page.getByRole('status').filter({ hasText: /^Price level at/ })).toBeAttached();
  expect((await words(page))[2]).not.toBe(drawn[2]);
  await selected(page).getByRole('button', { name: 'Remove' }).tap();
  await expectCount(page, 2);
  const undo = page.getByRole('button', { name: /^Undo: Price level/ });
  await undo.tap();
  await undo.tap();
  expect(await words(page)).toEqual(drawn);

  await tap('Tools');
  await tap('Layouts');
  await page.getByLabel('Save layout as').fill('Pocket');
  await tap('Save');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await tap('1W');
  await tap('Tools');
  await tap('Layouts');
  await tap('Pocket');
  await expect(page).toHaveURL(/range=6M&bars=week&fan=off&in=sma-20/);

  await tap('Full screen');
  await tap('Exit full screen');
  await page.locator('summary').tap();
  await expect(page.getByRole('columnheader', { name: 'SMA 20' })).toBeVisible();
  expect(await sidewaysScroll(page)).toBeLessThanOrEqual(0);
});
