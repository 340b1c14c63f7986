/** What the analysis page shows when things are not as they should be, and that it stays usable then. */
import type { Page, Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, answerStock, card, OFFLINE_COPY, tickerField, tile } from './stock-page.ts';
import { violations } from './violations.ts';

/** Axe on one state, once in each theme and at each width; `a11y.spec.ts` has all four for every route. */
async function expectAccessible(page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const [width, theme] of [
    [1440, 'light'],
    [375, 'dark'],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one look after the other
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate((value) => (document.documentElement.dataset['theme'] = value), theme);
    // What is half under a bar that sticks is too small only until the page is scrolled.
    await page.evaluate(() => scrollTo(0, 0));
    expect(await violations(page), `${theme} at ${width}`).toEqual([]);
    // oxlint-enable no-await-in-loop
  }
}

/** Lets a request through after some time. */
function slow(ms: number) {
  return async (route: Route): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue();
  };
}

async function submit(page: Page, ticker: string): Promise<void> {
  await tickerField(page).fill(ticker);
  await tickerField(page).press('Enter');
}

const DAY_MS = 86_400_000;

test('the first load shows the spinner and its text in place of everything', async ({ page, account }) => {
  const held: Route[] = [];
  await page.route('**/api/stock/**', (route) => void held.push(route));
  await page.goto('/login');
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await expect(page.getByText('Loading stock data...')).toBeVisible();
  await expectAccessible(page);
  await Promise.all(held.map((route) => route.continue()));
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await expect(page.getByText('Loading stock data...')).toHaveCount(0);
});

test('a failed early request fails the load, and is not repeated', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/stock\/MSFT/);
  let requests = 0;
  await page.route('**/api/stock/MSFT?*', async (route) => {
    requests += 1;
    await route.fulfill({
      status: 502,
      json: { error: 'The market data is not available.', code: 'upstream', request_id: 'test' },
    });
  });
  await page.goto('/prediction?ticker=MSFT');
  await expect(page.getByRole('heading', { name: 'No analysis of MSFT' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeVisible();
  // The star waits for the check of the session: everything that the first screen asks for has been asked for.
  await expect(page.getByText('Ada Investor').first()).toBeAttached();
  await page.waitForLoadState('networkidle');
  expect(requests).toBe(1);
});

test('a rate limit counts down on its button, which then retries', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/stock\/MSFT/);
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await answerStock(page, 'MSFT', {
    status: 429,
    headers: { 'retry-after': '9' },
    json: {
      error: 'Too many requests. Please wait a moment and try again.',
      code: 'rate_limited',
      request_id: 'r',
    },
  });
  await submit(page, 'MSFT');
  await expect(page.getByRole('alert')).toHaveText(
    'ErrorToo many requests. Please wait a moment and try again.MSFT is not shown. The numbers below are AAPL’s.',
  );
  await expect(page.getByRole('button', { name: /^Try again in \d s$/ })).toBeDisabled();
  // What was on screen stays.
  await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
  await page.unroute('**/api/stock/MSFT?*');
  await page.getByRole('button', { name: 'Try again', exact: true }).press('Enter');
  // The button goes with its banner; the focus stays on the page.
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(page.getByRole('heading', { level: 2, name: 'MSFT', exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a failure without a message is "Failed to fetch data", axe finds nothing, and the next ticker clears it', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/stock\/MSFT/);
  await answerStock(page, 'MSFT', { status: 502, json: null });
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await submit(page, 'MSFT');
  await expect(page.getByRole('alert')).toHaveText(
    'ErrorFailed to fetch dataMSFT is not shown. The numbers below are AAPL’s.',
  );
  await expectAccessible(page);
  await analyse(page, 'TSLA');
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('loading, loaded and another horizon are shown and announced once each; a failure by its banner', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/(stock|sentiment|news)\/NOSUCHX/);
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  const spoken = page.getByRole('status').filter({ hasText: /^(Loading|AAPL|MSFT)/ });
  await expect(spoken).toHaveText(/^AAPL, \$\d+\.\d\d, model signal [A-Z ]+, forecast over 7 days$/);
  const held: Route[] = [];
  await page.route('**/api/stock/MSFT?*', (route) => void held.push(route));
  await submit(page, 'MSFT');
  await expect(spoken).toHaveText('Loading MSFT');
  await expect(page.getByText('Loading MSFT...')).toBeVisible();
  // The old numbers stay under their own name.
  await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
  await Promise.all(held.map((route) => route.continue()));
  await expect(spoken).toHaveText(/^MSFT, \$\d+\.\d\d, model signal [A-Z ]+, forecast over 7 days$/);
  await expect(page.getByText('Loading MSFT...')).toHaveCount(0);
  await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
  await expect(spoken).toHaveText(/forecast over 30 days$/);
  await submit(page, 'NOSUCHX');
  await expect(page.getByRole('alert')).toHaveText(
    'ErrorNo listing was found for NOSUCHX.NOSUCHX is not shown. The numbers below are MSFT’s.',
  );
  await expect(spoken).toHaveCount(0);
});

test('an unknown ticker in a link leaves a usable page', async ({ signedInPage: page, problems }) => {
  problems.expect(/api\/(stock|sentiment|news)\/NOSUCHX/);
  await page.goto('/prediction?ticker=NOSUCHX');
  await expect(page.getByRole('alert')).toHaveText('ErrorNo listing was found for NOSUCHX.');
  await expect(page.getByRole('heading', { level: 2, name: 'No analysis of NOSUCHX' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Analyze AAPL' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
  await expect(page).toHaveURL(/ticker=AAPL/);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('an unknown ticker offers similar tickers', async ({ signedInPage: page, problems }) => {
  problems.expect(/api\/(stock|sentiment|news)\/NVDAA/);
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await submit(page, 'NVDAA');
  await expect(page.getByRole('alert')).toHaveText(
    'ErrorNo listing was found for NVDAA.NVDAA is not shown. The numbers below are AAPL’s.',
  );
  const similar = page.getByRole('list', { name: 'Similar listings' }).getByRole('button', { name: /^NVDA/ });
  await expect(similar).toBeVisible();
  await expectAccessible(page);
  await similar.click();
  await expect(page.getByRole('heading', { level: 2, name: 'NVDA', exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('without a network the page says so, keeps its data, and loads what failed when the network is back', async ({
  signedInPage: page,
  context,
  problems,
}) => {
  // The sync's code, which loads when nothing else waits, may come too late.
  problems.expect(/ERR_INTERNET_DISCONNECTED|api\/search|account-sync/);
  // The last part of the page to arrive.
  await expect(card(page, 'Deep back-test').getByRole('button', { name: 'Run back-test' })).toBeVisible();
  await context.setOffline(true);
  await expect(page.getByText(OFFLINE_COPY)).toBeInViewport();
  await submit(page, 'TSLA');
  await expect(page.getByRole('alert')).toContainText('Failed to fetch data');
  await expect(page.getByRole('heading', { level: 2, name: 'AAPL', exact: true })).toBeVisible();
  await expectAccessible(page);
  await context.setOffline(false);
  await expect(page.getByRole('heading', { level: 2, name: 'TSLA', exact: true })).toBeVisible();
  await expect(page.getByText(/^Offline/)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('code that fails to load removes only its part of the page, which says so', async ({
  signedInPage: page,
  context,
  problems,
}) => {
  problems.expect(
    /ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported|Unable to preload CSS|refresh the claims/,
  );
  const indicators = card(page, 'Technical Indicators');
  await expect(indicators.getByRole('img', { name: /^RSI/ })).toBeVisible();
  await expect(card(page, 'Deep back-test').getByRole('button', { name: 'Run back-test' })).toBeVisible();
  await context.setOffline(true);
  await indicators.getByRole('button', { name: 'Full charts' }).click();
  await expect(indicators.getByRole('alert')).toContainText('This part could not be loaded.');
  await expectAccessible(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const floating = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Dismiss' }) });
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(floating).toContainText('This part could not be loaded.');
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(floating).toContainText('This part could not be loaded.');
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Load again' }).last().click();
  await page.getByRole('button', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('dialog', { name: 'Settings' })).toBeVisible();
});

test('a stale answer has a discreet strip with the time of its data', async ({ signedInPage: page }) => {
  await page.route('**/api/stock/TSLA?*', async (route) => {
    const body = (await (await route.fetch()).json()) as object;
    await route.fulfill({ json: { ...body, stale: true, fetched_at: '2026-11-13T19:02:00Z' } });
  });
  await analyse(page, 'TSLA');
  await expect(
    page.getByText('Stale: data from Nov 13, 2026, 14:02, the source does not answer'),
  ).toBeInViewport();
  await expectAccessible(page);
});

test('no news and no sentiment leave a sentence and no gauge', async ({ signedInPage: page, problems }) => {
  problems.expect(/api\/(news|sentiment)\/TSLA/);
  await page.route('**/api/news/TSLA?*', (route) => route.fulfill({ status: 500, json: null }));
  await page.route('**/api/sentiment/TSLA', (route) => route.fulfill({ status: 500, json: null }));
  await analyse(page, 'TSLA');
  await expect(page.getByText('No news in the last 7 days')).toBeVisible();
  await expect(card(page, 'Stock Sentiment')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a market that is open or closed is named beside source, exchange time, delay and age', async ({
  signedInPage: page,
}) => {
  const lastTrade = new Date(Date.now() - 2 * DAY_MS);
  // Until the end of the session that the source states, its times count: the market opens in two hours.
  const nowSeconds = Math.floor(Date.now() / 1000);
  const session = { pre: null, regular: [nowSeconds + 7200, nowSeconds + 30_600], post: null };
  await page.route('**/api/stock/TSLA?*', async (route) => {
    const body = (await (await route.fetch()).json()) as object;
    const change = { session, delayed_minutes: 15, as_of: lastTrade.toISOString() };
    await route.fulfill({ json: { ...body, ...change, fetched_at: new Date().toISOString() } });
  });
  await analyse(page, 'TSLA');
  const time = new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: 'America/New_York',
  }).format(lastTrade);
  await expect(
    page.getByText(`${time} New York · delayed 15 min · market closed · fetched just now`),
  ).toBeVisible();
});

test('nothing shifts while the page loads, or when sentiment and news follow', async ({
  signedInPage: page,
}) => {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    Object.assign(globalThis, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
        sources: { node: Element | null }[];
      })[]) {
        // The header's account link is another page part's concern; here counts what stands in the page itself.
        const isOurs = entry.sources.some(({ node }) => node?.closest('main') !== null);
        if (!entry.hadRecentInput && isOurs) shifts.push(entry.value);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/api/stock/**', slow(300));
  await page.route('**/api/news/**', slow(700));
  await page.route('**/api/sentiment/**', slow(900));
  for (const [width, height] of [
    [1440, 2600],
    [768, 1024],
    [375, 812],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one width after the other
    await page.setViewportSize({ width, height });
    await page.reload();
    await expect(card(page, 'Stock Sentiment')).toBeVisible();
    await expect(card(page, 'Latest News')).toBeVisible();
    const total = await page.evaluate(() =>
      (globalThis as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    );
    expect(total, `${width} px`).toBeLessThan(0.001);
    // oxlint-enable no-await-in-loop
  }
});
