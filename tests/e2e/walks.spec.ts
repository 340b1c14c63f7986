/** The working pages by keyboard and by screen reader: every stop of the Tab key with its name, and what is spoken. */
import type { Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, tile } from './stock-page.ts';
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

/** Notes what polite and assertive live regions say from now on. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.evaluate(() => {
    const LIVE = '[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"], output';
    const spoken: string[] = [];
    Object.assign(globalThis, { spoken });
    new MutationObserver((changes) => {
      const regions = new Set(
        changes.flatMap(({ target }) => {
          const element = target instanceof Element ? target : target.parentElement;
          return element?.closest(LIVE) ?? [];
        }),
      );
      for (const region of regions) {
        const text = region.textContent?.trim();
        if (text && spoken.at(-1) !== text) spoken.push(text);
      }
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { spoken: string[] }).spoken);
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

test('/prediction: the keyboard reaches search, signal, ranges, charts and news in the order of reading', async ({
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

test('/prediction: a new listing is spoken once, with its price and signal', async ({
  signedInPage: page,
}) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
  const spoken = await listen(page);
  await analyse(page, 'MSFT');
  await expect
    .poll(async () => (await spoken()).filter((text) => /MSFT.*\d.*(BUY|SELL|HOLD)/i.test(text)))
    .toHaveLength(1);
});

test('/compare: the keyboard adds a listing, reaches its row and takes it off', async ({
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

test('/watchlist: the keyboard reaches each row’s buttons, and a move is spoken', async ({
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
