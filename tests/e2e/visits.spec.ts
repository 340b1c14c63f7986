/** Visits every route once and checks what each page must have. Add new pages here. */
import type { Page } from 'playwright/test';
import { expect, hydrated, test } from './fixtures.ts';
import { layoutShift, watchShifts } from './layout-shift.ts';
import { violations } from './violations.ts';
import { sidewaysScroll } from './watchlist-page.ts';

interface Route {
  readonly path: string;
  /** The page's h1. */
  readonly heading: string;
  readonly title: string;
  readonly status?: 404;
  /** The page may load the identity service's code. */
  readonly needsIdentity?: true;
  /** Header and footer are the same on every page, so they are measured on one guest page and one user page. */
  readonly measuresFrame?: true;
  /** Complete with its document: no data is fetched. */
  readonly isText?: true;
  /** Not opened again on a phone: another spec watches its layout shifts there. */
  readonly isOpenedOnce?: true;
  /** More checks for this page, at desktop width. */
  readonly also?: (page: Page) => Promise<void>;
}

const PUBLIC_ROUTES: readonly Route[] = [
  {
    path: '/',
    heading: 'Stock forecasts that show their record',
    title: 'Candor: stock forecasts that show their record',
    measuresFrame: true,
    also: async (page) => {
      await expectMeasuredFirst(page);
      await expectForcedColours(page);
    },
  },
  {
    path: '/about',
    heading: 'A forecast is only as good as its track record',
    title: 'About · Candor',
    also: expectMeasuredFirst,
  },
  {
    path: '/demo',
    heading: 'Stock analysis',
    title: 'AAPL · Stock analysis · Candor',
    isOpenedOnce: true,
  },
  { path: '/workbench', heading: 'Workbench', title: 'AAPL · Workbench · Candor' },
  {
    path: '/holdings',
    heading: 'Holdings',
    title: 'Holdings · Candor',
    also: async (page) => {
      await expect(
        page.getByRole('status').filter({ hasText: /^1 in 20: a loss of \$[\d,]+ or more by/ }),
      ).toBeVisible();
      await expect(page.getByRole('application', { name: 'Value' })).toBeVisible();
      await page.getByRole('button', { name: 'One more AAPL' }).click();
      await expect(page.getByText(/^With your changes 1 in 20/)).toBeVisible();
    },
  },
  { path: '/method', heading: 'How the forecast works', title: 'Method · Candor' },
  { path: '/forecasts', heading: 'Forecasts', title: 'Forecasts · Candor' },
  { path: '/track-record', heading: 'Track record', title: 'Track record · Candor' },
  { path: '/data', heading: 'About the data', title: 'Data · Candor' },
  {
    path: '/api',
    heading: 'API',
    title: 'API · Candor',
    also: async (page) => {
      const request = page.locator('details').filter({ hasText: 'GET /api/search' });
      await request.getByText('Find listings').click();
      await request.getByRole('textbox', { name: 'q' }).fill('micro');
      await request.getByRole('button', { name: 'Open response' }).click();
      await page.waitForURL('**/api/search?q=micro&limit=5');
      await page.goBack();
      await page.evaluate(() => scrollTo(0, 0));
      const openAll = (all: Element[]) => all.forEach((each) => each.setAttribute('open', ''));
      await page.locator('main details').evaluateAll(openAll);
    },
  },
  { path: '/privacy', heading: 'Privacy', title: 'Privacy · Candor' },
  { path: '/terms', heading: 'Terms', title: 'Terms · Candor' },
  { path: '/import', heading: 'Import a list', title: 'Import a list · Candor' },
  { path: '/settings', heading: 'Settings', title: 'Settings · Candor' },
  { path: '/login', heading: 'Log in', title: 'Log In · Candor', needsIdentity: true },
  { path: '/register', heading: 'Sign up', title: 'Sign Up · Candor', needsIdentity: true },
  {
    path: '/forgot-password',
    heading: 'Reset your password',
    title: 'Reset password · Candor',
    needsIdentity: true,
  },
  {
    path: '/no/such/page',
    heading: 'Page not found',
    title: 'Page not found · Candor',
    status: 404,
  },
];

const PROTECTED_ROUTES: readonly Route[] = [
  {
    path: '/prediction',
    heading: 'Stock analysis',
    title: 'AAPL · Stock analysis · Candor',
    isOpenedOnce: true,
    also: async (page) => {
      await expect.soft(page.getByText('Sample market: simulated prices').first()).toBeVisible();
    },
  },
  { path: '/today', heading: 'Today', title: 'Today · Candor' },
  { path: '/watchlist', heading: 'Watchlist', title: 'Watchlist · Candor' },
  { path: '/compare?tickers=AAPL%2CMSFT', heading: 'Compare', title: 'Compare · Candor' },
  { path: '/workbench', heading: 'Workbench', title: 'AAPL · Workbench · Candor' },
  { path: '/profile', heading: 'Ada Investor', title: 'Profile · Candor', measuresFrame: true },
  {
    path: '/change-password',
    heading: 'Change your password',
    title: 'Change password · Candor',
    isOpenedOnce: true,
  },
];

/** Guest pages that fetch data. The others are complete with their document. */
const WITH_DATA = new Set(['/', '/demo', '/workbench', '/holdings', '/forecasts', '/track-record']);
/** User pages that show many listings. */
const LISTS = new Set(['/today', '/watchlist', '/compare?tickers=AAPL%2CMSFT']);

const DESKTOP = { width: 1440, height: 900 };
const PHONE = { width: 375, height: 812 };
const NARROWEST = { width: 320, height: 812 };

// All pages in one browser context, one after the other: a context per page takes half as long again.
test('a guest visits the pages with data', async ({ page }) =>
  visit(
    page,
    PUBLIC_ROUTES.filter(({ path }) => WITH_DATA.has(path)),
  ));

test('a guest visits the pages that are text or a form', async ({ page, problems }) => {
  problems.expect(/status of 404/);
  await visit(
    page,
    PUBLIC_ROUTES.filter(({ path }) => !WITH_DATA.has(path)).map((route) => ({
      ...route,
      isText: true,
      isOpenedOnce: true,
    })),
  );
});

for (const [name, routes] of [
  ['for one listing and the account', PROTECTED_ROUTES.filter(({ path }) => !LISTS.has(path))],
  ['for many listings', PROTECTED_ROUTES.filter(({ path }) => LISTS.has(path))],
] as const) {
  test(`a user visits the pages ${name}`, async ({ signedInTab: page }) =>
    visit(
      page,
      routes.map((route) => ({ ...route, needsIdentity: true })),
    ));
}

/** First visits on a desktop, dark and in the system font, then on a phone, light and in the product's typeface. */
async function visit(page: Page, routes: readonly Route[]): Promise<void> {
  test.setTimeout(20_000 * routes.length);
  const requested: string[] = [];
  page.on('request', (request) => requested.push(request.url()));
  await watchShifts(page);
  await page.setViewportSize(DESKTOP);
  for (const route of routes) {
    requested.length = 0;
    await onDesktop(page, route, requested);
    if (!route.isOpenedOnce) continue;
    await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
    await expectPhoneFits(page, route);
    await page.setViewportSize(DESKTOP);
  }
  const again = routes.filter(({ isOpenedOnce }) => !isOpenedOnce);
  if (again.length === 0) return;
  await page.getByRole('button', { name: 'Use light theme' }).click();
  await page.evaluate(() => localStorage.setItem('candor:typeface', 'inter'));
  await page.setViewportSize(PHONE);
  for (const route of again) await onPhone(page, route);
}

async function onDesktop(page: Page, route: Route, requested: readonly string[]): Promise<void> {
  const { path, heading, title, status = 200, isText = false, needsIdentity, measuresFrame, also } = route;
  await test.step(`${path}: heading, title and frame, dark by default`, async () => {
    const answer = await page.goto(path, { waitUntil: isText ? 'load' : 'networkidle' });
    await hydrated(page);
    expect.soft(answer?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect.soft(page).toHaveTitle(title);
    await expect.soft(page.getByRole('banner')).toContainText('Powered by Candor AI Insights');
    const footer = page.getByRole('contentinfo');
    for (const text of ['AI Stock Price Predictions', 'Powered by Candor', '© 2025 Candor']) {
      await expect.soft(footer).toContainText(text);
    }
    await expect.soft(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
  await test.step(`${path}: nothing shifts at 1440 px`, async () => {
    expect.soft(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });
  if (!needsIdentity) {
    await test.step(`${path}: no code of the identity service is loaded`, () =>
      expect.soft(requested.filter((url) => /firebase|identitytoolkit/.test(url))).toEqual([]));
  }
  if (also) await test.step(`${path}: checks for this page alone`, () => also(page));
  await test.step(`${path}: axe at 1440 px, in the dark theme`, () => expectNoViolations(page, 'all'));
  if (measuresFrame) {
    await test.step('header and footer fit every width in the system font', () => expectFrameFits(page));
    await page.setViewportSize(DESKTOP);
  }
}

async function onPhone(page: Page, route: Route): Promise<void> {
  const { path, heading, measuresFrame } = route;
  const html = page.locator('html');
  await test.step(`${path}: theme and typeface apply on the next visit`, async () => {
    await page.goto(path, { waitUntil: 'networkidle' });
    await expect.soft(html).toHaveAttribute('data-theme', 'light');
    await expect.soft(html).toHaveAttribute('data-typeface', 'inter');
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  });
  await test.step(`${path}: nothing shifts at 375 px`, async () => {
    expect.soft(await layoutShift(page)).toBeLessThanOrEqual(0.02);
  });
  await expectPhoneFits(page, route);
  if (measuresFrame) {
    await test.step('header and footer fit every width in the product’s typeface', () =>
      expectFrameFits(page));
    await page.setViewportSize(PHONE);
  }
}

async function expectPhoneFits(page: Page, { path }: Route): Promise<void> {
  await test.step(`${path}: nothing scrolls sideways at 375 and 320 px`, async () => {
    for (const size of [NARROWEST, PHONE]) {
      await page.setViewportSize(size);
      // Charts resize in a later frame.
      await expect.soft.poll(() => sidewaysScroll(page)).toBe(0);
    }
  });
  await test.step(`${path}: axe at 375 px, in the light theme`, () => expectNoViolations(page, 'visual'));
}

async function expectNoViolations(page: Page, rules: 'all' | 'visual'): Promise<void> {
  // Half-faded elements would be measured as low contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect.soft(await violations(page, undefined, rules)).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'no-preference' });
}

/** Measured results are larger than any sample figure. */
async function expectMeasuredFirst(page: Page): Promise<void> {
  const sizes = (region: string) =>
    page
      .getByRole('region', { name: region })
      .getByRole('group')
      .locator('span:first-child')
      .evaluateAll((figures) =>
        figures.map((figure) => Number.parseFloat(getComputedStyle(figure).fontSize)),
      );
  const [measured, samples] = [await sizes('Measured results'), await sizes('Illustrative figures')];
  expect.soft(samples.length).toBeGreaterThanOrEqual(4);
  expect.soft(Math.min(...measured)).toBeGreaterThan(1.5 * Math.max(...samples));
}

/** The hero picture follows forced colours. */
async function expectForcedColours(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: 'active' });
  const [text, strokes] = await page
    .getByRole('img', { name: /^[A-Z]+ closes/ })
    .evaluate((svg) => [
      getComputedStyle(document.body).color,
      [...svg.querySelectorAll('path')].map((path) => getComputedStyle(path).stroke),
    ]);
  expect.soft(strokes).toContain(text);
  await page.emulateMedia({ forcedColors: 'none' });
}

/** The narrowest window, and the narrowest width for each layout of the header. */
const FRAME_WIDTHS = [320, 375, 768, 1024, 1152, 1344];

async function expectFrameFits(page: Page): Promise<void> {
  for (const width of FRAME_WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const faults = await page.getByRole('banner').evaluate((header) => {
      const bar = header.firstElementChild!;
      const boxes = [...bar.children]
        .map((part) => part.getBoundingClientRect())
        .filter((box) => box.width > 0);
      const tagline = [...header.querySelectorAll('a:first-of-type span')].filter(
        (text) =>
          // Visually hidden text is one pixel wide.
          text.clientWidth > 1 &&
          text.scrollWidth > text.clientWidth + 1 &&
          getComputedStyle(text).overflowX === 'hidden',
      );
      return {
        overflow: document.documentElement.scrollWidth > innerWidth || bar.scrollWidth > bar.clientWidth,
        overlaps: boxes.some((box, i) => i > 0 && box.left < boxes[i - 1]!.right - 0.5),
        cut: tagline.map((text) => text.textContent),
        low: [...document.querySelectorAll('header a, header button, footer a')]
          .filter((link) => link.checkVisibility() && link.getBoundingClientRect().height < 24)
          .map((link) => link.textContent),
      };
    });
    expect.soft({ width, ...faults }).toEqual({ width, overflow: false, overlaps: false, cut: [], low: [] });
  }
}

test('I15 an API URL opened as a page is JSON, never the app', async ({ page, problems }) => {
  problems.expect(/status of 404/);
  const answer = await page.goto('/api/nope');
  expect(answer?.status()).toBe(404);
  expect(await answer?.headerValue('content-type')).toBe('application/json; charset=utf-8');
});

test('style sheets that fail after the page has loaded do no harm', async ({ page, problems }) => {
  problems.expect(/Failed to load resource|Unable to preload CSS/);
  let isLoaded = false;
  await page.route('**/assets/*.css', (route) => (isLoaded ? route.abort() : route.continue()));
  page.once('load', () => (isLoaded = true));
  const failed = page.waitForEvent('requestfailed', (request) => request.url().endsWith('.css'));
  await page.goto('/about');
  await failed;
  await page.getByRole('button', { name: 'Use light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
});

test('a link to a section of the current page scrolls to it below the header, and a page opened after going back starts at its top', async ({
  page,
}) => {
  await page.goto('/about');
  await page.getByRole('link', { name: 'About the sample market' }).click();
  await expect(page.locator('#sample-market')).toBeInViewport();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(100);
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0);
  await page.goBack();
  await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
  await page.getByRole('contentinfo').getByRole('link', { name: 'Method' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
});
