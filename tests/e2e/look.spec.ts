/** What screens, paper and large letters must not cut off: measured in the browser, because no unit test sees it. */
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { card, tile } from './stock-page.ts';
import { openWatchlist, row, sidewaysScroll } from './watchlist-page.ts';

/** More than any page has: a walk that is not over by then is trapped. */
const MAX_STOPS = 250;

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

/** Whether the middle of one element is within the height of the other. */
async function shareALine(element: Locator, other: Locator): Promise<boolean> {
  const [box, line] = await Promise.all([element.boundingBox(), other.boundingBox()]);
  if (box === null || line === null) throw new Error('Both have to be on the page.');
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

test('a phone shows a company’s full name, with its signal below @phone', async ({ signedInPage: page }) => {
  for (const width of [375, 320]) {
    // oxlint-disable no-await-in-loop -- one width after the other
    await page.setViewportSize({ width, height: 812 });
    await page.goto('/prediction?ticker=MC.PA');
    const name = page.getByText('LVMH Moët Hennessy - Louis Vuitton, Société Européenne · Paris');
    await expect(name).toBeVisible();
    expect(await cutOff(name)).toBe(0);
    expect(await cutOff(page.getByRole('heading', { level: 2, name: 'MC.PA', exact: true }))).toBe(0);
    await expect(page.getByText('Model signal', { exact: true })).toBeVisible();
    expect(await sidewaysScroll(page)).toBe(0);
    // oxlint-enable no-await-in-loop
  }
});

test('on a phone the star stands beside the name, “Why” beside its signal, and the tiles two by two @phone', async ({
  signedInPage: page,
}) => {
  for (const width of [375, 430]) {
    // oxlint-disable no-await-in-loop -- one width after the other
    await page.setViewportSize({ width, height: 812 });
    await page.goto('/prediction?ticker=AAPL');
    await expect(tile(page, 'Current Price')).toBeVisible();
    const star = page.getByRole('main').getByRole('button', { name: 'AAPL on my watchlist' });
    const name = page.getByRole('heading', { level: 2, name: 'AAPL', exact: true });
    // Its element is replaced once the session has been checked.
    await expect(star).toBeEnabled();
    expect(await shareALine(star, name)).toBe(true);
    const why = page.getByRole('button', { name: 'Why', exact: true });
    expect(await shareALine(why, page.getByText('Model signal', { exact: true }))).toBe(true);
    const tiles = await Promise.all(
      ['Current Price', 'Predicted Price', 'Expected Change', 'Volume'].map((label) =>
        tile(page, label).boundingBox(),
      ),
    );
    expect(new Set(tiles.map((box) => box?.x)).size).toBe(2);
    expect(new Set(tiles.map((box) => box?.y)).size).toBe(2);
    // oxlint-enable no-await-in-loop
  }
});

for (const width of [1440, 1024, 768]) {
  test(`the export of a card stands beside its other controls at ${width} px`, async ({
    signedInPage: page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ['Technical Chart (Candlestick)', 'Performance', 'Technical Indicators']) {
      // oxlint-disable no-await-in-loop -- one card after the other
      const controls = card(page, name);
      const exported = controls.getByRole('button', { name: /^Export/ }).first();
      await expect(exported).toBeVisible();
      const workbench = controls.getByRole('link', { name: 'Workbench' });
      expect(await shareALine(exported, workbench), name).toBe(true);
      // oxlint-enable no-await-in-loop
    }
  });
}

test('the verdict of the record and its export fit on a phone @phone', async ({ page }) => {
  await page.goto('/track-record?ledger=replay');
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toBeVisible();
  expect(await sidewaysScroll(page)).toBe(0);
  expect(
    await shareALine(verdict.getByRole('button', { name: /^Export/ }), verdict.locator('p').first()),
  ).toBe(true);
});

test('every control of the analysis is large enough for a finger @phone', async ({ signedInPage: page }) => {
  await expect(card(page, 'Deep back-test').getByRole('button', { name: 'Run back-test' })).toBeVisible();
  expect(await lowControls(page)).toEqual([]);
  const compare = page.getByRole('main').getByRole('link', { name: 'Compare', exact: true });
  expect((await compare.boundingBox())?.height).toBeGreaterThanOrEqual(40);
});

test('the text above a wide table stays on a phone’s screen while the table scrolls @phone', async ({
  signedInPage: page,
}) => {
  await page.setViewportSize({ width: 320, height: 812 });
  await card(page, 'Deep back-test').getByRole('button', { name: 'Run back-test' }).click();
  const errors = page.getByRole('region', { name: 'Back-test errors' });
  await expect(errors).toBeVisible({ timeout: 30_000 });
  expect(await beyondWindow(errors.locator('caption'))).toBe(0);
  await page.goto('/method');
  const measured = page.getByRole('region', { name: /^Measured on 40 listings/ });
  await expect(measured).toBeVisible();
  expect(await beyondWindow(measured.locator('caption'))).toBe(0);
});

test('the watchlist shows full names on the narrowest phone @phone', async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 320, height: 812 });
  await openWatchlist(page, 'BTC-USD, AAPL');
  const ticker = row(page, 'BTC-USD').getByRole('rowheader');
  await expect(ticker).toContainText('Bitcoin USD');
  expect(await cutOff(ticker)).toBe(0);
  expect(await sidewaysScroll(page)).toBe(0);
});

test('the ledger’s intervals stay on one line at 320 px @phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 812 });
  await page.goto('/track-record?ledger=replay');
  const cells = card(page, 'How often the 95% range held').getByRole('row', { name: /^30 days/ });
  await expect(cells).toBeVisible();
  for (const text of [/^\d+ forecasts$/, /^[\d.]+% to [\d.]+%$/]) {
    // oxlint-disable-next-line no-await-in-loop -- one text after the other
    const lines = await cells.getByText(text).evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
    });
    expect(lines).toBe(1);
  }
});

for (const width of [1440, 375]) {
  test(`with text twice as large nothing scrolls sideways at ${width} px`, async ({ signedInPage: page }) => {
    await page.setViewportSize({ width, height: 900 });
    await setLetters(page, 32);
    for (const [path, shown] of [
      ['/', page.getByText('Illustrative figures')],
      ['/prediction', tile(page, 'Current Price')],
      ['/compare?tickers=AAPL%2CMSFT', page.getByLabel(/^Change from/)],
      ['/profile', page.getByText('Synced just now.')],
      ['/track-record?ledger=replay', card(page, 'How often the 95% range held')],
      ['/method', page.getByRole('region', { name: /^Measured on 40 listings/ })],
    ] as const) {
      // oxlint-disable no-await-in-loop -- one page after the other
      await page.goto(path);
      await expect(shown).toBeVisible();
      expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px');
      expect(await sidewaysScroll(page), path).toBe(0);
      // oxlint-enable no-await-in-loop
    }
  });
}

test('in print the comparison and the ledger have all their columns', async ({ signedInPage: page }) => {
  // The width of A4 within its margins.
  await page.setViewportSize({ width: 703, height: 1000 });
  await page.goto('/compare?tickers=AAPL%2CBTC-USD');
  const comparison = page.getByRole('table', { name: /Change from/ });
  await expect(comparison).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await beyondWindow(comparison)).toBe(0);
  await expect(page.getByLabel('Add a ticker')).toBeHidden();
  await page.emulateMedia({ media: 'screen' });
  await page.goto('/track-record?ledger=replay');
  const forecasts = card(page, 'Last 7-day forecasts').getByRole('table');
  await expect(forecasts).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await beyondWindow(forecasts)).toBe(0);
});

test('on paper every card of the analysis is within the sheet', async ({ signedInPage: page }) => {
  await page.setViewportSize({ width: 703, height: 1000 });
  await expect(card(page, 'Stats')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const name of [/^Stock Price Prediction/, 'Forecast Signals', 'Performance', 'Stats']) {
    // oxlint-disable no-await-in-loop -- one card after the other
    expect((await card(page, name).boundingBox())?.x, String(name)).toBeGreaterThanOrEqual(0);
    expect(await beyondWindow(card(page, name)), String(name)).toBe(0);
    // oxlint-enable no-await-in-loop
  }
});

test('the home page’s illustration follows forced colours', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto('/');
  const picture = page.getByRole('img', { name: /^Simulated closes/ });
  await expect(picture).toBeVisible();
  const [text, strokes] = await picture.evaluate((svg) => [
    getComputedStyle(document.body).color,
    [...svg.querySelectorAll('path')].map((path) => getComputedStyle(path).stroke),
  ]);
  expect(strokes).toContain(text);
});

test('thirty forecast rows scroll in their card, and the last visible one is cut in half', async ({
  signedInPage: page,
}) => {
  const signals = card(page, 'Forecast Signals');
  await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
  await expect(signals.getByRole('row')).toHaveCount(31);
  const shown = await signals.getByRole('region').evaluate((region) => {
    const { bottom } = region.getBoundingClientRect();
    const cut = [...region.querySelectorAll('tbody tr')]
      .map((line) => line.getBoundingClientRect())
      .find((line) => line.bottom > bottom);
    return cut === undefined ? Number.NaN : (bottom - cut.top) / cut.height;
  });
  expect(shown).toBeGreaterThan(0.25);
  expect(shown).toBeLessThan(0.75);
});

test('at every width the signal has its text, and its table has all columns on one line', async ({
  signedInPage: page,
}) => {
  const signals = card(page, 'Forecast Signals').getByRole('region');
  await expect(signals.getByRole('row')).toHaveCount(8);
  for (const width of [375, 640, 800, 1024, 1100, 1180, 1440]) {
    // oxlint-disable no-await-in-loop -- one width after the other
    await page.setViewportSize({ width, height: 900 });
    await expect(page.getByText('Model signal', { exact: true })).toBeVisible();
    expect(await signals.evaluate((region) => region.scrollWidth - region.clientWidth), `${width} px`).toBe(
      0,
    );
    const heads = await signals
      .getByRole('columnheader')
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().height));
    expect(Math.max(...heads), `${width} px`).toBeLessThan(40);
    // oxlint-enable no-await-in-loop
  }
});

/**
 * The bar that lies over the element that has the focus (WCAG 2.4.11), at its middle or just inside its corners; `null` where
 * none does. Of an element that is too large for the window, one point in sight is enough.
 */
function coveredFocus(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const element = document.activeElement ?? document.body;
    const { left, right, top, bottom, width, height } = element.getBoundingClientRect();
    const points = [
      [(left + right) / 2, (top + bottom) / 2],
      [left + 2, top + 2],
      [right - 2, top + 2],
      [left + 2, bottom - 2],
      [right - 2, bottom - 2],
    ] as const;
    const covers = points.flatMap(([x, y]) => {
      let over = document.elementFromPoint(x, y);
      if (over === null) return ['the edge of the window'];
      // A head of the element's own does not cover it.
      while (over !== null && !over.contains(element) && !element.contains(over)) {
        if (/sticky|fixed/.test(getComputedStyle(over).position)) return [over.outerHTML.slice(0, 80)];
        over = over.parentElement;
      }
      return [];
    });
    const isLarge = width > innerWidth - 32 || height > innerHeight / 4;
    if (covers.length === 0 || (isLarge && covers.length < points.length)) return null;
    return `${element.outerHTML.slice(0, 80)} under ${covers.join(', ')}`;
  });
}

for (const [width, height] of [
  [320, 450],
  [320, 640],
  [1024, 768],
] as const) {
  for (const [path, isThere] of [
    ['/prediction', (page: Page) => card(page, 'Deep back-test').getByRole('button')],
    ['/compare?tickers=AAPL%2CMSFT', (page: Page) => page.getByLabel(/^Change from/)],
    ['/track-record?ledger=replay', (page: Page) => card(page, 'How often the 95% range held')],
  ] as const) {
    test(`no bar covers the focused element on ${path} at ${width} × ${height} px`, async ({
      signedInPage: page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.goto(path);
      await expect(isThere(page).first()).toBeVisible();
      await page.getByRole('link', { name: 'Skip to content' }).focus();
      const covered: string[] = [];
      for (const key of ['Tab', 'Shift+Tab']) {
        let stops = 0;
        // oxlint-disable no-await-in-loop -- one key after the other
        while (await page.evaluate(() => document.activeElement !== document.body)) {
          const cover = await coveredFocus(page);
          if (cover !== null) covered.push(`${key}: ${cover}`);
          await page.keyboard.press(key);
          stops += 1;
          expect(stops).toBeLessThan(MAX_STOPS);
        }
        // Back into the page from its end.
        await page.keyboard.press('Shift+Tab');
        // oxlint-enable no-await-in-loop
      }
      expect(covered).toEqual([]);
    });
  }

  test(`every footer link is reached by keyboard and is 24 px high at ${width} × ${height} px`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto('/about');
    const links = page.getByRole('contentinfo').getByRole('link');
    const names = await links.allTextContents();
    expect(names).toContain('Track record');
    await links.first().focus();
    for (const name of names) {
      // oxlint-disable no-await-in-loop -- one link after the other
      const link = page.locator(':focus');
      await expect(link).toHaveText(name);
      expect(await coveredFocus(page)).toBeNull();
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0), name).toBeGreaterThanOrEqual(24);
      await page.keyboard.press('Tab');
      // oxlint-enable no-await-in-loop
    }
  });
}
