/** What the analysis page shows when something fails, and that it stays usable. */
import type { Page } from 'playwright/test';
import { expect, hydrated, openSettings, test, withoutFirstScreen } from './fixtures.ts';
import {
  analyse,
  card,
  OFFLINE_COPY,
  tickerField,
  tile,
  violationsFromTop,
  wholeReport,
} from './stock-page.ts';

async function submit(page: Page, ticker: string): Promise<void> {
  await tickerField(page).fill(ticker);
  await tickerField(page).press('Enter');
}

/** Holds matching requests; returns a function that lets them go. */
async function hold(page: Page, pattern: string): Promise<() => void> {
  let letGo: (() => void) | undefined;
  const isOver = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(pattern, async (route) => {
    await isOver;
    await route.fallback();
  });
  return () => letGo?.();
}

test('loading, unknown tickers, stale data, and missing news or sentiment', async ({
  signedInTab: page,
  problems,
}) => {
  problems.expect(/api\/(stock|sentiment|news)\/(NOSUCHX|NVDAA|TSLA)/);
  const alert = page.getByRole('alert');
  const title = page.getByRole('heading', { level: 1 });
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  // The announcements only; a notice about the URL is a status too.
  const spoken = page.getByRole('status').filter({ hasText: /^(Loading|AAPL|MSFT)/ });
  await page.emulateMedia({ reducedMotion: 'reduce' });

  await test.step('the first load shows the spinner and its text instead of everything else', async () => {
    await withoutFirstScreen(page);
    const letGo = await hold(page, '**/api/stock/**');
    await page.goto('/prediction?ticker=NOSUCHX');
    await expect(page.getByText('Loading stock data...')).toBeVisible();
    letGo();
    await expect(page.getByText('Loading stock data...')).toHaveCount(0);
  });

  await test.step('an unknown ticker in a link leaves a usable page', async () => {
    await expect(alert).toHaveText('ErrorCouldn’t find NOSUCHX.');
    await expect.soft(heading('Couldn’t analyze NOSUCHX')).toBeVisible();
    const again: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/stock/NOSUCHX')) again.push(request.url());
    });
    expect.soft(await violationsFromTop(page, page.getByRole('main'))).toEqual([]);
    await page.getByRole('button', { name: 'Analyze AAPL' }).click();
    await expect(heading('AAPL')).toBeVisible();
    await expect.soft(page).toHaveURL(/ticker=AAPL/);
    await expect.soft(alert).toHaveCount(0);
    // The button disappeared with its banner; the focus stays on the page.
    await expect.soft(title).toBeFocused();
    // Once the sign-in has been checked, the first screen has sent all its requests.
    await expect(page.getByRole('button', { name: 'AAPL on your watchlist' })).toBeEnabled();
    expect.soft(again).toEqual([]);
  });

  await test.step('loading, loaded and another horizon are shown and announced; the old numbers stay under their own name', async () => {
    await expect.soft(spoken).toHaveText(/^AAPL, \$\d+\.\d\d, model signal [A-Z ]+, 7-day forecast$/);
    const letGo = await hold(page, '**/api/stock/MSFT?*');
    await submit(page, 'MSFT');
    await expect.soft(spoken).toHaveText('Loading MSFT');
    await expect.soft(page.getByText('Loading MSFT…')).toBeVisible();
    await expect.soft(heading('AAPL')).toBeVisible();
    letGo();
    await expect.soft(spoken).toHaveText(/^MSFT, \$\d+\.\d\d, model signal [A-Z ]+, 7-day forecast$/);
    await expect.soft(page.getByText('Loading MSFT…')).toHaveCount(0);
    await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
    await expect.soft(spoken).toHaveText(/30-day forecast$/);
  });

  await test.step('an unknown ticker keeps the previous listing on screen and offers similar tickers', async () => {
    await submit(page, 'NVDAA');
    await expect(alert).toHaveText(
      'ErrorCouldn’t find NVDAA.Couldn’t show NVDAA. The numbers below are for MSFT.',
    );
    await expect.soft(spoken).toHaveCount(0);
    const similar = page.getByRole('list', { name: 'Similar listings' });
    await expect(similar.getByRole('button', { name: /^NVDA/ })).toBeVisible();
    expect.soft(await violationsFromTop(page, alert)).toEqual([]);
    await similar.getByRole('button', { name: /^NVDA/ }).click();
    await expect(heading('NVDA')).toBeVisible();
    await expect.soft(alert).toHaveCount(0);
    await expect.soft(title).toBeFocused();
  });

  await test.step('a stale response has a discreet strip with the time of its data; failed news and sentiment leave a sentence and no gauge', async () => {
    await page.route('**/api/stock/TSLA?*', async (route) => {
      const body = (await (await route.fetch()).json()) as object;
      await route.fulfill({
        json: { ...body, fetched_at: '2026-11-13T19:02:00Z' },
        headers: { 'Cache-Status': 'candor; hit; ttl=-90; detail=upstream_timeout' },
      });
    });
    await page.route(/api\/(news|sentiment)\/TSLA/, (route) => route.fulfill({ status: 500, json: null }));
    await analyse(page, 'TSLA');
    await expect
      .soft(page.getByText('Stale: prices from Nov 13, 14:02 New York; the source isn’t responding'))
      .toBeInViewport();
    await expect.soft(page.getByText('News isn’t available right now. Try again later.')).toBeVisible();
    await expect.soft(card(page, 'Stock Sentiment')).toHaveCount(0);
    await expect.soft(alert).toHaveCount(0);
  });
});

test('without a network the page says so, keeps its data, and loads what failed once the network is back', async ({
  signedInPage: page,
  context,
  problems,
}) => {
  problems.expect(
    // The sync's code loads when the browser is idle, possibly too late.
    /ERR_INTERNET_DISCONNECTED|api\/search|account-sync|Failed to fetch dynamically imported|Unable to preload CSS|refresh the claims/,
  );
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await wholeReport(page);
  const floating = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
  const banner = page.getByRole('alert').filter({ hasText: 'Failed to fetch data' });
  const heading = (name: string) => page.getByRole('heading', { level: 2, name, exact: true });
  await hydrated(page);
  await context.setOffline(true);

  await test.step('the strip has the time of the data, and a search fails with its banner', async () => {
    await expect.soft(page.getByText(OFFLINE_COPY)).toBeInViewport();
    await submit(page, 'TSLA');
    await expect(banner).toHaveText(
      'ErrorFailed to fetch dataCouldn’t show TSLA. The numbers below are for AAPL.',
    );
    await expect.soft(heading('AAPL')).toBeVisible();
  });

  await test.step('code that fails to load removes only its section, which says so', async () => {
    await openSettings(page);
    await expect(floating).toContainText('Couldn’t load this section.');
    await expect.soft(tile(page, 'Current Price')).toContainText(/\d/);
    expect.soft(await violationsFromTop(page, floating)).toEqual([]);
  });

  await test.step('once the network is back, the listing loads by itself and the code on request', async () => {
    await context.setOffline(false);
    await expect(heading('TSLA')).toBeVisible();
    await expect.soft(page.getByText(/^Offline/)).toHaveCount(0);
    await expect.soft(banner).toHaveCount(0);
    await Promise.all([
      page.waitForEvent('load'),
      floating.getByRole('button', { name: 'Reload page' }).click(),
    ]);
  });
});

test('nothing shifts while the page loads, or when sentiment and news follow', async ({
  signedInTab: page,
}) => {
  // Tall enough for every card.
  await page.setViewportSize({ width: 375, height: 2600 });
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null }[];
      })[]) {
        // Counts only shifts in the page itself, not in the header.
        const isOurs = entry.sources.some(({ node }) => node?.closest('main') !== null);
        if (!entry.hadRecentInput && isOurs) shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await withoutFirstScreen(page);
  const [stock, news, sentiment] = [
    await hold(page, '**/api/stock/**'),
    await hold(page, '**/api/news/**'),
    await hold(page, '**/api/sentiment/**'),
  ];
  await page.goto('/prediction');
  await expect(page.getByText('Loading stock data...')).toBeVisible();
  stock();
  await expect(card(page, 'Performance').locator('canvas')).toBeVisible();
  news();
  await expect(card(page, 'Latest News').getByRole('listitem').first()).toBeVisible();
  sentiment();
  await expect(card(page, 'Stock Sentiment').getByRole('listitem').first()).toBeVisible();
  const total = await page.evaluate(() =>
    (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
  );
  expect(total).toBeLessThan(0.001);
});
