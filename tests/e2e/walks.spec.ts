/** The working pages by keyboard and screen reader: every Tab stop with its name, and every announcement. */
import type { Page, Route } from 'playwright/test';
import { expect, test, withoutFirstScreen } from './fixtures.ts';
import { expectSpoken, listen } from './spoken.ts';
import { card } from './stock-page.ts';
import { expectInOrder, expectNames, expectNoBarOverFocus, expectOutline, walkByTab } from './tab-walk.ts';
import { chooseFromMenu, expectOrder, openWatchlist } from './watchlist-page.ts';

const DESKTOP = { width: 1440, height: 900 };

/** Holds the responses to matching requests until they are released. */
async function hold(page: Page, url: string): Promise<() => Promise<void>> {
  const held: Route[] = [];
  let isReleased = false;
  await page.route(url, (route) => (isReleased ? route.continue() : void held.push(route)));
  return async () => {
    isReleased = true;
    await Promise.all(held.map((route) => route.continue()));
  };
}

/** Matches a listing's announcement, with its price and signal. */
function priced(ticker: string): string {
  return String.raw`${ticker}, \$[\d,.]+, model signal [A-Z ]+`;
}

const HEADER = [
  /^link "Skip to content"/,
  /^link "Candor/,
  /^link "Home"/,
  /^link "Start Predicting"/,
  /^link "Workbench"/,
  /^link "Forecasts"/,
  /^link "Today"/,
  /^link "Watchlist"/,
  /^link "About"/,
  /^button "More"/,
  /^button "Use light theme"/,
  /^link "Ada Investor"/,
];
const FOOTER = [/^link "Track record"/, /^link "Method"/, /^link "Privacy"/];

/** From header to footer, the Tab stops are in this order, named and uncovered, and no heading skips a level. */
async function expectWalk(page: Page, content: readonly RegExp[]): Promise<void> {
  const { stops, covered } = await walkByTab(page);
  expectNames(stops);
  expectInOrder(stops, [...HEADER, ...content, ...FOOTER]);
  expect.soft(covered).toEqual([]);
  await expectOutline(page);
}

/** Replaces the focused field's text and submits it. */
async function send(page: Page, ticker: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(ticker);
  await page.keyboard.press('Enter');
}

test('/prediction by keyboard and screen reader', async ({ signedInTab: page }) => {
  const spoken = await listen(page);

  await test.step('loading and loaded are announced once each', async () => {
    await withoutFirstScreen(page);
    const release = await hold(page, '**/api/stock/NVDA?*');
    await page.goto('/prediction?ticker=NVDA');
    const about = /stock data|NVDA/;
    await expectSpoken(spoken, about, [/^Loading stock data$/]);
    await release();
    await expectSpoken(spoken, about, [/^Loading stock data$/, new RegExp(`^${priced('NVDA')}`)]);
  });

  await test.step('the keyboard reaches search, signal, ranges, charts and news in reading order', async () => {
    await expect(page.getByRole('button', { name: 'Run back-test' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWalk(page, [
      /^combobox "Ticker/,
      /^combobox "Forecast days"/,
      /^button "Analyze Stock"/,
      /^button "Why"/,
      /^button "NVDA on your watchlist"/,
      /^application "Stock price prediction"/,
      /^application "Candlestick chart"/,
      /^button "1W"/,
      /^application "Performance chart"/,
      /^link "NVIDIA Corporation.*\(opens in a new tab\)"/,
      /^button "Load more news/,
    ]);
  });

  await test.step('no bar covers the focus', () => expectNoBarOverFocus(page));
});

test('/compare by keyboard and screen reader', async ({ signedInTab: page }) => {
  const spoken = await listen(page);
  const table = page.getByRole('table', { name: /Change from/ });

  await test.step('loading and loaded are announced once each', async () => {
    const about = /AAPL|SPY|MSFT|Compared/;
    const release = await hold(page, '**/api/stock/AAPL?*');
    await page.goto('/compare?tickers=AAPL');
    await expectSpoken(spoken, about, [/^Loading AAPL, SPY$/]);
    await release();
    const arrived = [
      /^Loading AAPL, SPY$/,
      new RegExp(`^${priced('AAPL')}; ${priced('SPY')}; Compared over 1Y, with forecasts for 7 days$`),
    ];
    await expectSpoken(spoken, about, arrived);

    const releaseSecond = await hold(page, '**/api/stock/MSFT?*');
    await page.getByLabel('Add a ticker').focus();
    await send(page, 'msft');
    await expectSpoken(spoken, about, [...arrived, /^Loading MSFT$/]);
    await releaseSecond();
    await expectSpoken(spoken, about, [...arrived, /^Loading MSFT$/, new RegExp(`^${priced('MSFT')}$`)]);
  });

  await test.step('the keyboard reaches every row in reading order', async () => {
    await expect(table.getByRole('row', { name: /MSFT/ })).toBeVisible();
    await expectWalk(page, [/"Add a ticker/, /AAPL/, /MSFT/]);
  });

  await test.step('no bar covers the focus', () => expectNoBarOverFocus(page));

  await test.step('removing a listing by keyboard keeps the focus on the page', async () => {
    await page.setViewportSize(DESKTOP);
    await page
      .getByRole('button', { name: /Remove MSFT/ })
      .first()
      .press('Enter');
    await expect(table.getByRole('row', { name: /MSFT/ })).toHaveCount(0);
    await expect.soft(page.locator(':focus')).toHaveCount(1);
  });
});

test('/watchlist by keyboard and screen reader', async ({ signedInTab: page, problems }) => {
  problems.expect(/api\/quotes/);
  const spoken = await listen(page);
  const about = /AAPL|NVDA|MSFT|prices/i;
  await openWatchlist(page, 'AAPL NVDA');

  await test.step('loading and loaded are announced once each', async () => {
    const release = await hold(page, '**/api/quotes?*');
    await page.reload();
    await expectSpoken(spoken, about, [/^Loading prices$/]);
    await release();
    await expectSpoken(spoken, about, [
      /^Loading prices$/,
      new RegExp(`^${priced('AAPL')}; ${priced('NVDA')}$`),
    ]);
  });

  await test.step('the keyboard reaches each row’s buttons in reading order', async () => {
    await expect(page.getByRole('cell', { name: /^\$/ })).toHaveCount(2);
    await expectWalk(page, [
      /"Add a ticker"/,
      /^link "AAPL"/,
      /^button "More actions for AAPL"/,
      /^link "NVDA"/,
      /^button "More actions for NVDA"/,
      /"Tickers, ISINs, names/,
    ]);
  });

  await test.step('a move, an added listing, a refresh and its failure are announced once each', async () => {
    await chooseFromMenu(page, 'NVDA', 'Move up');
    await expectOrder(page, ['NVDA', 'AAPL']);
    await expect.poll(spoken).toContainEqual(expect.stringContaining('NVDA moved to position 1 of 2'));
    await page.getByLabel('Add a ticker').focus();
    await send(page, 'msft');
    await expectSpoken(spoken, /MSFT/, [new RegExp(`^${priced('MSFT')}$`)]);

    await page.getByRole('button', { name: 'Refresh' }).press('Enter');
    await expectSpoken(spoken, /updated/, [/^Prices updated$/]);
    await page.route('**/api/quotes?*', (route) => route.fulfill({ status: 500, json: null }));
    await page.getByRole('button', { name: 'Refresh' }).press('Enter');
    await expectSpoken(spoken, /^Error/, [/^ErrorFailed to fetch data$/]);
    await expectSpoken(spoken, /updated/, [/^Prices updated$/]);
  });
});

test('/track-record by keyboard and screen reader', async ({ signedInTab: page, problems }) => {
  problems.expect(/api\/record/);
  const spoken = await listen(page);
  const about = /track record|settled|Error/;
  const arrived = [/^Loading the track record$/, /^All listings: Over [\d,]+ settled 7-day forecasts/];

  await test.step('loading and loaded are announced once each', async () => {
    const release = await hold(page, '**/api/record');
    await page.goto('/track-record');
    await expectSpoken(spoken, about, [/^Loading the track record$/]);
    await release();
    await expectSpoken(spoken, about, arrived);
  });

  await test.step('the keyboard reaches filters and files in reading order', async () => {
    await expect(card(page, 'How often the 95% range held')).toBeVisible();
    await page.waitForLoadState('networkidle');
    await expectWalk(page, [/^(?:button|radio|combobox) /, /^link "/]);
  });

  await test.step('no bar covers the focus', () => expectNoBarOverFocus(page));

  await test.step('another horizon and a failure are announced once each', async () => {
    await page.setViewportSize(DESKTOP);
    await page.getByRole('button', { name: '30 days', exact: true }).press('Enter');
    const other = [...arrived, /^All listings: .*30-day forecast/];
    await expectSpoken(spoken, about, other);
    await page.route('**/api/record/**', (route) => route.fulfill({ status: 503, json: null }));
    await page.getByRole('combobox', { name: 'Listing' }).focus();
    await page.keyboard.press('ArrowDown');
    await expectSpoken(spoken, about, [
      ...other,
      /^Loading the track record for \S+$/,
      /^ErrorFailed to fetch data/,
    ]);
  });
});
