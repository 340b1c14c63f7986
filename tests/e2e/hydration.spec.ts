/** Prerendered pages before hydration: what they show, and what a visitor can do meanwhile. See also `auth`. */
import type { Page } from 'playwright/test';
import { expect, holdScript, hydrated, storeItems, storeUser, test } from './fixtures.ts';
import { layoutShift, watchShifts } from './layout-shift.ts';

const WRITTEN_AT_BUILD = [
  '/',
  '/about',
  '/method',
  '/data',
  '/privacy',
  '/terms',
  '/login',
  '/register',
  '/forgot-password',
];

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  // `tests/build/pages` checks each page's text and style sheets.
  test('a page has header, footer and styles, the demo shows price and forecast, and the analysis says what it needs', async ({
    page,
  }) => {
    await page.goto('/about');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Start Predicting' }).first()).toBeVisible();
    await expect(page.getByRole('contentinfo')).toBeVisible();
    expect((await page.getByRole('banner').boundingBox())?.height).toBe(56);
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(11, 13, 16)');

    await page.goto('/demo?ticker=NVDA');
    await expect(page.getByRole('heading', { level: 2, name: 'NVDA' })).toBeVisible();
    await expect(page.getByRole('img', { name: /^NVDA is at \$/ })).toBeVisible();
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(8);
    await page.goto('/prediction');
    // Playwright finds no text in `noscript`.
    await expect(page.locator('.first-screen_note')).toBeVisible();
    await expect(page.locator('#first-screen')).toBeHidden();
  });
});

test('at every width the document shows price and forecast where the chart will be, before its code loads', async ({
  page,
}) => {
  await watchShifts(page);
  for (const width of [375, 768, 1440]) {
    await test.step(`${width} px`, async () => {
      await page.setViewportSize({ width, height: 900 });
      const release = await holdScript(page);
      await page.goto('/demo?ticker=NVDA', { waitUntil: 'commit' });
      const picture = page.locator('.first-screen_plot');
      await expect(picture).toBeVisible();
      await expect(page.getByRole('heading', { level: 2, name: 'NVDA' })).toBeVisible();
      const painted = await picture.boundingBox();
      release();
      const chart = page.locator('.u-over').first();
      await expect(chart).toBeVisible();
      const drawn = await chart.boundingBox();
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect.soft(Math.abs((drawn?.[side] ?? NaN) - (painted?.[side] ?? NaN)), side).toBeLessThanOrEqual(2);
      await expect(picture).toHaveCount(0);
      expect.soft(await layoutShift(page)).toBeLessThan(0.001);
      await page.unrouteAll();
    });
  }
});

test('a half-parsed document shows no partial row of controls and no partial first screen', async ({
  page,
}) => {
  await holdScript(page);
  await page.goto('/demo?ticker=NVDA', { waitUntil: 'commit' });
  const [first, form] = [page.locator('#first-screen'), page.getByRole('button', { name: 'Analyze Stock' })];
  await expect(first).toBeVisible();
  const removeAfter = (id: string) =>
    page.evaluate((name) => {
      for (const later of document.querySelectorAll(`#${name} ~ *`)) later.remove();
    }, id);
  await removeAfter('first-screen');
  await expect(first).toBeHidden();
  await expect(form).toBeVisible();
  await removeAfter('root');
  await expect(form).toBeHidden();
});

test('on /prediction a user sees the first screen only in their own formats, and can keep typing; a guest sees none', async ({
  page,
  storedUser,
}) => {
  const release = await holdScript(page);
  await page.goto('/prediction?ticker=NVDA', { waitUntil: 'commit' });
  const first = page.locator('#first-screen');
  await expect(first).toBeAttached();
  await expect(first).toBeHidden();
  await expect(page.getByRole('combobox', { name: 'Ticker' })).toBeHidden();
  await storeUser(page, storedUser);
  await page.goto('/prediction?ticker=NVDA&days=14', { waitUntil: 'commit' });
  await expect(first).toBeVisible();
  await expect(page.getByLabel('Forecast days')).toHaveValue('14');
  for (const other of [{ clock: { choice: 'utc' } }, { region: { choice: 'de' } }]) {
    await storeItems(page, 'setting', other);
    await page.reload({ waitUntil: 'commit' });
    await expect(first).toHaveCSS('visibility', 'hidden');
  }
  const ticker = page.getByRole('combobox', { name: 'Ticker' });
  await expect(ticker).toHaveValue('NVDA');
  await ticker.fill('aapl');
  release();
  await expect(page.getByRole('button', { name: 'NVDA on your watchlist' })).toBeVisible();
  await expect(ticker).toBeFocused();
  await expect(ticker).toHaveValue('AAPL');
});

test('Enter at the moment the page replaces the document’s field opens the typed ticker', async ({
  signedInTab: page,
}) => {
  const release = await holdScript(page);
  await page.goto('/prediction?ticker=NVDA', { waitUntil: 'commit' });
  await page.getByRole('combobox', { name: 'Ticker' }).fill('aapl');
  await page.evaluate(() => {
    const enter = () => document.querySelector<HTMLFormElement>('#root form')?.requestSubmit();
    new MutationObserver(enter).observe(document.getElementById('root')!, {
      attributeFilter: ['data-shell'],
    });
  });
  release();
  await expect(page.getByRole('button', { name: 'AAPL on your watchlist' })).toBeVisible();
});

test('the first paint has the stored theme and no guest links for a user, whose name follows with the app', async ({
  page,
  storedUser,
}) => {
  await storeUser(page, [...storedUser, ['theme', 'light']]);
  const release = await holdScript(page);
  await page.goto('/about', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(247, 248, 250)');
  await expect(page.locator('meta[name="theme-color"]')).toHaveAttribute('content', '#f7f8fa');
  await expect(page.getByRole('link', { name: 'Log In' })).toBeHidden();
  release();
  await expect(page.getByRole('link', { name: 'Ada Investor' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Use dark theme' })).toBeVisible();
});

test('a company name and Enter before hydration on the home page lead to the listing', async ({
  page,
  problems,
}) => {
  // No listing has this ticker, so the demo looks for a name.
  problems.expect(/api\/(?:stock|sentiment|news)\/MICRO/);
  const release = await holdScript(page);
  await page.goto('/', { waitUntil: 'commit' });
  const field = page.getByRole('combobox', { name: 'Ticker' });
  await field.fill('micro');
  await field.press('Enter');
  await expect(page.getByRole('button', { name: 'Searching…' })).toBeVisible();
  release();
  await expect(page.getByText('Matched “micro” to MSFT')).toBeVisible();
  await expect(page).toHaveURL(/\/demo\?ticker=MSFT&/);
});

test('a page written at build shows nothing that it takes back when it hydrates in settings other than the defaults', async ({
  page,
}) => {
  await storeItems(page, 'setting', {
    palette: { choice: 'safe' },
    region: { choice: 'de' },
    clock: { choice: 'local' },
    traffic: { choice: 'reduced' },
    shortcuts: { choice: 'off' },
  });
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  await watchFrames(page);
  for (const path of WRITTEN_AT_BUILD) {
    await test.step(path, async () => {
      const release = await holdScript(page);
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('contentinfo')).toBeVisible();
      release();
      await hydrated(page);
      const frames = await page.evaluate(() => (globalThis as unknown as { frames: () => Frame[] }).frames());
      const last = frames.at(-1);
      for (const { texts, ...look } of frames) {
        // Controls that need the script say so until it is there.
        expect.soft(texts.filter((text) => !last?.texts.includes(text) && text !== 'loading…')).toEqual([]);
        expect.soft(look).toEqual({ theme: 'light', palette: 'safe', shortcuts: 'off' });
      }
      expect.soft(last?.texts.length).toBeGreaterThan(10);
      await page.unrouteAll();
    });
  }
});

/** What one frame of a page shows. */
interface Frame {
  readonly texts: readonly string[];
  readonly theme: string | undefined;
  readonly palette: string | undefined;
  readonly shortcuts: string | undefined;
}

/** Records what every frame of a document shows, each different one once. */
async function watchFrames(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = new Set<string>();
    const isVisible = ({ parentElement }: Node) =>
      parentElement?.closest('noscript') === null &&
      parentElement.checkVisibility({ visibilityProperty: true });
    function record() {
      const root = document.getElementById('root');
      if (root === null) return;
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const texts: string[] = [];
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent?.trim() ?? '';
        if (text !== '' && isVisible(walker.currentNode)) texts.push(text);
      }
      const { theme, palette, shortcuts } = document.documentElement.dataset;
      seen.add(JSON.stringify({ texts, theme, palette, shortcuts }));
    }
    const onFrame = () => {
      record();
      requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
    Object.assign(globalThis, {
      frames: () => {
        record();
        return Array.from(seen, (frame) => JSON.parse(frame));
      },
    });
  });
}
