/** The working pages by keyboard and by screen reader: every stop of the Tab key with its name, and what is spoken. */
import type { Page, Route } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { tickerField, tile } from './stock-page.ts';
import { expectOrder, openWatchlist } from './watchlist-page.ts';

/** More than any page has: a walk that is not over by then is trapped. */
const MAX_STOPS = 250;

/** Role, name and state of what has the focus, such as `button "Settings"`; `null` outside the page. */
async function focused(page: Page): Promise<string | null> {
  if (await page.evaluate(() => document.activeElement === document.body)) return null;
  const [line = ''] = (await page.locator(':focus').ariaSnapshot()).split('\n');
  // A name with a colon comes in quotes.
  return line.replace(/^- '?/, '').replace(/'(?=:?$)/, '');
}

/** Presses Tab from the page's first link until the focus leaves the page. */
async function tabStops(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Skip to content' }).focus();
  const stops: string[] = [];
  while (stops.length < MAX_STOPS) {
    // oxlint-disable no-await-in-loop -- one key after the other
    const stop = await focused(page);
    if (stop === null) return stops;
    stops.push(stop);
    await page.keyboard.press('Tab');
    // oxlint-enable no-await-in-loop
  }
  throw new Error(`the focus does not leave the page: ${stops.slice(-5).join(', ')}`);
}

/** Fails unless the stops contain these, in this order. */
function expectInOrder(stops: readonly string[], expected: readonly RegExp[]): void {
  let at = 0;
  for (const pattern of expected) {
    const found = stops.findIndex((stop, i) => i >= at && pattern.test(stop));
    expect(found, `${pattern} after ${stops[at - 1] ?? 'the start'} in:\n${stops.join('\n')}`).not.toBe(-1);
    at = found + 1;
  }
}

/** Fails for a stop of which a screen reader says only what kind of thing it is. */
function expectNames(stops: readonly string[]): void {
  expect(stops.filter((stop) => !/^[a-z]+ "[^"]|^[a-z]+(?: \[[^\]]*\])*: ./.test(stop))).toEqual([]);
}

/** Level and text of every heading, in the order of reading. */
function outline(page: Page): Promise<string[]> {
  return page
    .getByRole('heading')
    .evaluateAll((headings) => headings.map(({ tagName, textContent }) => `${tagName} ${textContent}`));
}

/** No heading skips a level, and there is one h1. */
async function expectOutline(page: Page): Promise<void> {
  const levels = (await outline(page)).map((heading) => Number(heading[1]));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  levels.forEach((level, i) => expect(level).toBeLessThanOrEqual((levels[i - 1] ?? 0) + 1));
}

/**
 * Runs in the page: notes a text that comes into a live region that is there, and an alert. A polite region that comes with
 * its text may go unheard, so it does not count.
 */
function recordSpoken(): void {
  const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], output';
  const spoken: string[] = [];
  Object.assign(globalThis, { spoken });
  new MutationObserver((changes) => {
    const regions = new Set<Element>();
    for (const { target, addedNodes } of changes) {
      const element = target instanceof Element ? target : target.parentElement;
      const live = element?.closest(LIVE);
      if (live) regions.add(live);
      for (const node of addedNodes) {
        if (!(node instanceof Element)) continue;
        if (node.matches('[role="alert"]')) regions.add(node);
        for (const alert of node.querySelectorAll('[role="alert"]')) regions.add(alert);
      }
    }
    for (const region of regions) {
      const text = region.textContent?.trim();
      if (text) spoken.push(text);
    }
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

/** Notes what is spoken from now on, in later documents too. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(recordSpoken);
  await page.evaluate(recordSpoken);
  return () => page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken);
}

/** Holds the answers to some requests until they are released. */
async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isReleased = false;
  await page.route(url, (route) => (isReleased ? route.continue() : void held.push(route)));
  return async () => {
    isReleased = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** Fails unless the texts that a pattern picks are spoken: these, in this order, once each. */
async function expectSpoken(
  spoken: () => Promise<string[]>,
  about: RegExp,
  expected: readonly RegExp[],
): Promise<void> {
  await expect
    .poll(async () => (await spoken()).filter((text) => about.test(text)).length)
    .toBeGreaterThanOrEqual(expected.length);
  const texts = (await spoken()).filter((text) => about.test(text));
  expect(texts).toEqual(expected.map((pattern) => expect.stringMatching(pattern)));
}

/** The name of a listing as it is spoken, with its price and signal. */
function priced(ticker: string): string {
  return String.raw`${ticker}, \$[\d,.]+, model signal [A-Z ]+`;
}

const HEADER = [
  /^link "Skip to content"/,
  /^link "Candor/,
  /^link "Home"/,
  /^link "Start Predicting"/,
  /^link "Watchlist"/,
  /^link "Compare"/,
  /^link "About"/,
  /^button "Switch to light theme"/,
  /^button "Settings"/,
  /^link "Ada Investor"/,
];
const FOOTER = [/^link "Track record"/, /^link "Method"/];

test('/prediction: the keyboard reaches search, signal, ranges, charts and news in reading order', async ({
  signedInPage: page,
}) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  await page.waitForLoadState('networkidle');
  const stops = await tabStops(page);
  expectNames(stops);
  expectInOrder(stops, [
    ...HEADER,
    /^combobox "Ticker/,
    /^combobox "Forecast days"/,
    /^button "Analyze Stock"/,
    /^button "Why"/,
    /^button "AAPL on my watchlist"/,
    /^application "Stock price prediction"/,
    /^application "Candlestick chart"/,
    /^button "1W"/,
    /^application "Performance chart"/,
    /^link "Apple Inc\..*\(opens in a new tab\)"/,
    /^button "Load more news/,
    ...FOOTER,
  ]);
  await expectOutline(page);
});

test('/prediction: loading, loaded and failed are announced once each', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/(stock|sentiment|news)\/NOSUCHX/);
  const spoken = await listen(page);
  const releaseFirst = await hold(page, '**/api/stock/NVDA?*');
  await page.goto('/prediction?ticker=NVDA');
  await expectSpoken(spoken, /stock data|NVDA/, [/^Loading stock data$/]);
  await releaseFirst();
  await expectSpoken(spoken, /stock data|NVDA/, [/^Loading stock data$/, new RegExp(`^${priced('NVDA')}`)]);

  const releaseSecond = await hold(page, '**/api/stock/MSFT?*');
  await tickerField(page).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('MSFT');
  await page.keyboard.press('Enter');
  await expectSpoken(spoken, /MSFT/, [/^Loading MSFT$/]);
  await releaseSecond();
  await expectSpoken(spoken, /MSFT/, [/^Loading MSFT$/, new RegExp(`^${priced('MSFT')}`)]);

  await tickerField(page).focus();
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('NOSUCHX');
  await page.keyboard.press('Enter');
  await expectSpoken(spoken, /NOSUCHX/, [/^Loading NOSUCHX$/, /^ErrorNo listing was found for NOSUCHX\./]);
});

test('/compare: the keyboard adds a listing, reaches its row and removes it', async ({
  signedInPage: page,
}) => {
  await page.goto('/compare?tickers=AAPL,NVDA');
  const table = page.getByRole('table', { name: /Change from/ });
  await expect(table.getByRole('row', { name: /NVDA/ })).toBeVisible();
  const stops = await tabStops(page);
  expectNames(stops);
  expectInOrder(stops, [...HEADER, /"Add a ticker/, /AAPL/, /NVDA/, ...FOOTER]);
  await expectOutline(page);
  await page.getByLabel('Add a ticker').focus();
  await page.keyboard.type('msft');
  await page.keyboard.press('Enter');
  await expect(table.getByRole('row', { name: /MSFT/ })).toBeVisible();
  const remove = page.getByRole('button', { name: /Remove MSFT/ }).first();
  await remove.focus();
  await page.keyboard.press('Enter');
  await expect(table.getByRole('row', { name: /MSFT/ })).toHaveCount(0);
  expect(await focused(page)).not.toBeNull();
});

test('/compare: loading, loaded and failed are announced once each', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/stock\/NOSUCHX/);
  const spoken = await listen(page);
  const about = /AAPL|SPY|MSFT|NOSUCHX|compared/;
  const release = await hold(page, '**/api/stock/AAPL?*');
  await page.goto('/compare?tickers=AAPL');
  await expectSpoken(spoken, about, [/^Loading AAPL, SPY$/]);
  await release();
  const arrived = [
    /^Loading AAPL, SPY$/,
    new RegExp(`^${priced('AAPL')}; ${priced('SPY')}; compared over 1Y, forecasts over 7 days$`),
  ];
  await expectSpoken(spoken, about, arrived);

  const releaseSecond = await hold(page, '**/api/stock/MSFT?*');
  await page.getByLabel('Add a ticker').focus();
  await page.keyboard.type('msft');
  await page.keyboard.press('Enter');
  const added = [...arrived, /^Loading MSFT$/];
  await expectSpoken(spoken, about, added);
  await releaseSecond();
  await expectSpoken(spoken, about, [...added, new RegExp(`^${priced('MSFT')}$`)]);

  await page.keyboard.type('nosuchx');
  await page.keyboard.press('Enter');
  await expectSpoken(spoken, /NOSUCHX/, [
    /^Loading NOSUCHX$/,
    /^NOSUCHX: No listing was found for NOSUCHX\.$/,
  ]);
  await page.getByRole('button', { name: '6M', exact: true }).press('Enter');
  await expectSpoken(spoken, /6M/, [/^compared over 6M, forecasts over 7 days(?:; NOSUCHX: .+)?$/]);
});

test('/watchlist: the keyboard reaches each row’s buttons, and a move is announced', async ({
  signedInPage: page,
}) => {
  await openWatchlist(page, 'AAPL NVDA');
  await expect(page.getByRole('cell', { name: /^\$/ })).toHaveCount(2);
  const stops = await tabStops(page);
  expectNames(stops);
  expectInOrder(stops, [
    ...HEADER,
    /"Add a ticker"/,
    /^link "AAPL"/,
    /^button "Alerts for AAPL: none"/,
    /^link "NVDA"/,
    /^button "Alerts for NVDA: none"/,
    /"Tickers to add"/,
    ...FOOTER,
  ]);
  await expectOutline(page);
  const spoken = await listen(page);
  await page.getByRole('button', { name: 'Move NVDA up' }).press('Enter');
  await expectOrder(page, ['NVDA', 'AAPL']);
  await expect.poll(spoken).toContainEqual(expect.stringContaining('NVDA is number 1 of 2'));
});

test('/watchlist: loading, loaded and failed are announced once each, a refresh when the user asks for it', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/api\/quotes/);
  await openWatchlist(page, 'AAPL NVDA');
  const spoken = await listen(page);
  const about = /AAPL|NVDA|MSFT|prices/i;
  const release = await hold(page, '**/api/quotes?*');
  await page.reload();
  await expectSpoken(spoken, about, [/^Loading prices$/]);
  await release();
  const arrived = [/^Loading prices$/, new RegExp(`^${priced('AAPL')}; ${priced('NVDA')}$`)];
  await expectSpoken(spoken, about, arrived);

  await page.getByLabel('Add a ticker').focus();
  await page.keyboard.type('msft');
  await page.keyboard.press('Enter');
  await expectSpoken(spoken, /MSFT/, [new RegExp(`^${priced('MSFT')}$`)]);

  await page.getByRole('button', { name: 'Refresh' }).press('Enter');
  await expectSpoken(spoken, /updated/, [/^Prices updated$/]);
  await page.route('**/api/quotes?*', (route) => route.fulfill({ status: 500, json: null }));
  await page.getByRole('button', { name: 'Refresh' }).press('Enter');
  await expectSpoken(spoken, /^Error/, [/^ErrorFailed to fetch data$/]);
  await expectSpoken(spoken, /updated/, [/^Prices updated$/]);
});

test('/track-record: the keyboard reaches filters, files and the check of the chain', async ({
  signedInPage: page,
}) => {
  await page.goto('/track-record?ledger=replay');
  await expect(page.getByRole('table').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  const stops = await tabStops(page);
  expectNames(stops);
  expectInOrder(stops, [...HEADER, /^(?:button|radio|combobox) /, /^link "/, ...FOOTER]);
  await expectOutline(page);
});

test('/track-record: loading, loaded and failed are announced once each', async ({ page, problems }) => {
  problems.expect(/api\/record/);
  await page.goto('/favicon.svg');
  const spoken = await listen(page);
  const about = /track record|settled|Error/;
  const release = await hold(page, '**/api/record?*');
  await page.goto('/track-record?ledger=replay');
  await expectSpoken(spoken, about, [/^Loading the track record$/]);
  await release();
  const arrived = [/^Loading the track record$/, /^All listings: Over [\d,]+ settled 7-day forecasts/];
  await expectSpoken(spoken, about, arrived);

  await page.getByRole('button', { name: '30 days', exact: true }).press('Enter');
  const other = [...arrived, /^All listings: .*30-day forecast/];
  await expectSpoken(spoken, about, other);
  await page.route('**/api/record/**', (route) => route.fulfill({ status: 503, json: null }));
  await page.getByRole('combobox', { name: 'Listing' }).focus();
  await page.keyboard.press('ArrowDown');
  await expectSpoken(spoken, about, [
    ...other,
    /^Loading the track record of \S+$/,
    /^ErrorThe track record could not be read/,
  ]);
});
