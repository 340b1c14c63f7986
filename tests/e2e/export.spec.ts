/** What leaves the page: links, files with their provenance, paper. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, card, tile } from './stock-page.ts';
import { violations } from './violations.ts';
import { openWatchlist } from './watchlist-page.ts';

test.beforeEach(async ({ signedInPage: page }) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
});

/** Presses a button or a menu's item and reads the file it gives. */
async function exported(page: Page, press: () => Promise<void>) {
  const downloading = page.waitForEvent('download');
  await press();
  const download = await downloading;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** Width and height out of a PNG's head. */
function pngSize(content: Buffer): { width: number; height: number } {
  expect(content.subarray(1, 4).toString('latin1')).toBe('PNG');
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

/** Pixels of a picture, between its title and its stamp, that are not its ground. */
function drawnPixels(page: Page, content: Buffer): Promise<number> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const ctx = new OffscreenCanvas(picture.width, picture.height).getContext('2d');
    if (ctx === null) return 0;
    ctx.drawImage(picture, 0, 0);
    const [titlePx, stampPx] = [68, 114];
    const { data } = ctx.getImageData(0, titlePx, picture.width, picture.height - titlePx - stampPx);
    const ground = data.slice(0, 3);
    let drawn = 0;
    for (let at = 0; at < data.length; at += 4) {
      if (data[at] !== ground[0] || data[at + 1] !== ground[1] || data[at + 2] !== ground[2]) drawn += 1;
    }
    return drawn;
  }, content.toString('base64'));
}

/** The button of a table, by its title. */
function tableButton(page: Page, title: string): Locator {
  return page.getByRole('button', { name: `Export ${title} as CSV`, exact: true });
}

/** The button of a card's menu, by its title. */
function menuButton(page: Page, title: string): Locator {
  return page.getByRole('button', { name: `Export ${title}`, exact: true });
}

/** Chooses an item of a card's menu by keyboard. */
async function choose(page: Page, title: string, item: string): Promise<void> {
  await menuButton(page, title).press('Enter');
  const items = page.getByRole('menu', { name: `Export ${title}`, exact: true }).getByRole('menuitem');
  await expect(items.first()).toBeFocused();
  const names = await items.allTextContents();
  for (let at = 0; at < names.indexOf(item); at += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await page.keyboard.press('ArrowDown');
  }
  await expect(page.getByRole('menuitem', { name: item, exact: true })).toBeFocused();
  await page.keyboard.press('Enter');
}

const NOTES = {
  estimate: 'Estimate: model output, not advice',
  scores: 'Forecasts against outcomes; not a promise, not advice',
  prices: 'Past prices, no estimate; not advice',
} as const;

interface Expected {
  readonly title: string;
  /** As the file names it. */
  readonly subject: string;
  readonly kind: keyof typeof NOTES;
  readonly source?: RegExp;
  /** Head of the rows. */
  readonly columns: string;
  /** The first of them. */
  readonly row: RegExp;
  /** The card whose menu has a chart, or another table: its title, and the name of the CSV in it. A table has a button. */
  readonly menu?: readonly [card: string, csv: string];
}

/** Exports a chart or table and looks at the head and first row of the CSV, and at the PNG of a chart. */
async function expectFiles(page: Page, expected: Expected) {
  const {
    title,
    subject,
    kind,
    columns,
    row,
    menu,
    source = /^# Source,"?Sample market: simulated prices/,
  } = expected;
  const csv = await exported(page, () =>
    menu ? choose(page, ...menu) : tableButton(page, title).press('Enter'),
  );
  expect(csv.name).toMatch(/^candor-[a-z0-9-]+-\d{4}-\d\d-\d\d\.csv$/);
  const lines = csv.content.toString().split('\r\n');
  expect(lines[0]?.replaceAll('"', '')).toBe(`# Candor,${subject}: ${title}`);
  expect(lines[1]).toMatch(source);
  expect(lines[2]).toMatch(/^# As of,\d{4}-\d\d-\d\dT/);
  expect(lines[3]).toMatch(/^# Exported,\d{4}-\d\d-\d\dT/);
  expect(lines[4]?.replaceAll('"', '')).toBe(`# Note,${NOTES[kind]}`);
  expect(lines[5]).toBe(columns);
  expect(lines[6]).toMatch(row);
  if (menu?.[1] !== 'CSV') return lines.slice(6, -1);
  const { content } = await exported(page, () => choose(page, menu[0], 'PNG'));
  expect(pngSize(content).width).toBeGreaterThanOrEqual(520);
  expect(await drawnPixels(page, content)).toBeGreaterThan(500);
  return lines.slice(6, -1);
}

test('every chart of a listing exports a CSV with its provenance and a stamped PNG', async ({
  signedInPage: page,
}) => {
  const ofListing = { subject: 'AAPL' } as const;
  await expectFiles(page, {
    ...ofListing,
    title: 'Stock price prediction',
    menu: ['Stock Price Prediction', 'CSV'],
    kind: 'estimate',
    columns: 'date,close,median,low50,high50,low80,high80,low95,high95',
    row: /^\d{4}-\d\d-\d\d,\d/,
  });
  await expectFiles(page, {
    ...ofListing,
    title: 'Candlestick chart',
    menu: ['Technical Chart (Candlestick)', 'CSV'],
    kind: 'prices',
    columns: 'date,open,high,low,close,volume,sma20',
    row: /^\d{4}-\d\d-\d\d(,\d+(\.\d+)?){6}$/,
  });
  const charted = await expectFiles(page, {
    ...ofListing,
    title: 'Performance chart',
    menu: ['Performance', 'CSV'],
    kind: 'prices',
    columns: 'date,close',
    row: /^\d{4}-\d\d-\d\d,\d/,
  });
  expect(charted.length).toBeGreaterThan(15);
  const canvas = await card(page, 'Performance').locator('canvas').boundingBox();
  const png = pngSize((await exported(page, () => choose(page, 'Performance', 'PNG'))).content);
  expect(png.width).toBeGreaterThan(canvas?.width ?? Infinity);
  expect(png.height).toBeGreaterThan((canvas?.height ?? Infinity) + 100);
});

test('what a listing shows beside its charts is exported too: changes by range, indicators, sentiment', async ({
  signedInPage: page,
}) => {
  const ofListing = { subject: 'AAPL' } as const;
  const ranges = await expectFiles(page, {
    ...ofListing,
    title: 'Change by range',
    menu: ['Performance', 'Change by range, CSV'],
    kind: 'prices',
    columns: 'range,change %',
    row: /^1W,-?\d/,
  });
  expect(ranges.map((line) => line.split(',')[0])).toEqual(['1W', '1M', '3M', '6M', '1Y', 'ALL']);
  const indicators = await expectFiles(page, {
    ...ofListing,
    title: 'Technical Indicators, last 20 sessions',
    kind: 'prices',
    columns: 'date,rsi14,ema20,macd,macd signal,macd histogram',
    row: /^\d{4}-\d\d-\d\d(,-?\d+(\.\d+)?(e-\d+)?){5}$/,
  });
  expect(indicators).toHaveLength(20);
  await expectFiles(page, {
    ...ofListing,
    title: 'Stock Sentiment',
    kind: 'estimate',
    columns: 'published,source,score,label',
    row: /^,all headlines,-?[\d.]+,/,
  });
});

test('tables of a listing export CSV: the forecast, the track record, the back-test with its plot', async ({
  signedInPage: page,
}) => {
  const ofListing = { subject: 'AAPL' } as const;
  const signals = await expectFiles(page, {
    ...ofListing,
    title: 'Forecast Signals',
    kind: 'estimate',
    columns: 'date,signal,predicted,change,change %,P(>= +2%),P(<= -2%),P(up)',
    row: /^\d{4}-\d\d-\d\d,(BUY|HOLD|SELL),\d/,
  });
  expect(signals).toHaveLength(7);
  const record = await expectFiles(page, {
    ...ofListing,
    title: 'Track record, 7 days ahead',
    kind: 'scores',
    columns: 'measure,value,low,high,held against,n,not overlapping,from,to,in-sample',
    row: /^80% range held,0\.\d+,0\.\d+,(0\.\d+|1),0\.8,\d+,[\d.]+,\d{4}-\d\d-\d\d,\d{4}-\d\d-\d\d,no$/,
  });
  expect(record).toHaveLength(5);

  await card(page, 'Deep back-test').getByRole('button', { name: 'Run back-test' }).click();
  const calibration = await expectFiles(page, {
    ...ofListing,
    title: 'Calibration of 7-day ranges: Candor (dots), constant volatility (squares)',
    kind: 'scores',
    columns: 'nominal,covered,low,high,constant volatility,low,high',
    row: /^0\.\d+(,[\d.]+){6}$/,
  });
  expect(calibration).toHaveLength(11);
  await expectFiles(page, {
    ...ofListing,
    title: 'Skill by year, 7-day ranges',
    kind: 'scores',
    columns: 'year,in-sample,n,not overlapping,error saved,low,high,80% held,low,high',
    row: /^\d{4},(yes|no),\d+,/,
  });
  const errors = await expectFiles(page, {
    ...ofListing,
    title: 'Back-test errors, 7-day ranges',
    kind: 'scores',
    columns: 'measure,Candor,low,high,constant volatility,low,high',
    row: /^"loss of the range, % of price"(,[\d.]+){6}$/,
  });
  expect(errors.map((line) => line.split(',')[0])).toContain('share of 80% ranges that held');
});

test('indicators as full charts export their own files', async ({ signedInPage: page }) => {
  await card(page, 'Technical Indicators').getByRole('button', { name: 'Full charts' }).click();
  await expect(tableButton(page, 'Technical Indicators, last 20 sessions')).toHaveCount(0);
  await expectFiles(page, {
    subject: 'AAPL',
    title: 'RSI (14) chart',
    menu: ['RSI (14)', 'CSV'],
    kind: 'prices',
    columns: 'date,RSI',
    row: /^\d{4}-\d\d-\d\d,\d/,
  });
});

test('the comparison exports its index and its table with every source', async ({ signedInPage: page }) => {
  await page.goto('/compare?tickers=AAPL,TSLA&horizon=14');
  const common = { subject: 'AAPL TSLA SPY' } as const;
  await expectFiles(page, {
    ...common,
    title: 'Comparison',
    menu: ['Rebased to 100', 'CSV'],
    kind: 'prices',
    columns: 'date,AAPL,TSLA,SPY',
    row: /^\d{4}-\d\d-\d\d,100,100,100$/,
  });
  const rows = await expectFiles(page, {
    ...common,
    title: 'Forecasts and records, 14 days, change over 1Y',
    kind: 'estimate',
    columns:
      'listing,company,currency,price,change %,low80,high80,P(>= +2%),signal,80% range held,low,high,' +
      'median: share of error saved,low,high,range: share of error saved,low,high',
    row: /^AAPL,[^,]+,USD,[\d.]+,-?[\d.]+,[\d.]+,[\d.]+,0\.\d+,[A-Z ]+(,-?[\d.]+){9}$/,
  });
  expect(rows).toHaveLength(3);
});

test('the watchlist exports its rows, with the closes of its sparklines', async ({ signedInPage: page }) => {
  await openWatchlist(page, 'AAPL NVDA');
  await expect(page.getByRole('cell', { name: /^\$/ })).toHaveCount(2);
  const rows = await expectFiles(page, {
    subject: 'Watchlist',
    title: 'Watched listings',
    kind: 'estimate',
    columns:
      'ticker,company,currency,price,day change %,signal,P(>= +2%),as of,source,"last closes, oldest first",group',
    row: /^AAPL,[^,]+,USD,[\d.]+,-?[\d.]+,[A-Z ]+,0\.\d+,\d{4}-\d\d-\d\dT[^,]+,sample(,[\d.]+ [\d. ]+),$/,
  });
  expect(rows[0]?.split(',').at(-2)?.split(' ')).toHaveLength(30);
});

const OF_REPLAY = {
  subject: 'Track record',
  kind: 'scores',
  source: /^# Source,Replay of recorded prices/,
} as const;

test('the ledger exports its scores over all horizons, and says that it is a replay', async ({
  signedInPage: page,
}) => {
  await page.goto('/track-record?ledger=replay');
  await expectFiles(page, {
    ...OF_REPLAY,
    title: 'Scores, 7 days ahead',
    columns: 'measure,value,low,high,held against,n,blocks,from,to',
    row: /^80% range held,0\.\d+,0\.\d+,0\.\d+,0\.8,\d+,\d+,\d{4}-/,
  });
  for (const [title, reference] of [
    ['How often the 80% range held', 'promised'],
    ['How often the 95% range held', 'promised'],
    ['Error that the median saved', 'no change'],
  ] as const) {
    // oxlint-disable-next-line no-await-in-loop -- one download after the other
    const rows = await expectFiles(page, {
      ...OF_REPLAY,
      title,
      columns: `trading days,forecasts,measured,low,high,${reference}`,
      row: /^1,\d+(,-?[\d.]+){4}$/,
    });
    expect(rows.map((line) => line.split(',')[0])).toEqual(['1', '7', '14', '30']);
  }
});

test('the ledger exports its forecasts, reliability and groups, and says that it is a replay', async ({
  signedInPage: page,
}) => {
  await page.goto('/track-record?ledger=replay');
  await expectFiles(page, {
    ...OF_REPLAY,
    kind: 'estimate',
    title: 'Last 7-day forecasts, settled',
    columns:
      'ledger,seq,ticker,base_date,horizon_days,target_date,base_close,median,low80,high80,low95,high95,' +
      'probability_up,probability_buy,probability_sell,signal,model,source,adjustment,made_at,hash,' +
      'outcome_date,outcome_close,split_factor,error_percent,no_change_error_percent,settled_at,settlement_hash',
    row: /^replay,\d+,AAPL,\d{4}-\d\d-\d\d,7,/,
  });
  await expectFiles(page, {
    ...OF_REPLAY,
    title: 'Forecast and observed: ≤ −2%',
    columns: 'forecast,observed,low,high,forecasts',
    row: /^0\.\d+(,[\d.]*){3},\d+$/,
  });
  await expectFiles(page, {
    ...OF_REPLAY,
    title: 'Scores by listing, 7 days ahead',
    columns:
      'group,settled,80% held,low,high,95% held,low,high,error saved,low,high,direction,low,high,always up',
    row: /^AAPL,\d+(,-?[\d.]*){13}$/,
  });
});

test('the region does not change an exported file: its numbers are for machines', async ({
  signedInPage: page,
}) => {
  await page.evaluate(() =>
    localStorage.setItem('candor:settings', JSON.stringify({ version: 1, region: 'de' })),
  );
  await page.reload();
  await expect(tile(page, 'Current Price')).toContainText(/\d,\d\d\s\$/);
  const csv = await exported(page, () => choose(page, 'Performance', 'CSV'));
  expect(csv.content.toString().split('\r\n')[6]).toMatch(/^\d{4}-\d\d-\d\d,\d+(\.\d+)?$/);
});

test('the shared link restores the whole view', async ({ signedInPage: page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await analyse(page, 'TSLA');
  await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
  await page.keyboard.press('Escape');
  await card(page, 'Performance').getByRole('button', { name: '6M', exact: true }).click();
  await expect(page).toHaveURL(/range=6M/);
  await page.getByRole('button', { name: 'Share', exact: true }).press('Enter');
  await expect(page.getByText('Link copied')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/about');
  await page.goto(link);
  await expect(page.getByRole('heading', { level: 2, name: 'TSLA', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Stock Price Prediction (30 days)' })).toBeVisible();
  await expect(card(page, 'Performance').getByRole('button', { pressed: true })).toHaveText('6M');
});

test('the native share gets the link and the brief where there is one', async ({ signedInPage: page }) => {
  await page.evaluate(() => {
    Object.assign(navigator, {
      share: (shared: unknown) => {
        Object.assign(globalThis, { shared });
        return Promise.resolve();
      },
    });
  });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  const shared = () =>
    page.evaluate(() => (globalThis as unknown as { shared?: { url: string; text: string } }).shared);
  await expect.poll(async () => (await shared())?.url).toMatch(/\/prediction\?ticker=AAPL&days=7&range=1M$/);
  const brief = await card(page, /^Stock Price Prediction/)
    .locator('p')
    .first()
    .innerText();
  expect((await shared())?.text).toBe(brief);
});

test('an export menu closes on Escape, Tab and a press elsewhere, and returns the focus', async ({
  signedInPage: page,
}) => {
  const button = menuButton(page, 'Performance');
  const menu = page.getByRole('menu', { name: 'Export Performance', exact: true });
  const item = (name: string) => menu.getByRole('menuitem', { name, exact: true });
  await button.click();
  await expect(item('CSV')).toBeFocused();
  await page.keyboard.press('End');
  await expect(item('Change by range, CSV')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(item('CSV')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await expect(item('PNG')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(item('CSV')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(menu).toBeHidden();
  await expect(page.getByRole('application', { name: 'Performance chart' })).toBeFocused();
  await button.click();
  await expect(menu).toBeVisible();
  await page.getByRole('heading', { level: 2, name: 'Performance' }).click();
  await expect(menu).toBeHidden();
});

test('an export whose code fails to load says so beside its button', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/Failed to load resource|Failed to fetch|The file could not be made|identity provider/);
  await expect(menuButton(page, 'Performance')).toBeVisible();
  await page.route('**/assets/*.js', (route) => route.abort());
  await choose(page, 'Performance', 'CSV');
  await expect(card(page, 'Performance').getByText('The file could not be made.')).toBeVisible();
});

for (const theme of ['dark', 'light'] as const) {
  test(`from the ${theme} theme a report prints on two pages`, async ({ signedInPage: page }) => {
    if (theme === 'light') await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
    await expect(card(page, 'Forecast Signals').getByRole('row')).toHaveCount(31);
    await expect(card(page, 'Stats')).toBeVisible();
    const pdf = await page.pdf({ format: 'A4', printBackground: true });
    expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)).toHaveLength(2);
    await expect(page.locator('html')).toHaveAttribute('data-theme', theme);

    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('contentinfo')).toBeHidden();
    await expect(card(page, 'Latest News')).toBeHidden();
    await expect(card(page, 'Track record')).toBeVisible();
    await expect(page.getByText('Model estimate, not advice.')).toBeVisible();
    await expect(page.getByText('Sample market: simulated prices').first()).toBeVisible();
  });
}

test('on a phone an export menu opens inside the screen, and nothing scrolls sideways @phone', async ({
  signedInPage: page,
}) => {
  await menuButton(page, 'Performance').tap();
  const item = page.getByRole('menuitem', { name: 'Change by range, CSV' });
  await expect(item).toBeInViewport({ ratio: 1 });
  const button = await menuButton(page, 'Performance').boundingBox();
  const box = await item.boundingBox();
  // Beside its button, and large enough for a finger.
  expect(Math.abs((box?.y ?? 0) - (button?.y ?? Infinity))).toBeLessThan(200);
  expect(box?.height).toBeGreaterThanOrEqual(40);
  const csv = await exported(page, () => item.tap());
  expect(csv.name).toMatch(/\.csv$/);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});
