/** What leaves the page: links, files with their provenance, paper. */
import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright/test';
import { expect, test } from './fixtures.ts';
import { analyse, card, tile } from './stock-page.ts';
import { violations } from './violations.ts';

test.beforeEach(async ({ signedInPage: page }) => {
  await expect(tile(page, 'Current Price')).toContainText(/\d/);
});

/** Presses a button of a chart or table and reads the file it gives. */
async function exported(page: Page, from: Locator, format: 'CSV' | 'PNG') {
  const downloading = page.waitForEvent('download');
  await from.getByRole('button', { name: format, exact: true }).press('Enter');
  const download = await downloading;
  return { name: download.suggestedFilename(), content: await readFile(await download.path()) };
}

/** Width and height out of a PNG's head. */
function pngSize(content: Buffer): { width: number; height: number } {
  expect(content.subarray(1, 4).toString('latin1')).toBe('PNG');
  return { width: content.readUInt32BE(16), height: content.readUInt32BE(20) };
}

test('every chart gives a CSV with its provenance and a stamped PNG', async ({ signedInPage: page }) => {
  for (const [heading, columns, note] of [
    [
      /^Stock Price Prediction/,
      'date,close,median,low50,high50,low80,high80,low95,high95',
      'Estimate: model output, not advice',
    ],
    [
      'Technical Chart (Candlestick)',
      'date,open,high,low,close,volume,sma20',
      'Past prices, no estimate; not advice',
    ],
    ['Performance', 'date,close', 'Past prices, no estimate; not advice'],
  ] as const) {
    // oxlint-disable no-await-in-loop -- one download after the other
    const chart = card(page, heading);
    const csv = await exported(page, chart, 'CSV');
    expect(csv.name).toMatch(/^candor-aapl-.*-\d{4}-\d\d-\d\d\.csv$/);
    const lines = csv.content.toString().split('\r\n');
    expect(lines[0]).toMatch(/^# Candor,AAPL: /);
    expect(lines[1]).toMatch(/^# Source,"Sample market: simulated prices/);
    expect(lines[2]).toMatch(/^# As of,\d{4}-\d\d-\d\dT/);
    expect(lines[4]).toContain(note);
    expect(lines[5]).toBe(columns);
    expect(lines[6]).toMatch(/^\d{4}-\d\d-\d\d,\d/);
    const png = await exported(page, chart, 'PNG');
    const canvas = await chart.locator('canvas').boundingBox();
    const size = pngSize(png.content);
    expect(size.width).toBeGreaterThan(canvas?.width ?? Infinity);
    // Title above, five lines of stamp below.
    expect(size.height).toBeGreaterThan((canvas?.height ?? Infinity) + 100);
    // oxlint-enable no-await-in-loop
  }
});

test('tables give CSV and PNG: the forecast, and the back-test with its plot', async ({
  signedInPage: page,
}) => {
  const signals = await exported(page, card(page, 'Forecast Signals'), 'CSV');
  expect(signals.content.toString()).toContain('date,signal,predicted,change,change %,P(>= +2%),P(<= -2%)');
  expect(signals.content.toString().trim().split('\r\n')).toHaveLength(5 + 1 + 7);
  pngSize((await exported(page, card(page, 'Forecast Signals'), 'PNG')).content);

  const backTest = card(page, 'Deep back-test');
  await backTest.getByRole('button', { name: 'Run back-test' }).click();
  const group = (name: RegExp) => backTest.getByRole('group', { name });
  const calibration = await exported(page, group(/^Calibration.*export$/), 'CSV');
  expect(calibration.content.toString().trim().split('\r\n')).toHaveLength(5 + 1 + 11);
  expect(
    pngSize((await exported(page, group(/^Calibration.*export$/), 'PNG')).content).width,
  ).toBeGreaterThan(250);
  const years = await exported(page, group(/^Skill by year.*export$/), 'CSV');
  expect(years.content.toString()).toContain('year,n,not overlapping,error saved,low,high,80% held,low,high');
  const errors = await exported(page, group(/^Back-test errors.*export$/), 'CSV');
  expect(errors.content.toString()).toContain('"loss of the range, % of price"');
});

test('the comparison gives its index with every source', async ({ signedInPage: page }) => {
  await page.goto('/compare?tickers=AAPL,TSLA');
  const csv = await exported(page, page.getByRole('group', { name: 'Comparison: export' }), 'CSV');
  const lines = csv.content.toString().split('\r\n');
  expect(lines[0]).toMatch(/^# Candor,.*AAPL TSLA.*: Comparison/);
  expect(lines[1]).toBe('# Source,Sample market: simulated prices');
  expect(lines[5]).toMatch(/^date,.*AAPL,TSLA/);
  expect(lines[6]).toMatch(/^\d{4}-\d\d-\d\d,100,100/);
});

test('a region does not change a file: its numbers are for machines', async ({ signedInPage: page }) => {
  await page.evaluate(() => Object.assign(document.documentElement.dataset, { region: 'de' }));
  await expect(tile(page, 'Current Price')).toContainText(/\d,\d\d\s\$/);
  const csv = await exported(page, card(page, 'Performance'), 'CSV');
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

test('the native share gets the link where there is one', async ({ signedInPage: page }) => {
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
    page.evaluate(() => (globalThis as unknown as { shared?: { url: string } }).shared?.url);
  await expect.poll(shared).toMatch(/\/prediction\?ticker=AAPL&days=7&range=1M$/);
});

test('a file whose code does not arrive is said beside its buttons', async ({
  signedInPage: page,
  problems,
}) => {
  problems.expect(/Failed to load resource|Failed to fetch|The file could not be made/);
  await page.route('**/assets/export-files-*.js', (route) => route.abort());
  const files = card(page, 'Performance').getByRole('group', { name: /: export$/ });
  await files.getByRole('button', { name: 'CSV' }).first().click();
  await expect(files.first()).toContainText('The file could not be made.');
});

for (const theme of ['dark', 'light'] as const) {
  test(`from the ${theme} theme a report prints on two pages`, async ({ signedInPage: page }) => {
    if (theme === 'light') await page.getByRole('button', { name: 'Switch to light theme' }).click();
    await page.getByRole('combobox', { name: 'Forecast days' }).selectOption('30');
    await expect(card(page, 'Forecast Signals').getByRole('row')).toHaveCount(31);
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

test('on a phone the files are inside "View as table", and nothing scrolls sideways @phone', async ({
  signedInPage: page,
}) => {
  const chart = card(page, 'Performance');
  await expect(chart.getByRole('button', { name: 'CSV' })).toBeHidden();
  await chart.getByText('View as table').tap();
  const csv = await exported(page, chart, 'CSV');
  expect(csv.name).toMatch(/\.csv$/);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBeLessThanOrEqual(0);
  expect(await violations(page)).toEqual([]);
});
