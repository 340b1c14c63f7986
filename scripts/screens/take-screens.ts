/**
 * Every route and its main states as pictures in `docs/screens`, in both themes at four widths; the two in the middle are not
 * committed. Data is the sample market of the day, and a replayed ledger. `npm run screens -- -g watchlist` takes a few.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright/test';
import { ensureAccount } from '../stack/accounts.ts';
import { fromRoot } from '../stack/repository.ts';
import { AUTH_ORIGIN } from '../../tests/e2e/addresses.ts';
import { expect, test } from '../../tests/e2e/fixtures.ts';
import { openRoute, ROUTES, THEMES } from '../../tests/e2e/routes.ts';
import { answerStock, card, expectPainted, tickerField } from '../../tests/e2e/stock-page.ts';
import { openWatchlist } from '../../tests/e2e/watchlist-page.ts';

const FOLDER = fromRoot('docs/screens');
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 768, height: 1024 },
  { width: 375, height: 812 },
] as const;
const QUALITY = 50;
/** No page is longer; WebP ends at 16,383. */
const MAX_HEIGHT = 12_000;

/** Each picture has an account of its own: what one holds would be in the next. */
const accountOf = (picture: string) => ({
  email: `ada.${picture}@candor.example`,
  password: 'correct horse',
  displayName: 'Ada Investor',
});
const WATCHED = 'AAPL, MSFT, NVDA, VOD.L, BTC-USD';

interface State {
  readonly name: string;
  readonly path: string;
  /** From the heading on screen to what the picture is to show. */
  readonly reach?: (page: Page, context: BrowserContext) => Promise<unknown>;
  /** What lies over the page is as large as the window. */
  readonly windowOnly?: true;
}

const chart = async (page: Page) => {
  await expectPainted(page.locator('canvas').first());
  await expect(card(page, 'Latest News')).toBeVisible();
  await expect(card(page, 'Deep back-test').getByRole('button', { name: 'Run back-test' })).toBeVisible();
};
const analyse = async (page: Page, ticker: string) => {
  await tickerField(page).fill(ticker);
  await tickerField(page).press('Enter');
};

/** What a route shows once its data is there. */
const ARRIVED: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  '/prediction': chart,
  '/demo': (page) => expectPainted(page.locator('canvas').first()),
  '/watchlist': (page) => openWatchlist(page, WATCHED),
  '/compare': async (page) => {
    await page.goto('/compare?tickers=AAPL%2CMSFT%2CNVDA');
    await expectPainted(page.locator('canvas').first());
  },
  '/workbench': async (page) => {
    await page.goto('/workbench?ticker=NVDA&range=6M&in=sma-50*1_bollinger-20-2*2_rsi-14*3_macd-12-26-9*4');
    await expectPainted(page.locator('canvas').first());
  },
  '/track-record': async (page) => {
    await page.goto('/track-record?ledger=replay');
    await expect(card(page, 'How often the 95% range held')).toBeVisible();
  },
};

const STATES: readonly State[] = [
  ...ROUTES.map(({ path }) => ({
    name: path.slice(1) || 'home',
    path,
    ...(ARRIVED[path] && { reach: ARRIVED[path] }),
    // Below its banner it is the report of /prediction.
    ...(path === '/demo' && { windowOnly: true as const }),
  })),
  {
    name: 'home-signed-in',
    path: '/profile',
    windowOnly: true,
    reach: async (page) => {
      await page.goto('/');
      await expect(page.getByRole('link', { name: 'Ada Investor' })).toBeAttached();
    },
  },
  { name: 'not-found', path: '/', reach: (page) => page.goto('/no/such/page') },
  {
    name: 'login-error',
    path: '/login',
    reach: async (page) => {
      await page.getByLabel('Email').fill('ada@candor.example');
      await page.getByLabel('Password', { exact: true }).fill('not this one');
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  { name: 'watchlist-empty', path: '/watchlist' },
  { name: 'compare-empty', path: '/compare' },
  { name: 'track-record-empty', path: '/track-record' },
  // The picture of the README.
  {
    name: 'first-screen',
    path: '/prediction',
    windowOnly: true,
    reach: async (page) => {
      await page.goto('/prediction?ticker=NVDA');
      await chart(page);
    },
  },
  {
    name: 'prediction-30-days',
    path: '/prediction',
    windowOnly: true,
    reach: async (page) => {
      await page.goto('/prediction?ticker=NVDA&days=30');
      await chart(page);
    },
  },
  {
    name: 'prediction-loading',
    path: '/prediction',
    windowOnly: true,
    reach: async (page) => {
      await chart(page);
      await page.route('**/api/stock/TSLA?*', () => undefined);
      await page.goto('/prediction?ticker=TSLA');
      await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    },
  },
  {
    name: 'prediction-unknown',
    path: '/prediction',
    windowOnly: true,
    reach: async (page) => {
      await chart(page);
      await analyse(page, 'NVDAA');
      await expect(page.getByRole('alert')).toContainText('No listing was found');
    },
  },
  {
    name: 'prediction-failed',
    path: '/prediction',
    windowOnly: true,
    reach: async (page) => {
      await answerStock(page, 'TSLA', { status: 502, json: null });
      await page.goto('/prediction?ticker=TSLA');
      await expect(page.getByRole('alert')).toBeVisible();
    },
  },
  {
    name: 'prediction-stale',
    path: '/prediction',
    windowOnly: true,
    reach: async (page) => {
      await page.route('**/api/stock/TSLA?*', async (route) => {
        const body = (await (await route.fetch()).json()) as object;
        await route.fulfill({
          json: { ...body, fetched_at: '2026-11-13T19:02:00Z' },
          headers: { 'Cache-Status': 'candor; hit; ttl=-90; detail=upstream_timeout' },
        });
      });
      await analyse(page, 'TSLA');
      await expect(page.getByText(/^Stale: data from/)).toBeVisible();
      await chart(page);
    },
  },
  {
    name: 'prediction-offline',
    path: '/prediction',
    windowOnly: true,
    reach: async (page, context) => {
      await chart(page);
      await context.setOffline(true);
      await expect(page.getByText(/^Offline: data from/)).toBeVisible();
    },
  },
  {
    name: 'settings-dialog',
    path: '/about',
    windowOnly: true,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Settings', exact: true }).click();
      await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
    },
  },
  {
    name: 'palette',
    path: '/about',
    windowOnly: true,
    reach: async (page) => {
      // Disabled until hydration.
      await expect(page.getByRole('button', { name: 'Settings', exact: true })).toBeEnabled();
      await page.keyboard.press('Control+k');
      await expect(page.getByRole('dialog', { name: 'Command palette' })).toBeVisible();
    },
  },
];

mkdirSync(FOLDER, { recursive: true });

for (const state of STATES) {
  for (const theme of THEMES) {
    test(`${state.name}, ${theme}`, async ({ page, context, problems }) => {
      // The states that are pictured here are failures too.
      problems.expect(/./);
      const account = accountOf(`${state.name}.${theme}`);
      await ensureAccount(AUTH_ORIGIN, account);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const route = ROUTES.find(({ path }) => path === state.path);
      if (route === undefined) throw new Error(`${state.path} is no route`);
      await waitForTypeface(page);
      await openRoute(page, route, theme, account);
      await state.reach?.(page, context);
      for (const { width, height } of SIZES) {
        // oxlint-disable no-await-in-loop -- one width after the other
        await page.setViewportSize({ width, height });
        await settle(page);
        const picture = await takePicture(page, state.windowOnly ? 'window' : 'page');
        writeFileSync(join(FOLDER, `${state.name}-${width}-${theme}.webp`), picture);
        // oxlint-enable no-await-in-loop
      }
    });
  }
}

/** A busy machine may be too late for a typeface that is optional. */
async function waitForTypeface(page: Page): Promise<void> {
  await page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch();
    const sheet = await response.text();
    await route.fulfill({ response, body: sheet.replace('font-display:optional', 'font-display:block') });
  });
}

/** Draws what is drawn only in sight, and waits until nothing is on its way. */
async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      window.scrollTo(0, top);
      // oxlint-disable-next-line no-await-in-loop -- one screen after the other
      await new Promise(requestAnimationFrame);
    }
    window.scrollTo(0, 0);
    await document.fonts.ready;
    await new Promise(requestAnimationFrame);
  });
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 250)));
}

/** The window, or the page from its top to its end, as WebP. */
async function takePicture(page: Page, what: 'window' | 'page'): Promise<Buffer> {
  const client = await page.context().newCDPSession(page);
  const { width, height, isLonger } = await page.evaluate(() => ({
    width: innerWidth,
    height: document.documentElement.scrollHeight,
    isLonger: document.documentElement.scrollHeight > innerHeight,
  }));
  const { data } = await client.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    ...(what === 'page' &&
      isLonger && {
        captureBeyondViewport: true,
        clip: { x: 0, y: 0, width, height: Math.min(height, MAX_HEIGHT), scale: 1 },
      }),
  });
  await client.detach();
  return Buffer.from(data, 'base64');
}
